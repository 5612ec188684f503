import type { ListedRedemption } from '@waystation/contract/redemption'
import { useText } from '~/i18n'
import { type Drawer, FormDrawer, useQuotaFormat } from '~/ui/kit'
import { CouponFields } from './CouponFields.tsx'
import { blankCoupon, CouponForm, sentDraft } from './coupon-form.ts'
import { useCouponCalls } from './coupon-queries.ts'
import type { MadeCoupons } from './MadeCouponsDialog.tsx'

interface CreateCouponDrawerProps {
  readonly drawer: Drawer<ListedRedemption>
  readonly onMade: (made: MadeCoupons) => void
}

/** Makes codes, up to a hundred at a time. */
export function CreateCouponDrawer({ drawer, onMade }: CreateCouponDrawerProps) {
  const t = useText()
  const format = useQuotaFormat()
  const { create } = useCouponCalls()
  return (
    <FormDrawer
      drawer={drawer}
      title={t('coupon.create')}
      schema={CouponForm}
      initial={blankCoupon}
      onSubmit={async (values) => {
        const quota = values.quota ?? blankCoupon.quota
        const draft = sentDraft({ ...values, quota }, format(quota))
        onMade({ draft, quota, codes: await create(draft) })
      }}
      submitLabel={t('coupon.createMany')}
      footnote={t('coupon.keyLater')}
    >
      <CouponFields isNew />
    </FormDrawer>
  )
}
