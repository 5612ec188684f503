// How many model calls a user may make. Source: server-behaviour 12.3, specification §5 Options.
import { z } from 'zod'
import { CallLimits } from '../calls/call-limits.ts'
import { flag, json, number, option, safeName } from './option.ts'

export const modelRequestRateLimitEnabled = option({
  key: 'ModelRequestRateLimitEnabled',
  type: flag(),
  default: false,
  name: { en: 'Rate limit of users', zh: '用户频率限制' },
  about: { en: 'Limit the model calls of each user, across all their tokens.', zh: '限制每个用户通过其所有令牌进行的模型调用。' },
  card: ['ratelimit', 1],
})

export const modelRequestRateLimitDurationMinutes = option({
  key: 'ModelRequestRateLimitDurationMinutes',
  type: number(z.number().int().min(0).max(44_640)),
  default: 1,
  unit: 'minutes',
  name: { en: 'Window', zh: '统计时长' },
  about: { en: 'Length of the window in which calls are counted. 0 means no limit.', zh: '统计调用次数的时间窗口。0 表示不限。' },
  card: ['ratelimit', 2],
})

export const modelRequestRateLimitCount = option({
  key: 'ModelRequestRateLimitCount',
  // -1 is accepted for clients that write it for "no limit".
  type: number(z.number().int().min(-1).max(100_000_000)),
  default: 0,
  unit: 'calls',
  name: { en: 'Calls per window', zh: '最多调用次数' },
  about: {
    en: 'Maximum number of calls in a window, including failed ones. 0 means no limit.',
    zh: '窗口内最多的调用次数，包括失败的调用。0 表示不限。',
  },
  card: ['ratelimit', 3],
})

export const modelRequestRateLimitSuccessCount = option({
  key: 'ModelRequestRateLimitSuccessCount',
  type: number(z.number().int().min(1).max(100_000_000)),
  default: 1000,
  unit: 'calls',
  name: { en: 'Successful calls per window', zh: '最多成功次数' },
  about: { en: 'Maximum number of successful calls in a window.', zh: '窗口内最多的成功调用次数。' },
  card: ['ratelimit', 4],
})

export const groupCallLimits = option({
  key: 'relay.group_limits',
  type: json(z.record(safeName, CallLimits), {}),
  default: {},
  name: { en: 'Limits by group', zh: '按分组限制' },
  about: {
    en: 'Limits of each user of a group, across all their tokens. An empty cell sets no limit. Limits set for a user replace those of the group.',
    zh: '分组中每个用户（其所有令牌合计）的上限，留空则不限。为用户单独设置的上限优先于分组的上限。',
  },
  card: ['ratelimit', 7],
})

export const modelCallLimits = option({
  key: 'relay.model_limits',
  type: json(z.record(safeName, CallLimits), {}),
  default: {},
  name: { en: 'Limits by model', zh: '按模型限制' },
  about: {
    en: 'Limits of each user for a model, across all their tokens.',
    zh: '每个用户（其所有令牌合计）调用某个模型的上限。',
  },
  card: ['ratelimit', 8],
})
