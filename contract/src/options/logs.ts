// Logs, the dashboard, and the watching of channels. Source: specification §3 Option, server-behaviour 6.2.
import { z } from 'zod'
import { choice, flag, lines, number, option } from './option.ts'

export const logConsumeEnabled = option({
  key: 'LogConsumeEnabled',
  type: flag(),
  default: true,
  name: { en: 'Log charged calls', zh: '记录计费调用' },
  about: { en: 'Log charged calls. If off, they are only counted in the statistics.', zh: '记录计费的调用。关闭后只计入统计。' },
  card: ['logs', 1],
})

export const logChatContentEnabled = option({
  key: 'LogChatContentEnabled',
  type: flag(),
  default: false,
  status: 'log_chat_content_enabled',
  name: { en: 'Log contents', zh: '记录对话内容' },
  about: {
    en:
      'Keep the prompts and responses of charged calls, encrypted. Admins can read those of all users, users their own; users see a notice. ' +
      'They may hold personal data and trade secrets: turn this on only where it is necessary and lawful.',
    zh:
      '加密保存计费调用的提示词和回答。管理员可查看所有用户的内容，用户可查看自己的；用户会看到提示。' +
      '其中可能含有个人信息和商业机密，请仅在必要且合法时开启。',
  },
  card: ['logs', 3],
})

export const logChatContentDays = option({
  key: 'LogChatContentDays',
  type: number(z.number().int().min(1).max(3650)),
  default: 30,
  unit: 'days',
  name: { en: 'Keep contents for', zh: '内容保留时间' },
  about: {
    en: 'Contents of calls are deleted after this time, also if [LogChatContentEnabled] is off, and earlier with their log entry.',
    zh: '超过此时间的对话内容会被删除（关闭[LogChatContentEnabled]后同样执行）；日志被清理时内容随之删除。',
  },
  card: ['logs', 4],
})

export const logChatContentRedact = option({
  key: 'LogChatContentRedact',
  type: lines(z.string().max(512), 500),
  default: [],
  name: { en: 'Redact contents', zh: '内容脱敏' },
  about: {
    en:
      'Text that is replaced before contents are stored. Anything that looks like an API key is always replaced. One text per line; ' +
      'a line starting with regex: is a regular expression (RE2 syntax). Not case-sensitive.',
    zh: '保存内容前会被替换的文本，一切形似 API 密钥的内容也会被替换。每行一个；以 regex: 开头的行为正则表达式（RE2 语法）。不区分大小写。',
  },
  card: ['logs', 5],
})

export const logErrorEnabled = option({
  key: 'LogErrorEnabled',
  type: flag(),
  default: true,
  name: { en: 'Log failed calls', zh: '记录失败调用' },
  about: { en: 'Log failed calls.', zh: '记录失败的调用。' },
  card: ['logs', 2],
})

export const dataExportEnabled = option({
  key: 'DataExportEnabled',
  type: flag(),
  default: true,
  status: 'enable_data_export',
  name: { en: 'Dashboard', zh: '数据看板' },
  about: {
    en: 'Show the dashboard. If off, it is hidden and GET /api/data returns an error.',
    zh: '显示数据看板。关闭后看板隐藏，GET /api/data 返回错误。',
  },
  card: ['dashboard', 1],
})

export const dataExportInterval = option({
  key: 'DataExportInterval',
  type: number(z.number().int().min(1).max(1440)),
  default: 5,
  unit: 'minutes',
  name: { en: 'Refresh interval', zh: '刷新间隔' },
  about: {
    en: 'How often an open dashboard refreshes. The figures are exact at each refresh.',
    zh: '打开的看板每隔多久刷新一次。每次刷新时的数据都是准确的。',
  },
  card: ['dashboard', 3],
})

export const dataExportDefaultTime = option({
  key: 'DataExportDefaultTime',
  type: choice({ hour: { en: 'Hour', zh: '小时' }, day: { en: 'Day', zh: '天' }, week: { en: 'Week', zh: '周' } }),
  default: 'hour',
  status: 'data_export_default_time',
  name: { en: 'Default granularity', zh: '默认粒度' },
  about: { en: 'Default granularity of the dashboard.', zh: '数据看板的默认时间粒度。' },
  card: ['dashboard', 2],
})

