// Everything that a list knows and can do, before it is drawn as a table or as cards.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ListPage, ListSource } from '../../api/list.ts'
import type { Action } from './action.ts'
import type { Filter } from './filter/filter.ts'
import { type SavedFilters, useSavedFilters } from './filter/saved-filters.ts'
import { withMoments } from './filter/spans.ts'
import type { ListProps } from './list-props.ts'
import { type ListState, useListState } from './list-state.ts'
import { type RowId, type Selection, useSelection } from './picker/selection.ts'
import { type AnyColumn, anyColumns } from './table/column.ts'
import { type ColumnSettings, useColumnSettings } from './table/column-settings.ts'
import { type GroupState, groupsOf, useGroupState } from './table/groups.ts'
import { type SelectAll, useSelectAll } from './use-select-all.ts'

interface ListData<Row> {
  readonly page: ListPage<Row> | undefined
  readonly error: Error | null
  /** Nothing to show yet. */
  readonly isFirst: boolean
  /** Asking again while the old rows stand. */
  readonly isRefreshing: boolean
  /** Is the page the answer to another question, shown until the right one is there? */
  readonly isOther: boolean
  /** Unix seconds when the rows were fetched, where looking again failed. */
  readonly staleSince: number | undefined
  readonly refresh: () => Promise<unknown>
}

/** One page of a list. The old page stands until the new one is there, so nothing jumps. */
function useListData<Row>(source: ListSource<Row>, state: ListState, everyMs: ListProps<Row>['everyMs']): ListData<Row> {
  const request = { page: state.page, size: state.size, sort: state.sort, filters: state.filters }
  const query = useQuery({
    queryKey: [source.key, 'list', request],
    queryFn: ({ signal }) => source.load(request, signal),
    placeholderData: keepPreviousData,
    refetchInterval: typeof everyMs === 'function' ? ({ state: { data } }) => everyMs(data?.rows ?? []) ?? false : (everyMs ?? false),
  })
  const isStale = query.data !== undefined && query.errorUpdatedAt > query.dataUpdatedAt && !query.isPlaceholderData
  return {
    page: query.data,
    error: query.error,
    isFirst: query.isPending,
    isRefreshing: query.isFetching && query.data !== undefined,
    isOther: query.isPlaceholderData,
    staleSince: isStale ? query.dataUpdatedAt / 1000 : undefined,
    refresh: () => query.refetch(),
  }
}

export interface ListModel<Row> {
  readonly name: string
  readonly filters: readonly Filter[]
  readonly state: ListState
  /** Undefined where the list does not offer them. */
  readonly saved: SavedFilters | undefined
  /** Loads from the server; named time spans are already timestamps. */
  readonly source: ListSource<Row>
  readonly data: ListData<Row>
  readonly rows: readonly Row[]
  /** Rows that the filters leave; groups of them while they are grouped. */
  readonly total: number
  readonly settings: ColumnSettings<Row>
  /** The columns that the server can sort by. */
  readonly sortable: readonly AnyColumn<Row>[]
  readonly idOf: (row: Row) => RowId
  /** Undefined where nothing can be done to many rows. */
  readonly selection: Selection<Row> | undefined
  readonly selectAll: SelectAll
  /** Is a tap on a card there to choose? */
  readonly isSelecting: boolean
  readonly setSelecting: (isSelecting: boolean) => void
  readonly groupBy: ((row: Row) => readonly string[]) | undefined
  readonly groups: (GroupState & { readonly names: readonly string[] }) | undefined
  readonly actions: ListProps<Row>['actions']
}

/** What each part of a list is handed. */
export interface ListParts<Row> {
  readonly props: ListProps<Row>
  readonly model: ListModel<Row>
}

export function useList<Row>(props: ListProps<Row>): ListModel<Row> {
  const { list, name = list.key, filters = NO_FILTERS } = props
  const idOf = props.idOf ?? idIn
  const state = useListState(filters, props.pageSize)
  const saved = useSavedFilters(name, filters, state)
  const source = useMemo(() => withTimestamps(list, filters), [list, filters])
  const data = useListData(source, state, props.everyMs)
  const rows = data.page?.rows ?? []
  const total = data.page?.total ?? 0
  const columns = useMemo(() => anyColumns(props.columns), [props.columns])
  const selection = useSelection(idOf, rows)
  const [isSelecting, setSelecting] = useState(false)
  const isGrouped = props.groupWhen === undefined || state.filters[props.groupWhen] === 'true'
  const groupOf = isGrouped ? props.groupBy : undefined
  const groupBy = groupOf && ((row: Row) => groupOf(row, data.page?.beside))
  const groupNames = groupsOf(rows, groupBy).flatMap((group) => (group.name === undefined ? [] : [group.name]))
  const groupState = useGroupState(groupNames, rows.length <= MAX_OPEN_ROWS)
  useLastPage(data, state)
  const { onRows } = props
  useEffect(() => onRows?.(data.page?.rows ?? []), [onRows, data.page])
  return {
    name,
    filters,
    state,
    saved: props.savesFilters ? saved : undefined,
    source,
    data,
    rows,
    total,
    settings: useColumnSettings(name, columns),
    sortable: columns.filter((column) => column.sortKey !== undefined),
    idOf,
    selection: props.bulk ? selection : undefined,
    selectAll: useSelectAll(source, state, selection),
    isSelecting,
    setSelecting,
    groupBy,
    groups: groupBy && { ...groupState, names: groupNames },
    actions: props.actions && ((row) => droppingDeleted(props.actions?.(row) ?? [], () => selection.drop(row))),
  }
}

/** With more rows on a page, its groups are folded at first. */
const MAX_OPEN_ROWS = 100

/** Rows of every console list carry an id; a list whose rows do not must say what tells them apart. */
function idIn(row: unknown): RowId {
  if (typeof row === 'object' && row !== null && 'id' in row && (typeof row.id === 'number' || typeof row.id === 'string')) return row.id
  throw new Error('the rows of this list have no id: it needs `idOf`')
}

const NO_FILTERS: readonly Filter[] = []

function withTimestamps<Row>(list: ListSource<Row>, filters: readonly Filter[]): ListSource<Row> {
  const ranges = filters.filter((filter) => filter.kind === 'range')
  if (ranges.length === 0) return list
  const { file } = list
  return {
    key: list.key,
    load: (request, signal) => list.load({ ...request, filters: withMoments(request.filters, ranges) }, signal),
    ...(file ? { file: (asked: ListState['filters']) => file(withMoments(asked, ranges)) } : {}),
  }
}

/** When the rows of the last page are gone, the page before it is the last one. */
function useLastPage<Row>({ page, isOther }: ListData<Row>, state: ListState): void {
  const last = page && !isOther && page.rows.length === 0 ? Math.ceil(page.total / state.size) : 0
  const isBeyond = last > 0 && last < state.page
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page beyond the end
  useEffect(() => {
    if (isBeyond) state.setPage(last, true)
  }, [isBeyond, last])
}

/** What is deleted from its own row is no longer among the chosen ones. */
const droppingDeleted = (actions: readonly Action[], drop: () => void): readonly Action[] =>
  actions.map((action) =>
    action.danger
      ? {
          ...action,
          run: async () => {
            await action.run()
            drop()
          },
        }
      : action,
  )
