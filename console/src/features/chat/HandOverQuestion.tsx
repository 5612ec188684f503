import { useState } from 'react'
import { useText } from '~/i18n'
import { useQuotaPerUnit } from '~/session/status'
import type { Chat } from '~/shared/chat-template'
import { Banner } from '~/ui/Banner'
import { HandOverTarget } from './HandOverTarget.tsx'
import { TokenChoice } from './TokenChoice.tsx'
import type { Limits, OwnToken } from './tokens.ts'
import type { Place } from './use-hand-over.ts'

export interface HandOverQuestionProps {
  readonly chat: Chat
  readonly tokens: readonly OwnToken[]
  /** Chosen at first; undefined: a new one. */
  readonly preferred: OwnToken | undefined
  readonly isLeaving: boolean
  readonly failure: string | undefined
  readonly onAgree: (choice: OwnToken | Limits, place: Place) => Promise<void>
  readonly onCancel: () => void
}

const DEFAULT_DAYS = 30

/** Where a key would go, which token's it would be, and what may be done with it; and whether that is wanted. */
export function HandOverQuestion({ chat, tokens, preferred, isLeaving, failure, onAgree, onCancel }: HandOverQuestionProps) {
  const t = useText()
  // A dollar, as the token drawer presets.
  const quota = useQuotaPerUnit()
  const [limits, setLimits] = useState<Limits>({ quota, days: DEFAULT_DAYS })
  const [token, setToken] = useState(preferred)
  const [isBusy, setIsBusy] = useState(false)
  const { name, target } = chat
  const isWeb = target.kind === 'web'
  const agree = async (place: Place) => {
    setIsBusy(true)
    await onAgree(token ?? limits, place)
    setIsBusy(false)
  }
  return (
    <form
      className="hand-over"
      onSubmit={(event) => {
        event.preventDefault()
        void agree(isLeaving ? 'instead' : isWeb ? 'here' : 'program')
      }}
    >
      <h1>{t('chat.askTitle', { name })}</h1>
      <HandOverTarget chat={chat} />
      <TokenChoice chat={chat} tokens={tokens} token={token} onToken={setToken} limits={limits} onLimits={setLimits} />
      {token?.unlimited_quota && <Banner tone="amber">{t('chat.unlimitedWarning')}</Banner>}
      {failure !== undefined && <Banner tone="red">{failure}</Banner>}
      <div className="hand-over-buttons">
        <button type="submit" className="chat-action" disabled={isBusy}>
          {t(token ? 'chat.agree' : 'chat.agreeNew', { name })}
        </button>
        {isWeb && !isLeaving && (
          <button type="button" className="chat-action quiet" disabled={isBusy} onClick={() => void agree('tab')}>
            {t('chat.agreeTab')}
          </button>
        )}
        <button type="button" className="chat-action quiet" disabled={isBusy} onClick={onCancel}>
          {t('action.cancel')}
        </button>
      </div>
    </form>
  )
}
