// How many model calls a user may make. Source: server-behaviour 12.3, specification §5 Options.
import { z } from 'zod'
import { flag, number, option } from './option.ts'

export const modelRequestRateLimitEnabled = option({
  key: 'ModelRequestRateLimitEnabled',
  type: flag(),
  default: false,
  about: 'Limit the model calls of each user, across all their tokens.',
  isReady: true,
})

export const modelRequestRateLimitDurationMinutes = option({
  key: 'ModelRequestRateLimitDurationMinutes',
  type: number(z.number().int().min(0).max(44_640)),
  default: 1,
  unit: 'minutes',
  about: 'Length of the window in which calls are counted. 0 means no limit.',
  isReady: true,
})

export const modelRequestRateLimitCount = option({
  key: 'ModelRequestRateLimitCount',
  // -1 is accepted for clients that write it for "no limit".
  type: number(z.number().int().min(-1).max(100_000_000)),
  default: 0,
  unit: 'calls',
  about: 'Maximum number of calls in a window, including failed ones. 0 means no limit.',
  isReady: true,
})

export const modelRequestRateLimitSuccessCount = option({
  key: 'ModelRequestRateLimitSuccessCount',
  type: number(z.number().int().min(1).max(100_000_000)),
  default: 1000,
  unit: 'calls',
  about: 'Maximum number of successful calls in a window.',
  isReady: true,
})
