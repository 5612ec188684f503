import { type RefObject, useRef, useState } from 'react'

export type RowId = string | number

export interface Selection<Row> {
  /** Those that stand on the page as they are now, the others as they were when they were chosen. */
  readonly rows: readonly Row[]
  /** How many of them are not on the page. */
  readonly elsewhere: number
  readonly has: (id: RowId) => boolean
  /** `isRange`: and all between this row and the one before it that was clicked. */
  readonly toggle: (row: Row, isRange?: boolean) => void
  /** All of these, or none of them when all are chosen already. */
  readonly toggleAll: (rows: readonly Row[]) => void
  readonly add: (rows: readonly Row[]) => void
  readonly drop: (row: Row) => void
  readonly clear: () => void
}

/** Chosen rows by their id, as they were when they were chosen. */
export type Chosen<Row> = ReadonlyMap<RowId, Row>

/** Chosen rows, over several pages and filters of a list. @param shown the rows of the page */
export function useSelection<Row>(idOf: (row: Row) => RowId, shown: readonly Row[]): Selection<Row> {
  const [chosen, setChosen] = useState<Chosen<Row>>(new Map())
  return selectionOf({ chosen, setChosen, idOf, shown, last: useRef<RowId>(undefined) })
}

/** What a selection is made of, where its caller keeps it, such as a form. */
export interface SelectionParts<Row> {
  readonly chosen: Chosen<Row>
  readonly setChosen: (change: (old: Chosen<Row>) => Chosen<Row>) => void
  readonly idOf: (row: Row) => RowId
  /** The rows of the page. */
  readonly shown: readonly Row[]
  /** The row that was clicked last: where a range begins. */
  readonly last: RefObject<RowId | undefined>
}

export function selectionOf<Row>({ chosen, setChosen, idOf, shown, last }: SelectionParts<Row>): Selection<Row> {
  const fresh = new Map(shown.map((row) => [idOf(row), row]))
  const change = (work: (next: Map<RowId, Row>) => void) =>
    setChosen((old) => {
      const next = new Map(old)
      work(next)
      return next
    })
  const put = (next: Map<RowId, Row>, rows: readonly Row[], isChosen: boolean) => {
    for (const row of rows) {
      if (isChosen) next.set(idOf(row), row)
      else next.delete(idOf(row))
    }
  }

  return {
    rows: [...chosen].map(([id, row]) => fresh.get(id) ?? row),
    elsewhere: [...chosen.keys()].filter((id) => !fresh.has(id)).length,
    has: (id) => chosen.has(id),
    toggle(row, isRange = false) {
      const id = idOf(row)
      const from = isRange ? shown.findIndex((other) => idOf(other) === last.current) : -1
      const to = shown.findIndex((other) => idOf(other) === id)
      const rows = from < 0 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      last.current = id
      change((next) => put(next, rows, !chosen.has(id)))
    },
    toggleAll: (rows) => change((next) => put(next, rows, !rows.every((row) => chosen.has(idOf(row))))),
    add: (rows) => change((next) => put(next, rows, true)),
    drop: (row) => change((next) => put(next, [row], false)),
    clear: () => setChosen(() => new Map()),
  }
}
