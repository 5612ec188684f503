import { getPricing } from '@waystation/contract/api/channels/catalog'
import { listUnpricedModels } from '@waystation/contract/api/channels/channel'
import { listPriceVersions, updatePrices } from '@waystation/contract/api/money/price'
import { listPriceModels } from '@waystation/contract/api/money/price-review'
import { listOptions, updateOption } from '@waystation/contract/api/option'
import type { PriceCard } from '@waystation/contract/options/option'
import { optionByKey } from '@waystation/contract/options/registry'
import { isPriced, PRICE_NOTE_MAX } from '@waystation/contract/prices/price-version'
import { fallbackProblem } from '@waystation/contract/prices/pricing'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { call } from '~/api/call'
import { CallError, messageOf } from '~/api/call-error'
import { Cancelled } from '~/api/cancelled'
import { useRefresh } from '~/api/use-refresh'
import { useLanguage, useText } from '~/i18n'
import type { Language } from '~/i18n/language'
import { Banner, BottomSheet, Button, confirm, Dialog, ErrorState, SkeletonLines, TextInput, toast, useIsPhone, useUnsaved } from '~/ui/kit'
import { problemOf } from '../option-values.ts'
import { useCountWords } from './count-words.ts'
import { type PriceDesk as Desk, DeskContext, type PriceSettings, type SettingProblem, useDesk, usePriceSettings } from './desk.ts'
import { GroupsCard } from './GroupsCard.tsx'
import { PricesCard } from './PricesCard.tsx'
import type { PriceUnit } from './price-book.ts'
import { draftBook, draftFaults, draftOf, editIn, type PriceDraft, rebased, savedBook, summaryOf, textOf } from './price-draft.ts'
import { SimulatedFigures, useSimulation } from './saving/SimulatedFigures.tsx'
import { TypicalCalls } from './saving/TypicalCalls.tsx'
import { VirtualModelsCard } from './virtual/VirtualModelsCard.tsx'
import './saving/price-save.css'
import './prices.css'

/** Why prices were not saved. */
interface SaveFailure {
  readonly words: string
  /** Somebody saved in between: what is stored must be loaded first. */
  readonly isOutdated: boolean
}

/** Saves the draft as one version. Settings that no price depends on are saved beside it. */
function useSavePrices() {
  const t = useText()
  const { draft, refresh } = useDesk()
  const refreshAll = useRefresh()
  const [failure, setFailure] = useState<SaveFailure>()
  const save = async (note: string) => {
    setFailure(undefined)
    const edit = Object.entries(editIn(draft))
    const priced = Object.fromEntries(edit.filter(([key]) => isPriced(key)))
    try {
      let version = draft.version
      if (Object.keys(priced).length > 0)
        version = (await call(updatePrices, { body: { changes: priced, note, based_on: draft.version } })).version
      for (const [key, value] of edit) if (!isPriced(key)) await call(updateOption, { body: { key, value } })
      toast.done(t('price.saved', { id: version }))
      await refreshAll(listOptions, listPriceVersions, getPricing, listUnpricedModels, listPriceModels)
      return true
    } catch (error) {
      if (error instanceof Cancelled) return false
      const isOutdated = error instanceof CallError && error.code === 'price_version_newer'
      // One of several settings may be saved: what is stored is looked at again, and the others stay changed.
      if (!isOutdated) await refreshAll(listOptions)
      setFailure({ words: messageOf(error), isOutdated })
      return false
    }
  }
  const reload = async () => {
    await refresh()
    setFailure(undefined)
  }
  return { save, failure, reload }
}

/** Floats at the foot of the page while something is not saved: what changed, what it would mean, and saving it as a version. */
function SaveBar() {
  const t = useText()
  const { draft, summary, problems, change } = useDesk()
  const simulation = useSimulation()
  const { save, failure, reload } = useSavePrices()
  const [isSaving, setIsSaving] = useState(false)
  const [isLooking, setIsLooking] = useState(false)
  const isPhone = useIsPhone()
  const changed = useChangedWords()
  const faults = draftFaults(draft) + problems.length
  const count = summary.models + summary.others.length
  if (count + faults === 0) return null
  const reason = faults > 0 ? t('price.faults', { count: faults }) : undefined
  const revert = async () => {
    if (await confirm({ title: t('price.revertTitle'), text: changed, yes: t('kit.revert'), isDanger: true }))
      change((old) => draftOf(old.saved, old.version))
  }
  return (
    <section className="price-save" aria-label={t('price.saveBar')}>
      {failure && (
        <Banner tone="red">
          <span>{failure.words}</span>{' '}
          {failure.isOutdated && (
            <button type="button" className="link" onClick={() => void reload()}>
              {t('price.reload')}
            </button>
          )}
        </Banner>
      )}
      {!isPhone && <TypicalCalls />}
      <div className="price-save-line">
        <div className="price-figure">
          <span className="price-figure-label">{t('price.changed')}</span>
          <strong>{changed}</strong>
          <span className="price-not-saved">
            <i className="dot" style={{ background: `var(--${faults > 0 ? 'red' : 'amber'}Dot)` }} />
            {reason ?? t('price.notSaved')}
          </span>
        </div>
        {isPhone ? (
          <Button onClick={() => setIsLooking(true)}>{t('price.simulation')}</Button>
        ) : (
          <>
            <SimulatedFigures simulation={simulation} disabledReason={reason} />
            <span className="grow" />
          </>
        )}
        <Button onClick={revert}>{t('kit.revert')}</Button>
        <Button kind="primary" onClick={() => setIsSaving(true)} disabledReason={count === 0 ? t('price.nothingChanged') : reason}>
          {t('price.saveAs', { id: draft.version + 1 })}
        </Button>
      </div>
      <BottomSheet isOpen={isPhone && isLooking} onClose={() => setIsLooking(false)} title={t('price.simulation')}>
        <TypicalCalls />
        <SimulatedFigures simulation={simulation} disabledReason={reason} />
      </BottomSheet>
      <SaveDialog isOpen={isSaving} onClose={() => setIsSaving(false)} onSave={save} />
    </section>
  )
}