export const channelDisableThreshold = option({
  key: 'ChannelDisableThreshold',
  type: number(z.number().min(0).max(3600)),
  default: 5,
  unit: 'seconds',
  name: { en: 'Slowest acceptable test', zh: '最长测试时间' },
  about: {
    en: 'A test of many channels auto-disables those that take longer than this, if [AutomaticDisableChannelEnabled] is on. 0 turns this off.',
    zh: '批量测试时，耗时超过此值的渠道会被自动禁用（需开启[AutomaticDisableChannelEnabled]）。0 表示不启用。',
  },
  card: ['monitoring', 3],
})

export const quotaRemindThreshold = option({
  key: 'QuotaRemindThreshold',
  type: number(z.number().int().min(0)),
  default: 500_000,
  unit: 'quota',
  name: { en: 'Balance warning', zh: '余额提醒' },
  about: {
    en: 'A user is warned when the balance falls below this, and again below a fifth of it, unless the user set another threshold.',
    zh: '余额降到此值以下时提醒用户，降到其五分之一以下时再次提醒，除非用户自行设置了其他值。',
  },
  card: ['monitoring', 4],
})

export const automaticDisableChannelEnabled = option({
  key: 'AutomaticDisableChannelEnabled',
  type: flag(),
  default: false,
  name: { en: 'Auto-disable channels', zh: '自动禁用渠道' },
  about: { en: 'Auto-disable a channel if its key is invalid or out of credit.', zh: '密钥失效或余额不足时自动禁用渠道。' },
  card: ['monitoring', 1],
})

export const automaticEnableChannelEnabled = option({
  key: 'AutomaticEnableChannelEnabled',
  type: flag(),
  default: false,
  name: { en: 'Auto-enable channels', zh: '自动启用渠道' },
  about: {
    en: 'Enable auto-disabled channels and keys again when they pass a test of many channels, by hand or by schedule.',
    zh: '被自动禁用的渠道和密钥在批量测试（手动或定时）中通过后重新启用。',
  },
  card: ['monitoring', 2],
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
  name: { en: 'Auto-disable keywords', zh: '自动禁用关键词' },
  about: {
    en: 'Auto-disable a channel if a provider error contains one of these lines. Not case-sensitive.',
    zh: '供应商错误包含其中任一行时自动禁用渠道，不区分大小写。',
  },
  card: ['monitoring', 5],
})

const minutesBetween = number(z.number().int().min(0).max(10_080))

export const channelTestEveryMinutes = option({
  key: 'ChannelTestEveryMinutes',
  type: minutesBetween,
  default: 0,
  unit: 'minutes',
  name: { en: 'Test all channels every', zh: '定时测试全部渠道' },
  about: {
    en: 'Time from the start of one test of all channels to that of the next. 0 turns the schedule off.',
    zh: '两次测试全部渠道的开始时间之间的间隔。0 表示不定时测试。',
  },
  card: ['monitoring', 6],
})

export const channelBalanceEveryMinutes = option({
  key: 'ChannelBalanceEveryMinutes',
  type: minutesBetween,
  default: 0,
  unit: 'minutes',
  name: { en: 'Update all balances every', zh: '定时更新渠道余额' },
  about: {
    en: 'Time from the start of one update of all balances to that of the next. Channels with nothing left are auto-disabled. 0 turns the schedule off.',
    zh: '两次更新全部余额的开始时间之间的间隔。余额用尽的渠道会被自动禁用。0 表示不定时更新。',
  },
  card: ['monitoring', 7],
})

export const upstreamModelsEveryHours = option({
  key: 'UpstreamModelsEveryHours',
  type: number(z.number().int().min(0).max(720)),
  default: 0,
  unit: 'hours',
  name: { en: 'Compare models every', zh: '定时比较供应商模型' },
  about: {
    en: 'Time from one reading of the model lists of all enabled channels to the next. Differences are listed for review. 0 turns the schedule off.',
    zh: '两次读取全部启用渠道的供应商模型列表之间的间隔，差异列出供审核。0 表示不定时读取。',
  },
  card: ['monitoring', 9],
})

export const channelPauseSeconds = option({
  key: 'ChannelPauseSeconds',
  type: number(z.number().int().min(0).max(3600)),
  default: 0,
  unit: 'seconds',
  name: { en: 'Pause between channels', zh: '渠道间隔' },
  about: {
    en: 'Tests and balance updates of many channels handle one at a time and wait this long after each. 0 handles four at once, without a pause.',
    zh: '批量处理（如测试和更新余额）时逐个进行，每个渠道之后等待的时间。0 表示同时进行四个，不等待。',
  },
  card: ['monitoring', 8],
})
