// The kinds of notices to super admins, and the webhook by which a group of theirs gets them.
import { z } from 'zod'
import { webhookForms } from '../site/webhook-form.ts'
import { choice, flag, number, option, secureAddress, text } from './option.ts'

const switchOf = { type: flag(), default: true, writer: 'root' } as const

export const noticeOfChannels = option({
  ...switchOf,
  key: 'notices.channels',
  name: { en: 'Channels auto-disabled or enabled', zh: '渠道自动禁用与启用' },
  about: { en: 'Notify when a channel is auto-disabled or enabled again.', zh: '渠道被自动禁用或自动启用时通知。' },
  card: ['rootnotices', 1],
})

export const noticeOfKeys = option({
  ...switchOf,
  key: 'notices.channel_keys',
  name: { en: 'Channel keys auto-disabled or enabled', zh: '渠道密钥自动禁用与启用' },
  about: {
    en: 'Notify when a key is auto-disabled or enabled again while other keys of its channel are in use.',
    zh: '渠道中仍有其他密钥可用时，某个密钥被自动禁用或自动启用则通知。',
  },
  card: ['rootnotices', 2],
})

export const noticeOfTests = option({
  ...switchOf,
  key: 'notices.channel_tests',
  name: { en: 'Channel test finished', zh: '渠道测试结束' },
  about: { en: 'Notify of the result of a test of many channels that was started by hand.', zh: '手动开始的批量渠道测试结束时通知结果。' },
  card: ['rootnotices', 3],
})

export const noticeOfBalances = option({
  ...switchOf,
  key: 'notices.channel_balances',
  name: { en: 'Low channel balance', zh: '渠道余额不足' },
  about: {
    en: 'Notify once when the balance of a channel falls below [notices.channel_balance_below], and again only after it has risen above it.',
    zh: '渠道余额低于[notices.channel_balance_below]时通知一次，回升后再次低于时再通知。',
  },
  card: ['rootnotices', 4],
})

export const channelBalanceBelow = option({
  key: 'notices.channel_balance_below',
  type: number(z.number().min(0).max(1_000_000_000)),
  default: 0,
  writer: 'root',
  name: { en: 'Channel balance threshold', zh: '渠道余额阈值' },
  about: {
    en: "In the currency of the provider's account. Checked when balances are updated, by hand or by [ChannelBalanceEveryMinutes]. 0 turns this off.",
    zh: '以供应商账户的货币计。余额在手动更新或按[ChannelBalanceEveryMinutes]定时更新时检查。0 表示不启用。',
  },
  card: ['rootnotices', 5],
})

export const noticeOfPayments = option({
  ...switchOf,
  key: 'notices.payments',
  name: { en: 'Rejected payments and disputes', zh: '付款通知被拒与争议' },
  about: {
    en: 'Notify when a payment notice was rejected, and when a payment is disputed.',
    zh: '付款通知未被接受，或付款发生争议时通知。',
  },
  card: ['rootnotices', 6],
})

export const noticeOfWriteOffs = option({
  ...switchOf,
  key: 'notices.write_offs',
  name: { en: 'Write-offs', zh: '核销' },
  about: { en: 'Notify when the write-offs of a day reach [WriteOffAlarm].', zh: '单日核销达到[WriteOffAlarm]时通知。' },
  card: ['rootnotices', 7],
})

export const noticeOfModelEnds = option({
  ...switchOf,
  key: 'notices.model_ends',
  name: { en: 'Models to be retired soon', zh: '模型即将下线' },
  about: {
    en: 'Notify 30, 7 and 1 days before the announced last day of a model that enabled channels serve.',
    zh: '启用的渠道所提供的模型，在其公布的最后一天之前 30 天、7 天和 1 天通知。',
  },
  card: ['rootnotices', 8],
})

export const noticeOfModelLists = option({
  ...switchOf,
  key: 'notices.model_lists',
  name: { en: 'Changed model lists', zh: '供应商模型变化' },
  about: {
    en: 'Notify when the model list of a provider differs in a new way from what a channel serves. See [UpstreamModelsEveryHours].',
    zh: '供应商模型列表与渠道所提供的模型出现新的差异时通知，见[UpstreamModelsEveryHours]。',
  },
  card: ['rootnotices', 9],
})

export const webhookEnabled = option({
  key: 'notices.webhook_enabled',
  type: flag(),
  default: false,
  writer: 'root',
  needs: ['notices.webhook_url'],
  name: { en: 'Send to a webhook', zh: '发送到 Webhook' },
  about: {
    en: 'Send each notice to this webhook too, in addition to inbox and email, in the language of the first super admin.',
    zh: '除收件箱和邮件外，还把每条通知发送到此 Webhook，使用第一位超级管理员的语言。',
  },
  card: ['noticewebhook', 1],
})

export const webhookUrl = option({
  key: 'notices.webhook_url',
  type: secureAddress(),
  default: '',
  secret: true,
  name: { en: 'Webhook address', zh: 'Webhook 地址' },
  about: {
    en: 'The address that the receiver gave you; https only. For Telegram: `https://api.telegram.org/bot`, followed by the token of the bot.',
    zh: '接收方提供的地址，仅支持 https。Telegram 填写 `https://api.telegram.org/bot` 加机器人的 Token。',
  },
  card: ['noticewebhook', 2],
})

const { plain, feishu, dingtalk, wecom, telegram, slack, discord } = webhookForms

export const webhookForm = option({
  key: 'notices.webhook_form',
  type: choice({
    auto: { en: 'Detect by address', zh: '按地址识别' },
    ...{ plain: plain.name, feishu: feishu.name, dingtalk: dingtalk.name, wecom: wecom.name },
    ...{ telegram: telegram.name, slack: slack.name, discord: discord.name },
  }),
  default: 'auto',
  writer: 'root',
  name: { en: 'Format', zh: '格式' },
  about: {
    en: 'Format that the receiver expects. “Detect by address” recognizes it by the host; an unknown host gets signed JSON.',
    zh: '接收方要求的格式。“按地址识别”根据主机名判断，未知的主机使用带签名的通用 JSON。',
  },
  card: ['noticewebhook', 3],
})

export const webhookSecret = option({
  key: 'notices.webhook_secret',
  type: text(),
  default: '',
  secret: true,
  name: { en: 'Signing secret', zh: '签名密钥' },
  about: {
    en: 'For Feishu and DingTalk, the secret of their signature check; for signed JSON, one of your own. The others need none.',
    zh: '飞书和钉钉填写安全设置中的签名密钥，通用 JSON 填写自定的密钥；其他接收方不需要。',
  },
  card: ['noticewebhook', 4],
})

export const webhookChat = option({
  key: 'notices.webhook_chat',
  type: text(),
  default: '',
  writer: 'root',
  name: { en: 'Telegram chat', zh: 'Telegram 会话' },
  about: {
    en: 'ID of the chat that the bot writes to, or the name of a channel with its @. For Telegram only.',
    zh: '机器人发送到的会话 ID，或带 @ 的频道名。仅用于 Telegram。',
  },
  card: ['noticewebhook', 5],
})
