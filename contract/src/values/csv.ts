// Cells of CSV files, for exports by the server and the console (control 56).

/** One line, without its end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map(csvCell).join(',')
}

/** What a spreadsheet may split at: in countries that write `1,5`, it is the semicolon, whatever the file says. */
const SEPARATOR = /([;\t\r\n])/
/** Signs that begin a formula, also in their full width. Spreadsheets pass over space in front, and over quotes that they misread. */
const FORMULA = /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u

/**
 * A cell in which each part that begins like a formula has an apostrophe in front, so that a spreadsheet does not run what a user named
 * something. Quoting alone does not do it: split at another sign than the comma, a quote in the middle of a line is a sign like others.
 */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const parts = value.split(SEPARATOR).map((part) => (FORMULA.test(part) ? `'${part}` : part))
  const text = parts.join('')
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
