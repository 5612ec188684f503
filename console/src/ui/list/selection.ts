import { useState } from 'react'

export type RowId = string | number

export interface Selection<Row> {
  readonly rows: readonly Row[]
  readonly has: (id: RowId) => boolean
  readonly toggle: (row: Row) => void
  /** All of these, or none of them when all are chosen already. */
  readonly toggleAll: (rows: readonly Row[]) => void
  readonly clear: () => void
}

/** Chosen rows, over several pages of a list. */
export function useSelection<Row>(idOf: (row: Row) => RowId): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<RowId, Row>>(new Map())
  return {
    rows: [...chosen.values()],
    has: (id) => chosen.has(id),
    toggle(row) {
      const next = new Map(chosen)
      if (!next.delete(idOf(row))) next.set(idOf(row), row)
      setChosen(next)
    },
    toggleAll(rows) {
      const next = new Map(chosen)
      const isAll = rows.every((row) => chosen.has(idOf(row)))
      for (const row of rows) {
        if (isAll) next.delete(idOf(row))
        else next.set(idOf(row), row)
      }
      setChosen(next)
    },
    clear: () => setChosen(new Map()),
  }
}
