import { quotaOfDollars } from '@waystation/contract/quota'
import { type ReactNode, useId } from 'react'
import { useText } from '~/i18n'
import { useQuotaPerUnit } from '~/session/status'
import type { Chat } from '~/shared/chat-template'
import { QuickChoices } from '~/ui/form/QuickChoices'
import { useQuotaFormat } from '~/ui/QuotaText'
import { TimeText } from '~/ui/TimeText'
import { type Limits, maskedKey, type OwnToken, tokenNameFor } from './tokens.ts'

export interface TokenChoiceProps {
  readonly chat: Chat
  readonly tokens: readonly OwnToken[]
  /** Undefined: a new one within `limits`. */
  readonly token: OwnToken | undefined
  readonly onToken: (token: OwnToken | undefined) => void
  readonly limits: Limits
  readonly onLimits: (limits: Limits) => void
}

/** Which token: a new one with a limit, made for this chat, or one that is there. */
export function TokenChoice({ chat, tokens, token, onToken, limits, onLimits }: TokenChoiceProps) {
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
