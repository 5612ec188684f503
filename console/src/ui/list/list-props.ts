import type { ReactNode } from 'react'
import type { ListPage, ListSource } from '../../api/list.ts'
import type { Action } from './action.ts'
import type { Filter } from './filter/filter.ts'
import type { RowId, Selection } from './picker/selection.ts'
import type { AnyColumn, Column } from './table/column.ts'
import type { Density } from './table/column-settings.ts'
import type { GroupState } from './table/groups.ts'

/** A row as a card, on windows narrower than 640 px. Line 3 is only for trouble. */
export interface Card {
  readonly title: ReactNode
  /** Amount or status, at the right of the title. */
  readonly aside?: ReactNode
  readonly meta?: ReactNode
  readonly metaAside?: ReactNode
  readonly trouble?: ReactNode
  /** Anything below, such as a bar of what is used. */
  readonly body?: ReactNode
}

export interface ListProps<Row> {
  /** From `list(endpoint, …)`. Give it a name at module scope: `export const tokenList = list(listTokens, …)`. */
  readonly list: ListSource<Row>
  readonly columns: readonly Column<Row>[]
  /** Under which column settings are remembered: `<name>-table-columns`; also the CSV's file name. */
  readonly name?: string
  /** Which row this is; default its `id`. */
  readonly idOf?: (row: Row) => RowId
  readonly filters?: readonly Filter[]
  /** At the right end of the filter line, before columns and export. */
  readonly tools?: ReactNode
  /** Opens a row, such as in its drawer: the name in the fixed column becomes a button. */
  readonly onOpen?: (row: Row) => void
  /** Which rows open; default all. */
  readonly canOpen?: (row: Row) => boolean
  /** At most three buttons in a row: the first two with icons, the rest under "more". */
  readonly actions?: ((row: Row) => readonly Action[]) | undefined
  /** Rows can be chosen, over pages and filters; these are offered for the chosen ones. Call `clear` when done. */
  readonly bulk?: (rows: readonly Row[], clear: () => void) => readonly Action[]
  /** What a row unfolds to. Clicking the row unfolds it too. */
  readonly expand?: (row: Row) => ReactNode
  readonly canExpand?: (row: Row) => boolean
  /** A line of its own under a row, over its whole width: what ails it. Nothing where it answers an empty text. On cards this is `trouble`. */
  readonly note?: (row: Row) => ReactNode
  /** Greyed rows: not enabled, used up. Text drops to the third shade; tags keep their colour. */
  readonly isDim?: (row: Row) => boolean
  /**
   * Rows with the same group stand indented under one head row, whose cells are the columns' `group`; a row may be in several, or in none.
   * @param beside the response's fields next to the rows
   */
  readonly groupBy?: ((row: Row, beside?: ListPage<Row>['beside']) => readonly string[]) | undefined
  /** Name of a flag among the filters: rows are grouped only while it is on. */
  readonly groupWhen?: string
  /** What stands on a page of groups, in the pager: `10 tags · 36 channels`. */
  readonly groupWords?: (groups: readonly string[], rows: readonly Row[]) => string
  /** What a group is called on the screen; default its name. */
  readonly groupTitle?: (group: string) => string
  readonly groupActions?: (group: string, rows: readonly Row[]) => readonly Action[]
  /** Puts a primary button into the head of the page. */
  readonly onCreate?: () => void
  readonly createLabel?: string
  /** The state of a list with nothing in it. The create button stands below it too. */
  readonly empty?: { readonly icon?: ReactNode; readonly title: string; readonly text?: string; readonly action?: ReactNode }
  readonly card?: (row: Row) => Card
  readonly hasCsv?: boolean
  /** Offers to keep the filters that are set under a name, in this browser: needs a `name` of the list. */
  readonly savesFilters?: boolean
  /** Loads again every so many milliseconds, while the page is visible; a function may let it depend on the rows of the page. */
  readonly everyMs?: number | ((rows: readonly Row[]) => number | undefined)
  /** Rows of a page, where they cannot be chosen. */
  readonly pageSize?: number
  /** Called with the rows of the page whenever they have changed. */
  readonly onRows?: (rows: readonly Row[]) => void
  /** Figures over the same filters, in the head of the page: `Chips`. It gets the server's query: timestamps, no named spans. */
  readonly summary?: (filters: Readonly<Record<string, string>>) => ReactNode
}

export interface TableViewProps<Row> extends Omit<ListProps<Row>, 'columns' | 'list'> {
  readonly columns: readonly AnyColumn<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => RowId
  /** So many grey rows in place of the first load. */
  readonly skeletonRows: number
  readonly density: Density
  /** People have chosen the columns: none is given up for want of room. */
  readonly areColumnsChosen: boolean
  readonly selection: Selection<Row> | undefined
  /** Given while rows stand in groups. */
  readonly groups: GroupState | undefined
  readonly sort: string | undefined
  readonly onSort: (sort: string | undefined) => void
}

/** Decimals of the columns that hold amounts, by the columns' ids. */
export type Digits = ReadonlyMap<string, number>
