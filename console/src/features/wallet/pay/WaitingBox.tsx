import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '~/i18n'
import { Banner, Spinner } from '~/ui/kit'
import { clockText } from '~/ui/text/TimeText'
import { startWaiting, type Wait, type WaitOptions, type WaitState } from './waiting.ts'
import '../../../ui/feedback/progress.css'
import './waiting-box.css'

export interface WaitingBoxProps {
  readonly waiting: Waiting
  /** What it waits for: "Waiting for payment". */
  readonly label: string
  /** What happens then, in a sentence. */
  readonly hint: ReactNode
  /** In its place once it is decided. */
  readonly done: ReactNode
  readonly failed: ReactNode
  readonly expired: ReactNode
}

/** How long something that happens elsewhere is still waited for, and then what came of it. */
export function WaitingBox({ waiting, label, hint, done, failed, expired }: WaitingBoxProps) {
  const t = useText()
  const { phase, secondsLeft, secondsInAll, failure } = waiting
  return (
    // What comes of it is read aloud; the seconds are not.
    <div aria-live="polite">
      {phase === 'done' && <Banner tone="green">{done}</Banner>}
      {phase === 'failed' && <Banner tone="red">{failed}</Banner>}
      {phase === 'expired' && <Banner tone="amber">{expired}</Banner>}
      {phase === 'waiting' && (
        <div className="waiting-box">
          <div className="waiting-head">
            <Spinner />
            <span className="grow">{label}</span>
            <span className="text3" role="timer" aria-live="off">
              {t('kit.wait.left')} <strong>{clockText(secondsLeft)}</strong>
            </span>
          </div>
          <progress className="thin-progress" max={secondsInAll} value={secondsLeft} aria-label={t('kit.wait.left')} />
          <p>{failure === undefined ? hint : t('kit.wait.noAnswer')}</p>
        </div>
      )}
    </div>
  )
}

export interface Waiting extends WaitState {
  /** Of what there was at the beginning; 0 when it is too late. */
  readonly secondsLeft: number
  readonly secondsInAll: number
  readonly pollNow: () => Promise<void>
}

export interface UseWaitingOptions extends Pick<WaitOptions, 'poll'> {
  /** What is waited for, such as the order's number: another one begins anew. undefined: nothing yet. */
  readonly of: string | undefined
  /** Unix milliseconds. */
  readonly startedAtMs: number
  readonly endsAtMs: number
  /** Default 3 s. */
  readonly everyMs?: number
}

/** Waits for something that happens elsewhere, with the seconds that are left. Asking ends when the component goes. */
export function useWaiting({ of, poll, startedAtMs, endsAtMs, everyMs = 3000 }: UseWaitingOptions): Waiting {
  const [state, setState] = useState<WaitState & { readonly of?: string }>({ phase: 'waiting', isPolling: false })
  const [nowMs, setNowMs] = useState(Date.now)
  const wait = useRef<Wait>(undefined)
  const latestPoll = useRef(poll)
  latestPoll.current = poll

  useEffect(() => {
    if (of === undefined) return
    setNowMs(Date.now())
    const ticking = setInterval(() => setNowMs(Date.now()), 1000)
    wait.current = startWaiting({
      poll: (signal) => latestPoll.current(signal),
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
  const { phase, isPolling, failure } = state.of === of ? state : { phase: 'waiting' as const, isPolling: false, failure: undefined }
  return {
    phase,
    isPolling,
    failure,
    secondsLeft: Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000)),
    secondsInAll: Math.max(1, Math.ceil((endsAtMs - startedAtMs) / 1000)),
    pollNow: async () => wait.current?.pollNow(),
  }
}
