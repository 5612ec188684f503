import { useMemo, useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import {
  Button,
  EditableTable,
  EmptyState,
  NoMatchIcon,
  numberText,
  Pager,
  SearchInput,
  Segmented,
  Select,
  SkeletonLines,
  useUrlState,
} from '~/ui/kit'
import { useDesk } from '../desk.ts'
import { type DeskModels, type PriceFilter, type PriceRow, priceFilters, priceRows } from '../desk-models.ts'
import { mainColumns, type PriceBook, type PriceUnit } from '../price-book.ts'
import { draftFaults } from '../price-draft.ts'
import { useDeskModels } from '../use-desk-models.ts'
import { useCells } from './cells.ts'
import { MorePrices } from './MorePrices.tsx'
import { useTermColumns } from './term-columns.ts'

/** Specification section 9: the tables of prices have ten rows. */
const ROWS = 10

/** Prices of models in a table: typed in place, in dollars per million tokens or as ratios. It begins with what channels serve. */
export function PriceTable() {
  const models = useDeskModels()
  if (!models) return <SkeletonLines count={ROWS} />
  return <LoadedTable models={models} />
}

function LoadedTable({ models }: { readonly models: DeskModels }) {
  const t = useText()
  const [word, setWord] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const [asked, setPage] = useState(1)
  const { filter, setFilter, all, rows: shown } = useRows(models)
  const { isChanged, ...cells } = useCells(mainColumns)
  const isFound = ({ name, aliases }: PriceRow) =>
    [name, ...aliases].some((one) => one.toLowerCase().includes(word.trim().toLowerCase())) && (!onlyChanged || isChanged(name))
  // What was changed stands in the table whatever it is filtered by.
  const found = (onlyChanged ? all : shown).filter(isFound)
  const elsewhere = all.filter(isFound).length - found.length
  const page = Math.min(asked, Math.max(1, Math.ceil(found.length / ROWS)))
  const rows = found.slice((page - 1) * ROWS, page * ROWS)
  const terms = useTermColumns(rows, models)
  const search = (text: string) => {
    setWord(text)
    setPage(1)
  }
  const show = (next: string) => {
    setFilter(next)
    setPage(1)
  }
  const noteOf = (row: PriceRow) =>
    [cells.noteOf(row), row.aliases.length > 0 ? t('price.alsoNamed', { names: row.aliases.join(', ') }) : undefined]
      .filter((note) => note !== undefined)
      .join(' · ') || undefined
  return (
    <>
      <div className="price-tools">
        <Search count={shown.length} word={word} onChange={search} />
        <Select
          label={t('price.show')}
          value={filter}
          choices={priceFilters.map((value) => ({ value, label: t(`price.filter.${value}`) }))}
          onChange={show}
        />
        <OnlyChanged isOn={onlyChanged} onChange={setOnlyChanged} />
        <UnitChoice />
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={<NoMatchIcon />}
          title={t('price.noneFound')}
          text={t(elsewhere > 0 ? 'price.noneHere' : 'price.noneFoundText')}
        />
      ) : (
        <EditableTable
          {...cells}
          noteOf={noteOf}
          facts={terms}
          label={t('price.title')}
          rows={rows}
          aside={({ name }) => <MorePrices model={name} />}
        />
      )}
      {elsewhere > 0 && word.trim() !== '' && (
        <div className="price-elsewhere">
          <Button size="small" onClick={() => show('all')}>
            {t('price.showElsewhere', { count: elsewhere })}
          </Button>
        </div>
      )}
      <Pager state={{ page, size: ROWS, setPage }} total={found.length} />
    </>
  )
}

/** The rows of the filter in the address. Without a served model, all models are what there is to see. */
function useRows(models: DeskModels) {
  const { saved, book } = useDesk()
  const { params, change } = useUrlState()
  const isAnyServed = useMemo(() => [...models.values()].some(({ channels }) => channels > 0), [models])
  const usual: PriceFilter = isAnyServed ? 'served' : 'all'
  const filter = priceFilters.find((one) => one === params.show) ?? usual
  const all = useMemo(() => rowsOf(models, 'all', saved, book), [models, saved, book])
  const some = useMemo(() => (filter === 'all' ? all : rowsOf(models, filter, saved, book)), [all, models, filter, saved, book])
  const added = useMemo(() => withAdded(some, all, saved, book), [some, all, saved, book])
  return { filter, all, rows: added, setFilter: (next: string) => change({ show: next === usual ? undefined : next }) }
}

function rowsOf(models: DeskModels, filter: PriceFilter, saved: PriceBook, book: PriceBook): readonly PriceRow[] {
  const served = [...models.values()].filter(({ channels, sold }) => channels + sold > 0).map(({ model }) => model)
  return priceRows({ names: [...new Set([...namesIn(saved, book), ...served])], models, filter, books: [saved, book] })
}

/** Rows with those of models that got their first price in the draft. */
function withAdded(rows: readonly PriceRow[], all: readonly PriceRow[], saved: PriceBook, book: PriceBook): readonly PriceRow[] {
  const known = new Set(namesIn(saved))
  const there = new Set(rows.map(({ name }) => name))
  const inBook = new Set(namesIn(book))
  const added = all.filter(({ name }) => inBook.has(name) && !known.has(name) && !there.has(name))
  return added.length === 0 ? rows : [...added, ...rows]
}

function namesIn(...books: readonly PriceBook[]): string[] {
  return [...new Set(books.flatMap((book) => Object.values(book).flatMap((map) => Object.keys(map))))]
}

interface SearchProps {
  readonly count: number
  readonly word: string
  readonly onChange: (text: string) => void
}

function Search({ count, word, onChange }: SearchProps) {
  const t = useText()
  const words = t('price.search', { count, models: numberText(count, useLanguage()) })
  return <SearchInput label={words} value={word} onChange={onChange} />
}

function OnlyChanged({ isOn, onChange }: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  const t = useText()
  const { summary, draft } = useDesk()
  const isAny = summary.models + draftFaults(draft) > 0
  return (
    <button type="button" className="price-changed" aria-pressed={isOn} disabled={!isAny && !isOn} onClick={() => onChange(!isOn)}>
      <i className="dot" style={{ background: 'var(--amberDot)' }} />
      {t('price.onlyChanged')} <strong>{summary.models}</strong>
    </button>
  )
}

function UnitChoice() {
  const t = useText()
  const { unit, setUnit } = useDesk()
  return (
    <Segmented<PriceUnit>
      label={t('price.unit')}
      value={unit}
      onChange={setUnit}
      choices={[
        { value: 'dollars', label: t('price.dollars') },
        { value: 'ratio', label: t('price.ratio') },
      ]}
    />
  )
}