/** "4 models, 6 prices". */
function useChangedWords(): string {
  const { summary } = useDesk()
  return useCountWords({ ...summary, others: summary.others.length })
}

interface SaveDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSave: (note: string) => Promise<boolean>
}

/** The last step: what the version is for. */
function SaveDialog({ isOpen, onClose, onSave }: SaveDialogProps) {
  const t = useText()
  const { draft } = useDesk()
  const changed = useChangedWords()
  const [note, setNote] = useState('')
  const save = async () => {
    const isDone = await onSave(note.trim())
    if (isDone) setNote('')
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('price.saveAs', { id: draft.version + 1 })}
      width={452}
      buttons={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" onClick={save}>
            {t('action.save')}
          </Button>
        </>
      }
    >
      <div className="price-form">
        <p className="text2">
          <strong>{changed}</strong>
          <br />
          {t('price.saveText')}
        </p>
        <TextInput
          label={t('price.note')}
          value={note}
          onChange={setNote}
          placeholder={t('price.noteExample')}
          maxLength={PRICE_NOTE_MAX}
          hint={t('price.noteHint')}
          takesFocus
        />
      </div>
    </Dialog>
  )
}

const fallbackKeys = ['fallback_single_price', 'fallback_input_ratio', 'fallback_completion_ratio'] as const

/** Errors of the edited settings, by key. @param fallbackWords the error message for fallback prices that contradict each other */
function settingProblems(
  draft: PriceDraft,
  language: Language,
  fallbackWords: (problem: 'mixed' | 'incomplete') => string,
): SettingProblem[] {
  const own = Object.entries(draft.texts).flatMap(([key, text]) => {
    const option = optionByKey(key)
    const words = option && problemOf(option, text, language)
    return words === undefined ? [] : [{ key, words }]
  })
  if (own.length > 0 || textOf(draft, 'fallback_pricing_enabled') !== 'true') return own
  const isTouched = [...fallbackKeys, 'fallback_pricing_enabled'].some((key) => draft.texts[key] !== undefined)
  const [singlePrice = null, inputRatio = null, completionRatio = null] = fallbackKeys.map((key) => numberOrNull(textOf(draft, key)))
  const problem = isTouched ? fallbackProblem({ singlePrice, inputRatio, completionRatio }) : undefined
  return problem ? [{ key: 'fallback_pricing_enabled', words: fallbackWords(problem) }] : []
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** Everything that prices are made of: the cards share one draft, which is simulated and saved as one version. */
export default function PriceDesk({ card }: { readonly card: PriceCard }) {
  const { settings, error, refresh } = usePriceSettings()
  if (!settings) return error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={12} />
  return <LoadedDesk card={card} settings={settings} refresh={refresh} />
}

interface LoadedDeskProps {
  readonly card: PriceCard
  readonly settings: PriceSettings
  readonly refresh: () => Promise<unknown>
}

function LoadedDesk({ card, settings, refresh }: LoadedDeskProps) {
  const desk = useDraft(settings, refresh)
  const { models, others } = desk.summary
  useUnsaved(card === 'virtual' ? card : 'prices', models + others.length + draftFaults(desk.draft) + desk.problems.length)
  return (
    <DeskContext value={desk}>
      <div className="price-desk">
        {card === 'virtual' ? (
          <VirtualModelsCard />
        ) : (
          <>
            <div hidden={card !== 'prices'}>
              <PricesCard />
            </div>
            <div hidden={card !== 'groups'}>
              <GroupsCard />
            </div>
          </>
        )}
        <SaveBar />
      </div>
    </DeskContext>
  )
}

function useDraft(settings: PriceSettings, refresh: () => Promise<unknown>): Desk {
  const t = useText()
  const language = useLanguage()
  const version = settings.newest?.id ?? 0
  const [draft, change] = useState<PriceDraft>(() => draftOf(settings.texts, version))
  const [unit, setUnit] = useState<PriceUnit>('dollars')

  // What somebody else saved, or another card of the page, comes in below what is not saved yet.
  const follow = useEffectEvent(() => change((old) => rebased(old, settings.texts, version)))
  const given = useMemo(() => JSON.stringify([settings.texts, version]), [settings, version])
  useEffect(() => {
    if (given !== '') follow()
  }, [given])

  const saved = useMemo(() => savedBook(draft), [draft])
  const book = useMemo(() => draftBook(draft), [draft])
  const summary = useMemo(() => summaryOf(draft), [draft])
  const problems = useMemo(() => settingProblems(draft, language, (kind) => t(`price.fallback.${kind}`)), [draft, language, t])
  return { settings, draft, change, saved, book, summary, problems, unit, setUnit, refresh }
}
