// Fills a database with the calls of a month and the sums that belong to them, for the question of the dashboard: the ledger writes
// only rows of now.
import { logType } from '@waystation/contract/site/status-table'
import { sql } from 'kysely'
import { type AnyWriteTask, writeTask } from '../../server/src/db/write-task.ts'
import { newLogRow } from '../../server/src/domain/ledger/commit/write-batch.ts'
import { logTable } from '../../server/src/domain/ledger/ledger-tables.ts'

export interface SeedCall {
  readonly userId: number
  readonly channelId: number
  readonly model: string
  readonly tokens: number
}

/** Unix seconds, and how long the calls are spread over. */
export interface Month {
  readonly from: number
  readonly seconds: number
}

/** Two primes: a call's time is as good as random, and the same in every run. */
const [STRIDE, SHIFT] = [7919, 104_729]

/** The first rows: user, channel and model of each call. */
const seedCalls = writeTask<{ calls: readonly SeedCall[]; month: Month }, null>('bench.seed-calls', async (tx, { calls, month }) => {
  const rows = calls.map(({ userId, channelId, model, tokens }, at) => {
    const spent = { promptTokens: tokens, completionTokens: Math.ceil(tokens / 4), quota: tokens * 2 }
    const who = { userId, username: `user-${userId}`, tokenId: 1, tokenName: 'bench', group: 'default', clientIp: '' }
    const log = { type: logType.consumption, ...who, ...spent, channelId, model, isStream: true, useTime: 3, other: '' }
    return newLogRow(`01ARZ3NDEKTSV4RRFF${String(at).padStart(8, '0')}`, log, month.from + ((at * STRIDE) % month.seconds))
  })
  await tx.sets.insertMany(logTable, rows)
  return null
})

/** As many rows again as there are, at other times. */
const doubleCalls = writeTask<{ month: Month; round: number }, null>('bench.double-calls', async (tx, { month, round }) => {
  const others = sql.join(
    Object.keys(logTable.columns)
      .slice(1)
      .map((name) => sql.ref(name)),
  )
  const at = sql`${sql.lit(month.from)} + (id * ${sql.lit(STRIDE)} + ${sql.lit(round * SHIFT)}) % ${sql.lit(month.seconds)}`
  await sql`insert into log (created_at, ${others}) select ${at}, ${others} from log`.execute(tx.db)
  return null
})

/** The sums of these rows, as the ledger would have kept them. */
const sumCalls = writeTask<null, null>('bench.sum-calls', async (tx) => {
  await sql`insert into usage_quarter (quarter, user_id, model_name, channel_id, calls, prompt_tokens, completion_tokens, quota)
    select created_at - created_at % 900 as started, user_id, model_name, channel_id, count(*), sum(prompt_tokens), sum(completion_tokens), sum(quota)
    from log group by started, user_id, model_name, channel_id`.execute(tx.db)
  for (const [table, time, seconds, key] of [
    ['usage_model_quarter', 'quarter', 900, 'model_name'],
    ['usage_channel_quarter', 'quarter', 900, 'channel_id'],
    ['usage_user_day', 'day', 86_400, 'user_id'],
  ] as const)
    await sql`insert into ${sql.table(table)} (${sql.ref(time)}, ${sql.ref(key)}, calls, prompt_tokens, completion_tokens, quota)
      select quarter - quarter % ${sql.lit(seconds)} as started, ${sql.ref(key)}, sum(calls), sum(prompt_tokens), sum(completion_tokens), sum(quota)
      from usage_quarter group by started, ${sql.ref(key)}`.execute(tx.db)
  // A server looks after its own statistics while it runs; this one has just been filled.
  if (tx.kind === 'postgres') await sql`analyze`.execute(tx.db)
  return null
})

export const fillTasks = { seedCalls, doubleCalls, sumCalls }
export const writeTasks: readonly AnyWriteTask[] = Object.values(fillTasks)
