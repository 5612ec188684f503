// How the installation is run: display, modes, logs, filters, drawing. Source: specification §3 Option, server-behaviour 6.2.
import { z } from 'zod'
import { choice, flag, lines, number, option } from './option.ts'

/** Longest pattern of a `regex:` line, in characters: a longer one cannot be checked for runaway time. */
const PATTERN_MAX = 512
const sensitiveWord = z.string().refine((line) => !line.startsWith('regex:') || isPattern(line.slice('regex:'.length)), 'bad_pattern')

export const quotaPerUnit = option({
  key: 'QuotaPerUnit',
  type: number(z.number().int().min(1).max(1_000_000_000)),
  default: 500_000,
  unit: 'quota per dollar',
  status: 'quota_per_unit',
  about: 'Quota units that make a dollar. Balances are kept in units, so changing it changes what they are worth.',
  isReady: true,
})

export const displayInCurrencyEnabled = option({
  key: 'DisplayInCurrencyEnabled',
  type: flag(),
  default: true,
  status: 'display_in_currency',
  about: 'Quota is shown in dollars instead of units.',
  isReady: true,
})

export const displayTokenStatEnabled = option({
  key: 'DisplayTokenStatEnabled',
  type: flag(),
  default: true,
  about: "The billing calls of the OpenAI shape answer with the token's quota instead of the user's.",
  isReady: true,
})

export const demoSiteEnabled = option({
  key: 'DemoSiteEnabled',
  type: flag(),
  default: false,
  status: 'demo_site_enabled',
  writer: 'root',
  about: 'Nothing can be changed but by the super admin.',
  isReady: true,
})

export const selfUseModeEnabled = option({
  key: 'SelfUseModeEnabled',
  type: flag(),
  default: false,
  status: 'self_use_mode_enabled',
  about: 'For a single person: models without a price are served at a default ratio.',
  isReady: true,
})

export const drawingEnabled = option({
  key: 'DrawingEnabled',
  type: flag(),
  default: true,
  status: 'enable_drawing',
  about: 'The console shows the drawing tasks.',
  isReady: false,
})

export const taskEnabled = option({
  key: 'TaskEnabled',
  type: flag(),
  default: true,
  status: 'enable_task',
  about: 'The console shows the music tasks.',
  isReady: false,
})

export const mjNotifyEnabled = option({
  key: 'MjNotifyEnabled',
  type: flag(),
  default: false,
  status: 'mj_notify_enabled',
  about: 'The notifyHook of a drawing call is passed on; off: it is removed.',
  isReady: false,
})

export const mjAccountFilterEnabled = option({
  key: 'MjAccountFilterEnabled',
  type: flag(),
  default: false,
  about: 'The accountFilter of a drawing call is passed on; off: it is removed.',
  isReady: false,
})

export const mjForwardUrlEnabled = option({
  key: 'MjForwardUrlEnabled',
  type: flag(),
  default: true,
  about: 'Pictures are shown under the address of this server.',
  isReady: false,
})

export const mjModeClearEnabled = option({
  key: 'MjModeClearEnabled',
  type: flag(),
  default: false,
  about: '--fast, --relax and --turbo are removed from drawing prompts.',
  isReady: false,
})

export const mjActionCheckSuccessEnabled = option({
  key: 'MjActionCheckSuccessEnabled',
  type: flag(),
  default: true,
  about: 'A drawing must be finished before anything is done with it.',
  isReady: false,
})

export const checkSensitiveEnabled = option({
  key: 'CheckSensitiveEnabled',
  type: flag(),
  default: true,
  about: 'Texts are searched for SensitiveWords; with an empty list nothing is refused.',
  isReady: false,
})

export const checkSensitiveOnPromptEnabled = option({
  key: 'CheckSensitiveOnPromptEnabled',
  type: flag(),
  default: true,
  about: 'Prompts are searched, if CheckSensitiveEnabled is on too.',
  isReady: false,
})

