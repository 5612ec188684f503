// What moved on somebody's balance in one month, from the ledger to the unit. A month is one of the time zone that the site had when it began.
import { z } from 'zod'
import { Quota } from './quota.ts'

const count = z.number().int()

/** What movements are for, in the order of a statement: what came, what went, and calls as the last. */
export const statementCauses = [
  'top_up',
  'code',
  'check_in',
  'rebate',
  'transfer',
  'grant',
  'adjustment',
  'opening',
  'refund',
  'debt',
  'dispute',
  'other',
  'call',
] as const
export type StatementCauseName = (typeof statementCauses)[number]

/** One entry of the ledger that is no call. */
export const StatementEntry = z.object({
  ref: z.string(),
  /** The entry's kind in the ledger: `epay`, `check-in` … */
  kind: z.string(),
  /** Unix seconds. */
  at: count,
  in: Quota,
  out: Quota,
  /** How an order was paid (`zfb` …), also one that was refunded; else empty. */
  method: z.string(),
  /** The name of a code, or the reason of an adjustment; else empty. */
  note: z.string(),
  /** Who made an adjustment, for admins; else empty. */
  actor: z.string(),
})
export type StatementEntry = z.infer<typeof StatementEntry>

export const StatementCause = z.object({
  cause: z.enum(statementCauses),
  /** What the ledger has of it in this month. */
  entries: count,
  in: Quota,
  out: Quota,
  /** The first ones, oldest first; none of calls. */
  listed: z.array(StatementEntry),
  /** What the listed ones leave of the entries. */
  unlisted: z.object({ entries: count, in: Quota, out: Quota }),
})
export type StatementCause = z.infer<typeof StatementCause>

/** Calls by model, as their log rows were counted, and what makes that different from the ledger. */
export const StatementCalls = z.object({
  /** The dearest first. */
  models: z.array(z.object({ model: z.string(), calls: count, quota: Quota })),
  /** Charged at first and given back by a correction. */
  corrected: Quota,
  /**
   * What the ledger charged in this month beyond the models' sums, or less: charges of something that goes on past the end of a month,
   * corrections of a charge of an earlier month, and charges without a log row.
   */
  elsewhere: Quota,
})
export type StatementCalls = z.infer<typeof StatementCalls>

const Sums = z.object({ opening: Quota, in: Quota, out: Quota, closing: Quota, ledger: Quota })

export const Statement = Sums.extend({
  user: z.object({ id: count, username: z.string() }),
  /** `2026-11`. */
  month: z.string(),
  /** The time zone in which the month and its days are counted. Those of before the upgrade are whole days of UTC. */
  zone: z.string(),
  /** Unix seconds of its first moment, and of the first one after it. */
  start: count,
  end: count,
  /** The month goes on: `ledger` is the balance of this moment. Else it is what the account had at the month's end. */
  is_open: z.boolean(),
  entries: count,
  causes: z.array(StatementCause),
  calls: StatementCalls,
  /** The balance at the end of each day, up to today. */
  by_day: z.array(Quota),
  /** Gifts for invitations that wait to be moved to the balance; null: there never were any. */
  invitation: Sums.nullable(),
  /** What is owed, at or below zero: credit that was taken back after it had been spent; null: there never was any. */
  debt: Sums.nullable(),
  /** Months with entries, and this one, newest first. */
  months: z.array(z.string()),
  /** Unix seconds. */
  made_at: count,
})
export type Statement = z.infer<typeof Statement>

/** What an export has a line for: each entry, or each day and cause. */
export const statementFiles = ['entries', 'days'] as const
export type StatementFile = (typeof statementFiles)[number]
