// How the installation is run: display, modes, logs, filters, drawing. Source: specification §3 Option, server-behaviour 6.2.
import { z } from 'zod'
import { address, choice, flag, lines, number, option } from './option.ts'

/** Longest pattern of a `regex:` line, in characters: a longer one cannot be checked for runaway time. */
const PATTERN_MAX = 512
const sensitiveWord = z.string().refine((line) => !line.startsWith('regex:') || isPattern(line.slice('regex:'.length)), 'bad_pattern')

export const quotaPerUnit = option({
  key: 'QuotaPerUnit',
  type: number(z.number().int().min(1).max(1_000_000_000)),
  default: 500_000,
  unit: 'quota per dollar',
  status: 'quota_per_unit',
  about: 'Number of quota units per dollar. Balances are stored in units, so changing this changes what they are worth.',
  isReady: true,
})

export const displayInCurrencyEnabled = option({
  key: 'DisplayInCurrencyEnabled',
  type: flag(),
  default: true,
  status: 'display_in_currency',
  about: 'Show quota in dollars instead of units.',
  isReady: true,
})

export const displayTokenStatEnabled = option({
  key: 'DisplayTokenStatEnabled',
  type: flag(),
  default: true,
  about: "Return the token's quota instead of the user's balance from the OpenAI-compatible billing endpoints.",
  isReady: true,
})

export const demoSiteEnabled = option({
  key: 'DemoSiteEnabled',
  type: flag(),
  default: false,
  status: 'demo_site_enabled',
  writer: 'root',
  about: 'Demo site: only the super admin can make changes. Registration is closed, and no emails are sent for visitors.',
  isReady: true,
})

export const selfUseModeEnabled = option({
  key: 'SelfUseModeEnabled',
  type: flag(),
  default: false,
  status: 'self_use_mode_enabled',
  confirmed: true,
  about: 'Self-use mode: registration is closed, and models without a price can be called and are charged at a default ratio.',
  isReady: true,
})

export const drawingEnabled = option({
  key: 'DrawingEnabled',
  type: flag(),
  default: true,
  status: 'enable_drawing',
  about: 'Show drawing tasks in the console.',
  isReady: false,
})

export const taskEnabled = option({
  key: 'TaskEnabled',
  type: flag(),
  default: true,
  status: 'enable_task',
  about: 'Show music tasks in the console.',
  isReady: false,
})

export const mjNotifyEnabled = option({
  key: 'MjNotifyEnabled',
  type: flag(),
  default: false,
  status: 'mj_notify_enabled',
  about: 'Forward the notifyHook of drawing calls. If off, it is removed.',
  isReady: false,
})

export const mjAccountFilterEnabled = option({
  key: 'MjAccountFilterEnabled',
  type: flag(),
  default: false,
  about: 'Forward the accountFilter of drawing calls. If off, it is removed.',
  isReady: false,
})

export const mjForwardUrlEnabled = option({
  key: 'MjForwardUrlEnabled',
  type: flag(),
  default: true,
  confirmed: true,
  about: 'Serve images from the address of this server.',
  isReady: false,
})

export const mjModeClearEnabled = option({
  key: 'MjModeClearEnabled',
  type: flag(),
  default: false,
  about: 'Remove --fast, --relax and --turbo from drawing prompts.',
  isReady: false,
})

export const mjActionCheckSuccessEnabled = option({
  key: 'MjActionCheckSuccessEnabled',
  type: flag(),
  default: true,
  about: 'Allow actions on a drawing only after it is finished.',
  isReady: false,
})

export const checkSensitiveEnabled = option({
  key: 'CheckSensitiveEnabled',
  type: flag(),
  default: true,
  about: 'Check texts for SensitiveWords. If the list is empty, nothing is rejected.',
  isReady: false,
})

export const checkSensitiveOnPromptEnabled = option({
  key: 'CheckSensitiveOnPromptEnabled',
  type: flag(),
  default: true,
  about: 'Also check prompts, if CheckSensitiveEnabled is on.',
  isReady: false,
})

export const sensitiveWords = option({
  key: 'SensitiveWords',
  type: lines(sensitiveWord),
  default: [],
  about: 'Calls that contain one of these words are rejected. One per line; a line starting with regex: is a regular expression.',
  isReady: false,
})

