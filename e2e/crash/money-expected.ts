// The entries that the books must have, may have, and must not have, by what the people were answered. Nothing here knows how the server works
// but the names of its entries and the spec's arithmetic.
import type { Outcome } from './callers.ts'
import type { CodeFacts, MoneyFacts, MoveFacts, OrderFacts } from './money-facts.ts'
import { GIFTS, REBATE_THOUSANDTHS, UNIT } from './money-people.ts'

/** `must`: answered with success. `may`: in doubt. `never`: refused, or never asked for. */
export type Expectation = 'must' | 'may' | 'never'

export interface Expected {
  readonly kind: MoneyKind
  /** Whose account it moves, and by how many units; negative takes away. */
  readonly userId: number
  readonly amount: number
  readonly is: Expectation
}

export type MoneyKind = (typeof moneyKinds)[number]
export const moneyKinds = [
  ...(['redeem', 'epay', 'stripe', 'refund', 'dispute', 'debt', 'rebate', 'aff-transfer', 'adjust', 'check-in', 'grant'] as const),
]

/** What follows from what is known of an order and of debts: judged by its sums, and not entry by entry. */
export const isConsequence = (kind: string): boolean => kind === 'refund' || kind === 'dispute' || kind === 'debt'

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
  const refunded = strongest(refunds.map(({ outcome }) => outcome))
  yield [`${gateway}:${id}`, { kind: gateway, userId, amount: quota, is: refunded === 'must' ? 'must' : strongest(notices) }]
}

/** The least and the most of an order's credit that must have been taken back, in quota units. */
export function takenBackOf({ quota, refunds, reversals, notices }: OrderFacts): { least: number; most: number } {
  const refunded = strongest(refunds.map(({ outcome }) => outcome))
  if (refunded === 'must') return { least: quota, most: quota }
  const sumOf = (outcomes: readonly Outcome[]) => {
    const told = reversals.filter(({ outcome }) => outcomes.includes(outcome))
    const back = Math.max(0, ...told.filter(({ kind }) => kind === 'given-back').map(({ money }) => money))
    const lost = told.filter(({ kind }) => kind === 'lost').reduce((sum, { money }) => sum + money, 0)
    const cents = (quota / UNIT) * 100
    return Number((BigInt(quota) * BigInt(Math.min(cents, back + lost))) / BigInt(cents))
  }
  // What nobody was told of as paid may not have been credited.
  const least = notices.includes('done') ? sumOf(['done']) : 0
  return { least, most: refunded === 'may' ? quota : sumOf(['done', 'doubtful']) }
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
