// The words of a log row, put together when it is read, in the reader's language (decision D38).
import { type ErrorCode, errorMessage, errors, type Facts, type Language } from '@waystation/contract/errors'
import type { LogOther } from '@waystation/contract/log'
import { DEFAULT_QUOTA_DISPLAY, type QuotaDisplay } from '@waystation/contract/quota'
import { logType } from '@waystation/contract/status-table'

/** Words of rows that are no errors; facts stand in braces. */
const words: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  channel_test: { zh: '渠道测试：{channel}', en: 'Channel test: {channel}' },
  channel_test_failed_log: { zh: '渠道测试失败：{channel}', en: 'Channel test failed: {channel}' },
  client_gone: { zh: '客户端在上游响应前断开', en: 'The client disconnected before the upstream responded' },
  per_token: {
    zh: '模型倍率 {model_ratio}，补全倍率 {completion_ratio}，分组倍率 {group_ratio}',
    en: 'Model ratio {model_ratio}, completion ratio {completion_ratio}, group ratio {group_ratio}',
  },
  per_call: { zh: '模型价格 {model_price}，分组倍率 {group_ratio}', en: 'Model price {model_price}, group ratio {group_ratio}' },
}

/**
 * The text of `content`. A row that names a key and facts is worded by them; an ordinary charge is described by its ratios.
 * @param display how the installation shows amounts
 */
export function logWords(
  row: { readonly type: number; readonly other: LogOther },
  language: Language,
  display: QuotaDisplay = DEFAULT_QUOTA_DISPLAY,
): string {
  const { content } = row.other
  if (typeof content === 'string') return content
  if (content) return wordsOf(content.key, content.facts ?? {}, language, display)
  if (row.type === logType.error && isErrorCode(row.other.error_code)) return errorMessage(row.other.error_code, {}, language)
  if (row.type !== logType.consumption) return ''
  const { model_price, model_ratio, completion_ratio, group_ratio } = row.other
  if (model_price !== undefined && model_price >= 0) return wordsOf('per_call', { model_price, group_ratio: group_ratio ?? 1 }, language)
  if (model_ratio === undefined) return ''
  return wordsOf('per_token', { model_ratio, completion_ratio: completion_ratio ?? 1, group_ratio: group_ratio ?? 1 }, language)
}

function wordsOf(key: string, facts: Facts, language: Language, display?: QuotaDisplay): string {
  if (isErrorCode(key)) return errorMessage(key, facts, language, display)
  const entry = Object.hasOwn(words, key) ? words[key] : undefined
  return entry ? entry[language].replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole)) : ''
}

function isErrorCode(key: string | undefined): key is ErrorCode {
  return key !== undefined && Object.hasOwn(errors, key)
}
