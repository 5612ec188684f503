// Reads CSV as spreadsheets and vendors write it: quoted cells, a byte order mark, any line end, and one of three separators.

import { AppError } from '@waystation/contract/errors'
import { MAX_BILL_LINES } from '@waystation/contract/money/books'

export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

export interface CsvRow {
  /** The line in which it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * The rows that have anything in them, one by one. Cells are without the space around them.
 * @throws AppError bill_unclosed_quote, bill_too_long
 */
export function* readCsv(text: string, separator: Separator): Generator<CsvRow, void> {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  let count = 0
  while (at < text.length) {
    const row = readRow(text, at, line, separator)
    if (row.cells.some((cell) => cell !== '')) {
      count += 1
      yield { line, cells: row.cells }
    }
    if (count > MAX_BILL_LINES) throw new AppError('bill_too_long', { limit: MAX_BILL_LINES })
    at = row.end
    line = row.line
  }
}

interface ReadRow {
  readonly cells: string[]
  /** Where the next row begins, and in which line. */
  readonly end: number
  readonly line: number
}

function readRow(text: string, from: number, firstLine: number, separator: Separator): ReadRow {
  const cells: string[] = []
  let [at, line] = [from, firstLine]
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(text, at, line, separator) : plainCell(text, at, separator)
    cells.push(cell.value.trim())
    at = cell.end
    line += cell.lines
    if (text[at] !== separator) break
    at += 1
  }
  if (text[at] === '\r') at += 1
  if (text[at] === '\n') at += 1
  return { cells, end: at, line: line + 1 }
}

interface ReadCell {
  readonly value: string
  readonly end: number
  /** Line ends within it. */
  readonly lines: number
}

function plainCell(text: string, from: number, separator: Separator): ReadCell {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(from, end), end, lines: 0 }
}

/** From its quote to the separator or line end behind it; a doubled quote stands for one. */
function quotedCell(text: string, from: number, line: number, separator: Separator): ReadCell {
  let close = text.indexOf('"', from + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0) throw new AppError('bill_unclosed_quote', { line })
  const value = text.slice(from + 1, close).replaceAll('""', '"')
  // What stands between the quote and the separator belongs to no cell of any known writer; it is kept, so that it is seen as wrong.
  const rest = plainCell(text, close + 1, separator)
  return { value: value + rest.value, end: rest.end, lines: value.split(/\r\n|\r|\n/).length - 1 }
}
