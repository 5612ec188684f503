import { perCallUnit } from '@waystation/contract/prices/per-call-unit'
import { type PriceColumn, perCall, priceColumns } from '@waystation/contract/prices/price-columns'
import { type Text, useText } from '~/i18n'
import { shownTraits } from '~/shared/shown-traits'
import type { EditableColumn, TableEdits } from '~/ui/kit'
import { numberIn } from '~/ui/records/table-edits'
import { useDesk } from '../desk.ts'
import { cellText, type PriceBook, type PriceUnit, settled, shownOf, storedOf, withShown } from '../price-book.ts'
import { draftBook, type PriceDraft, savedBook, withBook } from '../price-draft.ts'

/** What stands in the table for these models and is not saved: changed prices, and what is no price. */
function editsOf(
  { saved, book, faults }: { readonly saved: PriceBook; readonly book: PriceBook; readonly faults: TableEdits },
  models: readonly string[],
  columns: readonly PriceColumn[],
  unit: PriceUnit,
): TableEdits {
  const rows = models.map((model) => {
    const changed = columns.flatMap((column) => {
      const now = shownOf(book, column, model, unit)
      return now === shownOf(saved, column, model, unit) ? [] : [[column.name, now === undefined ? '' : cellText(now, unit)] as const]
    })
    return [model, { ...Object.fromEntries(changed), ...faults[model] }] as const
  })
  return Object.fromEntries(rows.filter(([, cells]) => Object.keys(cells).length > 0))
}

/** The draft after the table's edits changed from `before` to `after`: one cell, or the cells of one row. */
function withCells(draft: PriceDraft, before: TableEdits, after: TableEdits, unit: PriceUnit): PriceDraft {
  const rows = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return rows.reduce((sofar, model) => {
    const names = new Set([...Object.keys(before[model] ?? {}), ...Object.keys(after[model] ?? {})])
    return priceColumns
      .filter(({ name }) => names.has(name) && before[model]?.[name] !== after[model]?.[name])
      .reduce((one, column) => withCell(one, { model, column, text: after[model]?.[column.name], unit }), sofar)
  }, draft)
}

interface CellEdit {
  readonly model: string
  readonly column: PriceColumn
  /** Undefined: what is saved. */
  readonly text: string | undefined
  readonly unit: PriceUnit
}

/** The draft with one cell changed. What is no price is kept as a fault until it is one. */
function withCell(draft: PriceDraft, { model, column, text, unit }: CellEdit): PriceDraft {
  const value = numberIn(text ?? '')
  if (text !== undefined && (Number.isNaN(value) || isForbidden(column, value))) return withFault(draft, model, column, text)
  const clean = withFault(draft, model, column, undefined)
  const saved = savedBook(draft)
  const target = text === undefined ? shownOf(saved, column, model, unit) : value
  const change = { column, model, text: target === undefined ? undefined : text?.trim() || String(target), unit }
  const book = withShown(draftBook(draft), change)
  return withBook(clean, unit === 'dollars' ? settled(book, saved, model) : book)
}

/** A call that costs nothing is no price: such a model has ratio 0. */
function isForbidden(column: PriceColumn, value: number | undefined): boolean {
  return column === perCall && value === 0
}

function withFault(draft: PriceDraft, model: string, column: PriceColumn, text: string | undefined): PriceDraft {
  const { [column.name]: _, ...others } = draft.faults[model] ?? {}
  const { [model]: __, ...rows } = draft.faults
  const cells = text === undefined ? others : { ...others, [column.name]: text }
  return { ...draft, faults: Object.keys(cells).length === 0 ? rows : { ...rows, [model]: cells } }
}

/** Why a cell cannot be changed. */
type CellLock = 'perCall' | 'inputFirst' | 'texts'

/** @param areTextsBroken is one of the JSON texts not readable? Then a change here would replace what was typed there. */
function lockOf(
  book: PriceBook,
  { model, column, unit, areTextsBroken }: Omit<CellEdit, 'text'> & { readonly areTextsBroken: boolean },
): CellLock | undefined {
  if (areTextsBroken) return 'texts'
  if (column === perCall) return undefined
  if (storedOf(book, perCall, model) !== undefined) return 'perCall'
  if (unit === 'ratio' || column.name === 'freshInput') return undefined
  const input = priceColumns.find(({ name }) => name === 'freshInput')
  const price = input && shownOf(book, input, model, 'dollars')
  return price === undefined || price === 0 ? 'inputFirst' : undefined
}

export interface CellRow {
  readonly name: string
}

/** What an `EditableTable` of these columns needs, over the draft. */
export function useCells(columns: readonly PriceColumn[]) {
  const t = useText()
  const { saved, book, draft, change, unit, problems } = useDesk()
  const areTextsBroken = problems.some(({ key }) => priceColumns.some(({ option }) => option === key))
  const edits = editsOf({ saved, book, faults: draft.faults }, [...changedModels(draft.faults, saved, book)], columns, unit)
  const tableColumns = columns.map((column): EditableColumn<CellRow> => {
    const lock = (model: string) => lockOf(book, { model, column, unit, areTextsBroken })
    return {
      key: column.name,
      title: t(`price.column.${column.name}`),
      valueOf: ({ name }) => shownOf(saved, column, name, unit),
      lockedReason: ({ name }) => {
        const reason = lock(name)
        return reason && t(`price.lock.${reason}`)
      },
      problemOf: (text) => (column === perCall && isForbidden(column, Number(text)) ? t('price.zero') : undefined),
      emptyTitle: t('price.notSet'),
    }
  })
  return {
    nameOf: ({ name }: CellRow) => name,
    noteOf: ({ name }: CellRow) => (storedOf(book, perCall, name) === undefined ? undefined : unitNote(name, t)),
    nameTitle: t('price.model'),
    columns: tableColumns,
    edits,
    onEdit: (next: TableEdits) => change((old) => withCells(old, edits, next, unit)),
    digits: unit === 'dollars' ? 2 : 0,
    isChanged: (model: string) => Object.hasOwn(edits, model),
  }
}

/** What a price per call of this model is for; undefined: the call. */
function unitNote(model: string, t: Text): string | undefined {
  const { price_unit: unit, film_price: film } = perCallUnit(model, shownTraits(model))
  return unit && [t(`price.pricePer.${unit}`), film?.resolution].filter(Boolean).join(' · ')
}

/** Models of which something differs, or is no price. */
function changedModels(faults: TableEdits, ...[saved, book]: readonly Readonly<Record<string, Readonly<Record<string, number>>>>[]) {
  const models = new Set(Object.keys(faults))
  for (const { option } of priceColumns) {
    const [before, after] = [saved?.[option] ?? {}, book?.[option] ?? {}]
    for (const name of Object.keys({ ...before, ...after })) if (before[name] !== after[name]) models.add(name)
  }
  return models
}
