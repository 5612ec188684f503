import type { AnyColumn } from './column.ts'
import type { Density } from './column-settings.ts'
import type { GroupState } from './group-state.ts'
import type { ListProps } from './list-props.ts'
import type { RowId, Selection } from './selection.ts'

export interface TableViewProps<Row> extends Omit<ListProps<Row>, 'columns' | 'list'> {
  readonly columns: readonly AnyColumn<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => RowId
  /** So many grey rows in place of the first load. */
  readonly skeletonRows: number
  readonly density: Density
  readonly selection: Selection<Row> | undefined
  /** Given while rows stand in groups. */
  readonly groups: GroupState | undefined
  readonly sort: string | undefined
  readonly onSort: (sort: string | undefined) => void
}

/** Decimals of the columns that hold amounts, by the columns' ids. */
export type Digits = ReadonlyMap<string, number>
