// How money came in: codes of campaigns, orders in every state, check-ins, and corrections by admins. All of it is older than the newest calls.
import { logType, redemptionStatus } from '@waystation/contract/site/status-table'
import type { Secrets } from '../../server/src/lib/secret.ts'
import { type Draw, idOf } from './draw.ts'
import type { PlannedUser } from './people.ts'

const DAY = 86_400
const DOLLAR = 500_000
const CENTS_PER_DOLLAR = 730
const CODES = 1310
const ORDERS = 3000
const CHECK_INS = 12_000
const CORRECTIONS = 300
const CAMPAIGNS = [
  '春节礼包',
  'Launch week',
  '五一活动',
  'Support compensation after the outage of 12 November',
  '合作伙伴 B',
  'Hackathon',
  '群友专享',
]
const REASONS = [
  'Compensation for the outage',
  '线下付款，合同 2026-0412',
  'Refund of a duplicate charge',
  'Credit for the annual contract',
]

export const moneyTexts: readonly string[] = [...CAMPAIGNS, ...REASONS]

/** Something that moved a user's balance, and the row of the log that tells of it. */
export interface Movement {
  readonly user: PlannedUser
  readonly atMs: number
  readonly ref: string
  readonly kind: string
  /** The account of the house on the other side. */
  readonly source: string
  /** Quota units; below zero: taken from the user. */
  readonly amount: number
  readonly reason: string
  readonly logType: number
  readonly words: { readonly key: string; readonly facts: Readonly<Record<string, string | number>> }
}

interface MoneyOptions {
  readonly users: readonly PlannedUser[]
  readonly draw: Draw
  readonly secrets: Secrets
  readonly from: number
  readonly to: number
  readonly rootId: number
}

type Row = Record<string, string | number | null>

/** The movements in the order of their times, with the rows of their causes. */
export function largeMoney(options: MoneyOptions) {
  const parts = [codes(options), orders(options), checkIns(options), corrections(options)]
  const rows: Record<string, Row[]> = {}
  for (const { tables } of parts) for (const [table, added] of Object.entries(tables)) rows[table] = [...(rows[table] ?? []), ...added]
  const movements = parts.flatMap((part) => part.movements).sort((a, b) => a.atMs - b.atMs)
  return { movements, rows }
}

interface Part {
  readonly movements: Movement[]
  readonly tables: Record<string, Row[]>
}

function codes({ users, draw, secrets, from, to, rootId }: MoneyOptions): Part {
  const redemption: Row[] = []
  const uses: Row[] = []
  const movements: Movement[] = []
  for (let id = 1; id <= CODES; id++) {
    const campaign = CAMPAIGNS[Math.floor((id * CAMPAIGNS.length * 4) / CODES) % CAMPAIGNS.length] ?? ''
    const name = `${campaign} ${1 + Math.floor((id * 4) / CODES)}`
    const created_at = from + Math.floor(((to - from) * id) / (CODES + 60))
    const quota = draw.pick([1, 5, 10, 20, 100], 1.5) * DOLLAR
    const isGift = id % 40 === 0
    const isUsed = draw.isLucky(0.6)
    const text = isGift ? `GIFT-${id}` : secrets.sign('large-code', String(id)).replace(/[-_]/g, '0').slice(0, 32)
    const row_uid = idOf(created_at * 1000, id)
    const takers = isUsed ? (isGift ? draw.between(2, 40) : 1) : 0
    const first = draw.below(users.length - 50)
    for (let at = 0; at < takers; at++) {
      const user = users[first + at]
      if (!user) continue
      const used_at = draw.between(created_at, to - 60)
      uses.push({ redemption_id: id, user_id: user.id, quota, used_at })
      movements.push({
        ...{ user, atMs: used_at * 1000, ref: `redeem:${id}:${user.id}`, kind: 'redeem', source: 'redeem', amount: quota, reason: '' },
        ...{ logType: logType.topUp, words: { key: 'redeemed', facts: { amount: quota, id } } },
      })
    }
    const off = draw.isLucky(0.08) ? redemptionStatus.disabled : redemptionStatus.unused
    redemption.push({
      ...{ id, user_id: rootId, name, quota, row_uid, code_hash: secrets.lookupHash(text) },
      code_enc: secrets.seal(text, `redemption:code_enc:${row_uid}`),
      ...{
        is_gift: isGift ? 1 : 0,
        max_uses: isGift ? 500 : 1,
        used_count: takers,
        used_user_id: isGift || !isUsed ? 0 : (users[first]?.id ?? 0),
      },
      ...{
        status: isUsed && !isGift ? redemptionStatus.used : off,
        redeemed_at: Number(uses.at(-1)?.redemption_id === id && uses.at(-1)?.used_at),
      },
      ...{ valid_from: 0, valid_until: id % 6 === 0 ? created_at + 20 * DAY : 0, created_at, deleted_at: null },
    })
  }
  return { movements, tables: { redemption, redemption_use: uses } }
}

