import { z } from 'zod'
import { pageSchema } from './page.ts'
import { Quota } from './quota.ts'

/** Characters; the key of a code is as long as a generated one at most. Source: specification §5, server-behaviour 7.2. */
export const REDEMPTION_NAME_MAX = 20
export const REDEMPTION_KEY_MAX = 32
/** Codes made in one go. */
export const REDEMPTION_BATCH_MAX = 100

/** Quota as a code. A gift code can be redeemed by many users, once each. Source: specification §3. */
export const Redemption = z.object({
  id: z.number().int(),
  /** Who made it. */
  user_id: z.number().int(),
  name: z.string(),
  key: z.string(),
  status: z.number().int(),
  quota: Quota,
  created_time: z.number().int(),
  redeemed_time: z.number().int(),
  /** 0 for none, and for gift codes, which have many. */
  used_user_id: z.number().int(),
  is_gift: z.boolean(),
  /** -1 for unlimited. */
  max_uses: z.number().int(),
  used_count: z.number().int(),
  /** Unix seconds, 0 for unset. */
  valid_from: z.number().int(),
  valid_until: z.number().int(),
})
export type Redemption = z.infer<typeof Redemption>

export const RedemptionPage = pageSchema(Redemption)

/** What is sent to make codes. An own `key` makes one code, whatever `count` says. */
export const RedemptionDraft = z
  .object({
    name: z.string().trim().min(1, 'name_required').max(REDEMPTION_NAME_MAX, 'name_too_long'),
    quota: z.number().int().min(1).max(1_000_000_000_000_000).default(100_000),
    count: z.number().int().min(1).max(REDEMPTION_BATCH_MAX).default(1),
    is_gift: z.boolean().default(false),
    max_uses: z.number().int().min(-1).default(-1),
    valid_from: z.number().int().min(0).default(0),
    valid_until: z.number().int().min(0).default(0),
    key: z.string().trim().max(REDEMPTION_KEY_MAX).default(''),
  })
  .refine((draft) => draft.valid_from === 0 || draft.valid_until === 0 || draft.valid_from < draft.valid_until, {
    path: ['valid_until'],
    message: 'valid_until_before_from',
  })
export type RedemptionDraft = z.infer<typeof RedemptionDraft>
