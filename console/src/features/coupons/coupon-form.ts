// The forms of redemption codes. On the wire 0 is "no moment"; an empty field is undefined.
import { errorMessage } from '@waystation/contract/errors'
import { type ListedRedemption, REDEMPTION_NAME_MAX, RedemptionDraft, type RedemptionPatch } from '@waystation/contract/redemption'
import { z } from 'zod'
import type { Language } from '~/i18n/language'

/** What makes codes. Without a name they are called after their quota. */
export const CouponForm = RedemptionDraft.safeExtend({ name: z.string().trim().max(REDEMPTION_NAME_MAX, 'name_too_long') })
export type CouponFormValues = z.input<typeof CouponForm>
export type CouponEditValues = z.input<typeof RedemptionPatch>

/** What the specification presets (section 9). */
export const blankCoupon = {
  name: '',
  quota: 100_000,
  count: 1,
  is_gift: false,
  max_uses: -1,
  valid_from: undefined,
  valid_until: undefined,
  key: '',
}

/** What the server gets of the form for new codes. @param defaultName for codes without a name */
export function sentDraft(values: CouponFormValues, defaultName: string): z.input<typeof RedemptionDraft> {
  const name = values.name.trim()
  return { ...values, ...moments(values), name: name === '' ? defaultName.slice(0, REDEMPTION_NAME_MAX) : name }
}

export function editedCoupon(code: ListedRedemption): CouponEditValues {
  const { id, name, quota, is_gift, max_uses, valid_from, valid_until } = code
  return { id, name, quota, is_gift, max_uses, valid_from: valid_from || undefined, valid_until: valid_until || undefined }
}

export function sentPatch(values: CouponEditValues): CouponEditValues {
  return { ...values, ...moments(values), max_uses: values.max_uses ?? -1 }
}

const moments = ({ valid_from, valid_until }: Pick<CouponEditValues, 'valid_from' | 'valid_until'>) => ({
  valid_from: valid_from ?? 0,
  valid_until: valid_until ?? 0,
})

/** The rule of the draft that a patch cannot know by itself: it names only what changes. */
export function patchFaults({ valid_from, valid_until }: CouponEditValues, language: Language): Record<string, string> {
  const isBackwards = Boolean(valid_from && valid_until && valid_from >= valid_until)
  return isBackwards ? { valid_until: errorMessage('valid_until_before_from', {}, language) } : {}
}
