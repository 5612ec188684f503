// One price as it is typed, for a model or many.
import { perCall, tokenColumns } from '@waystation/contract/prices/price-columns'
import type { Text } from '~/i18n'
import { numberIn } from '~/ui/records/table-edits'
import { type PriceBook, type PriceUnit, withShown } from '../price-book.ts'

/** Nothing is typed yet. */
export const emptyEntry: PriceEntry = { kind: 'tokens', input: '', output: '', call: '' }

/** One price for a model or many: per call, or of input and output. As typed. */
export interface PriceEntry {
  readonly kind: 'tokens' | 'call'
  readonly input: string
  readonly output: string
  readonly call: string
}

export type FieldName = 'input' | 'output' | 'call'
export const fieldsOf = ({ kind }: PriceEntry): readonly FieldName[] => (kind === 'call' ? ['call'] : ['input', 'output'])

/** What is wrong with each field; empty: nothing. */
export function problemsOf(entry: PriceEntry, unit: PriceUnit, t: Text): Readonly<Partial<Record<FieldName, string>>> {
  // An output price is stored relative to the input price, which a free one has no room for.
  const hasNoBase = unit === 'dollars' && numberIn(entry.input) === 0
  const problems = fieldsOf(entry).flatMap((name) => {
    const value = numberIn(entry[name])
    if (value === undefined || Number.isNaN(value)) return [[name, t('form.notNumber')] as const]
    if (name === 'call' && value === 0) return [[name, t('price.zero')] as const]
    return name === 'output' && hasNoBase && value > 0 ? [[name, t('price.lock.inputFirst')] as const] : []
  })
  return Object.fromEntries(problems)
}

/** The book with this price for a model. */
export function pricedBy(book: PriceBook, model: string, entry: PriceEntry, unit: PriceUnit): PriceBook {
  const set = (sofar: PriceBook, column: typeof perCall | undefined, text: string) =>
    column ? withShown(sofar, { column, model, text: text.trim(), unit }) : sofar
  if (entry.kind === 'call') return set(book, perCall, entry.call)
  const of = (name: string) => tokenColumns.find((column) => column.name === name)
  return set(set(book, of('freshInput'), entry.input), of('output'), entry.output)
}
