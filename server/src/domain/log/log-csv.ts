// The usage log as a file: every row that the filters leave, however many there are.
import type { LogEntry, LogOther } from '@waystation/contract/calls/log'
import { skipSentence } from '@waystation/contract/calls/skip-words'
import type { Language } from '@waystation/contract/errors'
import { dollarsOf } from '@waystation/contract/money/quota'
import { csvLine } from '@waystation/contract/values/csv'
import type { z } from 'zod'

/** A row as the API has it; what it tells beyond its columns is not text yet. */
export type ShownLog = Omit<z.input<typeof LogEntry>, 'other'> & { readonly other: LogOther }
type Cells = readonly (string | number)[]

/** A line in three parts: the middle one is about channels. */
type Line = readonly [Cells, Cells, Cells]

const heads: Readonly<Record<Language, Line>> = {
  zh: [
    ['时间（UTC）', '类型', '用户 ID', '用户', '令牌', '分组', '模型'],
    ['渠道 ID', '渠道', '跳过的渠道'],
    ['流式', '用时（秒）', '输入 Token', '缓存命中 Token', '输出 Token', '额度', '费用（美元）', 'IP', '请求 ID', '详情'],
  ],
  en: [
    ['Time (UTC)', 'Type', 'User ID', 'User', 'Token', 'Group', 'Model'],
    ['Channel ID', 'Channel', 'Skipped channels'],
    ['Streamed', 'Seconds', 'Input tokens', 'Cached tokens', 'Output tokens', 'Quota', 'Cost (USD)', 'IP', 'Request ID', 'Details'],
  ],
}

/** By the type of a row. */
const types: Readonly<Record<Language, readonly string[]>> = {
  zh: ['', '充值', '消费', '管理', '系统', '签到', '错误'],
  en: ['', 'Top-up', 'Usage', 'Admin', 'System', 'Check-in', 'Error'],
}

export interface LogCsvReader {
  readonly language: Language
  /** Owners are not told of channels. */
  readonly isOwn: boolean
  readonly quotaPerUnit: number
}

/** The file in parts. @param batches rows, from the newest to the oldest */
export async function* logCsv(batches: AsyncIterable<readonly ShownLog[]>, reader: LogCsvReader): AsyncIterable<string> {
  const text = ([begin, channel, end]: Line) => `${csvLine([...begin, ...(reader.isOwn ? [] : channel), ...end])}\r\n`
  // The mark at the start tells Excel that it is UTF-8.
  yield `\uFEFF${text(heads[reader.language])}`
  for await (const rows of batches) yield rows.map((row) => text(lineOf(row, reader))).join('')
}

function lineOf(row: ShownLog, { language, quotaPerUnit }: LogCsvReader): Line {
  const time = new Date(row.created_at * 1000).toISOString()
  const { user_id, username, token_name, group, model_name, channel, channel_name, is_stream, use_time } = row
  const spent = [row.prompt_tokens, row.other.cache_tokens ?? 0, row.completion_tokens, row.quota, dollarsOf(row.quota, quotaPerUnit)]
  return [
    [time, types[language][row.type] ?? row.type, user_id, username, token_name, group, model_name],
    [channel === 0 ? '' : channel, channel_name, skippedText(row.other, language)],
    [is_stream ? 1 : 0, use_time, ...spent, row.client_ip, row.request_id, row.content],
  ]
}

/** Which channels were passed over and why, such as `#4 spare: Disabled manually · #7 slow: At its own limit`. */
function skippedText({ admin_info }: LogOther, language: Language): string {
  const skipped = (admin_info?.candidates ?? []).flatMap(({ channel_id, channel_name, skipped: reason, wait_seconds }) =>
    reason === undefined
      ? []
      : [`#${channel_id}${channel_name ? ` ${channel_name}` : ''}: ${skipSentence(reason, wait_seconds, language)}`],
  )
  return skipped.join(' · ')
}
