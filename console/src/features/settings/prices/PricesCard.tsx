import { resetModelRatio } from '@waystation/contract/api/option'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useLanguage, useText } from '~/i18n'
import { EndingChannelModels } from '~/shared/ending-models/EndingChannelModels'
import { Button, confirm, FetchIcon, PlusIcon, Tabs, TextInput, Toggle, useUrlState } from '~/ui/kit'
import { optionName } from '../option-text.ts'
import { useDesk } from './desk.ts'
import { PriceHistory, VersionLine } from './history/PriceHistory.tsx'
import { PresetReview } from './PresetReview.tsx'
import { flagKeys, jsonKeys, numberKeys } from './price-book.ts'
import { textOf, withText } from './price-draft.ts'
import { SettingText, useAbout, useProblem } from './SettingText.tsx'
import { PriceTable } from './table/PriceTable.tsx'
import { AddModel } from './unpriced/AddModel.tsx'
import { UnpricedModels } from './unpriced/UnpricedModels.tsx'
import { useUnpriced } from './use-desk-models.ts'

/** Every price setting as the text that it is stored as, and those that are a number or a switch. */
function PriceTexts() {
  const t = useText()
  return (
    <div className="price-texts">
      <div className="price-texts-head">
        <p className="text2">{t('price.textsHelp')}</p>
        <ResetRatios />
      </div>
      {jsonKeys.map((key) => (
        <SettingText key={key} name={key} />
      ))}
      <section className="price-fallback" aria-labelledby="price-fallback">
        <h3 id="price-fallback">{t('price.fallbackTitle')}</h3>
        {flagKeys.map((key) => (
          <FlagSetting key={key} name={key} />
        ))}
        <div className="price-fields">
          {numberKeys.map((key) => (
            <NumberSetting key={key} name={key} />
          ))}
        </div>
      </section>
    </div>
  )
}

function ResetRatios() {
  const t = useText()
  const { refresh, draft } = useDesk()
  const reset = useCall(resetModelRatio, { done: 'price.resetDone' })
  const ask = async () => {
    const isSure = await confirm({ title: t('price.resetTitle'), text: t('price.resetText'), yes: t('price.reset'), isDanger: true })
    if (!isSure) return
    await reset.run()
    await refresh()
  }
  return (
    <Button
      kind="danger"
      onClick={ask}
      isBusy={reset.isRunning}
      disabledReason={draft.texts.ModelRatio === undefined ? undefined : t('price.resetUnsaved')}
    >
      {t('price.reset')}
    </Button>
  )
}

function FlagSetting({ name }: { readonly name: string }) {
  const language = useLanguage()
  const { draft, change } = useDesk()
  const about = useAbout(name)
  const problem = useProblem(name)
  return (
    <div className="price-flag">
      <Toggle
        label={optionName(name, language)}
        isOn={textOf(draft, name) === 'true'}
        onChange={(isOn) => change((old) => withText(old, name, String(isOn)))}
      />
      <div className="field-hint">{about}</div>
      {problem !== undefined && (
        <div className="field-error" role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}

function NumberSetting({ name }: { readonly name: string }) {
  const language = useLanguage()
  const { draft, change } = useDesk()
  return (
    <TextInput
      kind="number"
      label={optionName(name, language)}
      value={textOf(draft, name)}
      onChange={(text) => change((old) => withText(old, name, text.trim()))}
      error={useProblem(name)}
      hint={useAbout(name)}
    />
  )
}

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
        <EndingChannelModels />
        <Tabs
          label={t('price.tabs')}
          value={tab}
          onChange={open}
          tabs={tabKeys.map((key) => ({ key, label: t(`price.tab.${key}`), badge: badges[key], content: contents[key] }))}
        />
      </section>
      {isReviewing && <PresetReview onClose={() => setIsReviewing(false)} />}
      <AddModel isOpen={isAdding} onClose={() => setIsAdding(false)} />
      <PriceHistory isOpen={params.history !== undefined && params.tab !== 'models'} onClose={() => change({ history: undefined })} />
    </div>
  )
}
