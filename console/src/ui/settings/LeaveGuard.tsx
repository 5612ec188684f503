// One question for a whole page: its forms tell here how much of them is unsaved, and whoever leaves is asked once.
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { useLeaveBlocker } from '../form/use-leave-blocker.ts'

/** Unsaved changes by the key of their form; none are not in it. */
export type Unsaved = ReadonlyMap<string, number>

interface Board {
  readonly unsaved: () => Unsaved
  readonly set: (key: string, count: number) => void
  readonly subscribe: (listener: () => void) => () => void
}

const BoardContext = createContext<Board | undefined>(undefined)
const nothing: Unsaved = new Map()

/**
 * Around a page with forms: navigating away, going back and closing the tab ask while one of them is unsaved.
 * @param free parameters of the query that may change without a question
 */
export function LeaveGuard({ free = [], children }: { readonly free?: readonly string[]; readonly children: ReactNode }) {
  const [board] = useState(createBoard)
  useLeaveBlocker({ isAtRisk: () => board.unsaved().size > 0, isActive: true, free })
  return <BoardContext value={board}>{children}</BoardContext>
}

/** Tells the guard around how many changes of a form are unsaved; outside a guard nobody asks. */
export function useUnsaved(key: string, count: number): void {
  const board = useContext(BoardContext)
  useEffect(() => {
    board?.set(key, count)
    return () => board?.set(key, 0)
  }, [board, key, count])
}

/** What is unsaved on the page around. */
export function useUnsavedForms(): Unsaved {
  const board = useContext(BoardContext)
  return useSyncExternalStore(board?.subscribe ?? never, board?.unsaved ?? (() => nothing))
}

const never = () => () => undefined

function createBoard(): Board {
  let unsaved: Unsaved = nothing
  const listeners = new Set<() => void>()
  return {
    unsaved: () => unsaved,
    set(key, count) {
      if ((unsaved.get(key) ?? 0) === count) return
      const others = [...unsaved].filter(([other]) => other !== key)
      unsaved = new Map(count === 0 ? others : [...others, [key, count]])
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
