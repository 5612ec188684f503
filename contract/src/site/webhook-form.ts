// Who receives a webhook, and so in which form it is sent. Hosts: the webhook pages in the documentation of each.
import { z } from 'zod'
import type { Words } from '../errors.ts'

/** The forms of a webhook, each with its name and the hosts of its receivers. */
export const webhookForms = {
  plain: { name: { en: 'JSON, signed', zh: '通用 JSON（带签名）' }, hosts: [] },
  feishu: { name: { en: 'Feishu / Lark', zh: '飞书' }, hosts: ['open.feishu.cn', 'open.larksuite.com'] },
  dingtalk: { name: { en: 'DingTalk', zh: '钉钉' }, hosts: ['oapi.dingtalk.com'] },
  wecom: { name: { en: 'WeCom', zh: '企业微信' }, hosts: ['qyapi.weixin.qq.com'] },
  telegram: { name: { en: 'Telegram', zh: 'Telegram' }, hosts: ['api.telegram.org'] },
  slack: { name: { en: 'Slack', zh: 'Slack' }, hosts: ['hooks.slack.com'] },
  discord: {
    name: { en: 'Discord', zh: 'Discord' },
    hosts: ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'],
  },
} as const satisfies Readonly<Record<string, { readonly name: Words; readonly hosts: readonly string[] }>>

export type WebhookForm = keyof typeof webhookForms

/** The names of the forms, in the order in which they are offered. */
export const formNames = Object.keys(webhookForms) as [WebhookForm, ...WebhookForm[]]

/** The form of the receiver at this address, by its host; undefined: nobody we know. */
export function recognisedForm(address: string): WebhookForm | undefined {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return formNames.find((form) => (webhookForms[form].hosts as readonly string[]).includes(host))
}

/** The form in which a webhook is sent. @param chosen what the admin chose; `auto`: by the host of the address, else plain */
export const formOf = (chosen: WebhookForm | 'auto', address: string): WebhookForm =>
  chosen === 'auto' ? (recognisedForm(address) ?? 'plain') : chosen

/** What is stored of the webhook for super admins, without its secrets. */
export const WebhookState = z.object({
  /** Empty: no address is stored. */
  host: z.string(),
  form: z.enum(formNames),
  /** Was the form found out by the host? */
  is_recognised: z.boolean(),
})

/** What a receiver answered to a test. */
export const WebhookAnswer = z.object({
  /** Did it take the message? */
  is_taken: z.boolean(),
  form: z.enum(formNames),
  /** Of HTTP. */
  status: z.number().int(),
  /** The beginning of its text. */
  answer: z.string(),
})
export type WebhookAnswer = z.infer<typeof WebhookAnswer>
