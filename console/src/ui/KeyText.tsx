import { useState } from 'react'
import { useText } from '../i18n/index.ts'
import { CopyButton } from './CopyButton.tsx'
import './copy.css'

export interface KeyTextProps {
  /** The whole key as it is shown and copied, with its prefix; or its masked form when `reveal` brings the whole. */
  readonly value: string
  /** When the list does not carry the key: fetches it to be shown or copied. A rejection was shown by the call. */
  readonly reveal?: (() => Promise<string>) | undefined
}

/** A key or id: its ends in monospace, the whole of it to the clipboard. A click on it shows all of it. */
export function KeyText({ value, reveal }: KeyTextProps) {
  const t = useText()
  const [shown, setShown] = useState<string>()
  const short = value.length > 14 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value
  const toggle = async () => {
    if (shown !== undefined) return setShown(undefined)
    setShown(reveal ? await reveal().catch(() => undefined) : value)
  }
  return (
    <span className="key-text">
      <button
        type="button"
        className={`key-show mono ${shown === undefined ? '' : 'whole'}`}
        aria-label={`${t(shown === undefined ? 'action.showKey' : 'action.hideKey')} ${shown ?? short}`}
        title={t(shown === undefined ? 'action.showKey' : 'action.hideKey')}
        onClick={() => void toggle()}
      >
        {shown ?? short}
      </button>
      <CopyButton value={reveal ?? value} label={t('action.copyKey')} />
    </span>
  )
}
