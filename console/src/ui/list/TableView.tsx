import { Fragment, type ReactNode, type SyntheticEvent, useMemo, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { useQuotaPerUnit } from '../../session/status.ts'
import { columnDigits } from '../column-digits.ts'
import type { AnyColumn } from './column.ts'
import { GroupRow } from './GroupRow.tsx'
import { groupsOf } from './groups.ts'
import { RowActions } from './RowActions.tsx'
import { SkeletonRows } from './SkeletonRows.tsx'
import type { RowId } from './selection.ts'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import type { Digits, TableViewProps } from './table-props.ts'
import { ACTIONS_WIDTH_PX, CHECK_WIDTH_PX, EXPAND_WIDTH_PX, useColumnWidths } from './use-column-widths.ts'

/** The table itself: head and actions stay in view, the rows scroll. */
export function TableView<Row>(props: TableViewProps<Row>) {
  const { columns, rows, selection } = props
  const t = useText()
  const frame = useRef<HTMLElement>(null)
  const hasExpand = props.expand !== undefined || props.groups !== undefined
  const hasActions = props.actions !== undefined
  const widths = useColumnWidths(frame, columns, { hasCheck: selection !== undefined, hasExpand, hasActions })
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
        <TableHead {...props} />
        <tbody>
          <SkeletonRows rows={props.skeletonRows} cells={count} />
          <Rows {...props} rows={rows} cellCount={count} />
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
    return (
      <Fragment key={id}>
        <TableRow {...props} row={item} digits={digits} isOpen={isOpen} isChild={isChild} onToggle={() => setOpen(toggled(open, id))} />
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
