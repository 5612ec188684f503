import { Checkbox } from 'antd'
import type { MouseEvent } from 'react'
import { type Text, useText } from '../../i18n/index.ts'
import { IconButton } from '../IconButton.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '../icons.ts'
import type { CardsViewProps } from './cards-props.ts'
import type { AnyColumn } from './column.ts'
import type { Card } from './list-props.ts'
import { OpenButton } from './OpenButton.tsx'
import { RowActions } from './RowActions.tsx'
import { useLongPress } from './use-long-press.ts'

interface CardItemProps<Row> extends CardsViewProps<Row> {
  readonly row: Row
  readonly isChild: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** One row as a card. A finger that rests on it begins to choose; from then on a tap chooses. */
export function CardItem<Row>(props: CardItemProps<Row>) {
  const { row, isChild, isOpen, onToggle, columns, idOf, card, expand, canExpand, isDim, selection, isSelecting } = props
  const t = useText()
  const shown = card?.(row) ?? plainCard(row, columns, t)
  const unfolds = expand !== undefined && (canExpand?.(row) ?? true)
  const isChosen = selection?.has(idOf(row)) ?? false
  const press = useLongPress(() => {
    props.onSelecting()
    if (!isChosen) selection?.toggle(row)
  })
  const tap = ({ target }: MouseEvent) => !isControl(target) && selection?.toggle(row)
  const classes = `card ${isDim?.(row) ? 'dim' : ''} ${isChild ? 'child' : ''} ${isChosen ? 'chosen' : ''}`
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box in it is for the keyboard
    <li className={classes} onClick={isSelecting ? tap : undefined} {...(selection ? press : {})}>
      <div className="card-line">
        {isSelecting && selection && (
          <Checkbox className="card-check" aria-label={t('table.selectRow')} checked={isChosen} onChange={() => selection.toggle(row)} />
        )}
        <CardTitle title={shown.title} onOpen={isSelecting || props.canOpen?.(row) === false ? undefined : props.onOpen} row={row} />
        <span className="card-aside">{shown.aside}</span>
        {props.actions && !isSelecting && <RowActions actions={props.actions(row)} onlyMore />}
        {unfolds && (
          <IconButton
            label={t(isOpen ? 'action.collapse' : 'table.details')}
            icon={isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
            className="card-unfold"
            isSmall
            isExpanded={isOpen}
            onClick={onToggle}
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

type CardTitleProps<Row> = Pick<Card, 'title'> & { readonly row: Row; readonly onOpen: ((row: Row) => void) | undefined }

function CardTitle<Row>({ title, row, onOpen }: CardTitleProps<Row>) {
  return <span className="card-title">{onOpen ? <OpenButton onClick={() => onOpen(row)}>{title}</OpenButton> : title}</span>
}

/** For lists that do not say how their card looks: the first column is the title, the others are named. */
function plainCard<Row>(row: Row, columns: readonly AnyColumn<Row>[], t: Text): Card {
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

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, label') !== null
}
