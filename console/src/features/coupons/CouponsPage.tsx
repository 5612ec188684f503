import { getRedemption, summarizeRedemptions } from '@waystation/contract/api/money/redemption'
import { type ListedRedemption, redemptionStates } from '@waystation/contract/money/redemption'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { AskTextHost, CodesIcon, ListTable, numberText, Page, useDrawer, useQuotaFormat } from '~/ui/kit'
import { CouponHeadActions } from './CouponHeadActions.tsx'
import { CreateCouponDrawer, type MadeCoupons, MadeCouponsDialog } from './CreateCouponDrawer.tsx'
import { useCouponActions, useCouponBulk } from './coupon-actions.tsx'
import { couponCard, couponColumns } from './coupon-columns.tsx'
import { couponList } from './coupon-queries.ts'
import { isOver, nowSeconds } from './coupon-state.ts'
import { EditCouponDrawer } from './EditCouponDrawer.tsx'

/** The redemption codes of the installation, for admins. */
export default function CouponsPage() {
  const t = useText()
  const drawer = useDrawer<ListedRedemption>(getRedemption)
  const [made, setMade] = useState<MadeCoupons>()
  return (
    <Page title={t('coupon.title')} subtitle={<InNumbers />} actions={<CouponHeadActions />}>
      <ListTable
        list={couponList}
        name="coupons"
        columns={couponColumns}
        filters={[
          { kind: 'search', name: 'keyword', label: t('coupon.search') },
          {
            kind: 'select',
            name: 'state',
            label: t('coupon.status'),
            allLabel: t('coupon.anyState'),
            choices: redemptionStates.map((value) => ({ value, label: t(`coupon.states.${value}`) })),
          },
        ]}
        isDim={(code) => isOver(code, nowSeconds())}
        empty={{ icon: <CodesIcon />, title: t('coupon.emptyTitle'), text: t('coupon.emptyText') }}
        onCreate={() => drawer.open()}
        createLabel={t('coupon.create')}
        onOpen={drawer.open}
        actions={useCouponActions(drawer.open)}
        bulk={useCouponBulk()}
        card={couponCard}
        hasCsv
      />
      <CreateCouponDrawer drawer={{ ...drawer, isOpen: drawer.isOpen && drawer.isNew }} onMade={setMade} />
      <EditCouponDrawer drawer={{ ...drawer, isOpen: drawer.isOpen && !drawer.isNew }} />
      <MadeCouponsDialog made={made} onClose={() => setMade(undefined)} />
      <AskTextHost />
    </Page>
  )
}

/** How many codes there are, how many could be redeemed now, and what they gave. */
function InNumbers() {
  const t = useText()
  const language = useLanguage()
  const format = useQuotaFormat()
  const { data } = useData(summarizeRedemptions, {}, { refetchesOnReturn: true })
  // A space keeps the line's height while it loads.
  if (!data) return ' '
  return t('coupon.subtitle', {
    total: numberText(data.total, language),
    available: numberText(data.available, language),
    redeemed: format(data.redeemed),
  })
}
