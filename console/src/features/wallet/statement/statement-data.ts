import type { getStatement } from '@waystation/contract/api/money/statement'
import type { CallData } from '@waystation/contract/channels/endpoint'

/** A statement as the server sends it. */
export type StatementData = CallData<typeof getStatement>
export type CauseData = StatementData['causes'][number]
export type EntryData = CauseData['listed'][number]

/** What a line moves, in quota units. */
export interface Amounts {
  readonly in: number
  readonly out: number
}

/** What the calls' lines move: models, what was corrected, and what is counted elsewhere. They add up to what the ledger has of calls. */
export function callLines({ calls }: Pick<StatementData, 'calls'>): Amounts[] {
  return [
    ...calls.models.map(({ quota }) => ({ in: 0, out: quota })),
    { in: calls.corrected, out: calls.corrected },
    { in: 0, out: calls.elsewhere },
  ]
}

/** What all lines that a statement shows come to: not what the ledger says that they should. */
export function pageSums(statement: Pick<StatementData, 'opening' | 'causes' | 'calls'>): Amounts & { readonly closing: number } {
  const entries = statement.causes.filter(({ cause }) => cause !== 'call').flatMap(({ listed, unlisted }) => [...listed, unlisted])
  const lines: readonly Amounts[] = [...entries, ...callLines(statement)]
  const sums = lines.reduce((sum, line) => ({ in: sum.in + line.in, out: sum.out + line.out }), { in: 0, out: 0 })
  return { ...sums, closing: statement.opening + sums.in - sums.out }
}

/** `2026-11`, or undefined for anything else. */
export const monthIn = (text: string | undefined): string | undefined =>
  text !== undefined && /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/.test(text) ? text : undefined

/** The month so many after another. */
export function monthAfter(month: string, by: number): string {
  const [year = 0, at = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7)
}
