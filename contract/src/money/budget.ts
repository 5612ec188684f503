// What a token or a user may use: of money, tokens or calls, in five hours, a day, a week or a month, within a minute or at once. Limits over
// hours and days renew by themselves; the balance pays as ever.
import { z } from 'zod'
import { isTimeZone, type Span, spanOf } from '../values/calendar.ts'

/** A day begins at midnight, a week on Monday, a month on its first; five hours begin with the first call after the last ones. */
export const renewingPeriods = ['5h', 'day', 'week', 'month'] as const
export type RenewingPeriod = (typeof renewingPeriods)[number]

/** `minute`: within any 60 seconds. `at_once`: under way at the same time. */
export const budgetPeriods = ['at_once', 'minute', ...renewingPeriods] as const
export type BudgetPeriod = (typeof budgetPeriods)[number]

export const budgetUnits = ['money', 'tokens', 'calls'] as const
export type BudgetUnit = (typeof budgetUnits)[number]

/** Units in which a period can be limited. */
export const unitsOf = (period: BudgetPeriod): readonly BudgetUnit[] =>
  period === 'at_once' ? ['calls'] : period === 'minute' ? ['tokens', 'calls'] : budgetUnits

export const isRenewing = (period: BudgetPeriod): period is RenewingPeriod => period !== 'at_once' && period !== 'minute'

const FIVE_HOURS_MS = 5 * 3_600_000

/** The period that a moment lies in; of five hours the one that begins with it. @throws RangeError on an unknown zone */
export function budgetSpan(period: RenewingPeriod, zone: string, nowMs: number): Span {
  return period === '5h' ? { startMs: nowMs, endMs: nowMs + FIVE_HOURS_MS } : spanOf(period, zone, nowMs)
}

/** Limits that one token or one user may have. */
export const MAX_BUDGETS = 6
const BUDGET_MAX = 1_000_000_000_000_000
/** Of tokens and calls: all limits of an installation together stay within exact numbers. */
const COUNT_MAX = 1_000_000_000_000

/** Which of the limits of a token or a user: they have at most one of each. */
export const BudgetName = z
  .object({ unit: z.enum(budgetUnits).default('money'), period: z.enum(budgetPeriods) })
  .refine(({ unit, period }) => unitsOf(period).includes(unit), { path: ['unit'], message: 'budget_unit' })
export type BudgetName = z.infer<typeof BudgetName>

/** Quota units, tokens or calls; 0 as the soft limit: nobody is warned. */
export const BudgetDraft = z
  .object({
    unit: z.enum(budgetUnits).default('money'),
    period: z.enum(budgetPeriods),
    /** Where days begin at midnight; weeks begin on Monday. */
    zone: z.string().max(64).refine(isTimeZone, 'time_zone_unknown').default('UTC'),
    limit: z.number().int().min(1, 'quota_positive').max(BUDGET_MAX, 'quota_range'),
    /** Only of money. */
    soft_limit: z.number().int().min(0, 'quota_positive').max(BUDGET_MAX, 'quota_range').default(0),
  })
  .refine(({ unit, period }) => unitsOf(period).includes(unit), { path: ['unit'], message: 'budget_unit' })
  .refine(({ unit, limit }) => unit === 'money' || limit <= COUNT_MAX, { path: ['limit'], message: 'quota_range' })
  .refine(({ limit, soft_limit }) => soft_limit <= limit, { path: ['soft_limit'], message: 'soft_limit_above' })
  .refine(({ unit, soft_limit }) => soft_limit === 0 || unit === 'money', { path: ['soft_limit'], message: 'soft_limit_money' })
export type BudgetDraft = z.infer<typeof BudgetDraft>

export const Budget = z.object({
  unit: z.enum(budgetUnits),
  period: z.enum(budgetPeriods),
  zone: z.string(),
  /** Quota units, tokens or calls, as all amounts here. */
  limit: z.number().int(),
  soft_limit: z.number().int(),
  /** Since the period began. It can exceed the limit where the limit was lowered. */
  spent: z.number().int(),
  /** Reserved by calls that are under way. */
  held: z.number().int(),
  /** Unix seconds; 0 where it begins with the next call, or does not renew. */
  started_at: z.number().int(),
  renews_at: z.number().int(),
})
export type Budget = z.infer<typeof Budget>
