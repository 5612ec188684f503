// A vendor's bill as sums by day and model. A file is read whole or refused with the line that is wrong.

import { setImmediate as untilOthersHaveRun } from 'node:timers/promises'
import { AppError } from '@waystation/contract/errors'
import type { BillForm } from '@waystation/contract/money/books'
import { type Amount, DAY_SECONDS, halfStep, microsOf, quotaOf, readAmount, readDay } from './bill-values.ts'
import { type CsvRow, readCsv, type Separator, separators } from './read-csv.ts'
import { type Columns, type Form, forms, usageExports } from './vendors/bill-forms.ts'

/** What a day and model came to on a bill. */
export interface BillLine {
  /** Start of the day in UTC, unix seconds. */
  readonly day: number
  /** As the bill names it; empty where it names none. */
  readonly model: string
  /** Millionths of a dollar. */
  readonly micros: number
  /** The same in quota units, and by how much rounding may have changed it. */
  readonly quota: number
  readonly slack: number
  readonly tokens: number
}

export interface ReadBill {
  readonly form: BillForm
  /** Rows of the file that have an amount. */
  readonly rows: number
  readonly lines: readonly BillLine[]
}

/** A header is looked for in so many rows: a cost table of Google begins with the facts of its invoice. */
const HEADER_WITHIN = 30
/** Rows that are read before others have their turn: some milliseconds. */
const ROWS_AT_ONCE = 1000
/** As long as names of models are stored. */
const MODEL_CHARACTERS = 190

/**
 * Reads a bill whose form is known by its header.
 * @throws AppError bill_columns_missing, bill_without_amounts, bill_bad_date, bill_bad_amount, bill_bad_tokens, bill_currency,
 * bill_not_by_day, bill_unclosed_quote, bill_too_long, bill_no_lines
 */
export async function readBill(text: string, quotaPerUnit: number): Promise<ReadBill> {
  const table = tableOf(text)
  const sums = new Map<string, Sum>()
  let rows = 0
  let places = 0
  let seen = 0
  for (const row of table.rows) {
    seen += 1
    // A long bill takes a second, in which calls go on.
    if (seen % ROWS_AT_ONCE === 0) await untilOthersHaveRun()
    const entry = entryOf(row, table)
    if (!entry) continue
    rows += 1
    places = Math.max(places, entry.amount.places)
    const key = `${entry.day} ${entry.model}`
    const sum = sums.get(key) ?? { day: entry.day, model: entry.model, units: 0n, rows: 0n, tokens: 0 }
    sums.set(key, { ...sum, units: sum.units + entry.amount.units, rows: sum.rows + 1n, tokens: sum.tokens + entry.tokens })
  }
  if (rows === 0) throw new AppError('bill_no_lines')
  const step = halfStep(places)
  const lines = [...sums.values()].map(({ day, model, units, rows: summed, tokens }) => ({
    ...{ day, model, tokens },
    micros: exact(microsOf(units)),
    quota: exact(quotaOf(units, quotaPerUnit)),
    slack: exact(quotaOf(step * summed, quotaPerUnit)),
  }))
  return { form: table.form.name, rows, lines }
}

interface Sum {
  readonly day: number
  readonly model: string
  readonly units: bigint
  readonly rows: bigint
  readonly tokens: number
}

function exact(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new AppError('field_too_big')
  return number
}

interface Table {
  readonly form: Form
  readonly separator: Separator
  /** Where each column stands, and what it is called. */
  readonly places: ReadonlyMap<keyof Columns, { readonly at: number; readonly name: string }>
  readonly rows: Iterable<CsvRow>
}

/** The file's rows under its header, by the first separator under which a known form appears. */
function tableOf(text: string): Table {
  let widest: CsvRow = { line: 1, cells: [] }
  for (const separator of separators) {
    const rows = readCsv(text, separator)
    for (let at = 0; at < HEADER_WITHIN; at++) {
      const { value: row } = rows.next()
      if (!row) break
      const names = row.cells.map((cell) => cell.toLowerCase())
      const form = forms.find((one) => isOf(one, names))
      if (form) return { form, separator, places: placesOf(form, row.cells, names), rows }
      if (row.cells.length > widest.cells.length) widest = row
    }
  }
  throw unknownForm(widest.cells)
}