function orders({ users, draw, from, to }: MoneyOptions): Part {
  const rows: Row[] = []
  const movements: Movement[] = []
  for (let id = 1; id <= ORDERS; id++) {
    const user = draw.pick(users, 1.6)
    const created_at = from + Math.floor(((to - from) * id) / (ORDERS + 5))
    const dollars = draw.pick([5, 10, 20, 50, 100, 500, 2000], 1.6)
    const gateway = draw.isLucky(0.8) ? 'epay' : 'stripe'
    const lot = draw.next()
    const status = lot < 0.7 ? 'paid' : lot < 0.74 ? 'refunded' : id > ORDERS - 8 ? 'pending' : lot < 0.96 ? 'expired' : 'failed'
    const [amount, isPaid] = [dollars * DOLLAR, status === 'paid' || status === 'refunded']
    const trade = `W${created_at}${String(id).padStart(6, '0')}`
    const paid_at = isPaid ? Math.min(to - 30, created_at + draw.between(20, 300)) : 0
    const refunded_at = status === 'refunded' ? Math.min(to - 20, paid_at + draw.below(3 * DAY)) : 0
    const moved = { user, source: gateway, reason: '' }
    if (isPaid)
      movements.push({
        ...{ ...moved, atMs: paid_at * 1000, ref: `${gateway}:${id}`, kind: gateway, amount, logType: logType.topUp },
        words: { key: 'paid', facts: { amount, trade } },
      })
    if (refunded_at > 0)
      movements.push({
        ...{
          ...moved,
          atMs: refunded_at * 1000,
          ref: `refund:${gateway}:${id}:1`,
          kind: 'refund',
          amount: -amount,
          logType: logType.system,
        },
        words: { key: 'refunded', facts: { amount, trade } },
      })
    rows.push({
      ...{ id, user_id: user.id, gateway, method: gateway === 'stripe' ? 'stripe' : draw.pick(['zfb', 'wx']), trade_no: trade },
      ...{ gateway_ref: isPaid ? `2026${String(id * 7919).padStart(20, '0')}` : '', amount: dollars, quota: amount, status, created_at },
      ...{ money: gateway === 'epay' ? dollars * CENTS_PER_DOLLAR : dollars * 100, currency: gateway === 'epay' ? 'CNY' : 'USD' },
      ...{ paid_at, refunded_at, reversals: refunded_at > 0 ? 1 : 0, quota_back: refunded_at > 0 ? amount : 0 },
    })
  }
  return { movements, tables: { top_up_order: rows } }
}

function checkIns({ users, draw, from, to }: MoneyOptions): Part {
  const rows: Row[] = []
  const movements: Movement[] = []
  const taken = new Set<string>()
  for (let at = 0; at < CHECK_INS; at++) {
    const user = draw.pick(users, 1.8)
    const created_at = draw.between(from + DAY, to - 60)
    const day = Math.floor((created_at + 8 * 3600) / DAY)
    const ref = `check-in:${user.id}:${day}`
    if (taken.has(ref)) continue
    taken.add(ref)
    const quota = draw.between(1000, 50_000)
    rows.push({ user_id: user.id, day, quota, created_at, zone: 'Asia/Shanghai' })
    movements.push({
      ...{ user, atMs: created_at * 1000, ref, kind: 'check-in', source: 'grant', amount: quota, reason: '' },
      ...{ logType: logType.checkIn, words: { key: 'check_in', facts: { quota } } },
    })
  }
  return { movements, tables: { check_in: rows } }
}

function corrections({ users, draw, from, to }: MoneyOptions): Part {
  const movements = Array.from({ length: CORRECTIONS }, (_, at): Movement => {
    const atMs = draw.between(from + DAY, to - 60) * 1000
    const [amount, reason] = [draw.between(1, 50) * DOLLAR, draw.pick(REASONS)]
    const words = { key: 'user_quota_changed_because', facts: { before: DOLLAR, after: DOLLAR + amount, reason } }
    const what = { ref: `adjust:${idOf(atMs, at)}`, kind: 'adjust', source: 'adjust', amount, reason }
    return { user: draw.pick(users), atMs, ...what, logType: logType.management, words }
  })
  return { movements, tables: {} }
}
