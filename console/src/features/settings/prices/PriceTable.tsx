import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { EditableTable, EmptyState, NoMatchIcon, numberText, Pager, Segmented, TextInput } from '~/ui/kit'
import { useDesk } from './desk.ts'
import { MorePrices } from './MorePrices.tsx'
import type { PriceUnit } from './price-book.ts'
import { mainColumns } from './price-columns.ts'
import { draftFaults } from './price-draft.ts'
import { type CellRow, useCells } from './use-cells.ts'

/** Specification section 9: the tables of prices have ten rows. */
const ROWS = 10

/** Prices of models in a table: typed in place, in dollars per million tokens or as ratios. */
export function PriceTable() {
  const t = useText()
  const { saved, book, draft, unit, setUnit, summary } = useDesk()
  const [word, setWord] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const [asked, setPage] = useState(1)
  const names = modelNames(saved, book)
  const searchWords = t('price.search', { count: names.length, models: numberText(names.length, useLanguage()) })
  const { isChanged, ...cells } = useCells(mainColumns)
  const isAnyChanged = summary.models + draftFaults(draft) > 0
  const found = names
    .filter((name) => name.toLowerCase().includes(word.trim().toLowerCase()))
    .filter((name) => !onlyChanged || isChanged(name))
  const page = Math.min(asked, Math.max(1, Math.ceil(found.length / ROWS)))
  const rows = found.slice((page - 1) * ROWS, page * ROWS).map((name): CellRow => ({ name }))
  return (
    <>
      <div className="price-tools">
        <TextInput
          label={searchWords}
          isLabelUnseen
          kind="search"
          placeholder={searchWords}
          value={word}
          onChange={(text) => {
            setWord(text)
            setPage(1)
          }}
        />
        <button
          type="button"
          className="price-changed"
          aria-pressed={onlyChanged}
          disabled={!isAnyChanged && !onlyChanged}
          onClick={() => setOnlyChanged(!onlyChanged)}
        >
          <i className="dot" style={{ background: 'var(--amberDot)' }} />
          {t('price.onlyChanged')} <strong>{summary.models}</strong>
        </button>
        <Segmented<PriceUnit>
          label={t('price.unit')}
          value={unit}
          onChange={setUnit}
          choices={[
            { value: 'dollars', label: t('price.dollars') },
            { value: 'ratio', label: t('price.ratio') },
          ]}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={<NoMatchIcon />} title={t('price.noneFound')} text={t('price.noneFoundText')} />
      ) : (
        <EditableTable {...cells} label={t('price.title')} rows={rows} aside={({ name }) => <MorePrices model={name} />} />
      )}
      <Pager state={{ page, size: ROWS, setPage }} total={found.length} />
    </>
  )
}

/** Every model with a price, saved or not, by name. */
function modelNames(...books: readonly Readonly<Record<string, Readonly<Record<string, number>>>>[]): string[] {
  return [...new Set(books.flatMap((book) => Object.values(book).flatMap((map) => Object.keys(map))))].toSorted((a, b) =>
    a.localeCompare(b, 'en'),
  )
}
