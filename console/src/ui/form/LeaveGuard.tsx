// One leave confirmation for a whole page: its forms report their unsaved changes here, and leaving asks once.
import { createStore, type Store, useSelector } from '@tanstack/react-store'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLeaveBlocker } from './use-leave-blocker.ts'

/** Unsaved changes by the key of their form; none are not in it. */
export type Unsaved = ReadonlyMap<string, number>

const BoardContext = createContext<Store<Unsaved> | undefined>(undefined)
/** Outside a guard nothing is unsaved. */
const nothing = boardOf()

/**
 * Around a page with forms: navigating away, going back and closing the tab need a confirmation while one of them is unsaved.
 * @param free parameters of the query that may change without a question
 */
export function LeaveGuard({ free = [], children }: { readonly free?: readonly string[]; readonly children: ReactNode }) {
  const [board] = useState(boardOf)
  useLeaveBlocker({ isAtRisk: () => board.get().size > 0, isActive: true, free })
  return <BoardContext value={board}>{children}</BoardContext>
}

/** Is there a guard around? */
export function useIsGuarded(): boolean {
  return useContext(BoardContext) !== undefined
}

/** Reports the number of a form's unsaved changes to the surrounding guard; has no effect outside a guard. */
export function useUnsaved(key: string, count: number): void {
  const board = useContext(BoardContext)
  useEffect(() => {
    board?.setState((unsaved) => withCount(unsaved, key, count))
    return () => board?.setState((unsaved) => withCount(unsaved, key, 0))
  }, [board, key, count])
}

/** What is unsaved on the page around. */
export function useUnsavedForms(): Unsaved {
  return useSelector(useContext(BoardContext) ?? nothing)
}

function boardOf(): Store<Unsaved> {
  return createStore<Unsaved>(new Map())
}

function withCount(unsaved: Unsaved, key: string, count: number): Unsaved {
  if ((unsaved.get(key) ?? 0) === count) return unsaved
  const others = [...unsaved].filter(([other]) => other !== key)
  return new Map(count === 0 ? others : [...others, [key, count]])
}
