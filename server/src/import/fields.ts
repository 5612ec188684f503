// The columns of another gateway's rows, in words that are checked: a column that is not there counts as empty.
import { BALANCE_MAX } from '@waystation/contract/money/quota'
import type { ForeignRow } from '../db/foreign-database.ts'
import { isRecord } from '../lib/fields.ts'

/** What of the other database cannot be carried exactly, so that the whole run is refused. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}

/** A text; empty for null. Spaces at the end are those that fixed columns are filled with. */
export function textOf(row: ForeignRow, column: string): string {
  const value = row[column]
  if (value === null || value === undefined) return ''
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8').trimEnd()
  if (value instanceof Date) return value.toISOString()
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll('\0', '').trimEnd()
}

/**
 * A whole number that a double holds exactly.
 * @throws ImportRefused naming the column and the row
 */
export function wholeOf(row: ForeignRow, column: string, fallback = 0): number {
  const value = row[column]
  if (value === null || value === undefined || value === '') return fallback
  const number = typeof value === 'boolean' ? Number(value) : Number(String(value))
  if (!Number.isSafeInteger(number))
    throw new ImportRefused(`${column} of the row ${textOf(row, 'id')} is no whole number that can be carried exactly`)
  return number
}

/**
 * An amount of quota that an account can hold.
 * @throws ImportRefused naming the column and the row
 */
export function quotaOf(row: ForeignRow, column: string): number {
  const amount = wholeOf(row, column)
  if (Math.abs(amount) > BALANCE_MAX) throw new ImportRefused(`${column} of the row ${textOf(row, 'id')} is more than an account can hold`)
  return amount
}

/** A whole number for one of our 32-bit columns. */
export const countOf = (row: ForeignRow, column: string, fallback = 0): number =>
  Math.min(Math.max(0, wholeOf(row, column, fallback)), 2_147_483_647)

/** A switch: true, 1, or `true` as a text. */
export function flagOf(row: ForeignRow, column: string): boolean {
  return ['true', '1', 't'].includes(textOf(row, column).toLowerCase())
}

/** A JSON object; empty for anything else. */
export function objectIn(row: ForeignRow, column: string): Readonly<Record<string, unknown>> {
  return parsedObject(row[column])
}

/** The same of a text, or of what a driver has parsed already. */
export function parsedObject(value: unknown): Readonly<Record<string, unknown>> {
  if (value instanceof Uint8Array) return parsedObject(Buffer.from(value).toString('utf8'))
  if (isRecord(value)) return value
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return {}
  try {
    return parsedObject(JSON.parse(value))
  } catch {
    return {}
  }
}

/** Is a row marked as deleted, as GORM does it? */
export const isDeleted = (row: ForeignRow): boolean => textOf(row, 'deleted_at') !== ''

/** A number, such as an amount of dollars; undefined for none. */
export function numberOf(row: ForeignRow, column: string): number | undefined {
  const text = textOf(row, column)
  const number = Number(text)
  return text === '' || !Number.isFinite(number) ? undefined : number
}

/** The texts of a list, as the driver has parsed it. */
export function textsOf(row: ForeignRow, column: string): string[] {
  const value = row[column]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** A date as unix seconds; 0 for none. */
export function dateOf(row: ForeignRow, column: string): number {
  const ms = Date.parse(textOf(row, column))
  return Number.isNaN(ms) ? 0 : Math.floor(ms / 1000)
}

/** Unix seconds; 0 for none. Milliseconds are told by their size. */
export function secondsOf(row: ForeignRow, column: string): number {
  const value = wholeOf(row, column)
  return value > 100_000_000_000 ? Math.floor(value / 1000) : Math.max(0, value)
}

/** The items of a list with commas. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
