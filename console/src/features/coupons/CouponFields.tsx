import { REDEMPTION_BATCH_MAX } from '@waystation/contract/redemption'
import { useText } from '~/i18n'
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
