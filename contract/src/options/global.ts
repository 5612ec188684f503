// What holds for every model call. Source: specification §3 Option and §9, server-behaviour 1.2, 2.8, 3.3 and 12.
import { z } from 'zod'
import { flag, list, number, option } from './option.ts'
import { statusPattern } from './status-list.ts'

export const retryTimes = option({
  key: 'RetryTimes',
  type: number(z.number().int().min(0).max(10)),
  default: 2,
  unit: 'attempts',
  about: 'Number of retries on other channels after a failure, if global.auto_retry_enabled is off.',
  isReady: true,
})

export const passThroughRequestEnabled = option({
  key: 'global.pass_through_request_enabled',
  type: flag(),
  default: false,
  about: 'Forward request bodies unchanged, without model mapping and parameter overrides, if client and channel use the same API format.',
  isReady: true,
})

export const hideUpstreamErrorEnabled = option({
  key: 'global.hide_upstream_error_enabled',
  type: flag(),
  default: false,
  about: 'Show callers only the status code of an upstream error. Admins find its message in the logs.',
  isReady: true,
})

export const blockBrowserExtensionEnabled = option({
  key: 'global.block_browser_extension_enabled',
  type: flag(),
  default: false,
  about: 'Reject calls from browser extensions.',
  isReady: true,
})

export const rateLimitExemptEnabled = option({
  key: 'global.rate_limit_exempt_enabled',
  type: flag(),
  default: false,
  about: 'Exempt the groups in global.rate_limit_exempt_group from the rate limit of users.',
  isReady: true,
})

export const rateLimitExemptGroup = option({
  key: 'global.rate_limit_exempt_group',
  type: list(),
  default: ['bulk-ok'],
  about: 'Groups exempt from the rate limit of users, comma-separated.',
  isReady: true,
})

export const safeCheckExemptEnabled = option({
  key: 'global.safe_check_exempt_enabled',
  type: flag(),
  default: false,
  about: 'Exempt the groups in global.safe_check_exempt_group from the check for sensitive words.',
  isReady: false,
})

export const safeCheckExemptGroup = option({
  key: 'global.safe_check_exempt_group',
  type: list(),
  default: ['nsfw-ok'],
  about: 'Groups exempt from the check for sensitive words, comma-separated.',
  isReady: false,
})

export const autoRetryEnabled = option({
  key: 'global.auto_retry_enabled',
  type: flag(),
  default: false,
  about:
    'Retry failed calls according to global.auto_retry_count and global.auto_retry_status_codes instead of RetryTimes and the built-in rules.',
  isReady: true,
})

export const autoRetryCount = option({
  key: 'global.auto_retry_count',
  type: number(z.number().int().min(1).max(10)),
  default: 3,
  unit: 'attempts',
  about: 'Number of retries after a failure, 1 to 10.',
  isReady: true,
})

export const autoRetryForceChannelSwitch = option({
  key: 'global.auto_retry_force_channel_switch',
  type: flag(),
  default: false,
  about: 'Do not retry a channel that already failed in the same call.',
  isReady: true,
})

export const autoRetryStatusCodes = option({
  key: 'global.auto_retry_status_codes',
  type: list(statusPattern),
  default: ['5xx', '4xx'],
  about: 'Status codes that are retried, comma-separated: codes (429), classes (5xx) or ranges (500-503).',
  isReady: true,
})

export const pingIntervalEnabled = option({
  key: 'general_setting.ping_interval_enabled',
  type: flag(),
  default: false,
  about: 'Send a comment into idle streams so that proxies in between do not close them.',
  isReady: true,
})

export const pingIntervalSeconds = option({
  key: 'general_setting.ping_interval_seconds',
  type: number(z.number().int().min(1).max(3600)),
  default: 60,
  unit: 'seconds',
  about: 'Idle time before a comment is sent.',
  isReady: true,
})
