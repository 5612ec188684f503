import type { AnyColumn } from './column.ts'
import type { GroupState } from './group-state.ts'
import type { ListProps } from './list-props.ts'
import type { RowId, Selection } from './selection.ts'

export interface CardsViewProps<Row> extends Omit<ListProps<Row>, 'columns'> {
  readonly columns: readonly AnyColumn<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => RowId
  readonly isFirst: boolean
  readonly groups: GroupState | undefined
  readonly selection: Selection<Row> | undefined
  /** Is a tap there to choose? */
  readonly isSelecting: boolean
  readonly onSelecting: () => void
}
