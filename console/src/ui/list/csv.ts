// A list as CSV, in the columns' own words.
import { csvLine } from '@waystation/contract/csv'
import type { AnyColumn } from './column.ts'

/** More than this is the business of a database export, not of a browser. */
export const MAX_CSV_ROWS = 20_000

/** @param titles of the columns, in the user's language */
export function csvText<Row>(columns: readonly AnyColumn<Row>[], titles: readonly string[], rows: readonly Row[]): string {
  const lines = [titles, ...rows.map((row) => columns.map((column) => column.text(row)))]
  return lines.map(csvLine).join('\r\n')
}

/** Hands text to the browser as a file. The mark at the start tells Excel that it is UTF-8. */
export function downloadText(filename: string, text: string): void {
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  URL.revokeObjectURL(address)
}
