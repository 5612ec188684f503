// A list as CSV, in the columns' own words.
import type { AnyColumn } from './column.ts'

/** More than this is the business of a database export, not of a browser. */
export const CSV_ROW_LIMIT = 20_000

/** @param titles of the columns, in the user's language */
export function csvText<Row>(columns: readonly AnyColumn<Row>[], titles: readonly string[], rows: readonly Row[]): string {
  const lines = [titles, ...rows.map((row) => columns.map((column) => column.text(row)))]
  return lines.map((cells) => cells.map((cell) => csvCell(cell)).join(',')).join('\r\n')
}

/** A cell that begins like a formula gets a quote in front, so that a spreadsheet does not run what a user named something. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
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
