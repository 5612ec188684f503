// The sums of usage of a filled server: today's are those of its log; the weeks before are like today, busier by day than by night.
import type { DatabaseSync } from 'node:sqlite'
import { spreadOutcomes } from './filling-outcomes.ts'

const QUARTER = 900
const HOUR = 3600
const DAY = 86_400
const DAYS_BEFORE = 40
/** The share of a day's calls in each hour of the day, in thousandths. */
const SHARES = [12, 8, 6, 5, 6, 10, 18, 32, 52, 66, 74, 78, 64, 70, 76, 74, 68, 60, 50, 44, 42, 38, 30, 17]

interface DaySum {
  readonly user_id: number
  readonly model_name: string
  readonly channel_id: number
  readonly calls: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly quota: number
}

/** Between 0 and 1, and the same each time. */
function chance(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453
  return value - Math.floor(value)
}

/** Puts the sums where the log's times say; the log's calls must have been spread before. */
export function spreadUsage(database: DatabaseSync, now: number): void {
  database.exec('delete from usage_quarter')
  database.exec(
    `insert into usage_quarter (quarter, user_id, model_name, channel_id, calls, prompt_tokens, completion_tokens, quota)
     select created_at - created_at % ${QUARTER}, user_id, model_name, channel_id, count(*), sum(prompt_tokens), sum(completion_tokens), sum(quota)
     from log where type = 2 group by 1, 2, 3, 4`,
  )
  const day = database
    .prepare(
      `select user_id, model_name, channel_id, sum(calls) as calls, sum(prompt_tokens) as prompt_tokens,
       sum(completion_tokens) as completion_tokens, sum(quota) as quota from usage_quarter group by 1, 2, 3`,
    )
    .all() as unknown as DaySum[]
  const insert = database.prepare('insert into usage_quarter values (?, ?, ?, ?, ?, ?, ?, ?)')
  const first = now - (now % HOUR) - 12 * HOUR
  for (let hour = first; hour > now - DAYS_BEFORE * DAY; hour -= HOUR) {
    for (const [index, sum] of day.entries()) {
      // A busier week now and then, and every model has its own ups and downs; the same each time.
      const wave = 1 + 0.35 * Math.sin(hour / DAY + index) + 0.2 * Math.sin((hour / HOUR) * 1.7 + index * 2)
      const factor = ((SHARES[(hour / HOUR) % 24] ?? 0) / 1000) * wave
      const calls = Math.floor(sum.calls * factor + chance(hour / HOUR + index * 7))
      if (calls === 0) continue
      const part = (value: number) => Math.round((value * calls) / sum.calls)
      const { user_id, model_name, channel_id, prompt_tokens, completion_tokens, quota } = sum
      insert.run(hour, user_id, model_name, channel_id, calls, part(prompt_tokens), part(completion_tokens), part(quota))
    }
  }
  bookUsage(database, first)
  // Everybody's figures are read from sums of their own.
  for (const { table, time, seconds, key } of SUMS) {
    database.exec(`delete from ${table}`)
    database.exec(
      `insert into ${table} (${time}, ${key}, calls, prompt_tokens, completion_tokens, quota)
       select quarter - quarter % ${seconds} as started, ${key}, sum(calls), sum(prompt_tokens), sum(completion_tokens), sum(quota)
       from usage_quarter group by started, ${key}`,
    )
  }
  spreadOutcomes(database)
}

/** What the weeks before cost is charged in the sums of statements, too, and was given long before. @param first the last hour of them */
function bookUsage(database: DatabaseSync, first: number): void {
  const charged = `select account.id as account_id, usage_quarter.quarter / ${QUARTER} as quarter_number, sum(usage_quarter.calls) as calls, sum(quota) as quota
    from usage_quarter join account on account.kind = 'user' and account.owner_id = usage_quarter.user_id
    where usage_quarter.quarter <= ${first} group by 1, 2`
  const into = 'insert into account_quarter (account_id, quarter_number, kind, entries, amount_in, amount_out)'
  const add = 'on conflict do update set entries = entries + excluded.entries, amount_out = amount_out + excluded.amount_out'
  database.exec(`${into} select account_id, quarter_number, 'settle', calls, 0, quota from (${charged}) where true ${add}`)
  database.exec(
    `${into} select account_id, ${Math.floor(first / QUARTER) - (2 * DAYS_BEFORE * DAY) / QUARTER}, 'grant', 1, sum(quota), 0 from (${charged}) group by 1`,
  )
}

/** The tables of sums that the server keeps beside the quarters. */
const SUMS = [
  { table: 'usage_model_quarter', time: 'quarter', seconds: QUARTER, key: 'model_name' },
  { table: 'usage_channel_quarter', time: 'quarter', seconds: QUARTER, key: 'channel_id' },
  { table: 'usage_user_day', time: 'day', seconds: DAY, key: 'user_id' },
] as const
