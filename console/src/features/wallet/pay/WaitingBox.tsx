import type { ReactNode } from 'react'
import { useText } from '~/i18n'
import { Banner, Spinner } from '~/ui/kit'
import { clockText } from '~/ui/TimeText'
import type { Waiting } from './use-waiting.ts'
import '../../../ui/thin-progress.css'
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
