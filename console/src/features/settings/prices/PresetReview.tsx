import { comparePrices, listPriceSources } from '@waystation/contract/api/money/price-review'
import { priceColumns } from '@waystation/contract/prices/price-columns'
import type { PriceProposal } from '@waystation/contract/prices/price-review'
import { useMemo, useState } from 'react'
import { call } from '~/api/call'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import {
  BottomSheet,
  Button,
  CloseIcon,
  DiffReview,
  EmptyState,
  ErrorState,
  FetchIcon,
  IconButton,
  type RecordDiff,
  Select,
  SkeletonLines,
  timeText,
  useIsPhone,
} from '~/ui/kit'
import { useDesk } from './desk.ts'
import { cellText, extraColumns, mainColumns, type PriceBook, type PriceUnit, shownOf, withModelOf, withStored } from './price-book.ts'
import { draftBook, withBook } from './price-draft.ts'
import './preset-review.css'

/** What a list of prices proposes, as differences in the unit of the table, and the models that were taken over from it. */
function useTaken(proposal: PriceProposal) {
  const { draft, change, unit } = useDesk()
  // Prices as they were when the list was fetched: what is skipped again goes back to them.
  const [before] = useState<PriceBook>(() => draftBook(draft))
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const proposed = useMemo(() => proposedBook(before, proposal), [before, proposal])
  const diffs = useMemo(() => diffsOf(before, proposed, proposal, unit), [before, proposed, proposal, unit])
  const take = (next: ReadonlySet<string>) => {
    const names = diffs.map(({ name }) => name).filter((name) => next.has(name) !== taken.has(name))
    change((old) => {
      const book = names.reduce((sofar, name) => withModelOf(sofar, next.has(name) ? proposed : before, name), draftBook(old))
      return withBook(old, book)
    })
    setTaken(next)
  }
  return { diffs, taken, take }
}

/** The numbers of the list above the own ones, as exact as the list has them. */
function proposedBook(book: PriceBook, { models }: PriceProposal): PriceBook {
  return models.reduce(
    (whole, { model, prices }) =>
      prices.reduce((sofar, { key, proposed }) => {
        const column = priceColumns.find(({ option }) => option === key)
        return column ? withStored(sofar, column, model, proposed) : sofar
      }, whole),
    book,
  )
}

/** Model by model, the columns in which the list differs from the own prices. */
function diffsOf(before: PriceBook, after: PriceBook, { models }: PriceProposal, unit: PriceUnit): RecordDiff[] {
  return models
    .map(({ model }) => ({
      name: model,
      changes: [...mainColumns, ...extraColumns]
        .map((column) => ({
          field: column.name,
          before: shownOf(before, column, model, unit),
          after: shownOf(after, column, model, unit),
        }))
        .filter((change) => change.before !== change.after),
    }))
    .filter(({ changes }) => changes.length > 0)
}

/** A list of prices from elsewhere beside the table: what differs, and taking it over model by model. Nothing is saved here. */
export function PresetReview({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const isPhone = useIsPhone()
  if (isPhone) {
    return (
      <BottomSheet isOpen onClose={onClose} title={t('price.review')}>
        <ReviewBody />
      </BottomSheet>
    )
  }
  return (
    <aside className="preset-review" aria-label={t('price.review')}>
      <header>
        <strong>{t('price.review')}</strong>
        <span className="grow" />
        <IconButton label={t('action.close')} icon={<CloseIcon />} onClick={onClose} />
      </header>
      <ReviewBody />
    </aside>
  )
}

function ReviewBody() {
  const t = useText()
  const { data: sources, error, refresh } = useData(listPriceSources)
  const [chosen, setChosen] = useState<string>()
  const [fetched, setFetched] = useState<{ readonly proposal?: PriceProposal; readonly error?: unknown }>({})
  if (!sources) return error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={4} />
  if (sources.length === 0) return <EmptyState title={t('price.noSources')} text={t('price.noSourcesText')} />
  const source = sources.find(({ id }) => id === chosen) ?? sources[0]
  const fetchIt = async () => {
    if (!source) return
    setFetched({})
    try {
      setFetched({ proposal: await call(comparePrices, { params: { source: source.id } }) })
    } catch (problem) {
      setFetched({ error: problem })
    }
  }
  return (
    <>
      <div className="preset-source">
        <Select
          label={t('price.source')}
          value={source?.id}
          choices={sources.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => {
            setChosen(id)
            setFetched({})
          }}
        />
        <Button icon={<FetchIcon />} onClick={fetchIt}>
          {t('price.fetch')}
        </Button>
        <span className="field-hint">{source?.address}</span>
      </div>
      {fetched.error !== undefined && <ErrorState error={fetched.error} onRetry={fetchIt} />}
      {fetched.proposal && <Differences key={fetched.proposal.fetched_at} proposal={fetched.proposal} />}
    </>
  )
}

function Differences({ proposal }: { readonly proposal: PriceProposal }) {
  const t = useText()
  const language = useLanguage()
  const { unit } = useDesk()
  const { diffs, taken, take } = useTaken(proposal)
  return (
    <>
      <p className="preset-when text3">
        {t('price.fetchedAt', { time: timeText(proposal.fetched_at, 'clock', language) })}
        {proposal.unreadable > 0 && ` · ${t('price.unreadable', { count: proposal.unreadable })}`}
      </p>
      <DiffReview
        diffs={diffs}
        sameCount={proposal.same}
        taken={taken}
        onTake={take}
        fieldTitle={(field) => t(`price.column.${columnWord(field)}`)}
        format={(value) => cellText(value, unit)}
      />
    </>
  )
}

type ColumnWord = 'freshInput' | 'output' | 'cacheRead' | 'cacheWrite' | 'cacheWriteLong' | 'audioInput' | 'audioOutput' | 'perCall'
const words: readonly ColumnWord[] = ['output', 'cacheRead', 'cacheWrite', 'cacheWriteLong', 'audioInput', 'audioOutput', 'perCall']

/** The word for a column, by its name. */
export function columnWord(field: string): ColumnWord {
  return words.find((word) => word === field) ?? 'freshInput'
}
