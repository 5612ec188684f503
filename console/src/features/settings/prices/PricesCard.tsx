import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { Button, FetchIcon, PlusIcon, Tabs, timeText, useUrlState } from '~/ui/kit'
import { AddModel } from './AddModel.tsx'
import { useDesk } from './desk.ts'
import { PresetReview } from './PresetReview.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import { PriceTable } from './PriceTable.tsx'
import { PriceTexts } from './PriceTexts.tsx'
import { UnpricedModels } from './UnpricedModels.tsx'
import { useUnpriced } from './use-unpriced.ts'

const tabKeys = ['json', 'visual', 'unpriced'] as const
type PriceTab = (typeof tabKeys)[number]

/** Prices of models, in three ways over one draft. The tab and an open history are in the address. */
export function PricesCard() {
  const t = useText()
  const { params, change } = useUrlState()
  const [isAdding, setIsAdding] = useState(false)
  const [isReviewing, setIsReviewing] = useState(false)
  const unpriced = useUnpriced()
  const { problems } = useDesk()
  const tab: PriceTab = tabKeys.find((key) => key === params.prices) ?? 'visual'
  const open = (next: PriceTab) => change({ prices: next === 'visual' ? undefined : next }, true)
  const contents = {
    json: <PriceTexts />,
    visual: <PriceTable />,
    unpriced: <UnpricedModels unpriced={unpriced} />,
  }
  const badges = {
    json: problems.length > 0 ? { text: problems.length, tone: 'red' as const } : undefined,
    visual: undefined,
    unpriced: unpriced.models && unpriced.models.length > 0 ? { text: unpriced.models.length, tone: 'amber' as const } : undefined,
  }
  return (
    <div className={`price-split ${isReviewing ? 'with-review' : ''}`}>
      <section className="settings-card price-card" id="prices" aria-labelledby="prices-title">
        <header>
          <div className="settings-title">
            <h2 id="prices-title">{t('price.title')}</h2>
            <p>
              <VersionLine />
            </p>
          </div>
          <Button icon={<FetchIcon />} onClick={() => setIsReviewing(true)}>
            {t('price.syncPresets')}
          </Button>
          <Button icon={<PlusIcon />} onClick={() => setIsAdding(true)}>
            {t('price.addModel')}
          </Button>
        </header>
        <Tabs
          label={t('price.tabs')}
          value={tab}
          onChange={open}
          tabs={tabKeys.map((key) => ({ key, label: t(`price.tab.${key}`), badge: badges[key], content: contents[key] }))}
        />
      </section>
      {isReviewing && <PresetReview onClose={() => setIsReviewing(false)} />}
      <AddModel isOpen={isAdding} onClose={() => setIsAdding(false)} />
      <PriceHistory isOpen={params.history !== undefined} onClose={() => change({ history: undefined })} />
    </div>
  )
}

/** Which version stands, since when and by whom, with the way to the earlier ones. */
function VersionLine() {
  const t = useText()
  const language = useLanguage()
  const { change } = useUrlState()
  const { newest } = useDesk().settings
  if (!newest) return t('price.noVersion')
  const facts = { id: newest.id, time: timeText(newest.created_at, 'short', language), user: newest.username }
  return (
    <>
      {t(newest.username === '' ? 'price.versionLine' : 'price.versionLineBy', facts)}
      {' · '}
      <button type="button" className="link" onClick={() => change({ history: 'all' })}>
        {t('price.history')}
      </button>
    </>
  )
}
