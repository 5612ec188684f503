import { dollarsOf } from '@waystation/contract/quota'
import type { ListedRedemption } from '@waystation/contract/redemption'
import { text } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { type Card, type Column, QuotaText, TimeText } from '~/ui/kit'
import { CodeText, CouponKind, CouponName, CouponUses, Redeemer, StateText, Validity } from './coupon-cells.tsx'
import { couponState, nowSeconds } from './coupon-state.ts'

const isoText = (unix: number) => (unix === 0 ? '' : new Date(unix * 1000).toISOString())

export const couponColumns: Column<ListedRedemption>[] = [
  { field: 'name', title: 'coupon.name', isFixed: true, width: 104, grow: 3, render: (_, code) => <CouponName code={code} /> },
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
    width: 134,
    render: (_, code) => <CouponUses code={code} />,
  },
  {
    field: 'valid_until',
    title: 'coupon.validity',
    width: 160,
    grow: 1,
    render: (_, code) => <Validity from={code.valid_from} until={code.valid_until} />,
    csv: ({ valid_from, valid_until }) => (valid_from || valid_until ? `${isoText(valid_from)}/${isoText(valid_until)}` : ''),
  },
  {
    field: 'redeemed_time',
    title: 'coupon.redeemed',
    width: 140,
    grow: 1,
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
    body: (
      <>
        <div className="card-line card-meta">
          <span className="card-title">
            <CouponUses code={code} />
          </span>
          <span className="card-aside">
            <CouponKind code={code} />
          </span>
        </div>
        <div className="card-line card-meta">
          <span className="card-title">
            <Redeemer code={code} />
          </span>
          <span className="card-aside">
            <Validity from={code.valid_from} until={code.valid_until} />
          </span>
        </div>
      </>
    ),
  }
}
