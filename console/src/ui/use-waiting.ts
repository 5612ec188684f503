import { useEffect, useRef, useState } from 'react'
import { startWaiting, type Wait, type WaitOptions, type WaitState } from './waiting.ts'

export interface Waiting extends WaitState {
  /** Of what there was at the beginning; 0 when it is too late. */
  readonly secondsLeft: number
  readonly secondsInAll: number
  readonly askNow: () => Promise<void>
}

export interface UseWaitingOptions extends Pick<WaitOptions, 'ask'> {
  /** What is waited for, such as the order's number: another one begins anew. undefined: nothing yet. */
  readonly of: string | undefined
  /** Unix milliseconds. */
  readonly startedAtMs: number
  readonly endsAtMs: number
  /** Default 3 s. */
  readonly everyMs?: number
}

/** Waits for something that happens elsewhere, with the seconds that are left. Asking ends when the component goes. */
export function useWaiting({ of, ask, startedAtMs, endsAtMs, everyMs = 3000 }: UseWaitingOptions): Waiting {
  const [state, setState] = useState<WaitState & { readonly of?: string }>({ phase: 'waiting', isAsking: false })
  const [nowMs, setNowMs] = useState(Date.now)
  const wait = useRef<Wait>(undefined)
  const latestAsk = useRef(ask)
  latestAsk.current = ask

  useEffect(() => {
    if (of === undefined) return
    setNowMs(Date.now())
    const ticking = setInterval(() => setNowMs(Date.now()), 1000)
    wait.current = startWaiting({
      ask: (signal) => latestAsk.current(signal),
      everyMs,
      endsAtMs,
      onChange: (next) => {
        if (next.phase !== 'waiting') clearInterval(ticking)
        setState({ ...next, of })
      },
    })
    return () => {
      clearInterval(ticking)
      wait.current?.stop()
    }
  }, [of, endsAtMs, everyMs])

  // What the wait before this one came to is not the answer of this one.
  const { phase, isAsking, failure } = state.of === of ? state : { phase: 'waiting' as const, isAsking: false, failure: undefined }
  return {
    phase,
    isAsking,
    failure,
    secondsLeft: Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000)),
    secondsInAll: Math.max(1, Math.ceil((endsAtMs - startedAtMs) / 1000)),
    askNow: async () => wait.current?.askNow(),
  }
}
