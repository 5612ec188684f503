// The sums of what was used: by quarter of an hour, user, model and channel together, and by quarter and model, quarter and channel, day and
// user. The latter are what everybody's dashboard reads, where the former have a row for nearly every other call (docs/decisions/0009-the-dashboard.md).
import { type SetExecutor, setTable } from '../../../db/set-executor.ts'
import type { Sums, TokenQuarterRow, UsageQuarterRow } from '../../../db/tables/tables.ts'

const sums = { calls: 'int', prompt_tokens: 'int', completion_tokens: 'int', quota: 'int' } as const
const usageTable = setTable('usage_quarter', { quarter: 'int', user_id: 'int', model_name: 'text', channel_id: 'int', ...sums })
const modelTable = setTable('usage_model_quarter', { quarter: 'int', model_name: 'text', ...sums })
const channelTable = setTable('usage_channel_quarter', { quarter: 'int', channel_id: 'int', ...sums })
const userTable = setTable('usage_user_day', { day: 'int', user_id: 'int', ...sums })
const tokenTable = setTable('usage_token_quarter', { quarter: 'int', token_id: 'int', user_id: 'int', ...sums })
const tokenDayTable = setTable('usage_token_day', { day: 'int', token_id: 'int', user_id: 'int', ...sums })

const DAY_SECONDS = 86_400

/**
 * Adds to the sums. Each table is written in the order of its keys, so that two nodes that fold at once wait for each other and do
 * not deadlock.
 */
export async function foldUsage(sets: SetExecutor, deltas: readonly UsageQuarterRow[]): Promise<void> {
  const added = summedBy(deltas, ({ quarter, user_id, model_name, channel_id }) => ({ quarter, user_id, model_name, channel_id }))
  await sets.addMany(usageTable, ['quarter', 'user_id', 'model_name', 'channel_id'], added)
  const byModel = summedBy(added, ({ quarter, model_name }) => ({ quarter, model_name }))
  await sets.addMany(modelTable, ['quarter', 'model_name'], byModel)
  const byChannel = summedBy(added, ({ quarter, channel_id }) => ({ quarter, channel_id }))
  await sets.addMany(channelTable, ['quarter', 'channel_id'], byChannel)
  const byUser = summedBy(added, ({ quarter, user_id }) => ({ day: quarter - (quarter % DAY_SECONDS), user_id }))
  await sets.addMany(userTable, ['day', 'user_id'], byUser)
}

/** Adds to the sums of tokens. */
export async function foldTokenUsage(sets: SetExecutor, deltas: readonly TokenQuarterRow[]): Promise<void> {
  const added = summedBy(deltas, ({ quarter, token_id, user_id }) => ({ quarter, token_id, user_id }))
  await sets.addMany(tokenTable, ['quarter', 'token_id', 'user_id'], added)
  const byDay = summedBy(added, ({ quarter, token_id, user_id }) => ({ day: quarter - (quarter % DAY_SECONDS), token_id, user_id }))
  await sets.addMany(tokenDayTable, ['day', 'token_id', 'user_id'], byDay)
}

/** One row for each key, in the order of the keys. */
function summedBy<Delta extends Sums, Key extends object>(deltas: readonly Delta[], keyOf: (delta: Delta) => Key): (Key & Sums)[] {
  const rows = new Map<string, Key & Sums>()
  for (const delta of deltas) {
    const key = keyOf(delta)
    const text = JSON.stringify(Object.values(key))
    const row = rows.get(text)
    rows.set(text, {
      ...key,
      calls: delta.calls + (row?.calls ?? 0),
      prompt_tokens: delta.prompt_tokens + (row?.prompt_tokens ?? 0),
      completion_tokens: delta.completion_tokens + (row?.completion_tokens ?? 0),
      quota: delta.quota + (row?.quota ?? 0),
    })
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
