// What holds for every model call. Source: specification §3 Option and §9, server-behaviour 1.2, 2.8, 3.3 and 12.
import { z } from 'zod'
import { StatedTraits } from '../models/stated-traits.ts'
import { flag, json, list, number, option } from './option.ts'
import { statusPattern } from './status-list.ts'

export const retryTimes = option({
  key: 'RetryTimes',
  type: number(z.number().int().min(0).max(10)),
  default: 2,
  unit: 'attempts',
  name: { en: 'Retries', zh: '失败重试次数' },
  about: {
    en: 'Number of retries on other channels after a failure, if [global.auto_retry_enabled] is off.',
    zh: '失败后在其他渠道重试的次数，仅在[global.auto_retry_enabled]关闭时有效。',
  },
  card: ['retries', 1],
})

export const passThroughRequestEnabled = option({
  key: 'global.pass_through_request_enabled',
  type: flag(),
  default: false,
  name: { en: 'Pass requests through', zh: '请求透传' },
  about: {
    en: 'Forward request bodies unchanged, without model mapping and parameter overrides, if client and channel use the same API format.',
    zh: '客户端与渠道使用同一种 API 格式时，原样转发请求体，不做模型映射和参数覆盖。',
  },
  card: ['global', 1],
})

export const hideUpstreamErrorEnabled = option({
  key: 'global.hide_upstream_error_enabled',
  type: flag(),
  default: false,
  name: { en: 'Hide provider errors', zh: '隐藏供应商错误' },
  about: {
    en: 'Show callers only the status code of a provider error. Admins find its message in the logs.',
    zh: '调用者只能看到供应商错误的状态码，管理员可在日志中查看错误信息。',
  },
  card: ['global', 2],
})

export const blockBrowserExtensionEnabled = option({
  key: 'global.block_browser_extension_enabled',
  type: flag(),
  default: false,
  name: { en: 'Block browser extensions', zh: '拦截浏览器扩展' },
  about: { en: 'Reject calls from browser extensions.', zh: '拒绝来自浏览器扩展的调用。' },
  card: ['global', 3],
})

export const rateLimitExemptEnabled = option({
  key: 'global.rate_limit_exempt_enabled',
  type: flag(),
  default: false,
  name: { en: 'Exempt groups', zh: '分组豁免' },
  about: {
    en: 'Exempt the groups in [global.rate_limit_exempt_group] from the rate limit of users.',
    zh: '[global.rate_limit_exempt_group]中的分组不受用户频率限制。',
  },
  card: ['ratelimit', 5],
})

export const rateLimitExemptGroup = option({
  key: 'global.rate_limit_exempt_group',
  type: list(),
  default: ['bulk-ok'],
  name: { en: 'Exempt groups list', zh: '豁免的分组' },
  about: { en: 'Groups exempt from the rate limit of users, comma-separated.', zh: '不受用户频率限制的分组。' },
  card: ['ratelimit', 6],
})

export const safeCheckExemptEnabled = option({
  key: 'global.safe_check_exempt_enabled',
  type: flag(),
  default: false,
  name: { en: 'Exempt groups from the check', zh: '分组豁免屏蔽词检查' },
  about: {
    en: 'Exempt the groups in [global.safe_check_exempt_group] from the check for sensitive words.',
    zh: '[global.safe_check_exempt_group]中的分组不做屏蔽词检查。',
  },
  card: ['sensitive', 4],
})

export const safeCheckExemptGroup = option({
  key: 'global.safe_check_exempt_group',
  type: list(),
  default: ['nsfw-ok'],
  name: { en: 'Groups exempt from the check', zh: '豁免屏蔽词检查的分组' },
  about: { en: 'Groups exempt from the check for sensitive words, comma-separated.', zh: '不做屏蔽词检查的分组。' },
  card: ['sensitive', 5],
})

export const autoRetryEnabled = option({
  key: 'global.auto_retry_enabled',
  type: flag(),
  default: false,
  name: { en: 'Custom retry rules', zh: '自定义重试规则' },
  about: {
    en: 'Retry failed calls according to [global.auto_retry_count] and [global.auto_retry_status_codes] instead of [RetryTimes] and the built-in rules.',
    zh: '按[global.auto_retry_count]和[global.auto_retry_status_codes]重试失败的调用，代替[RetryTimes]和内置规则。',
  },
  card: ['retries', 3],
})

export const autoRetryCount = option({
  key: 'global.auto_retry_count',
  type: number(z.number().int().min(1).max(10)),
  default: 3,
  unit: 'attempts',
  name: { en: 'Custom retries', zh: '自定义重试次数' },
  about: { en: 'Number of retries after a failure, 1 to 10.', zh: '失败后的重试次数，1 至 10。' },
  card: ['retries', 4],
})

export const autoRetryForceChannelSwitch = option({
  key: 'global.auto_retry_force_channel_switch',
  type: flag(),
  default: false,
  name: { en: 'Always switch channels', zh: '重试时强制换渠道' },
  about: { en: 'Do not retry a channel that already failed in the same call.', zh: '同一次调用中失败过的渠道不再重试。' },
  card: ['retries', 5],
})

export const autoRetryStatusCodes = option({
  key: 'global.auto_retry_status_codes',
  type: list(statusPattern),
  default: ['5xx', '4xx'],
  name: { en: 'Retried status codes', zh: '重试的状态码' },
  about: {
    en: 'Status codes that are retried, comma-separated: codes (429), classes (5xx) or ranges (500-503).',
    zh: '需要重试的状态码：单个状态码（429）、一类（5xx）或范围（500-503）。',
  },
  card: ['retries', 6],
})

export const pingIntervalEnabled = option({
  key: 'general_setting.ping_interval_enabled',
  type: flag(),
  default: false,
  name: { en: 'Keep idle streams open', zh: '保持空闲的流' },
  about: {
    en: 'Send a comment into idle streams so that proxies in between do not close them.',
    zh: '在空闲的流中发送注释，避免中间的代理关闭连接。',
  },
  card: ['global', 4],
})

export const pingIntervalSeconds = option({
  key: 'general_setting.ping_interval_seconds',
  type: number(z.number().int().min(1).max(3600)),
  default: 60,
  unit: 'seconds',
  name: { en: 'Idle time', zh: '空闲时间' },
  about: { en: 'Idle time before a comment is sent.', zh: '空闲多久之后发送注释。' },
  card: ['global', 5],
})

export const modelTraits = option({
  key: 'global.model_traits',
  type: json(StatedTraits, {}),
  default: {},
  name: { en: 'Model traits', zh: '模型特性' },
  about: {
    en: 'Describes models whose names do not tell what they are, by full name or by a prefix ending in *: `{"team-*": {"work": "embedding"}}`. `work` is chat, embedding, ranking, speech, transcription, moderation, ocr or other; `thinking` is effort, own or none; `maker` and `successor` are names; `context_tokens` and `longest_answer_tokens` are its maximum input and output; `ends_on` is the day it retires, such as 2027-01-31.',
    zh: '名称看不出模型是什么时，在这里说明；可写完整名称，也可写以 * 结尾的开头：`{"team-*": {"work": "embedding"}}`。`work` 可为 chat、embedding、ranking、speech、transcription、moderation、ocr、other；`thinking` 可为 effort、own、none；`maker` 为供应商名，`successor` 为替代模型名；`context_tokens` 与 `longest_answer_tokens` 为最大输入与最大输出 Token 数；`ends_on` 为下线日期，如 2027-01-31。',
  },
  card: ['global', 7],
  status: 'model_traits',
})
