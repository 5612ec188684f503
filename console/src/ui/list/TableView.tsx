import { Fragment, type ReactNode, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { Skeleton } from '../Skeleton.tsx'
import type { AnyColumn } from './column.ts'
import type { Density } from './column-settings.ts'
import { GroupRow } from './GroupRow.tsx'
import { groupsOf } from './groups.ts'
import type { ListProps } from './list-props.ts'
import { RowActions } from './RowActions.tsx'
import type { RowId, Selection } from './selection.ts'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'

export interface TableViewProps<Row> extends Omit<ListProps<Row>, 'columns' | 'list'> {
  readonly columns: readonly AnyColumn<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => RowId
  /** So many grey rows in place of the first load. */
  readonly skeletonRows: number
  readonly density: Density
  readonly selection: Selection<Row> | undefined
  readonly sort: string | undefined
  readonly onSort: (sort: string | undefined) => void
}

/** The table itself: head and actions stay in view, the rows scroll. */
export function TableView<Row>(props: TableViewProps<Row>) {
  const { columns, rows, idOf, selection, groupBy } = props
  const t = useText()
  const [open, setOpen] = useState<ReadonlySet<RowId>>(new Set())
  const [closedGroups, setClosedGroups] = useState<ReadonlySet<string>>(new Set())
  const width = columns.length + (selection ? 1 : 0) + (props.expand || groupBy ? 1 : 0) + (props.actions ? 1 : 0)
  const toggle = (id: RowId) => setOpen(toggled(open, id))

  const row = (item: Row, isChild: boolean): ReactNode => {
    const id = idOf(item)
    const isOpen = open.has(id)
    return (
      <Fragment key={id}>
        <TableRow {...props} row={item} isOpen={isOpen} isChild={isChild} onToggle={() => toggle(id)} />
        {isOpen && props.expand && (
          <tr className="expanded">
            <td colSpan={width}>{props.expand(item)}</td>
          </tr>
        )}
      </Fragment>
    )
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={t('table.details')}>
      <table className={`table ${props.density} ${props.expand ? 'unfolds' : ''}`}>
        <TableHead {...props} />
        <tbody>
          {Array.from({ length: props.skeletonRows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
            <tr key={index} aria-hidden>
              {Array.from({ length: width }, (_, cell) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: so are their cells
                <td key={cell}>
                  <Skeleton width={`${45 + ((index * 7 + cell * 13) % 40)}%`} />
                </td>
              ))}
            </tr>
          ))}
          {groupsOf(rows, groupBy).map(({ name, members }) => {
            if (name === undefined) return members.map((member) => row(member, false))
            const isOpen = !closedGroups.has(name)
            return (
              <Fragment key={`group:${name}`}>
                <GroupRow
                  name={name}
                  rows={members}
                  columns={columns}
                  isOpen={isOpen}
                  onToggle={() => setClosedGroups(toggled(closedGroups, name))}
                  selection={selection}
                  idOf={idOf}
                  actions={props.actions && <RowActions actions={props.groupActions?.(name, members) ?? []} />}
                />
                {isOpen && members.map((member) => row(member, true))}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function toggled<Item>(set: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}
