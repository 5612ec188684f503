import { isMissed, type Row } from '../question.ts'
import type { Measured } from './measure.ts'

/** A question's answer as lines of a table. */
export function printAnswer({
  question,
  title,
  rows,
  error,
}: {
  question: number
  title: string
  rows: readonly Row[]
  error?: string
}): string {
  const lines = rows.map((row) => {
    const figures = [
      `${figure(row.subject)} ${row.unit}`,
      row.floor ? `${row.floorName ?? 'floor'} ${figure(row.floor)}` : '',
      row.floor ? `ratio ${figure(row.judged)}` : '',
    ].filter((text) => text !== '')
    return [`  ${row.what.padEnd(58)}`, figures.join(' | '), verdict(row), row.note === undefined ? '' : `(${row.note})`]
      .filter((text) => text !== '')
      .join('  ')
  })
  return `${[`${question} ${title}`, ...(error === undefined ? [] : [`  FAILED: ${error}`]), ...lines].join('\n')}\n`
}

function verdict(row: Row): string {
  if (row.goal === undefined) return ''
  const word =
    row.unclear !== undefined
      ? `UNCLEAR, ${row.unclear}`
      : isMissed(row)
        ? 'MISSED'
        : row.judged.median > row.goal
          ? 'within the noise'
          : 'ok'
  return `${word}: goal ≤ ${row.goal}`
}

function figure({ median, noise }: Measured): string {
  const digits = median >= 100 ? 0 : median >= 10 ? 1 : 2
  return noise === 0 ? median.toFixed(digits) : `${median.toFixed(digits)} ± ${noise.toFixed(digits)}`
}
