import { getPricing } from '@waystation/contract/api/channels/catalog'
import { PricingExtra } from '@waystation/contract/prices/pricing'
import { useMemo, useState } from 'react'
import { useWholeData } from '~/api/use-whole-data'
import { useText } from '~/i18n'
import { ErrorState, Page, SkeletonLines } from '~/ui/kit'
import { Explanation } from './Explanation.tsx'
import { GroupChoice, useGroup } from './GroupChoice.tsx'
import { ModelSheet } from './ModelSheet.tsx'
import { PricingTable } from './PricingTable.tsx'
import './pricing.css'

/** What each model costs for the groups of the caller; a visitor sees the default group. */
export default function PricingPage() {
  const t = useText()
  const [isExplained, setIsExplained] = useState(false)
  const { data, error, refresh } = useWholeData(getPricing, {}, { freshMs: 60_000 })
  const prices = useMemo(() => (data ? { entries: data.data, extra: PricingExtra.parse(data.extra) } : undefined), [data])
  const group = useGroup(prices?.extra.group_ratio ?? {})
  const ratio = prices?.extra.group_ratio[group] ?? 1
  const subtitle = (
    <>
      {t('pricing.subtitle')}{' '}
      <button type="button" className="link" onClick={() => setIsExplained(true)}>
        {t('pricing.how')}
      </button>
    </>
  )
  return (
    <Page title={t('pricing.title')} subtitle={subtitle} actions={prices && <GroupChoice group={group} {...prices.extra} />}>
      {!prices && (error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={12} />)}
      {prices && <PricingTable entries={prices.entries} group={group} ratio={ratio} reload={refresh} />}
      {prices && <ModelSheet entries={prices.entries} group={group} extra={prices.extra} />}
      {prices && (
        <button type="button" className="link pricing-how" onClick={() => setIsExplained(true)}>
          {t('pricing.how')}
        </button>
      )}
      <Explanation
        isOpen={isExplained}
        onClose={() => setIsExplained(false)}
        entries={prices?.entries ?? []}
        group={group}
        groupRatio={ratio}
      />
    </Page>
  )
}
