import { type ClientCheckRow, type ClientFamily, clientFamilies } from '@waystation/contract/clients/client-checks'
import { useEffect, useRef, useState } from 'react'

export type CheckClient = (family: ClientFamily, signal: AbortSignal) => Promise<readonly ClientCheckRow[]>

export interface ClientRun {
  readonly rows: readonly ClientCheckRow[]
  /** Clients that were checked. */
  readonly done: number
  /** Absent: it has not begun. */
  readonly state: 'none' | 'running' | 'ended' | 'cancelled'
  readonly error: unknown
  readonly start: (check: CheckClient) => Promise<void>
  readonly cancel: () => void
}

const nothing: Pick<ClientRun, 'rows' | 'done' | 'state' | 'error'> = { rows: [], done: 0, state: 'none', error: undefined }

/** Checks one client after the other; it ends when it is cancelled, or its screen is left. */
export function useClientRun(): ClientRun {
  const [run, setRun] = useState(nothing)
  const under = useRef<AbortController>(undefined)
  useEffect(() => () => under.current?.abort(), [])

  const start = async (check: CheckClient) => {
    under.current?.abort()
    const controller = new AbortController()
    under.current = controller
    const { signal } = controller
    setRun({ ...nothing, state: 'running' })
    try {
      for (const family of clientFamilies) {
        const rows = await check(family, signal)
        if (signal.aborted) return
        setRun((before) => ({ ...before, rows: [...before.rows, ...rows], done: before.done + 1 }))
      }
      setRun((before) => ({ ...before, state: 'ended' }))
    } catch (error) {
      if (!signal.aborted) setRun((before) => ({ ...before, state: 'ended', error }))
    }
  }
  const cancel = () => {
    under.current?.abort()
    setRun((before) => ({ ...before, state: 'cancelled' }))
  }
  return { ...run, start, cancel }
}
