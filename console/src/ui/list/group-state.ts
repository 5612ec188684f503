import { useState } from 'react'

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

/** @param names of the groups on the page */
export function useGroupState(names: readonly string[]): GroupState {
  const [folding, setFolding] = useState(ALL_OPEN)
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
