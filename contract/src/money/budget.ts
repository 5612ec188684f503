// What a token or a user may spend in a day, week or month. A budget renews by itself; the balance pays as ever.
import { z } from 'zod'
import { isTimeZone } from '../values/calendar.ts'

export const budgetPeriods = ['day', 'week', 'month'] as const
export type BudgetPeriod = (typeof budgetPeriods)[number]

const BUDGET_MAX = 1_000_000_000_000_000

/** Quota units; 0 as the soft limit: nobody is warned. */
export const BudgetDraft = z
  .object({
    period: z.enum(budgetPeriods),
    /** Where days begin at midnight; weeks begin on Monday. */
    zone: z.string().max(64).refine(isTimeZone, 'time_zone_unknown'),
    limit: z.number().int().min(1, 'quota_positive').max(BUDGET_MAX, 'quota_range'),
    soft_limit: z.number().int().min(0, 'quota_positive').max(BUDGET_MAX, 'quota_range').default(0),
  })
  .refine(({ limit, soft_limit }) => soft_limit <= limit, { path: ['soft_limit'], message: 'soft_limit_above' })
export type BudgetDraft = z.infer<typeof BudgetDraft>

export const Budget = z.object({
  period: z.enum(budgetPeriods),
  zone: z.string(),
  /** Quota units, as all amounts here. */
  limit: z.number().int(),
  soft_limit: z.number().int(),
  /** Since the period began. It can exceed the limit where the limit was lowered. */
  spent: z.number().int(),
  /** Reserved by calls that are under way. */
  held: z.number().int(),
  /** Unix seconds. */
  started_at: z.number().int(),
  renews_at: z.number().int(),
})
export type Budget = z.infer<typeof Budget>
