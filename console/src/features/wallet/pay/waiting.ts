// Polls for something that happens elsewhere, such as a payment on another screen, until it is decided or too
// late. Apart from React, so that it can be tested with a clock of its own.

/** The result of one poll. */
export type Answer = 'waiting' | 'done' | 'failed'
export type WaitPhase = Answer | 'expired'

export interface WaitState {
  readonly phase: WaitPhase
  readonly isPolling: boolean
  /** Why the last poll failed; polling goes on. */
  readonly failure?: unknown
}

export interface WaitOptions {
  /** Polls once. A rejection counts as "still waiting". */
  readonly poll: (signal: AbortSignal) => Promise<Answer>
  /** From one result to the next poll. */
  readonly everyMs: number
  /** Unix milliseconds. There is a last poll at that time, so that a payment in the last second counts. */
  readonly endsAtMs: number
  readonly onChange: (state: WaitState) => void
}

export interface Wait {
  /** Polls now, also after the end, when the user says that it has happened. */
  readonly pollNow: () => Promise<void>
  readonly stop: () => void
}

/** Begins to wait. `stop` ends it without a word. */
export function startWaiting({ poll, everyMs, endsAtMs, onChange }: WaitOptions): Wait {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let state: WaitState = { phase: 'waiting', isPolling: false }
  const change = (next: WaitState) => {
    state = next
    onChange(next)
  }

  const pollOnce = async () => {
    clearTimeout(timer)
    change({ ...state, isPolling: true })
    const { answer, failure } = await poll(stopping.signal).then(
      (answer) => ({ answer, failure: undefined }),
      (failure: unknown) => ({ answer: 'waiting' as const, failure }),
    )
    if (stopping.signal.aborted) return
    const phase = answer !== 'waiting' ? answer : Date.now() >= endsAtMs ? 'expired' : 'waiting'
    change({ phase, isPolling: false, ...(failure === undefined ? {} : { failure }) })
    if (phase === 'waiting') pollLater()
  }
  const pollNow = () => {
    running ??= pollOnce().finally(() => {
      running = undefined
    })
    return running
  }
  function pollLater(): void {
    timer = setTimeout(pollNow, Math.max(0, Math.min(everyMs, endsAtMs - Date.now())))
  }

  pollLater()
  return {
    pollNow,
    stop() {
      clearTimeout(timer)
      stopping.abort()
    },
  }
}
