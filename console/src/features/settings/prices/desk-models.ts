// Which models the price screen shows, and what those without a price may cost. Pure.
import { perCall, priceColumns, tokenColumns } from '@waystation/contract/prices/price-columns'
import type { PriceDeskModel, PriceSuggestion } from '@waystation/contract/prices/price-desk'
import { type PriceBook, shownOf, storedOf, withStored } from './price-book.ts'

export type DeskModels = ReadonlyMap<string, PriceDeskModel>

/** Has a model a price per call, or one of input? */
export function hasPrice(book: PriceBook, model: string): boolean {
  return [perCall, ...tokenColumns.slice(0, 1)].some((column) => storedOf(book, column, model) !== undefined)
}

/** In which order models without a price stand: those whose calls fail first, or those that most channels serve. */
export type UnpricedOrder = 'refused' | 'channels'

/** Those whose name has the word in it, in an order. */
export function unpricedFound(models: readonly PriceDeskModel[], word: string, order: UnpricedOrder): readonly PriceDeskModel[] {
  const other = order === 'refused' ? 'channels' : 'refused'
  return models
    .filter(({ model }) => model.toLowerCase().includes(word.trim().toLowerCase()))
    .toSorted((a, b) => b[order] - a[order] || b[other] - a[other] || (a.model < b.model ? -1 : 1))
}

/** The book with the prices of a suggestion for a model. */
export function withSuggestion(book: PriceBook, model: string, { prices }: PriceSuggestion): PriceBook {
  return prices.reduce((sofar, { key, proposed }) => {
    const column = priceColumns.find(({ option }) => option === key)
    return column ? withStored(sofar, column, model, proposed) : sofar
  }, book)
}

/** What a suggestion comes to, in dollars: per call, or of input and output. */
export function suggestedDollars(suggestion: PriceSuggestion): {
  readonly call?: number
  readonly input?: number
  readonly output?: number
} {
  const book = withSuggestion({}, '', suggestion)
  const dollars = (name: string) => {
    const column = priceColumns.find((one) => one.name === name)
    return column && shownOf(book, column, '', 'dollars')
  }
  const call = dollars('perCall')
  if (call !== undefined) return { call }
  const [input, output] = [dollars('freshInput'), dollars('output')]
  return { ...(input === undefined ? {} : { input }), ...(output === undefined ? {} : { output }) }
}

/** Which models stand in the table. */
export const priceFilters = ['served', 'all', 'unpriced', 'sold'] as const
export type PriceFilter = (typeof priceFilters)[number]

/** A row of the table: a model, and other names of it that have the same prices and that nobody serves. */
export interface PriceRow {
  readonly name: string
  readonly aliases: readonly string[]
}

interface RowParts {
  readonly names: readonly string[]
  readonly models: DeskModels
  readonly filter: PriceFilter
  /** Prices that decide whether two names say the same; both have to. */
  readonly books: readonly PriceBook[]
}

/**
 * The rows of a filter, those without a price first, and then by name: of several names of one model that cost the same, one stands for all,
 * the one that is served.
 */
export function priceRows({ names, models, filter, books }: RowParts): readonly PriceRow[] {
  const isServed = (name: string) => (models.get(name)?.channels ?? 0) > 0
  // As the server knows it: a row does not move away while its price is typed.
  const lacks = ({ name }: PriceRow) => (isServed(name) && models.get(name)?.is_unpriced === true ? 1 : 0)
  const groups = Map.groupBy(names, (name) => `${spelling(name)}\n${pricesOf(books, name)}`)
  const rows = [...groups.values()].flatMap((alike): PriceRow[] => {
    const [served, idle] = [alike.filter(isServed), alike.filter((name) => !isServed(name)).toSorted(byDots)]
    const shown = served.length > 0 ? served : idle.slice(0, 1)
    return shown.map((name, at) => ({ name, aliases: at === 0 ? idle.filter((other) => other !== name) : [] }))
  })
  return rows
    .filter(({ name }) => isShown(models, filter, books, name))
    .toSorted((a, b) => lacks(b) - lacks(a) || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
}

function isShown(models: DeskModels, filter: PriceFilter, books: readonly PriceBook[], name: string): boolean {
  const facts = models.get(name)
  if (filter === 'served') return (facts?.channels ?? 0) > 0
  if (filter === 'sold') return (facts?.sold ?? 0) > 0
  return filter === 'all' || (facts?.is_unpriced === true && books.some((book) => !hasPrice(book, name)))
}

/** `gpt-5.1` and `gpt-5-1` are spelled alike. */
const spelling = (name: string) => name.toLowerCase().replace(/[._]/g, '-')
const pricesOf = (books: readonly PriceBook[], name: string) =>
  JSON.stringify(books.map((book) => priceColumns.map((column) => storedOf(book, column, name) ?? null)))
/** The spelling with most dots is the maker's. */
const byDots = (a: string, b: string) => b.split('.').length - a.split('.').length || (a < b ? -1 : 1)
