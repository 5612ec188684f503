// Between the cells of the table and the draft.
import { numberIn, type TableEdits } from '~/ui/prices/table-edits'
import { type PriceBook, type PriceUnit, settled, shownOf, storedOf, withShown } from './price-book.ts'
import { type PriceColumn, perCall, priceColumns } from './price-columns.ts'
import { draftBook, type PriceDraft, savedBook, withBook } from './price-draft.ts'

/** What stands in the table for these models and is not saved: changed prices, and what is no price. */
export function editsOf(
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

const MAX_DIGITS = 20

/** A number as a cell shows it: dollars with two digits behind the point at least. */
export function cellText(value: number, unit: PriceUnit): string {
  const digits = unit === 'dollars' ? 2 : 0
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: MAX_DIGITS, useGrouping: false })
}

/** The draft after the table's edits changed from `before` to `after`: one cell, or the cells of one row. */
export function withCells(draft: PriceDraft, before: TableEdits, after: TableEdits, unit: PriceUnit): PriceDraft {
  const rows = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return rows.reduce((sofar, model) => {
    const names = new Set([...Object.keys(before[model] ?? {}), ...Object.keys(after[model] ?? {})])
    return priceColumns
      .filter(({ name }) => names.has(name) && before[model]?.[name] !== after[model]?.[name])
      .reduce((one, column) => withCell(one, { model, column, text: after[model]?.[column.name], unit }), sofar)
  }, draft)
}

export interface CellEdit {
  readonly model: string
  readonly column: PriceColumn
  /** Undefined: what is saved. */
  readonly text: string | undefined
  readonly unit: PriceUnit
}

/** The draft with one cell changed. What is no price is kept as a fault until it is one. */
export function withCell(draft: PriceDraft, { model, column, text, unit }: CellEdit): PriceDraft {
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
export function isForbidden(column: PriceColumn, value: number | undefined): boolean {
  return column === perCall && value === 0
}

function withFault(draft: PriceDraft, model: string, column: PriceColumn, text: string | undefined): PriceDraft {
  const { [column.name]: _, ...others } = draft.faults[model] ?? {}
  const { [model]: __, ...rows } = draft.faults
  const cells = text === undefined ? others : { ...others, [column.name]: text }
  return { ...draft, faults: Object.keys(cells).length === 0 ? rows : { ...rows, [model]: cells } }
}

/** Why a cell cannot be changed. */
export type CellLock = 'perCall' | 'inputFirst' | 'texts'

/** @param areTextsBroken is one of the JSON texts not readable? Then a change here would replace what was typed there. */
export function lockOf(
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
