import type { ReactNode } from 'react'
import type { ListSource } from '../../../api/list.ts'
import type { Chosen, RowId } from './selection.ts'

export interface PickerColumn<Row> {
  /** Also its key. */
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Not on a phone. */
  readonly isMinor?: boolean
}

export interface PickerProps<Row> {
  /** What is picked: "Recipients". */
  readonly label: string
  readonly isRequired?: boolean
  /** Finds the rows, a page at a time. */
  readonly list: ListSource<Row>
  /** The query parameter that takes what is searched. */
  readonly searchName: string
  readonly searchLabel: string
  /** At most three, and one that is not minor. */
  readonly columns: readonly PickerColumn<Row>[]
  /** A row in a word: its chip. */
  readonly nameOf: (row: Row) => string
  readonly idOf: (row: Row) => RowId
  readonly picked: Chosen<Row>
  readonly onChange: (change: (old: Chosen<Row>) => Chosen<Row>) => void
  /** Replaces nothing: one line below. */
  readonly error?: string | undefined
}
