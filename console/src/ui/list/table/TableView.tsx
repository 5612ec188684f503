import { Checkbox } from 'antd'
import { Fragment, type ReactNode, type RefObject, type SyntheticEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLanguage, useText } from '../../../i18n/index.ts'
import { useQuotaPerUnit } from '../../../session/status.ts'
import { TagIcon } from '../../icons.ts'
import { Skeleton } from '../../page/States.tsx'
import { ColumnDigits, columnDigits } from '../../text/column-digits.ts'
import type { Digits, TableViewProps } from '../list-props.ts'
import type { RowId, Selection } from '../picker/selection.ts'
import type { AnyColumn } from './column.ts'
import { fittingColumns, sharedWidths, widthNeed } from './column-widths.ts'
import { groupsOf } from './groups.ts'
import { ExpandButton, RowActions } from './RowActions.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { useWidest } from './use-widest.ts'

interface GroupRowProps<Row> {
  readonly name: string
  /** What it is called on the screen. */
  readonly title: string
  readonly rows: readonly Row[]
  readonly columns: readonly AnyColumn<Row>[]
  readonly digits: Digits
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly selection: Selection<Row> | undefined
  readonly idOf: (row: Row) => RowId
  readonly actions: ReactNode
}

/** The head of a group: its name and count in the fixed column, the columns' `group` in the others, blank where there is none. */
function GroupRow<Row>({ name, title, rows, columns, digits, isOpen, onToggle, selection, idOf, actions }: GroupRowProps<Row>) {
  const t = useText()
  const chosen = selection ? rows.filter((row) => selection.has(idOf(row))).length : 0
  const nameColumn = columns.find((column) => column.isFixed) ?? columns[0]
  return (
    <tr className="group">
      {selection && (
        <td className="cell-check">
          <Checkbox
            aria-label={`${t('action.selectAll')}: ${title}`}
            checked={chosen === rows.length}
            indeterminate={chosen > 0 && chosen < rows.length}
            onChange={() => selection.toggleAll(rows)}
          />
        </td>
      )}
      <td className="cell-expand">
        <ExpandButton isOpen={isOpen} onToggle={onToggle} name={title} />
      </td>
      {columns.map((column) => (
        <td
          key={column.id}
          className={`${column.align === 'right' ? 'right' : ''} ${column.isFixed ? 'fixed' : ''}`}
          data-whole={column.isWhole && column !== nameColumn ? column.id : undefined}
        >
          {column === nameColumn ? (
            <span className="group-name">
              <TagIcon color="var(--accent)" />
              <strong className="ellipsis">{title}</strong>
              <span className="text3">{rows.length}</span>
            </span>
          ) : (
            <ColumnDigits value={digits.get(column.id)}>{column.group?.(rows, name)}</ColumnDigits>
          )}
        </td>
      ))}
      {actions !== undefined && <td className="cell-actions">{actions}</td>}
    </tr>
  )
}

/** px: box to tick, arrow that unfolds, three buttons of 28. */
const CHECK_WIDTH_PX = 42
const EXPAND_WIDTH_PX = 38
const ACTIONS_WIDTH_PX = 102

/** Which columns the kit adds to the list's own. */
interface EdgeColumns {
  readonly hasCheck: boolean
  readonly hasExpand: boolean
  readonly hasActions: boolean
  /** None is given up for want of room. */
  readonly areChosen: boolean
}

interface ColumnWidths<Row> {
  /** Those that there is room for. */
  readonly shown: readonly AnyColumn<Row>[]
  /** px, in their order. */
  readonly columns: readonly number[]
  /** px of the whole table. */
  readonly table: number
}

/**
 * How wide each column is while the frame is as wide as it is. They depend on the columns, so nothing jumps between the grey rows and the
 * real ones or from page to page; only what may not be cut widens its column, for good.
 */
function useColumnWidths<Row>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly AnyColumn<Row>[],
  { hasCheck, hasExpand, hasActions, areChosen }: EdgeColumns,
): ColumnWidths<Row> {
  const language = useLanguage()
  const [available, setAvailable] = useState(0)
  const widest = useWidest(frame)

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setAvailable(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the heads are measured in the language of the screen
  return useMemo(() => {
    const edges = (hasCheck ? CHECK_WIDTH_PX : 0) + (hasExpand ? EXPAND_WIDTH_PX : 0) + (hasActions ? ACTIONS_WIDTH_PX : 0)
    const needsOf = (shown: readonly AnyColumn<Row>[]) => {
      const isAtEdge = (index: number) => (index === 0 && !hasCheck && !hasExpand) || (index === shown.length - 1 && !hasActions)
      return shown.map((column, index) => ({ ...widthNeed(column, isAtEdge(index), widest.get(column.id)), column, yields: column.yields }))
    }
    const kept = areChosen ? columns : fittingColumns(columns, needsOf, available - edges)
    const shared = sharedWidths(needsOf(kept), available - edges)
    const table = shared.reduce((sum, width) => sum + width, edges)
    return { shown: kept, columns: shared, table }
  }, [columns, available, widest, hasCheck, hasExpand, hasActions, areChosen, language])
}

/** Grey rows in the place of those that are loading, with their final height. */
function SkeletonRows({ rows, cells }: { readonly rows: number; readonly cells: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <tr key={row} aria-hidden>
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: so are their cells
        <td key={cell}>
          <Skeleton width={`${45 + ((row * 7 + cell * 13) % 40)}%`} />
        </td>
      ))}
    </tr>
  ))
}

