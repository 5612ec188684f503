import type { ListedRedemption, RedemptionDraft } from '@waystation/contract/money/redemption'
import type { z } from 'zod'
import { useText } from '~/i18n'
import { type Drawer, FormDrawer, QuotaText, useQuotaFormat } from '~/ui/kit'
import { blankCoupon, CouponFields, CouponForm, sentDraft } from './CouponFields.tsx'
import { CodesDialog } from './codes/CodesDialog.tsx'
import { Validity } from './coupon-columns.tsx'
import { useCouponCalls } from './coupon-queries.ts'

/** Codes just made, and what they are. */
export interface MadeCoupons {
  readonly draft: z.input<typeof RedemptionDraft>
  /** Of each, in quota units. */
  readonly quota: number
  readonly codes: readonly string[]
}

/** The texts of new codes, to be taken along. */
export function MadeCouponsDialog({ made, onClose }: { readonly made: MadeCoupons | undefined; readonly onClose: () => void }) {
  const t = useText()
  const { name = '', is_gift = false, valid_from = 0, valid_until = 0 } = made?.draft ?? {}
  const quota = made?.quota ?? 0
  const codes = made?.codes ?? []
  return (
    <CodesDialog
      isOpen={made !== undefined}
      onClose={onClose}
      title={t('coupon.madeTitle', { count: codes.length })}
      facts={[
        { label: t('coupon.name'), value: name },
        { label: t('coupon.each'), value: <QuotaText value={quota} /> },
        { label: t('coupon.kind'), value: t(is_gift ? 'coupon.gift' : 'coupon.single') },
        { label: t('coupon.validity'), value: <Validity from={valid_from} until={valid_until} /> },
        { label: t('coupon.total'), value: <QuotaText value={quota * codes.length} /> },
      ]}
      codes={codes.map((code) => ({ name, code }))}
      fileName={name}
      note={t('coupon.madeNote')}
    />
  )
}

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
