/** JSON with one row per line, in the order given: an update is then read as a difference. */
export function rowsText(rows: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(rows).map(([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(row)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}
