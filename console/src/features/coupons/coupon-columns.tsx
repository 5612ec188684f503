import { dollarsOf } from '@waystation/contract/money/quota'
import type { ListedRedemption } from '@waystation/contract/money/redemption'
import { text, useLanguage, useText } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { type Card, type Column, CopyButton, NumberText, numberText, QuotaText, ShareBar, Tag, TimeText, timeText } from '~/ui/kit'
import { couponState, nowSeconds, stateTones } from './coupon-state.ts'
import './coupons.css'

const isoText = (unix: number) => (unix === 0 ? '' : new Date(unix * 1000).toISOString())

export const couponColumns: Column<ListedRedemption>[] = [
  { field: 'name', title: 'coupon.name', isFixed: true, width: 92, grow: 3, render: (_, code) => <CouponName code={code} /> },
  {
    field: 'status',
    title: 'coupon.status',
    width: 96,
    grow: 1,
    render: (_, code) => <StateText code={code} />,
    csv: (code) => text(`coupon.state.${couponState(code, nowSeconds())}`),
  },
  { field: 'key', title: 'coupon.code', width: 142, grow: 1, render: (key) => <CodeText value={key} /> },
  {
    field: 'is_gift',
    title: 'coupon.kind',
    width: 54,
    yields: 1,
    render: (_, code) => <CouponKind code={code} />,
    csv: ({ is_gift }) => text(is_gift ? 'coupon.gift' : 'coupon.single'),
  },
  {
    field: 'quota',
    title: 'coupon.quota',
    align: 'right',
    width: 58,
    quota: (code) => code.quota,
    render: (units) => (
      <span className="strong">
        <QuotaText value={units} />
      </span>
    ),
    csv: (code) => dollarsOf(code.quota, quotaPerUnit()),
  },
  {
    field: 'used_count',
    title: 'coupon.uses',
    align: 'right',
    width: 120,
    render: (_, code) => <CouponUses code={code} />,
  },
  {
    field: 'valid_until',
    title: 'coupon.validity',
    width: 150,
    isWhole: true,
    grow: 1,
    render: (_, code) => <Validity from={code.valid_from} until={code.valid_until} />,
    csv: ({ valid_from, valid_until }) => (valid_from || valid_until ? `${isoText(valid_from)}/${isoText(valid_until)}` : ''),
  },
  {
    field: 'redeemed_time',
    title: 'coupon.redeemed',
    width: 132,
    grow: 1,
    yields: 2,
    render: (_, code) => <Redeemer code={code} />,
    csv: ({ used_username, redeemed_time }) => [used_username, isoText(redeemed_time)].filter(Boolean).join(' '),
  },
  { field: 'username', title: 'coupon.creator', isHidden: true, width: 90 },
  { field: 'created_time', title: 'coupon.created', isHidden: true, width: 102, render: (unix) => <TimeText unix={unix} /> },
]

export function couponCard(code: ListedRedemption): Card {
  return {
    title: <CouponName code={code} />,
    aside: <StateText code={code} />,
    meta: <CodeText value={code.key} />,
    metaAside: (
      <span className="strong">
        <QuotaText value={code.quota} />
      </span>
    ),
    body: <CardLines code={code} />,
  }
}

/** What a code has beyond its amount: uses of a gift, a time in which it counts, who took it. Lines that would say "none" are left out. */
function CardLines({ code }: CodeProps) {
  const hasTimes = code.valid_from !== 0 || code.valid_until !== 0
  return (
    <>
      {code.is_gift && (
        <div className="card-line card-meta">
          <span className="card-title">
            <CouponUses code={code} />
          </span>
          <span className="card-aside">
            <CouponKind code={code} />
          </span>
        </div>
      )}
      {(hasTimes || code.redeemed_time !== 0) && (
        <div className="card-line card-meta">
          <span className="card-title">{code.redeemed_time !== 0 && <Redeemer code={code} />}</span>
          <span className="card-aside">{hasTimes && <Validity from={code.valid_from} until={code.valid_until} />}</span>
        </div>
      )}
    </>
  )
}

interface CodeProps {
  readonly code: ListedRedemption
}

/** A name after its number. */
function CouponName({ code }: CodeProps) {
  return (
    <>
      <span className="text3 coupon-id">#{code.id}</span> {code.name}
    </>
  )
}

export function StateText({ code }: CodeProps) {
  const t = useText()
  const state = couponState(code, nowSeconds())
  return (
    <span className="status">
      <i className="dot" style={{ background: `var(--${stateTones[state]}Dot)` }} />
      {t(`coupon.state.${state}`)}
    </span>
  )
}

/** Generated codes by their ends; codes of one's own are short, so they stand whole. */
function CodeText({ value }: { readonly value: string }) {
  const t = useText()
  const short = value.length > 20 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value
  return (
    <span className="coupon-code">
      <span className="mono" title={value}>
        {short}
      </span>
      <CopyButton value={value} label={t('coupon.copyCode')} />
    </span>
  )
}

function CouponKind({ code }: CodeProps) {
  const t = useText()
  return code.is_gift ? <Tag>{t('coupon.gift')}</Tag> : t('coupon.single')
}

/** How often it was used, of how often it may be. The bar stands only where that is more than once. */
export function CouponUses({ code }: CodeProps) {
  const t = useText()
  const language = useLanguage()
  const { is_gift, max_uses, used_count } = code
  const limit = is_gift ? max_uses : 1
  const max = limit < 0 ? t('coupon.unlimited') : numberText(limit, language)
  return (
    <span className="coupon-uses">
      <span>
        <NumberText value={used_count} />
        <span className="text2"> / {max}</span>
      </span>
      <span className="coupon-bar">
        {limit > 1 && <ShareBar share={used_count / limit} label={t('coupon.usedOf', { used: used_count, max })} isCalm />}
      </span>
    </span>
  )
}

/** From when to when, as days. Unix seconds, 0 for unset. */
export function Validity({ from, until }: { readonly from: number; readonly until: number }) {
  const t = useText()
  const language = useLanguage()
  const exact = [from, until].filter((unix) => unix !== 0).map((unix) => timeText(unix, 'full', language))
  return (
    <span className="number" title={exact.join(' – ')}>
      {validityText({ from, until }, t, (unix) => timeText(unix, 'day', language))}
    </span>
  )
}

function validityText({ from, until }: { from: number; until: number }, t: ReturnType<typeof useText>, day: (unix: number) => string) {
  if (from !== 0 && until !== 0) return t('coupon.between', { from: day(from), until: day(until) })
  if (from !== 0) return t('coupon.from', { from: day(from) })
  return until === 0 ? t('coupon.always') : t('coupon.until', { until: day(until) })
}

/** Who redeemed it and when; of a gift only when it was last. */
function Redeemer({ code }: CodeProps) {
  const t = useText()
  const language = useLanguage()
  if (code.redeemed_time === 0) return <span className="text3">–</span>
  const time = timeText(code.redeemed_time, 'short', language)
  return (
    <span title={timeText(code.redeemed_time, 'full', language)}>
      {code.is_gift ? t('coupon.lastUse', { time }) : `${code.used_username || `#${code.used_user_id}`} · ${time}`}
    </span>
  )
}
