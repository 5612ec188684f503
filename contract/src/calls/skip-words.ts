// Why channels are passed over, as a sentence about one or many of them, in both languages.
import type { Words } from '../errors.ts'

/**
 * Why a channel was skipped before any request. `not_in_group`: it serves other groups. `only_prefixed`: it serves the model under
 * a longer name. `not_listed`: it had or maps the model but does not list it now. `deleted`: it had the model when it was deleted.
 */
export const skipReasons = [
  'keys_cooling',
  'failing',
  'silent',
  'full',
  'no_key',
  'model_price_error',
  'context_length_exceeded',
  'cannot_translate',
  'auto_disabled',
  'disabled',
  'not_in_group',
  'only_prefixed',
  'not_listed',
  'deleted',
] as const
export type SkipReason = (typeof skipReasons)[number]

const sentences: Readonly<Record<SkipReason, Words>> = {
  keys_cooling: { zh: '全部密钥被供应商限流', en: 'All keys are rate-limited by the provider' },
  failing: { zh: '接连失败，暂停使用', en: 'Paused after failures' },
  silent: { zh: '暂无响应', en: 'Not responding at the moment' },
  full: { zh: '已达到渠道自身的上限', en: 'At its own limit' },
  no_key: { zh: '没有启用的密钥', en: 'No enabled key' },
  model_price_error: { zh: '模型未设置价格', en: 'No price is set for the model' },
  context_length_exceeded: { zh: '输入超过渠道上限', en: 'The input exceeds the limit of the channel' },
  cannot_translate: { zh: '不支持此接口或请求中的某项内容', en: 'Does not support this endpoint, or something in the request' },
  auto_disabled: { zh: '已被自动禁用', en: 'Auto-disabled' },
  disabled: { zh: '已手动禁用', en: 'Disabled manually' },
  not_in_group: { zh: '只服务其他分组', en: 'Serves other groups only' },
  only_prefixed: { zh: '仅以带前缀的名称提供该模型', en: 'Serves the model under a longer name only' },
  not_listed: { zh: '模型列表中没有该模型', en: 'Does not have the model in its list' },
  deleted: { zh: '渠道已删除', en: 'Deleted' },
}

const waiting: Words = { zh: '{sentence}，最早 {seconds} 秒后重试', en: '{sentence}; next try in {seconds} s' }

/** Why channels are passed over. @param waitSeconds until the first of them may be used again; undefined: that is not known */
export function skipSentence(reason: SkipReason, waitSeconds: number | undefined, language: 'zh' | 'en'): string {
  const sentence = sentences[reason][language]
  if (waitSeconds === undefined) return sentence
  return waiting[language].replace('{sentence}', sentence).replace('{seconds}', String(waitSeconds))
}
