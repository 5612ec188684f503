import { useEffect, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { Popover } from '../dialog/Popover.tsx'
import { Skeleton } from '../page/States.tsx'
import { CopyButton } from './CopyButton.tsx'
import './copy.css'

export interface KeyTextProps {
  /** The whole key as it is shown and copied, with its prefix; or its masked form when `reveal` brings the whole. */
  readonly value: string
  /** When the list does not carry the key: fetches it to be shown or copied. A rejection was shown by the call. */
  readonly reveal?: (() => Promise<string>) | undefined
}

/** A key or id: its ends in monospace, the whole of it to the clipboard. A click shows all of it in a popover, so nothing moves. */
export function KeyText({ value, reveal }: KeyTextProps) {
  const t = useText()
  const short = value.length > 14 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value
  return (
    <span className="key-text">
      <Popover label={t('action.showKey')} content={(close) => <WholeKey value={value} reveal={reveal} onFailed={close} />}>
        <span className="unseen">{t('action.showKey')} </span>
        <span className="mono">{short}</span>
      </Popover>
      <CopyButton value={reveal ?? value} label={t('action.copyKey')} />
    </span>
  )
}

function WholeKey({ value, reveal, onFailed }: KeyTextProps & { readonly onFailed: () => void }) {
  const t = useText()
  const [shown, setShown] = useState(reveal ? undefined : value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it opens
  useEffect(() => {
    reveal?.().then(setShown, onFailed)
  }, [])
  return (
    <div className="whole-key">
      <code>{shown ?? <Skeleton width="100%" />}</code>
      {shown !== undefined && <CopyButton value={shown} label={t('action.copyKey')} hasWords />}
    </div>
  )
}

/** The beginning and the end of a long number, as of an order: `USR1042NOX3J…9088`. Short ones stay whole. */
export function middleCut(text: string): string {
  return text.length <= 20 ? text : `${text.slice(0, 12)}…${text.slice(-4)}`
}