export const logConsumeEnabled = option({
  key: 'LogConsumeEnabled',
  type: flag(),
  default: true,
  about: 'Log charged calls. If off, they are only counted in the statistics.',
  isReady: true,
})

export const logChatContentEnabled = option({
  key: 'LogChatContentEnabled',
  type: flag(),
  default: false,
  status: 'log_chat_content_enabled',
  about: 'Log prompts and responses. Users see a notice.',
  isReady: false,
})

export const logErrorEnabled = option({
  key: 'LogErrorEnabled',
  type: flag(),
  default: true,
  about: 'Log failed calls.',
  isReady: true,
})

export const dataExportEnabled = option({
  key: 'DataExportEnabled',
  type: flag(),
  default: true,
  status: 'enable_data_export',
  about: 'Show the usage dashboard. If off, it is hidden and GET /api/data returns an error.',
  isReady: true,
})

export const dataExportInterval = option({
  key: 'DataExportInterval',
  type: number(z.number().int().min(1).max(1440)),
  default: 5,
  unit: 'minutes',
  about: 'How often an open dashboard refreshes. The figures are exact at each refresh.',
  isReady: true,
})

export const dataExportDefaultTime = option({
  key: 'DataExportDefaultTime',
  type: choice(['hour', 'day', 'week']),
  default: 'hour',
  status: 'data_export_default_time',
  about: 'Default granularity of the dashboard.',
  isReady: true,
})

export const channelDisableThreshold = option({
  key: 'ChannelDisableThreshold',
  type: number(z.number().min(0).max(3600)),
  default: 5,
  unit: 'seconds',
  about: 'Auto-disable a channel if its test takes longer than this. 0 turns this off.',
  isReady: false,
})

export const quotaRemindThreshold = option({
  key: 'QuotaRemindThreshold',
  type: number(z.number().int().min(0)),
  default: 1000,
  unit: 'quota',
  about: 'Balance below which the console warns a user, unless the user set another threshold.',
  isReady: true,
})

export const automaticDisableChannelEnabled = option({
  key: 'AutomaticDisableChannelEnabled',
  type: flag(),
  default: false,
  about: 'Auto-disable a channel if its key is invalid or out of credit.',
  isReady: true,
})

export const automaticEnableChannelEnabled = option({
  key: 'AutomaticEnableChannelEnabled',
  type: flag(),
  default: false,
  about: 'Enable an auto-disabled channel again when it passes a test of all channels.',
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
  about: 'Auto-disable a channel if an upstream error contains one of these lines. Not case-sensitive.',
  isReady: true,
})

export const streamCacheQueueLength = option({
  key: 'StreamCacheQueueLength',
  type: number(z.number().int().min(0)),
  default: 0,
  about: 'Stored for compatibility only and has no effect: streams are forwarded without a queue.',
  isReady: true,
})

export const tokenKeyVisibility = option({
  key: 'TokenKeyVisibility',
  type: choice(['list', 'on_demand', 'hash_only']),
  default: 'list',
  confirmed: true,
  about: 'When owners can see the keys of their tokens: in the list, on demand, or only once when the token is created.',
  isReady: true,
})

export const maxTokensPerUser = option({
  key: 'MaxTokensPerUser',
  type: number(z.number().int().min(1).max(50_000)),
  default: 1000,
  unit: 'tokens',
  about: 'Tokens that a user can have. Admins can have 50,000. Users who have more keep them and cannot create further ones.',
  isReady: true,
})

export const writeOffAlarm = option({
  key: 'WriteOffAlarm',
  type: number(z.number().int().min(0).max(1_000_000_000_000)),
  default: 500_000,
  unit: 'quota',
  about:
    'When the write-offs of one day (UTC) reach this, the super admins get a message in the inbox and by mail, and another at each doubling. A write-off is what calls cost beyond what their users can pay. 0: never.',
  isReady: true,
})

export const updateReleaseUrl = option({
  key: 'update_setting.release_url',
  type: address(),
  default: '',
  writer: 'root', // the server fetches it
  about:
    "Address of the release information for the update check, in the format of GitHub's releases/latest. Leave empty for no update check.",
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
