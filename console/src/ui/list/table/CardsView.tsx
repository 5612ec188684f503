import { Checkbox } from 'antd'
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { type Text, useText } from '~/i18n/index'
import { IconButton } from '../../button/IconButton.tsx'
import { ChevronDownIcon, ChevronUpIcon, TagIcon } from '../../icons.ts'
import { Skeleton } from '../../page/States.tsx'
import type { Card, ListProps } from '../list-props.ts'
import type { RowId, Selection } from '../picker/selection.ts'
import type { AnyColumn } from './column.ts'
import { type GroupState, groupsOf } from './groups.ts'
import { ExpandButton, OpenButton, RowActions } from './RowActions.tsx'
import './cards.css'

interface CardsViewProps<Row> extends Omit<ListProps<Row>, 'columns'> {
  readonly columns: readonly AnyColumn<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => RowId
  readonly isFirst: boolean
  /** Are the rows the answer to another question, until the right one is there? */
  readonly isOther: boolean
  readonly groups: GroupState | undefined
  readonly selection: Selection<Row> | undefined
  /** Is a tap there to choose? */
  readonly isSelecting: boolean
  readonly onSelecting: () => void
}

/** Milliseconds that a finger rests. */
const LONG_MS = 500
/** px that it may slip meanwhile; more is scrolling. */
const MAX_SLIP_PX = 10

interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerUp: () => void
  readonly onPointerCancel: () => void
  readonly onContextMenu: (event: MouseEvent) => void
  readonly onClickCapture: (event: MouseEvent) => void
}

/** A finger that rests on something does this. The click that may follow is swallowed, and so is the browser's own menu. */
function useLongPress(run: () => void): LongPress {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const began = useRef({ x: 0, y: 0 })
  const hasRun = useRef(false)
  const end = () => clearTimeout(timer.current)
  const swallow = (event: MouseEvent) => {
    if (!hasRun.current) return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    onPointerDown(event) {
      end()
      hasRun.current = false
      if (event.pointerType !== 'touch') return
      began.current = { x: event.clientX, y: event.clientY }
      timer.current = setTimeout(() => {
        hasRun.current = true
        run()
      }, LONG_MS)
    },
    onPointerMove({ clientX, clientY }) {
      if (Math.hypot(clientX - began.current.x, clientY - began.current.y) > MAX_SLIP_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: swallow,
    onClickCapture: swallow,
  }
}

interface CardItemProps<Row> extends CardsViewProps<Row> {
  readonly row: Row
  readonly isChild: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** One row as a card. A finger that rests on it begins to choose; from then on a tap chooses. */
function CardItem<Row>(props: CardItemProps<Row>) {
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

/** A list on a phone. */
export function CardsView<Row>(props: CardsViewProps<Row>) {
  const { rows, idOf, isFirst, groups } = props
  const [open, setOpen] = useState<RowId>()
  const cardOf = (row: Row, isChild: boolean) => {
    const id = idOf(row)
    return (
      <CardItem
        key={id}
        {...props}
        row={row}
        isChild={isChild}
        isOpen={open === id}
        onToggle={() => setOpen(open === id ? undefined : id)}
      />
    )
  }
  return (
    <ul className={`cards ${props.isSelecting ? 'selecting' : ''} ${props.isOther ? 'waits' : ''}`} aria-busy={isFirst || props.isOther}>
      {isFirst &&
        Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike
          <li key={index} className="card" aria-hidden>
            <Skeleton width="50%" />
            <Skeleton width="80%" />
          </li>
        ))}
      {groupsOf(rows, props.groupBy).map(({ name, members }) => {
        if (name === undefined || groups === undefined) return members.map((row) => cardOf(row, false))
        return [
          <GroupHead
            key={`group:${name}`}
            name={props.groupTitle?.(name) ?? name}
            count={members.length}
            isOpen={groups.isOpen(name)}
            onToggle={() => groups.toggle(name)}
            actions={props.groupActions?.(name, members) ?? []}
          />,
          groups.isOpen(name) && members.map((row) => cardOf(row, true)),
        ]
      })}
    </ul>
  )
}

interface GroupHeadProps {
  readonly name: string
  readonly count: number
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly actions: Parameters<typeof RowActions>[0]['actions']
}

function GroupHead({ name, count, isOpen, onToggle, actions }: GroupHeadProps) {
  return (
    <li className="card-group">
      <ExpandButton isOpen={isOpen} onToggle={onToggle} name={name} />
      <TagIcon color="var(--accent)" />
      <strong className="card-title">{name}</strong>
      <span className="text3">{count}</span>
      {actions.length > 0 && <RowActions actions={actions} onlyMore />}
    </li>
  )
}
