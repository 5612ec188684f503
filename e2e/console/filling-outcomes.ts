// How the calls of a filled server ended and how long they took, beside its sums of usage: most were answered, and some hours were bad.
import type { DatabaseSync } from 'node:sqlite'
import { latencyBucket, latencyBuckets, latencyMeasures } from '../../contract/src/calls/outcomes.ts'

const QUARTER = 900
const DAY = 86_400

/** Kinds of failures, each with the calls of which one fails so. */
const FAILURES = [
  { kind: 'upstream_error 500', every: 220 },
  { kind: 'upstream_error 429', every: 160 },
  { kind: 'upstream_timeout', every: 700 },
  { kind: 'insufficient_user_quota', every: 300 },
] as const
/** The middle time of a first token and of a whole call, milliseconds. */
const TIMES = [
  { measure: latencyMeasures.first, ms: 620 },
  { measure: latencyMeasures.total, ms: 4200 },
] as const
/** How many of a hundred calls took so much longer. */
const SPREAD = [
  [0.5, 15],
  [0.8, 30],
  [1, 30],
  [2, 18],
  [4, 7],
] as const

/** The sums of usage must have been spread before. */
export function spreadOutcomes(database: DatabaseSync): void {
  for (const table of ['outcome_quarter', 'latency_quarter', 'usage_token_quarter', 'usage_token_day'])
    database.exec(`delete from ${table}`)
  const sums = database
    .prepare('select quarter, user_id, sum(calls) as calls from usage_quarter group by quarter, user_id')
    .all() as unknown as { quarter: number; user_id: number; calls: number }[]
  const add = database.prepare(
    'insert into outcome_quarter (user_id, quarter, kind, calls) values (?, ?, ?, ?) on conflict do update set calls = calls + excluded.calls',
  )
  const parts = latencyBuckets.map((bucket) => `b${bucket}`)
  const none = `insert or ignore into latency_quarter (quarter, measure, ${parts.join(', ')}) values (?, ?, ${parts.map(() => 0).join(', ')})`
  const time = (quarter: number, measure: number, bucket: number, count: number) => {
    database.prepare(none).run(quarter, measure)
    database
      .prepare(`update latency_quarter set b${bucket} = b${bucket} + ? where quarter = ? and measure = ?`)
      .run(count, quarter, measure)
  }
  for (const { quarter, user_id, calls } of sums) {
    const note = (kind: string, count: number) => {
      if (count > 0) for (const owner of [0, user_id]) add.run(owner, quarter, kind, count)
    }
    note('', calls)
    // One hour of each day is a bad one.
    const isBad = (quarter / QUARTER / 4) % 24 === 11
    for (const { kind, every } of FAILURES) note(kind, Math.floor((calls * (isBad ? 12 : 1)) / every + ((quarter / QUARTER) % 7) / 8))
    for (const { measure, ms } of TIMES)
      for (const [factor, share] of SPREAD)
        time(quarter, measure, latencyBucket(ms * factor * (isBad ? 3 : 1)), Math.ceil((calls * share) / 100))
  }
  spreadTokens(database)
}

/** All of a user's usage was through the token of the log that they used most. */
function spreadTokens(database: DatabaseSync): void {
  database.exec(
    `insert into usage_token_quarter (quarter, token_id, user_id, calls, prompt_tokens, completion_tokens, quota)
     select quarter, coalesce((select max(token_id) from log where log.user_id = usage_quarter.user_id), 0), user_id,
     sum(calls), sum(prompt_tokens), sum(completion_tokens), sum(quota) from usage_quarter group by quarter, user_id`,
  )
  database.exec(
    `insert into usage_token_day (day, token_id, user_id, calls, prompt_tokens, completion_tokens, quota)
     select quarter - quarter % ${DAY}, token_id, user_id, sum(calls), sum(prompt_tokens), sum(completion_tokens), sum(quota)
     from usage_token_quarter group by 1, 2, 3`,
  )
}
