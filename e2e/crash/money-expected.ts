// The entries that the books must have, may have, and must not have, by what the people were answered. Nothing here knows how the server works
// but the names of its entries and the spec's arithmetic.
import type { Outcome } from './callers.ts'
import type { CodeFacts, MoneyFacts, MoveFacts, OrderFacts } from './money-facts.ts'
import { GIFTS, REBATE_THOUSANDTHS } from './money-people.ts'

/** `must`: answered with success. `may`: in doubt. `never`: refused, or never asked for. */
export type Expectation = 'must' | 'may' | 'never'

export interface Expected {
  readonly kind: MoneyKind
  /** Whose account it moves, and by how many units; negative takes away. */
  readonly userId: number
  readonly amount: number
  readonly is: Expectation
}

export type MoneyKind = 'redeem' | 'epay' | 'stripe' | 'refund' | 'rebate' | 'aff-transfer' | 'adjust' | 'check-in' | 'grant'

/** Whoever moved money must be known with their inviter: 0 is nobody. */
export type Inviters = ReadonlyMap<number, number>

/** By the entry's ref. Refs that the client cannot know are added by `judgeMoves`. */
export function expectedEntries(facts: MoneyFacts, inviters: Inviters): Map<string, Expected> {
  const expected = new Map<string, Expected>()
  for (const code of facts.codes) for (const [ref, entry] of ofCode(code)) expected.set(ref, entry)
  for (const order of facts.orders) for (const [ref, entry] of ofOrder(order)) expected.set(ref, entry)
  for (const [userId, inviterId] of inviters) for (const [ref, entry] of ofRegistration(userId, inviterId)) expected.set(ref, entry)
  for (const [ref, entry] of [...expected]) {
    const inviterId = inviters.get(entry.userId) ?? 0
    if (inviterId === 0 || !['redeem', 'epay', 'stripe'].includes(entry.kind)) continue
    const share = Math.floor((entry.amount * REBATE_THOUSANDTHS) / 1000)
    const rebate = { kind: 'rebate', userId: inviterId, amount: share } as const
    if (share > 0) expected.set(`rebate:${ref}`, { ...rebate, is: entry.is })
    const back = expected.get(`refund:${ref}`)
    if (back && share > 0) expected.set(`refund:rebate:${ref}`, { ...rebate, kind: 'refund', amount: -share, is: back.is })
  }
  return expected
}

function* ofCode({ id, quota, tries }: CodeFacts): Generator<[string, Expected]> {
  for (const userId of new Set(tries.map((one) => one.userId))) {
    const own = tries.filter((one) => one.userId === userId)
    // Who is told that they have used it has used it: the answer to their first try was lost.
    const isUsed = own.some(({ outcome, code }) => outcome === 'done' || code === 'redemption_used_by_you')
    const is = isUsed ? 'must' : own.some(({ outcome }) => outcome === 'doubtful') ? 'may' : 'never'
    yield [`redeem:${id}:${userId}`, { kind: 'redeem', userId, amount: quota, is }]
  }
}

function* ofOrder({ id, gateway, userId, quota, notices, refunds }: OrderFacts): Generator<[string, Expected]> {
  const paid = strongest(notices)
  const refunded = strongest(refunds.map(({ outcome }) => outcome))
  yield [`${gateway}:${id}`, { kind: gateway, userId, amount: quota, is: refunded === 'must' ? 'must' : paid }]
  yield [`refund:${gateway}:${id}`, { kind: 'refund', userId, amount: -quota, is: paid === 'never' ? 'never' : refunded }]
}

function* ofRegistration(userId: number, inviterId: number): Generator<[string, Expected]> {
  const gift = { kind: 'grant', is: 'must' } as const
  yield [`grant:register:${userId}`, { ...gift, userId, amount: GIFTS.register }]
  if (inviterId === 0) return
  yield [`grant:invitee:${userId}`, { ...gift, userId, amount: GIFTS.invitee }]
  // To the inviter's account of invitation income, which is not their balance.
  yield [`grant:inviter:${userId}`, { ...gift, userId: inviterId, amount: GIFTS.inviter }]
}

const strongest = (outcomes: readonly Outcome[]): Expectation =>
  outcomes.includes('done') ? 'must' : outcomes.includes('doubtful') ? 'may' : 'never'

export const expectationOf = ({ outcome }: MoveFacts): Expectation => strongest([outcome])