export const sensitiveWords = option({
  key: 'SensitiveWords',
  type: lines(sensitiveWord),
  default: [],
  about: 'Words that refuse a call, one per line; a line that starts with regex: is a regular expression.',
  isReady: false,
})

export const logConsumeEnabled = option({
  key: 'LogConsumeEnabled',
  type: flag(),
  default: true,
  about: 'Calls that cost something are logged.',
  isReady: true,
})

export const logChatContentEnabled = option({
  key: 'LogChatContentEnabled',
  type: flag(),
  default: false,
  status: 'log_chat_content_enabled',
  about: 'What was asked and answered is logged; users are told so.',
  isReady: false,
})

export const logErrorEnabled = option({
  key: 'LogErrorEnabled',
  type: flag(),
  default: true,
  about: 'Calls that failed are logged.',
  isReady: true,
})

export const dataExportEnabled = option({
  key: 'DataExportEnabled',
  type: flag(),
  default: true,
  status: 'enable_data_export',
  about: 'There is a dashboard of what was used; off: it is not shown, and GET /api/data answers nobody.',
  isReady: true,
})

export const dataExportInterval = option({
  key: 'DataExportInterval',
  type: number(z.number().int().min(1).max(1440)),
  default: 5,
  unit: 'minutes',
  about: 'An open dashboard asks for new figures this often; they are exact whenever it asks.',
  isReady: true,
})

export const dataExportDefaultTime = option({
  key: 'DataExportDefaultTime',
  type: choice(['hour', 'day', 'week']),
  default: 'hour',
  status: 'data_export_default_time',
  about: 'Step of time that the dashboard starts with.',
  isReady: true,
})

export const channelDisableThreshold = option({
  key: 'ChannelDisableThreshold',
  type: number(z.number().min(0).max(3600)),
  default: 5,
  unit: 'seconds',
  about: 'A channel whose test takes longer is auto-disabled; 0: never.',
  isReady: false,
})

export const quotaRemindThreshold = option({
  key: 'QuotaRemindThreshold',
  type: number(z.number().int().min(0)),
  default: 1000,
  unit: 'quota',
  about: 'Balance below which the console warns a user, unless they chose another.',
  isReady: true,
})

export const automaticDisableChannelEnabled = option({
  key: 'AutomaticDisableChannelEnabled',
  type: flag(),
  default: false,
  about: 'A channel that refuses its key or has no credit left is auto-disabled.',
  isReady: true,
})

export const automaticEnableChannelEnabled = option({
  key: 'AutomaticEnableChannelEnabled',
  type: flag(),
  default: false,
  about: 'An auto-disabled channel that passes a test of all channels is enabled again.',
  isReady: false,
})

export const automaticDisableKeywords = option({
  key: 'AutomaticDisableKeywords',
  type: lines(z.string().toLowerCase()),
  default: [
    'your credit balance is too low',
    'this organization has been disabled',
    'you exceeded your current quota',
    'permission denied',
    'the security token included in the request is invalid',
    'operation not allowed',
    'your account is not authorized',
  ],
  about: 'An upstream error that contains one of these lines auto-disables the channel; capitals do not matter.',
  isReady: true,
})

export const streamCacheQueueLength = option({
  key: 'StreamCacheQueueLength',
  type: number(z.number().int().min(0)),
  default: 0,
  about: 'Taken and kept for clients of this family, which save it with other settings. Streams are passed on without a queue here.',
  isReady: true,
})

export const tokenKeyVisibility = option({
  key: 'TokenKeyVisibility',
  type: choice(['list', 'on_demand', 'hash_only']),
  default: 'list',
  about: "Where owners see their tokens' keys: in the list, on demand, or only once when a token is made.",
  isReady: true,
})

function isPattern(source: string): boolean {
  if (source === '' || source.length > PATTERN_MAX) return false
  try {
    new RegExp(source, 'iu')
    return true
  } catch {
    return false
  }
}
