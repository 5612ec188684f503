import { useState } from 'react'

/** Rows that stand together under one head; without a name they stand alone. */
export interface Group<Row> {
  readonly name: string | undefined
  readonly members: readonly Row[]
}

/** Rows in their order; those of one group together where its first one stands, and a row of several groups in each. */
export function groupsOf<Row>(rows: readonly Row[], groupBy: ((row: Row) => readonly string[]) | undefined): readonly Group<Row>[] {
  if (!groupBy) return [{ name: undefined, members: rows }]
  const groups = new Map<string, Row[]>()
  const order: Group<Row>[] = []
  for (const row of rows) {
    const names = groupBy(row)
    if (names.length === 0) order.push({ name: undefined, members: [row] })
    for (const name of names) {
      const known = groups.get(name)
      if (known) known.push(row)
      else {
        const members = [row]
        order.push({ name, members })
        groups.set(name, members)
      }
    }
  }
  return order
}

/** Which groups of a list are folded. */
export interface GroupState {
  readonly isOpen: (name: string) => boolean
  readonly toggle: (name: string) => void
  readonly areAllOpen: boolean
  /** Folds all, also those of other pages; opens all when one is folded. */
  readonly toggleAll: () => void
}

interface Folding {
  readonly isOpenAtFirst: boolean
  /** Those that are the other way. */
  readonly exceptions: ReadonlySet<string>
}

const ALL_OPEN: Folding = { isOpenAtFirst: true, exceptions: new Set() }
const ALL_FOLDED: Folding = { isOpenAtFirst: false, exceptions: new Set() }

/**
 * @param names of the groups on the page
 * @param opensAtFirst Are groups open until somebody folds them? Where they hold many rows they are not: drawing them all takes long.
 */
export function useGroupState(names: readonly string[], opensAtFirst: boolean): GroupState {
  const [chosen, setFolding] = useState<Folding>()
  const folding = chosen ?? (opensAtFirst ? ALL_OPEN : ALL_FOLDED)
  const isOpen = (name: string) => folding.isOpenAtFirst !== folding.exceptions.has(name)
  const areAllOpen = names.every(isOpen)
  return {
    isOpen,
    areAllOpen,
    toggleAll: () => setFolding(areAllOpen ? ALL_FOLDED : ALL_OPEN),
    toggle(name) {
      const exceptions = new Set(folding.exceptions)
      if (!exceptions.delete(name)) exceptions.add(name)
      setFolding({ ...folding, exceptions })
    },
  }
}
