import type { PriceDeskModel, PriceSuggestion } from '@waystation/contract/prices/price-desk'
import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import {
  Banner,
  Button,
  Check,
  EmptyState,
  ErrorState,
  NoMatchIcon,
  numberText,
  OkIcon,
  Pager,
  SearchInput,
  Segmented,
  SkeletonLines,
  toast,
} from '~/ui/kit'
import { useDesk } from '../desk.ts'
import { suggestedDollars, type UnpricedOrder, unpricedFound, withSuggestion } from '../desk-models.ts'
import { cellText } from '../price-book.ts'
import { draftBook, withBook } from '../price-draft.ts'
import type { useUnpriced } from '../use-desk-models.ts'
import { BatchPrice } from './BatchPrice.tsx'
import './unpriced.css'

/** Specification section 9: the tables of prices have ten rows. */
const ROWS = 10

/** Models that are served and have no price: each with what others take for it, or one price for several at once. */
export function UnpricedModels({ unpriced }: { readonly unpriced: ReturnType<typeof useUnpriced> }) {
  const t = useText()
  const { models, error, refresh, waiting } = unpriced
  if (!models) return error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={6} />
  return (
    <div className="unpriced">
      {waiting.length > 0 && <Banner tone="amber">{t('price.unpricedWaiting', { count: waiting.length })}</Banner>}
      {models.length === 0 ? (
        <EmptyState icon={<OkIcon />} title={t('price.allPriced')} text={t('price.allPricedText')} />
      ) : (
        <UnpricedList models={models} />
      )}
    </div>
  )
}

function UnpricedList({ models }: { readonly models: readonly PriceDeskModel[] }) {
  const t = useText()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [word, setWord] = useState('')
  const [order, setOrder] = useState<UnpricedOrder>('refused')
  const [asked, setPage] = useState(1)
  const found = unpricedFound(models, word, order)
  const page = Math.min(asked, Math.max(1, Math.ceil(found.length / ROWS)))
  const rows = found.slice((page - 1) * ROWS, page * ROWS)
  const picked = models.map(({ model }) => model).filter((model) => chosen.has(model))
  const choose = (names: readonly string[], isOn: boolean) =>
    setChosen((old) => new Set(isOn ? [...old, ...names] : [...old].filter((name) => !names.includes(name))))
  const search = (text: string) => {
    setWord(text)
    setPage(1)
  }
  const isEach = found.length > 0 && found.every(({ model }) => chosen.has(model))
  return (
    <>
      <p className="text2">{t('price.unpricedHelp')}</p>
      <div className="price-tools">
        <SearchInput label={t('price.unpricedSearch')} value={word} onChange={search} />
        <Segmented<UnpricedOrder>
          label={t('price.sortBy')}
          value={order}
          onChange={setOrder}
          choices={[
            { value: 'refused', label: t('price.byRefused') },
            { value: 'channels', label: t('price.byChannels') },
          ]}
        />
      </div>
      <BatchPrice models={picked} onDone={() => setChosen(new Set())} />
      <div className="unpriced-head">
        <Check
          isOn={isEach}
          isPartly={picked.length > 0 && !isEach}
          onChange={(isOn) =>
            choose(
              found.map(({ model }) => model),
              isOn,
            )
          }
        >
          {t('price.unpricedAll', { count: found.length })}
        </Check>
        {picked.length > 0 && <span className="text2">{t('price.unpricedChosen', { count: picked.length })}</span>}
        <span className="grow" />
        <AcceptShown rows={rows} />
      </div>
      {rows.length === 0 && <EmptyState icon={<NoMatchIcon />} title={t('price.noneFound')} text={t('price.unpricedNoMatch')} />}
      <ul className="unpriced-list" aria-label={t('price.tab.unpriced')}>
        {rows.map((row) => (
          <UnpricedRow key={row.model} row={row} isChosen={chosen.has(row.model)} onChoose={(isOn) => choose([row.model], isOn)} />
        ))}
      </ul>
      <Pager state={{ page, size: ROWS, setPage }} total={found.length} />
    </>
  )
}

/** Takes a suggestion over into the draft; nothing is saved. */
function useAccept() {
  const t = useText()
  const { change } = useDesk()
  return (taken: readonly { readonly model: string; readonly suggestion: PriceSuggestion }[]) => {
    change((old) =>
      withBook(
        old,
        taken.reduce((book, { model, suggestion }) => withSuggestion(book, model, suggestion), draftBook(old)),
      ),
    )
    toast.done(t('price.batchDone', { count: taken.length }))
  }
}

/** The first suggestion of every model on this page. */
function AcceptShown({ rows }: { readonly rows: readonly PriceDeskModel[] }) {
  const t = useText()
  const accept = useAccept()
  const taken = rows.flatMap(({ model, suggestions: [suggestion] }) => (suggestion ? [{ model, suggestion }] : []))
  if (taken.length === 0) return null
  return (
    <Button size="small" onClick={() => accept(taken)}>
      {t('price.acceptShown', { count: taken.length })}
    </Button>
  )
}

interface UnpricedRowProps {
  readonly row: PriceDeskModel
  readonly isChosen: boolean
  readonly onChoose: (isOn: boolean) => void
}

function UnpricedRow({ row: { model, channels, refused, suggestions }, isChosen, onChoose }: UnpricedRowProps) {
  const t = useText()
  const language = useLanguage()
  const accept = useAccept()
  return (
    <li>
      <Check isOn={isChosen} onChange={onChoose}>
        <code>{model}</code>
      </Check>
      <span className="unpriced-facts">
        {refused > 0 && <strong>{t('price.refusedCalls', { count: refused, calls: numberText(refused, language) })}</strong>}
        <span>{t('price.servedBy', { count: channels })}</span>
      </span>
      <span className="unpriced-suggestions">
        {suggestions.length === 0 && <span className="text3">{t('price.noSuggestion')}</span>}
        {suggestions.map((suggestion) => (
          <Suggestion key={suggestion.model} of={model} suggestion={suggestion} onTake={() => accept([{ model, suggestion }])} />
        ))}
      </span>
    </li>
  )
}

interface SuggestionProps {
  /** The model that it is for. */
  readonly of: string
  readonly suggestion: PriceSuggestion
  readonly onTake: () => void
}

function Suggestion({ of, suggestion, onTake }: SuggestionProps) {
  const t = useText()
  const { call, input, output } = suggestedDollars(suggestion)
  const money = (dollars: number | undefined) => (dollars === undefined ? '–' : `$${cellText(dollars, 'dollars')}`)
  const price =
    call === undefined
      ? t('price.suggestedTokens', { input: money(input), output: money(output) })
      : t('price.suggestedCall', { call: money(call) })
  const source = suggestion.source ?? t('price.ownPrice')
  return (
    <span className="unpriced-suggestion">
      <span>
        <span className="number">{price}</span>
        <span className="text3" title={suggestion.model}>
          {source}
          {suggestion.model === of ? '' : ` · ${suggestion.model}`}
        </span>
      </span>
      <Button size="small" onClick={onTake}>
        <span aria-hidden="true">{t('price.accept')}</span>
        <span className="unseen">{t('price.acceptOf', { model: of, source })}</span>
      </Button>
    </span>
  )
}
