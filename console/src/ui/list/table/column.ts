import type { ReactNode } from 'react'
import type { TextKey } from '../../../i18n/index.ts'

/** A word in the head of a column that sorts. */
export interface ColumnHead {
  readonly title: TextKey
  readonly sortKey: string
  readonly sortsFirst: 'up' | 'down'
}

interface ColumnShape<Row> {
  /** Of its own when two columns show one field; default the field's name. */
  readonly id?: string
  readonly title: TextKey
  /** Numbers, money and time spans stand right. */
  readonly align?: 'right'
  /** px for what usually stands in it; default 110. Its head always fits, and what is longer ends in dots, but for `isWhole`. */
  readonly width?: number
  /** Nothing in it ends in dots: the column is as wide as the widest of the page. Default for right-aligned ones; also for ids. */
  readonly isWhole?: boolean
  /** Its share of the remaining width, relative to the other shares; default 0. Where no column has one, all grow equally. */
  readonly grow?: number
  /** Not shown until switched on in the column settings. */
  readonly isHidden?: boolean
  /** Given up where the table would otherwise scroll sideways, the highest first, until people choose columns themselves. */
  readonly yields?: number
  /** Cannot be switched off and stays at the left: the name. */
  readonly isFixed?: boolean
  /** What the server calls it in `sort=key` and `sort=-key`. With it the head sorts, and a phone offers it in a menu. */
  readonly sortKey?: string
  /** The direction of the first click; default descending for right-aligned columns, ascending for the others. */
  readonly sortsFirst?: 'up' | 'down'
  /** Where a cell shows several things, a word in the head for each, which sorts by it: `Priority / Weight`. Else the head is the title. */
  readonly heads?: readonly ColumnHead[]
  /** The server sorts in this direction only. */
  readonly sortsOneWay?: boolean
  /** May wrap, up to two small lines. */
  readonly isDetail?: boolean
  /** Only shown while true, such as to admins. */
  readonly showIf?: boolean
  /** How many columns this cell covers in this row: rows that are no calls put their sentence across the figures. */
  readonly span?: (row: Row) => number
  /** Quota units of the figure in it. All `QuotaText` of the column then have cents, or finer decimals where all are below a cent. */
  readonly quota?: (row: Row) => number
  /** The cell of a group's head row, in lists with `groupBy`. */
  readonly group?: (rows: readonly Row[], name: string) => ReactNode
  /** For the CSV; default the field's value. Undefined leaves the column out of it only when `csv` is false. */
  readonly csv?: ((row: Row) => string | number) | false
}

/** A column over one field: `render` gets the value with its type. */
export interface FieldColumn<Row, Field extends keyof Row & string> extends ColumnShape<Row> {
  readonly field: Field
  readonly render?: (value: Row[Field], row: Row) => ReactNode
}

/**
 * A column of a table. Columns are constants at module scope.
 * @example { field: 'status', title: 'token.status', render: (status) => <StatusTag of="token" value={status} /> }
 */
export type Column<Row> = { [Field in keyof Row & string]: FieldColumn<Row, Field> }[keyof Row & string]

/** What the table works with: every column's value is read through one function. */
export interface AnyColumn<Row> extends ColumnShape<Row> {
  readonly id: string
  readonly sortsFirst: 'up' | 'down'
  readonly isWhole: boolean
  readonly cell: (row: Row) => ReactNode
  readonly text: (row: Row) => string | number
}

export function anyColumns<Row>(columns: readonly Column<Row>[]): AnyColumn<Row>[] {
  return columns.filter((column) => column.showIf !== false).map((column) => anyColumn(column))
}

function anyColumn<Row>(column: Column<Row>): AnyColumn<Row> {
  const { field, render, csv }: FieldColumn<Row, keyof Row & string> = column
  const plain = (row: Row) => {
    const value = row[field]
    return typeof value === 'number' || typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value)
  }
  return {
    ...column,
    id: column.id ?? field,
    isWhole: column.isWhole ?? column.align === 'right',
    sortsFirst: column.sortsFirst ?? (column.align === 'right' ? 'down' : 'up'),
    cell: (row) => (render ? render(row[field], row) : plain(row)),
    text: (row) => (typeof csv === 'function' ? csv(row) : plain(row)),
  }
}
