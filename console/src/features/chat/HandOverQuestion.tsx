import { quotaOfDollars } from '@waystation/contract/money/quota'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '~/i18n'
import { useQuotaPerUnit } from '~/session/status'
import type { Chat } from '~/shared/chat/chat-template'
import { QuickChoices } from '~/ui/form/fields/QuickChoices'
import { OutsideIcon, ServerIcon } from '~/ui/icons'
import { Banner } from '~/ui/page/Banner'
import { useQuotaFormat } from '~/ui/text/QuotaText'
import { TimeText } from '~/ui/text/TimeText'
import { type Limits, maskedKey, type OwnToken, tokenNameFor } from './tokens.ts'
import type { Place } from './use-hand-over.ts'

interface TokenChoiceProps {
  readonly chat: Chat
  readonly tokens: readonly OwnToken[]
  /** Undefined: a new one within `limits`. */
  readonly token: OwnToken | undefined
  readonly onToken: (token: OwnToken | undefined) => void
  readonly limits: Limits
  readonly onLimits: (limits: Limits) => void
}

/** Which token: a new one with a limit, made for this chat, or one that is there. */
function TokenChoice({ chat, tokens, token, onToken, limits, onLimits }: TokenChoiceProps) {
  const t = useText()
  const [first] = tokens
  return (
    <fieldset className="hand-over-tokens">
      <legend>{t('chat.whichToken')}</legend>
      <Kind isChosen={!token} onChoose={() => onToken(undefined)} label={t('chat.newToken', { name: tokenNameFor(chat.name) })}>
        <NewTokenLimits limits={limits} onLimits={onLimits} />
      </Kind>
      {first ? (
        <Kind isChosen={token !== undefined} onChoose={() => onToken(first)} label={t('chat.ownToken')}>
          {token && <OwnTokenFacts tokens={tokens} token={token} onToken={onToken} />}
        </Kind>
      ) : (
        <p className="text3">{t('chat.noToken')}</p>
      )}
    </fieldset>
  )
}

interface KindProps {
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly label: string
  readonly children: ReactNode
}

function Kind({ isChosen, onChoose, label, children }: KindProps) {
  return (
    <div className={`hand-over-kind ${isChosen ? 'chosen' : ''}`}>
      <label>
        <input type="radio" name="token-kind" checked={isChosen} onChange={onChoose} />
        {label}
      </label>
      {isChosen && children}
    </div>
  )
}

const DOLLARS = [1, 5, 10, 50]
const DAYS = [1, 30, 0]

function NewTokenLimits({ limits, onLimits }: Pick<TokenChoiceProps, 'limits' | 'onLimits'>) {
  const t = useText()
  const format = useQuotaFormat()
  const perUnit = useQuotaPerUnit()
  const dayNames: Readonly<Record<number, string>> = { 0: t('time.neverShort'), 1: t('time.day'), 30: t('time.month') }
  return (
    <dl>
      <dt>{t('chat.limit')}</dt>
      <dd>
        <QuickChoices
          choices={DOLLARS.map((dollars) => {
            const quota = quotaOfDollars(dollars, perUnit)
            return { label: format(quota), isChosen: limits.quota === quota, choose: () => onLimits({ ...limits, quota }) }
          })}
        />
      </dd>
      <dt>{t('chat.expires')}</dt>
      <dd>
        <QuickChoices
          choices={DAYS.map((days) => ({
            label: dayNames[days] ?? '',
            isChosen: limits.days === days,
            choose: () => onLimits({ ...limits, days }),
          }))}
        />
      </dd>
    </dl>
  )
}

function OwnTokenFacts({ tokens, token, onToken }: { readonly token: OwnToken } & Pick<TokenChoiceProps, 'tokens' | 'onToken'>) {
  const t = useText()
  const id = useId()
  const format = useQuotaFormat()
  return (
    <>
      <label htmlFor={id} className="unseen">
        {t('chat.ownToken')}
      </label>
      <select id={id} value={token.id} onChange={(event) => onToken(tokens.find((one) => one.id === Number(event.target.value)))}>
        {tokens.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <dl>
        <dt>{t('chat.key')}</dt>
        <dd className="mono">{maskedKey(token)}</dd>
        <dt>{t('chat.limit')}</dt>
        <dd>{token.unlimited_quota ? t('chat.unlimited') : t('chat.left', { quota: format(token.remain_quota) })}</dd>
        <dt>{t('chat.expires')}</dt>
        <dd>
          <TimeText unix={token.expired_time} />
        </dd>
      </dl>
    </>
  )
}

/** Where the key goes: the host, or that it is a program of this device; and the link as it is configured. */
function HandOverTarget({ chat }: { readonly chat: Chat }) {
  const t = useText()
  const { target, template } = chat
  return (
    <section className="hand-over-target">
      <h2>{t('chat.goesTo')}</h2>
      {target.kind === 'web' ? (
        <p className="hand-over-host">
          <OutsideIcon />
          <strong>{target.host}</strong>
        </p>
      ) : (
        <p className="hand-over-host">
          <ServerIcon />
          <strong>{t('chat.program')}</strong> <span className="mono">{target.scheme}:</span>
        </p>
      )}
      <p className="text2">
        {t(target.kind === 'program' ? 'chat.programWarning' : target.isThisDevice ? 'chat.deviceWarning' : 'chat.hostWarning')}
      </p>
      <details>
        <summary>{t('chat.wholeLink')}</summary>
        <code>{template}</code>
      </details>
    </section>
  )
}

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
