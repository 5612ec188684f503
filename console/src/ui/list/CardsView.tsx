import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { IconButton } from '../IconButton.tsx'
import { ChevronDownIcon, ChevronUpIcon, TagIcon } from '../icons.ts'
import { Skeleton } from '../Skeleton.tsx'
import type { AnyColumn } from './column.ts'
import { groupsOf } from './groups.ts'
import type { Card, ListProps } from './list-props.ts'
import { RowActions } from './RowActions.tsx'
import type { RowId } from './selection.ts'
import './cards.css'

interface CardsViewProps<Row> extends Omit<ListProps<Row>, 'columns'> {
  readonly columns: readonly AnyColumn<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => RowId
  readonly isFirst: boolean
}

/** A list on a phone. */
export function CardsView<Row>(props: CardsViewProps<Row>) {
  const { rows, columns, idOf, isFirst, card, actions, expand, canExpand, isDim } = props
  const t = useText()
  const [open, setOpen] = useState<RowId>()
  const cardOf = (row: Row, isChild: boolean) => {
    const id = idOf(row)
    const shown = card?.(row) ?? plainCard(row, columns, t)
    const unfolds = expand !== undefined && (canExpand?.(row) ?? true)
    const isOpen = open === id
    const toggle = () => setOpen(isOpen ? undefined : id)
    return (
      <li key={id} className={`card ${isDim?.(row) ? 'dim' : ''} ${isChild ? 'child' : ''}`}>
        <div className="card-line">
          <span className="card-title">{shown.title}</span>
          <span className="card-aside">{shown.aside}</span>
          {actions && <RowActions actions={actions(row)} onlyMore />}
          {unfolds && (
            <IconButton
              label={t(isOpen ? 'action.collapse' : 'table.details')}
              icon={isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
              className="card-unfold"
              isSmall
              isExpanded={isOpen}
              onClick={toggle}
            />
          )}
        </div>
        {(shown.meta !== undefined || shown.metaAside !== undefined) && (
          <div className="card-line card-meta">
            <span className="card-title">{shown.meta}</span>
            <span className="card-aside">{shown.metaAside}</span>
          </div>
        )}
        {shown.trouble && <div className="card-trouble">{shown.trouble}</div>}
        {shown.body}
        {unfolds && isOpen && <div className="card-expanded">{expand(row)}</div>}
      </li>
    )
  }

  return (
    <ul className="cards">
      {isFirst &&
        Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike
          <li key={index} className="card" aria-hidden>
            <Skeleton width="50%" />
            <Skeleton width="80%" />
          </li>
        ))}
      {groupsOf(rows, props.groupBy).flatMap(({ name, members }) => [
        name === undefined ? undefined : (
          <li key={`group:${name}`} className="card-group">
            <TagIcon color="var(--accent)" />
            <strong className="card-title">{name}</strong>
            <span className="text3">{members.length}</span>
            {props.groupActions && <RowActions actions={props.groupActions(name, members)} onlyMore />}
          </li>
        ),
        ...members.map((row) => cardOf(row, name !== undefined)),
      ])}
    </ul>
  )
}

/** For lists that do not say how their card looks: the first column is the title, the others are named. */
function plainCard<Row>(row: Row, columns: readonly AnyColumn<Row>[], t: ReturnType<typeof useText>): Card {
  const [first, second, ...rest] = columns
  return {
    title: first?.cell(row),
    aside: second?.cell(row),
    body: (
      <dl className="card-facts">
        {rest.map((column) => (
          <div key={column.id}>
            <dt>{t(column.title)}</dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    ),
  }
}
