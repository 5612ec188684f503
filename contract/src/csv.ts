// Cells of CSV files, for exports by the server and the console (control 56).

/** One line, without its end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map(csvCell).join(',')
}

/** A cell that begins like a formula gets a quote in front, so that a spreadsheet does not run what a user named something. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
