/** One line of a report, with what to do about it. */
export interface ReportLine {
  readonly mark: '✓' | '·' | '!' | '✗'
  readonly name: string
  readonly says: string
  readonly advice?: string
}

/** Prints a report, the names in one column. */
export function printLines(lines: readonly ReportLine[]): void {
  const width = Math.max(0, ...lines.map(({ name }) => name.length))
  for (const { mark, name, says, advice } of lines) {
    console.log(`${mark} ${name.padEnd(width)}  ${says}`)
    if (advice !== undefined) console.log(`  ${' '.repeat(width)}  → ${advice}`)
  }
}
