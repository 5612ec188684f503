// Waiting for something that happens elsewhere, such as a payment on another screen: asking again and again until it is decided or too
// late. Apart from React, so that it can be tested with a clock of its own.

/** What one asking says. */
export type Answer = 'waiting' | 'done' | 'failed'
export type WaitPhase = Answer | 'expired'

export interface WaitState {
  readonly phase: WaitPhase
  readonly isAsking: boolean
  /** The last asking did not come through; it goes on all the same. */
  readonly failure?: unknown
}

export interface WaitOptions {
  /** Asks once. A rejection counts as "still waiting". */
  readonly ask: (signal: AbortSignal) => Promise<Answer>
  /** Between one answer and the next asking. */
  readonly everyMs: number
  /** Unix milliseconds. It is asked once more when they are there: what was paid in the last second counts. */
  readonly endsAtMs: number
  readonly onChange: (state: WaitState) => void
}

export interface Wait {
  /** Asks now, also when it is too late: the person says that it has happened. */
  readonly askNow: () => Promise<void>
  readonly stop: () => void
}

/** Begins to wait. `stop` ends it without a word. */
export function startWaiting({ ask, everyMs, endsAtMs, onChange }: WaitOptions): Wait {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let state: WaitState = { phase: 'waiting', isAsking: false }
  const change = (next: WaitState) => {
    state = next
    onChange(next)
  }

  const askOnce = async () => {
    clearTimeout(timer)
    change({ ...state, isAsking: true })
    const { answer, failure } = await ask(stopping.signal).then(
      (answer) => ({ answer, failure: undefined }),
      (failure: unknown) => ({ answer: 'waiting' as const, failure }),
    )
    if (stopping.signal.aborted) return
    const phase = answer !== 'waiting' ? answer : Date.now() >= endsAtMs ? 'expired' : 'waiting'
    change({ phase, isAsking: false, ...(failure === undefined ? {} : { failure }) })
    if (phase === 'waiting') askLater()
  }
  const askNow = () => {
    running ??= askOnce().finally(() => {
      running = undefined
    })
    return running
  }
  function askLater(): void {
    timer = setTimeout(askNow, Math.max(0, Math.min(everyMs, endsAtMs - Date.now())))
  }

  askLater()
  return {
    askNow,
    stop() {
      clearTimeout(timer)
      stopping.abort()
    },
  }
}