function isOf({ marks, required, columns }: Form, names: readonly string[]): boolean {
  const has = (list: readonly string[]) => list.some((name) => names.includes(name))
  return marks.every(has) && required.every((one) => has(columns[one] ?? []))
}

function placesOf(form: Form, cells: readonly string[], names: readonly string[]): Table['places'] {
  const places = new Map<keyof Columns, { at: number; name: string }>()
  for (const [column, list] of Object.entries(form.columns) as [keyof Columns, readonly string[]][]) {
    const name = list.find((one) => names.includes(one))
    if (name !== undefined) places.set(column, { at: names.indexOf(name), name: cells[names.indexOf(name)] ?? name })
  }
  return places
}

/** What is missing for the form that the file is nearest to. */
function unknownForm(cells: readonly string[]): AppError {
  const names = cells.map((cell) => cell.toLowerCase())
  const has = (list: readonly string[] = []) => list.some((name) => names.includes(name))
  const usage = usageExports.find(({ column }) => names.includes(column))
  if (usage) return new AppError('bill_without_amounts', { missing: usage.missing })
  const marked = forms.find(({ marks }) => marks.some(has)) ?? forms.find(({ name }) => name === 'general')
  const lists = marked ? [...marked.marks, ...marked.required.map((column) => marked.columns[column] ?? [])] : []
  const missing = lists.filter((list) => !has(list)).map((list) => list[0] ?? '')
  const found = cells.filter((cell) => cell !== '').join(', ')
  return new AppError('bill_columns_missing', { missing: [...new Set(missing)].join(', '), found: found.slice(0, 300) })
}

interface Entry {
  readonly day: number
  readonly model: string
  readonly amount: Amount
  readonly tokens: number
}

/** What a row says; undefined for a row that is a sum or an empty day. */
function entryOf(row: CsvRow, { form, separator, places }: Table): Entry | undefined {
  const { line } = row
  const cell = (column: keyof Columns) => row.cells[places.get(column)?.at ?? -1] ?? ''
  const nameOf = (column: keyof Columns) => places.get(column)?.name ?? column
  const [date, amountText] = [cell('date'), cell('amount')]
  if ((date === '' && form.hasTotals) || (amountText === '' && form.hasEmptyDays)) return undefined
  const day = readDay(date)
  if (day === undefined) throw new AppError('bill_bad_date', { line, value: date, column: nameOf('date') })
  assertOneDay(day, cell('end'), { line, date })
  const currency = cell('currency').toUpperCase()
  if (currency !== '' && currency !== 'USD' && currency !== '$') throw new AppError('bill_currency', { line, currency })
  const amount = readAmount(amountText, separator)
  if (!amount) throw new AppError('bill_bad_amount', { line, value: amountText, column: nameOf('amount') })
  const credit = cell('credit') === '' ? undefined : readAmount(cell('credit'), separator)
  const tokens = cell('tokens').replaceAll(',', '')
  if (!/^\d{0,15}$/.test(tokens)) throw new AppError('bill_bad_tokens', { line, value: tokens, column: nameOf('tokens') })
  return {
    day,
    model: form.modelOf(cell('model')).slice(0, MODEL_CHARACTERS),
    amount: credit ? { ...amount, units: amount.units + credit.units } : amount,
    tokens: Number(tokens),
  }
}

/** A line of a whole month can be compared with no day. */
function assertOneDay(day: number, end: string, { line, date }: { line: number; date: string }): void {
  const last = end === '' ? undefined : readDay(end)
  if (last !== undefined && last - day > DAY_SECONDS) throw new AppError('bill_not_by_day', { line, from: date, to: end })
}
