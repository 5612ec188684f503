import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/call-error.ts'
import type { ListSource } from '../../api/list.ts'
import { toast } from '../feedback/toasts.ts'
import type { ListState } from './list-state.ts'
import { loadAllRows } from './load-all.ts'
import type { Selection } from './picker/selection.ts'

/** More rows than this are not chosen at once: what is done to them is done one by one, from this browser. */
export const MAX_SELECTED = 2000

export interface SelectAll {
  /** How far it is; undefined while it does not run. */
  readonly progress: { readonly done: number; readonly total: number } | undefined
  readonly run: () => Promise<void>
  /** Chooses nothing of what has come so far. */
  readonly stop: () => void
}

/** Chooses every row that the filters leave, on whatever page: the list's own pages are fetched one after the other. */
export function useSelectAll<Row>(source: ListSource<Row>, state: ListState, selection: Selection<Row>): SelectAll {
  const [progress, setProgress] = useState<SelectAll['progress']>()
  const underway = useRef<AbortController>(undefined)
  const stop = () => underway.current?.abort()

  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters load other rows
  useEffect(() => stop, [state.filters])

  const run = async () => {
    stop()
    const controller = new AbortController()
    underway.current = controller
    const { signal } = controller
    setProgress({ done: 0, total: 0 })
    try {
      const onProgress = (done: number, total: number) => !signal.aborted && setProgress({ done, total })
      const rows = await loadAllRows(source, state, { limit: MAX_SELECTED, onProgress, signal })
      if (!signal.aborted) selection.add(rows.slice(0, MAX_SELECTED))
    } catch (error) {
      if (!signal.aborted) toast.failed(messageOf(error))
    } finally {
      if (underway.current === controller) setProgress(undefined)
    }
  }
  return { progress, run, stop }
}