/** The table itself: head and actions stay in view, the rows scroll. */
export function TableView<Row>(props: TableViewProps<Row>) {
  const { rows, selection } = props
  const t = useText()
  const frame = useRef<HTMLElement>(null)
  const hasExpand = props.expand !== undefined || props.groups !== undefined
  const hasActions = props.actions !== undefined
  const edges = { hasCheck: selection !== undefined, hasExpand, hasActions, areChosen: props.areColumnsChosen }
  const { shown: columns, ...widths } = useColumnWidths(frame, props.columns, edges)
  const count = columns.length + (selection ? 1 : 0) + (hasExpand ? 1 : 0) + (hasActions ? 1 : 0)
  return (
    <section
      className="table-scroll"
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('table.details')}
      onMouseOver={showWholeText}
      onFocus={showWholeText}
    >
      <table className={`table ${props.density} ${props.expand ? 'unfolds' : ''}`} style={{ width: widths.table }}>
        <colgroup>
          {selection && <col style={{ width: CHECK_WIDTH_PX }} />}
          {hasExpand && <col style={{ width: EXPAND_WIDTH_PX }} />}
          {columns.map((column, index) => (
            <col key={column.id} style={{ width: widths.columns[index] }} />
          ))}
          {hasActions && <col style={{ width: ACTIONS_WIDTH_PX }} />}
        </colgroup>
        <TableHead {...props} columns={columns} />
        <tbody>
          <SkeletonRows rows={props.skeletonRows} cells={count} />
          <Rows {...props} columns={columns} rows={rows} cellCount={count} />
        </tbody>
      </table>
    </section>
  )
}

/** The rows, those of a group under its head, what is unfolded below its row. */
function Rows<Row>(props: TableViewProps<Row> & { readonly cellCount: number }): ReactNode {
  const { columns, rows, idOf, selection, groups } = props
  const [open, setOpen] = useState<ReadonlySet<RowId>>(new Set())
  const digits = useDigits(columns, rows)
  const row = (item: Row, isChild: boolean): ReactNode => {
    const id = idOf(item)
    const isOpen = open.has(id)
    const note = props.note?.(item)
    return (
      <Fragment key={id}>
        <TableRow {...props} row={item} digits={digits} isOpen={isOpen} isChild={isChild} onToggle={() => setOpen(toggled(open, id))} />
        {note && (
          <tr className={`note ${props.isDim?.(item) ? 'dim' : ''} ${selection?.has(id) ? 'chosen' : ''}`}>
            <td colSpan={props.cellCount}>{note}</td>
          </tr>
        )}
        {isOpen && props.expand && (
          <tr className="expanded">
            <td colSpan={props.cellCount}>{props.expand(item)}</td>
          </tr>
        )}
      </Fragment>
    )
  }

  return groupsOf(rows, props.groupBy).map(({ name, members }) => {
    if (name === undefined || groups === undefined) return members.map((member) => row(member, false))
    const isOpen = groups.isOpen(name)
    return (
      <Fragment key={`group:${name}`}>
        <GroupRow
          name={name}
          title={props.groupTitle?.(name) ?? name}
          rows={members}
          columns={columns}
          digits={digits}
          isOpen={isOpen}
          onToggle={() => groups.toggle(name)}
          selection={selection}
          idOf={idOf}
          actions={props.actions && <RowActions actions={props.groupActions?.(name, members) ?? []} />}
        />
        {isOpen && members.map((member) => row(member, true))}
      </Fragment>
    )
  })
}

/** One precision per column of amounts, for all rows of the page. */
function useDigits<Row>(columns: readonly AnyColumn<Row>[], rows: readonly Row[]): Digits {
  const perUnit = useQuotaPerUnit()
  return useMemo(
    () => new Map(columns.flatMap(({ id, quota }) => (quota ? [[id, columnDigits(rows.map(quota), perUnit)] as const] : []))),
    [columns, rows, perUnit],
  )
}

/** Shows the full text of a truncated cell in its tooltip. */
function showWholeText({ target }: SyntheticEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell) return
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? ''
  else cell.removeAttribute('title')
}

function toggled<Item>(set: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}
