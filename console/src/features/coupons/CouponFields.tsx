import { errorMessage } from '@waystation/contract/errors'
import {
  type ListedRedemption,
  REDEMPTION_BATCH_MAX,
  REDEMPTION_NAME_MAX,
  RedemptionDraft,
  type RedemptionPatch,
} from '@waystation/contract/money/redemption'
import { z } from 'zod'
import { useText } from '~/i18n'
import type { Language } from '~/i18n/language'
import { FormSection, MomentField, NumberField, QuotaField, SwitchField, TextField, useFormValue } from '~/ui/kit'

/** Name, quota, uses and validity of codes; of new ones how many, or the text of one. */
export function CouponFields({ isNew }: { readonly isNew: boolean }) {
  const t = useText()
  return (
    <>
      <FormSection title={t('coupon.basics')}>
        <TextField
          name="name"
          label={t('coupon.name')}
          hint={isNew ? t('coupon.nameHint') : undefined}
          isRequired={!isNew}
          hasFocus={isNew}
        />
        {isNew && <TextField name="key" label={t('coupon.ownKey')} hint={t('coupon.ownKeyHint')} isMono />}
        {isNew && <CountField />}
      </FormSection>
      <FormSection title={t('coupon.quotaPart')}>
        <QuotaField
          name="quota"
          label={t('coupon.quota')}
          hint={t('coupon.quotaHint')}
          presetsInDollars={[1, 10, 50, 100, 500, 1000]}
          isRequired
          isWide
        />
        <SwitchField name="is_gift" label={t('coupon.isGift')} hint={t('coupon.isGiftHint')} />
        <NumberField name="max_uses" label={t('coupon.maxUses')} hint={t('coupon.maxUsesHint')} min={-1} showWhen="is_gift" />
      </FormSection>
      <FormSection title={t('coupon.validityPart')}>
        <MomentField name="valid_from" label={t('coupon.validFrom')} hint={t('coupon.validFromHint')} />
        <MomentField name="valid_until" label={t('coupon.validUntil')} hint={t('coupon.validUntilHint')} />
      </FormSection>
    </>
  )
}

function CountField() {
  const t = useText()
  const ownKey = useFormValue<string | undefined>('key')?.trim() ?? ''
  return (
    <NumberField
      name="count"
      label={t('coupon.count')}
      hint={t('coupon.countHint', { max: REDEMPTION_BATCH_MAX })}
      min={1}
      max={REDEMPTION_BATCH_MAX}
      presets={[1, 10, 20, 50, 100]}
      disabledReason={ownKey === '' ? undefined : t('coupon.countOne')}
    />
  )
}

// The forms of redemption codes. On the wire 0 is "no moment"; an empty field is undefined.

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
