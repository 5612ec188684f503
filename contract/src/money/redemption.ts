import { z } from 'zod'
import { pageSchema } from '../values/page.ts'
import { exactText, nameText } from '../values/pasted.ts'
import { GIFT_MAX, Quota } from './quota.ts'

/** Characters; the key of a code is as long as a generated one at most. Source: specification §5, server-behaviour 7.2. */
export const REDEMPTION_NAME_MAX = 20
export const REDEMPTION_KEY_MAX = 32
/** Codes made in one go. */
export const REDEMPTION_BATCH_MAX = 100

/** By what lists of codes are narrowed down: what a code can still do, which its status alone does not say. */
export const redemptionStates = ['available', 'not_yet', 'expired', 'used', 'disabled'] as const
export type RedemptionState = (typeof redemptionStates)[number]

/** Quota as a code. A gift code can be redeemed by many users, once each. Source: specification §3. */
export const Redemption = z.object({
  id: z.number().int(),
  /** Its creator. */
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

/** A code with the names of those who made and redeemed it. */
export const ListedRedemption = Redemption.extend({
  username: z.string(),
  /** Empty where nobody has redeemed it, and for gift codes. */
  used_username: z.string(),
})
export type ListedRedemption = z.infer<typeof ListedRedemption>

export const RedemptionPage = pageSchema(ListedRedemption)

/** All codes that are not deleted, in numbers. */
export const RedemptionSummary = z.object({
  total: z.number().int(),
  /** Those that somebody could redeem now. */
  available: z.number().int(),
  /** What all of them together gave, in quota units. */
  redeemed: Quota,
})
export type RedemptionSummary = z.infer<typeof RedemptionSummary>

const name = nameText().min(1, 'name_required').max(REDEMPTION_NAME_MAX, 'name_too_long')
const quota = z.number().int().min(1, 'quota_positive').max(GIFT_MAX, 'quota_range')
/** -1: unlimited. Nobody could use a code with 0. */
const maxUses = z
  .number()
  .int()
  .min(-1, 'redemption_max_uses')
  .max(2_147_483_647, 'redemption_max_uses')
  .refine((uses) => uses !== 0, 'redemption_max_uses')
/** Unix seconds, 0 for unset. */
const moment = z.number().int().min(0).max(253_402_300_799)

/** The body that creates codes. With a `key` it creates one code and ignores `count`. */
export const RedemptionDraft = z
  .object({
    name,
    quota: quota.default(100_000),
    count: z.number().int().min(1, 'redemption_count').max(REDEMPTION_BATCH_MAX, 'redemption_count').default(1),
    is_gift: z.boolean().default(false),
    max_uses: maxUses.default(-1),
    valid_from: moment.default(0),
    valid_until: moment.default(0),
    key: exactText().max(REDEMPTION_KEY_MAX, 'redemption_key_long').default(''),
  })
  .refine((draft) => draft.valid_from === 0 || draft.valid_until === 0 || draft.valid_from < draft.valid_until, {
    path: ['valid_until'],
    message: 'valid_until_before_from',
  })
export type RedemptionDraft = z.infer<typeof RedemptionDraft>

/** The body that changes a code: fields that are left out stay. Only a code that nobody used can be changed. */
export const RedemptionPatch = z.object({
  id: z.number().int(),
  name: name.optional(),
  quota: quota.optional(),
  is_gift: z.boolean().optional(),
  max_uses: maxUses.optional(),
  valid_from: moment.optional(),
  valid_until: moment.optional(),
})
export type RedemptionPatch = z.infer<typeof RedemptionPatch>

/** What a redeemed code gave. */
export const Redeemed = z.object({ quota: Quota, is_gift: z.boolean() })
export type Redeemed = z.infer<typeof Redeemed>
