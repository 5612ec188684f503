// Fills a log with charged calls and their details, for the question of the simulator: the ledger writes only rows of now.
import type { LogOther } from '@waystation/contract/calls/log'
import { logType } from '@waystation/contract/site/status-table'
import { sql } from 'kysely'
import { type AnyWriteTask, writeTask } from '../../server/src/db/write-task.ts'
import { newLogRow } from '../../server/src/domain/ledger/commit/write-batch.ts'
import { logDetailTable, logTable } from '../../server/src/domain/ledger/ledger-tables.ts'

export interface ChargedBatch {
  /** The number of the first call. */
  readonly first: number
  readonly calls: number
  /** Unix seconds, of the first call and of the last one. */
  readonly from: number
  readonly to: number
  /** How many calls there are in all batches. */
  readonly all: number
}

const MODELS = ['gpt-5', 'gpt-4o', 'gpt-4.1-mini', 'claude-sonnet-4-5', 'claude-haiku-4-5', 'gemini-2.5-pro', 'deepseek-chat', 'o4-mini']
const USERS = 500

/** Calls as a busy gateway has them: many users, some models, and cache read by half of the calls. */
const seedCharges = writeTask<ChargedBatch, null>('bench.seed-charges', async (tx, { first, calls, from, to, all }) => {
  const numbers = Array.from({ length: calls }, (_, at) => first + at)
  const rows = numbers.map((at) => {
    const { id, model, tokens, output, quota } = callOf(at)
    const userId = 1 + ((at * 7919) % USERS)
    const who = { userId, username: `user-${userId}`, tokenId: 1, tokenName: 'bench', group: 'default', clientIp: '' }
    const used = { promptTokens: tokens, completionTokens: output, quota }
    const log = { type: logType.consumption, ...who, ...used, channelId: 1 + (at % 3), model, isStream: true, useTime: 3, other: '' }
    return newLogRow(id, log, from + Math.floor(((to - from) * at) / all))
  })
  await tx.sets.insertMany(logTable, rows)
  const details = numbers.map((at) => ({ request_id: callOf(at).id, other: JSON.stringify(detailsOf(at)) }))
  await tx.sets.insertMany(logDetailTable, details)
  return null
})

/** What a server's own statistics would say by now. */
const analyzeCharges = writeTask<null, null>('bench.analyze-charges', async (tx) => {
  if (tx.kind === 'postgres') await sql`analyze`.execute(tx.db)
  return null
})

function callOf(at: number) {
  const tokens = 200 + ((at * 104_729) % 8000)
  const cached = at % 2 === 0 ? Math.floor(tokens / 2) : 0
  const output = 50 + ((at * 7919) % 900)
  const model = MODELS[at % MODELS.length] ?? ''
  return { id: `01ARZ3NDEKTSV4RRFF${String(at).padStart(8, '0')}`, model, tokens, cached, output, quota: tokens + 4 * output }
}

/** As settle.ts writes them, attempts and the vendor's own words included. */
function detailsOf(at: number): LogOther {
  const { id, model, tokens, cached, output, quota } = callOf(at)
  const lines = [
    { bucket: 'freshInput', tokens: tokens - cached, weight: '1' },
    ...(cached > 0 ? [{ bucket: 'cacheRead', tokens: cached, weight: '0.1' }] : []),
    { bucket: 'output', tokens: output, weight: '4' },
  ]
  const charge = { kind: 'per-token', lines, model_ratio: '1', price_source: 'ratio', priced_model: model, group_ratio: '1' } as const
  const raw = { prompt_tokens: tokens, completion_tokens: output, total_tokens: tokens + output }
  const attempt = { channel_id: 1 + (at % 3), channel_name: 'a channel of the bench', started_ms: 3, took_ms: 2140, status: 200 }
  return {
    ...{
      model_price: -1,
      model_ratio: 1,
      group_ratio: 1,
      price_version: 3,
      completion_ratio: 4,
      cache_ratio: 0.1,
      cache_creation_ratio: 1,
    },
    ...{ cache_tokens: cached, reasoning_tokens: 40, total_ms: 2150, endpoint: '/v1/chat/completions', frt: 412, end_reason: 'done' },
    ...{ usage_source: 'upstream', usage_raw: { ...raw, prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 } } },
    charge: { ...charge, quota, held: quota * 3, entry_ref: `settle:${id}` },
    admin_info: { use_channel: [String(attempt.channel_id)], attempts: [attempt], candidate_count: 3 },
  }
}

export const chargeTasks = { seedCharges, analyzeCharges }
export const writeTasks: readonly AnyWriteTask[] = Object.values(chargeTasks)
