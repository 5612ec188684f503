// Tables of Markdown, for pages that are printed.

/** Text as code. Line ends, which a table cannot hold, are shown as `\n`. */
export function code(text: string): string {
  return `\`${text.replace(/\n/g, '\\n')}\``
}

/** One row of a table: bars in a cell are no borders. */
export function row(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replace(/\|/g, '\\|')).join(' | ')} |`
}

/** A table of rows that `row` has made. */
export function table(head: readonly string[], rows: readonly string[]): string {
  return [row(head), row(head.map(() => '---')), ...rows].join('\n')
}
