// What holds for every model call. Source: specification §3 Option and §9, server-behaviour 1.2, 2.8, 3.3 and 12.
import { z } from 'zod'
import { flag, list, number, option } from './option.ts'
import { statusPattern } from './status-list.ts'

export const retryTimes = option({
  key: 'RetryTimes',
  type: number(z.number().int().min(0).max(10)),
  default: 2,
  unit: 'attempts',
  about: 'Further attempts at other channels after a failure, while global.auto_retry_enabled is off.',
  isReady: true,
})

export const passThroughRequestEnabled = option({
  key: 'global.pass_through_request_enabled',
  type: flag(),
  default: false,
  about: 'Bodies go upstream as they came, without mapping and overrides, where client and channel speak the same dialect.',
  isReady: true,
})

export const hideUpstreamErrorEnabled = option({
  key: 'global.hide_upstream_error_enabled',
  type: flag(),
  default: false,
  about: 'Callers are told the status of an upstream error and not its words; admins find them in the log.',
  isReady: true,
})

export const blockBrowserExtensionEnabled = option({
  key: 'global.block_browser_extension_enabled',
  type: flag(),
  default: false,
  about: 'Calls from browser extensions are refused.',
  isReady: true,
})

export const rateLimitExemptEnabled = option({
  key: 'global.rate_limit_exempt_enabled',
  type: flag(),
  default: false,
  about: 'The groups of global.rate_limit_exempt_group are not held to the rate limit of users.',
  isReady: true,
})

export const rateLimitExemptGroup = option({
  key: 'global.rate_limit_exempt_group',
  type: list(),
  default: ['bulk-ok'],
  about: 'Groups without the rate limit of users; a comma list.',
  isReady: true,
})

export const safeCheckExemptEnabled = option({
  key: 'global.safe_check_exempt_enabled',
  type: flag(),
  default: false,
  about: 'Calls in the groups of global.safe_check_exempt_group are not searched for sensitive words.',
  isReady: false,
})

export const safeCheckExemptGroup = option({
  key: 'global.safe_check_exempt_group',
  type: list(),
  default: ['nsfw-ok'],
  about: 'Groups without the search for sensitive words; a comma list.',
  isReady: false,
})

export const autoRetryEnabled = option({
  key: 'global.auto_retry_enabled',
  type: flag(),
  default: false,
  about: 'Failures are retried by global.auto_retry_count and global.auto_retry_status_codes instead of RetryTimes and the built-in rules.',
  isReady: true,
})

export const autoRetryCount = option({
  key: 'global.auto_retry_count',
  type: number(z.number().int().min(1).max(10)),
  default: 3,
  unit: 'attempts',
  about: 'Further attempts after a failure, 1 to 10.',
  isReady: true,
})

export const autoRetryForceChannelSwitch = option({
  key: 'global.auto_retry_force_channel_switch',
  type: flag(),
  default: false,
  about: 'A channel that failed in a call is not tried again in the same call.',
  isReady: true,
})

export const autoRetryStatusCodes = option({
  key: 'global.auto_retry_status_codes',
  type: list(statusPattern),
  default: ['5xx', '4xx'],
  about: 'Statuses that are retried: codes (429), families (5xx) and ranges (500-503); a comma list.',
  isReady: true,
})

export const pingIntervalEnabled = option({
  key: 'general_setting.ping_interval_enabled',
  type: flag(),
  default: false,
  about: 'A comment is sent into silent streams, so that nothing in between closes them.',
  isReady: true,
})

export const pingIntervalSeconds = option({
  key: 'general_setting.ping_interval_seconds',
  type: number(z.number().int().min(1).max(3600)),
  default: 60,
  unit: 'seconds',
  about: 'Silence after which a comment is sent.',
  isReady: true,
})
