import { dollarsOf } from '@waystation/contract/money/quota'
import type { ListedToken } from '@waystation/contract/people/token'
import { tokenStatus } from '@waystation/contract/site/status-table'
import { useLanguage, useText } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { useUser } from '~/session/user'
import { isKeyKnown } from '~/shared/connect/token-key'
import { type Card, type Column, KeyText, QuotaText, ShareBar, StatusTag, Tag, TimeText, timeText, useQuotaFormat } from '~/ui/kit'
import { TokenBudgetBars } from './TokenBudget.tsx'
import { useTokenCalls } from './token-queries.ts'
import { expiresSoon, remainderTone } from './token-trouble.ts'

/** Of whatever happened, the newest is wanted first. */
const moment = { width: 100, isWhole: true, sortsFirst: 'down' } as const

export const tokenColumns: Column<ListedToken>[] = [
  { field: 'name', title: 'token.name', isFixed: true, sortKey: 'name', width: 116, grow: 3 },
  // As wide as the longest status, so that no column moves on the page where it stands.
  { field: 'status', title: 'token.status', width: 124, isWhole: true, render: (_, token) => <TokenStatus token={token} /> },
  { field: 'key', title: 'token.key', width: 104, isWhole: true, render: (_, token) => <TokenKey token={token} />, csv: false },
  {
    field: 'label',
    title: 'token.label',
    width: 72,
    grow: 1,
    yields: 3,
    isHidden: true,
    render: (_, { label }) => (label === '' ? <span className="text3">–</span> : <Tag>{label}</Tag>),
  },
  { field: 'group', title: 'token.group', width: 64, grow: 1, yields: 2, render: (_, token) => <TokenGroup token={token} /> },
  {
    field: 'used_quota',
    title: 'token.used',
    align: 'right',
    sortKey: 'used_quota',
    width: 74,
    quota: (token) => token.used_quota,
    render: (units) => <QuotaText value={units} zeroIsNone />,
    csv: (token) => dollarsOf(token.used_quota, quotaPerUnit()),
  },
  {
    field: 'remain_quota',
    title: 'token.remaining',
    align: 'right',
    sortKey: 'remain_quota',
    width: 74,
    quota: (token) => (token.unlimited_quota ? 0 : token.remain_quota),
    render: (_, token) => <Remaining token={token} />,
    csv: (token) => (token.unlimited_quota ? '' : dollarsOf(token.remain_quota, quotaPerUnit())),
  },
  {
    id: 'share',
    field: 'unlimited_quota',
    title: 'token.share',
    width: 56,
    yields: 3,
    render: (_, token) => <Shares token={token} />,
    csv: false,
  },
  {
    field: 'created_time',
    title: 'token.created',
    isHidden: true,
    ...moment,
    sortKey: 'created_time',
    render: (unix) => <TimeText unix={unix} />,
  },
  {
    field: 'accessed_time',
    title: 'token.lastUsed',
    yields: 1,
    ...moment,
    sortKey: 'accessed_time',
    render: (unix) => <TimeText unix={unix} />,
  },
  { field: 'expired_time', title: 'token.expires', ...moment, sortKey: 'expired_time', render: (_, token) => <Expiry token={token} /> },
]

export function tokenCard(token: ListedToken): Card {
  return {
    title: token.name,
    aside: <TokenStatus token={token} />,
    meta: <TokenKey token={token} />,
    metaAside: (
      <>
        {token.label !== '' && <Tag>{token.label}</Tag>} <TokenGroup token={token} />
      </>
    ),
    trouble: <Trouble token={token} />,
    body: (
      <>
        <UsedShare token={token} isWide />
        <div className="card-line card-meta">
          <span className="card-title">
            <span className="strong">
              <QuotaText value={token.used_quota} />
            </span>{' '}
            / <Total token={token} />
          </span>
          <span className="card-aside">
            <TimeText unix={token.accessed_time} />
          </span>
        </div>
        <TokenBudgetBars token={token} />
      </>
    ),
  }
}

function TokenStatus({ token }: { readonly token: ListedToken }) {
  const t = useText()
  const isLimited = token.status === tokenStatus.enabled && token.model_limits_enabled
  return (
    <StatusTag
      of="token"
      value={token.status}
      label={isLimited ? t('token.limited') : undefined}
      title={isLimited ? t('token.limitedTo', { count: token.model_limits_count }) : undefined}
    />
  )
}

function TokenKey({ token }: { readonly token: ListedToken }) {
  const { keyOf } = useTokenCalls()
  return <KeyText value={`sk-${token.key}`} reveal={isKeyKnown(token) ? undefined : () => keyOf(token)} />
}

function TokenGroup({ token }: { readonly token: ListedToken }) {
  const t = useText()
  const own = useUser()?.group || 'default'
  if (token.group !== '') return <Tag>{token.group}</Tag>
  return (
    <span className="text3" title={t('token.groupOfAccount')}>
      {own}
    </span>
  )
}

function Remaining({ token }: { readonly token: ListedToken }) {
  const t = useText()
  const tone = useRemainderTone(token)
  if (token.unlimited_quota) return <span className="text2">{t('number.unlimited')}</span>
  return (
    <span className={tone && `tone-${tone}`}>
      <QuotaText value={token.remain_quota} />
    </span>
  )
}

/** On a card, where the remainder has no column: why its programs will stop, or have. */
function Trouble({ token }: { readonly token: ListedToken }) {
  const t = useText()
  const format = useQuotaFormat()
  const language = useLanguage()
  const tone = useRemainderTone(token)
  const isSoon = expiresSoon(token, Date.now() / 1000)
  const parts = [
    tone === 'red' ? t('token.usedUp') : tone && t('token.left', { left: format(token.remain_quota) }),
    isSoon && t('token.endsAt', { time: timeText(token.expired_time, 'short', language) }),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 && <span className={`tone-${tone ?? 'amber'}`}>{parts.join(' · ')}</span>
}

/** Amber for a remainder that may not last, red for none. */
function useRemainderTone(token: ListedToken) {
  const threshold = useUser()?.quota_remind_threshold ?? 0
  return remainderTone(token, threshold)
}

function Expiry({ token }: { readonly token: ListedToken }) {
  return (
    <span className={expiresSoon(token, Date.now() / 1000) ? 'tone-amber' : undefined}>
      <TimeText unix={token.expired_time} />
    </span>
  )
}

function Total({ token }: { readonly token: ListedToken }) {
  const t = useText()
  return token.unlimited_quota ? t('token.unlimited') : <QuotaText value={token.used_quota + Math.max(0, token.remain_quota)} />
}

/** What of the token's limit is used, and below it what of its limits over time. */
function Shares({ token }: { readonly token: ListedToken }) {
  return (
    <span className="budget-shares">
      <UsedShare token={token} />
      <TokenBudgetBars token={token} isBrief />
    </span>
  )
}

function UsedShare({ token, isWide }: { readonly token: ListedToken; readonly isWide?: boolean }) {
  const t = useText()
  const format = useQuotaFormat()
  const total = token.used_quota + Math.max(0, token.remain_quota)
  if (token.unlimited_quota || total === 0) return null
  const label = t('token.shareOf', { used: format(token.used_quota), total: format(total) })
  return <ShareBar share={token.used_quota / total} label={label} isWide={isWide === true} />
}
