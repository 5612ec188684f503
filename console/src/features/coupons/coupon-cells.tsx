import type { ListedRedemption } from '@waystation/contract/redemption'
import { useLanguage, useText } from '~/i18n'
import { CopyButton, NumberText, numberText, ShareBar, Tag, timeText } from '~/ui/kit'
import { couponState, nowSeconds, stateTones } from './coupon-state.ts'
import './coupons.css'

interface CodeProps {
  readonly code: ListedRedemption
}

/** A name after its number. */
export function CouponName({ code }: CodeProps) {
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
export function CodeText({ value }: { readonly value: string }) {
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

export function CouponKind({ code }: CodeProps) {
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
export function Redeemer({ code }: CodeProps) {
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
