import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { ErrorState, SkeletonLines, useUnsaved } from '~/ui/kit'
import { type PriceDesk as Desk, DeskContext } from './desk.ts'
import { GroupsCard } from './GroupsCard.tsx'
import { PricesCard } from './PricesCard.tsx'
import type { PriceUnit } from './price-book.ts'
import { draftBook, draftFaults, draftOf, type PriceDraft, rebased, savedBook, summaryOf } from './price-draft.ts'
import './prices.css'
import { SaveBar } from './SaveBar.tsx'
import { settingProblems } from './setting-problems.ts'
import { type PriceSettings, usePriceSettings } from './use-price-settings.ts'

export type PriceCardKey = 'prices' | 'groups'

/** Everything that prices are made of: the cards share one draft, which is simulated and saved as one version. */
export default function PriceDesk({ card }: { readonly card: PriceCardKey }) {
  const { settings, error, refresh } = usePriceSettings()
  if (!settings) return error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={12} />
  return <LoadedDesk card={card} settings={settings} refresh={refresh} />
}

interface LoadedDeskProps {
  readonly card: PriceCardKey
  readonly settings: PriceSettings
  readonly refresh: () => Promise<unknown>
}

function LoadedDesk({ card, settings, refresh }: LoadedDeskProps) {
  const desk = useDraft(settings, refresh)
  const { models, others } = desk.summary
  useUnsaved('prices', models + others.length + draftFaults(desk.draft) + desk.problems.length)
  return (
    <DeskContext value={desk}>
      <div className="price-desk">
        <div hidden={card !== 'prices'}>
          <PricesCard />
        </div>
        <div hidden={card !== 'groups'}>
          <GroupsCard />
        </div>
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
