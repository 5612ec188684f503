// How calls ended and how long they took, by quarter of an hour. What is read from it: domain/usage/health-store.ts.
import { latencyBucket, latencyBuckets, latencyMeasures } from '@waystation/contract/calls/outcomes'
import { type SetExecutor, setTable } from '../../../db/set-executor.ts'
import type { LatencyQuarterRow, OutcomeQuarterRow } from '../../../db/tables/tables.ts'
import type { LogDraft } from '../operation.ts'

const QUARTER_SECONDS = 900
/** Everybody together is a user of this number, so that nobody's sums are added up over all users. */
const EVERYBODY = 0

const outcomeTable = setTable('outcome_quarter', { user_id: 'int', quarter: 'int', kind: 'text', calls: 'int' })
/** Sound: the table has a column for each part. */
const partColumns = Object.fromEntries(latencyBuckets.map((bucket) => [`b${bucket}`, 'int'])) as Record<`b${number}`, 'int'>
const latencyTable = setTable('latency_quarter', { quarter: 'int', measure: 'int', ...partColumns })

/** Answered calls that took about as long. */
export interface LatencyDelta {
  readonly quarter: number
  readonly measure: number
  readonly bucket: number
  readonly calls: number
}

const quarterOf = (seconds: number): number => seconds - (seconds % QUARTER_SECONDS)

/**
 * The ends of the calls of some log rows, by user and kind; a sign of -1 takes rows back.
 * @param atSeconds when the rows are written, unix seconds
 */
export function outcomeDeltas(logs: readonly LogDraft[], atSeconds: number, sign: 1 | -1 = 1): OutcomeQuarterRow[] {
  const quarter = quarterOf(atSeconds)
  return added(
    logs.flatMap(({ userId, outcome, isGivenBack }) =>
      // What is given back was a call of before, whose end is counted.
      outcome && !isGivenBack ? [{ user_id: userId, quarter, kind: outcome.kind, calls: sign * (1 + (outcome.refusalsBefore ?? 0)) }] : [],
    ),
    ({ user_id, kind }) => `${user_id} ${kind}`,
  )
}

/** How long the calls took that were answered, by the bounds of the histogram. */
export function latencyDeltas(logs: readonly LogDraft[], atSeconds: number): LatencyDelta[] {
  const quarter = quarterOf(atSeconds)
  const counted = logs.flatMap(({ outcome, isGivenBack }) => {
    if (outcome?.kind !== '' || isGivenBack) return []
    const times = [
      { measure: latencyMeasures.first, ms: outcome.firstMs },
      { measure: latencyMeasures.total, ms: outcome.totalMs },
    ]
    return times.flatMap(({ measure, ms }) => (ms === undefined ? [] : [{ quarter, measure, bucket: latencyBucket(ms), calls: 1 }]))
  })
  return added(counted, ({ measure, bucket }) => `${measure} ${bucket}`)
}

/** Adds to the sums, in the order of their keys, so that two nodes that fold at once do not deadlock. */
export async function foldOutcomes(
  sets: SetExecutor,
  outcomes: readonly OutcomeQuarterRow[],
  latencies: readonly LatencyDelta[],
): Promise<void> {
  const everybodys = outcomes.map((row) => ({ ...row, user_id: EVERYBODY }))
  const ends = added([...everybodys, ...outcomes], ({ user_id, quarter, kind }) => `${user_id} ${quarter} ${kind}`)
  await sets.addMany(outcomeTable, ['user_id', 'quarter', 'kind'], ends)
  await sets.addMany(latencyTable, ['quarter', 'measure'], histograms(latencies))
}

/** A row for each quarter and measure, in their order. */
function histograms(latencies: readonly LatencyDelta[]) {
  const none = Object.fromEntries(latencyBuckets.map((bucket) => [`b${bucket}`, 0])) as Record<`b${number}`, number>
  const rows = new Map<string, LatencyQuarterRow>()
  for (const { quarter, measure, bucket, calls } of latencies) {
    const key = `${quarter} ${measure}`
    const row: LatencyQuarterRow = rows.get(key) ?? { ...none, quarter, measure }
    rows.set(key, row)
    row[`b${bucket}`] = (row[`b${bucket}`] ?? 0) + calls
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** One row for each key, in the order of the keys. */
function added<Row extends { readonly calls: number }>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const key = keyOf(row)
    sums.set(key, { ...row, calls: row.calls + (sums.get(key)?.calls ?? 0) })
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
