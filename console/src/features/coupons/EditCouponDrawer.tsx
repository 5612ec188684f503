import { type ListedRedemption, RedemptionPatch } from '@waystation/contract/money/redemption'
import { useLanguage, useText } from '~/i18n'
import { Banner, CopyField, DescriptionList, type Drawer, FormDrawer, QuotaText, SideSheet, TimeText } from '~/ui/kit'
import { CouponFields, editedCoupon, patchFaults, sentPatch } from './CouponFields.tsx'
import { CouponUses, StateText, Validity } from './coupon-columns.tsx'
import { useCouponCalls } from './coupon-queries.ts'
import { isFrozen } from './coupon-state.ts'

/** Changes a code. One that was redeemed is only shown. */
export function EditCouponDrawer({ drawer }: { readonly drawer: Drawer<ListedRedemption> }) {
  const t = useText()
  const language = useLanguage()
  const { change } = useCouponCalls()
  const code = drawer.item
  const isShown = code !== undefined && isFrozen(code)
  return (
    <>
      <FormDrawer
        drawer={{ ...drawer, isOpen: drawer.isOpen && !isShown }}
        title={t('coupon.edit', { name: code?.name ?? '' })}
        schema={RedemptionPatch}
        initial={code ? editedCoupon(code) : {}}
        check={(values) => patchFaults(values, language)}
        onSubmit={(values) => change(sentPatch(values))}
      >
        {code && <CopyField label={t('coupon.code')} value={code.key} />}
        <CouponFields isNew={false} />
      </FormDrawer>
      <SideSheet
        isOpen={drawer.isOpen && isShown}
        onClose={drawer.close}
        title={t('coupon.viewTitle', { name: code?.name ?? '' })}
        width={640}
      >
        {code && <CouponFacts code={code} />}
      </SideSheet>
    </>
  )
}

function CouponFacts({ code }: { readonly code: ListedRedemption }) {
  const t = useText()
  return (
    <div className="stack">
      <Banner tone="blue">{t('coupon.frozen')}</Banner>
      <CopyField label={t('coupon.code')} value={code.key} />
      <DescriptionList
        columns={2}
        facts={[
          { label: t('coupon.status'), value: <StateText code={code} /> },
          { label: t('coupon.kind'), value: t(code.is_gift ? 'coupon.gift' : 'coupon.single') },
          { label: t('coupon.quota'), value: <QuotaText value={code.quota} /> },
          { label: t('coupon.uses'), value: <CouponUses code={code} /> },
          { label: t('coupon.validity'), value: <Validity from={code.valid_from} until={code.valid_until} /> },
          { label: t('coupon.creator'), value: code.username || `#${code.user_id}` },
          { label: t('coupon.created'), value: <TimeText unix={code.created_time} style="full" /> },
          ...(code.is_gift ? [] : [{ label: t('coupon.redeemer'), value: code.used_username || `#${code.used_user_id}` }]),
          {
            label: t(code.is_gift ? 'coupon.lastRedeemedAt' : 'coupon.redeemedAt'),
            value: <TimeText unix={code.redeemed_time} style="full" />,
          },
        ]}
      />
    </div>
  )
}
