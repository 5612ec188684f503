// The bodies of webhooks that chat services take as they are. Sources: the pages "custom bot" of Feishu, "custom robot" and its signature of
// DingTalk, "group robot" of WeCom, `sendMessage` of Telegram's Bot API, "incoming webhooks" of Slack, "execute webhook" of Discord.
import { createHmac } from 'node:crypto'
import type { WebhookForm } from '@waystation/contract/site/webhook-form'
import { isRecord } from '../../lib/fields.ts'
import { Undeliverable } from '../outbox/outbox.ts'

/** A message on its way to a chat. */
export interface ChatMessage {
  readonly url: URL
  /** Empty: not signed. */
  readonly secret: string
  /** Which chat it goes to, where the address does not say so. */
  readonly chat: string
  readonly title: string
  readonly content: string
  /** Unix milliseconds at which it is sent: receivers reject signatures that are an hour old. */
  readonly nowMs: number
}

export interface ChatForm {
  /** @throws Undeliverable where something is missing */
  request(message: ChatMessage): { readonly url: URL; readonly body: Readonly<Record<string, unknown>> }
  /** Did the receiver take it, by its answer of status 2xx? */
  isTaken(answer: string): boolean
}

/** Longest texts that the services take, some space left for their own additions. In bytes of UTF-8: Feishu, DingTalk and WeCom. */
const MAX_BYTES = { feishu: 18_000, dingtalk: 18_000, wecom: 2000 }
/** In letters. */
const MAX_LETTERS = { telegram: 4000, slack: 20_000, discord: 1900 }

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

const feishu: ChatForm = {
  request({ url, secret, title, content, nowMs }) {
    const timestamp = String(Math.floor(nowMs / 1000))
    const text = [[{ tag: 'text', text: cutBytes(content, MAX_BYTES.feishu) }]]
    // The key of the signature is time and secret together, and nothing is signed with it.
    const signature = secret === '' ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') }
    return { url, body: { ...signature, msg_type: 'post', content: { post: { zh_cn: { title, content: text } } } } }
  },
  isTaken: (answer) => numberIn(answer, 'code') === 0,
}

const dingtalk: ChatForm = {
  request({ url: address, secret, title, content, nowMs }) {
    const url = new URL(address)
    if (secret !== '') {
      url.searchParams.set('timestamp', String(nowMs))
      url.searchParams.set('sign', hmac(secret, `${nowMs}\n${secret}`))
    }
    return { url, body: { msgtype: 'text', text: { content: cutBytes(`${title}\n${content}`, MAX_BYTES.dingtalk) } } }
  },
  isTaken: (answer) => numberIn(answer, 'errcode') === 0,
}

const wecom: ChatForm = {
  request: ({ url, title, content }) => ({
    url,
    body: { msgtype: 'text', text: { content: cutBytes(`${title}\n${content}`, MAX_BYTES.wecom) } },
  }),
  isTaken: dingtalk.isTaken,
}

const telegram: ChatForm = {
  request({ url: address, chat, title, content }) {
    if (chat === '') throw new Undeliverable('no chat')
    const url = new URL(address)
    if (!url.pathname.endsWith('/sendMessage')) url.pathname = `${url.pathname}/sendMessage`
    const text = cutLetters(`${title}\n${content}`, MAX_LETTERS.telegram)
    return { url, body: { chat_id: chat, text, link_preview_options: { is_disabled: true } } }
  },
  isTaken: (answer) => recordIn(answer).ok === true,
}

const slack: ChatForm = {
  request({ url, title, content }) {
    const text = cutLetters(`*${escapeSlack(title)}*\n${escapeSlack(content)}`, MAX_LETTERS.slack)
    return { url, body: { text, unfurl_links: false } }
  },
  isTaken: () => true,
}

const discord: ChatForm = {
  // What vendors say may hold `@everyone`: nobody is called by it.
  request: ({ url, title, content }) => ({
    url,
    body: { content: cutLetters(`**${title}**\n${content}`, MAX_LETTERS.discord), allowed_mentions: { parse: [] } },
  }),
  isTaken: () => true,
}

/** The forms of chat services. */
export const chatForms: Readonly<Record<Exclude<WebhookForm, 'plain'>, ChatForm>> = { feishu, dingtalk, wecom, telegram, slack, discord }

/** Slack reads these three signs as its own. */
const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function cutLetters(text: string, max: number): string {
  const letters = [...text]
  return letters.length <= max ? text : `${letters.slice(0, max).join('')}…`
}

function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text)
  // A letter that was cut in the middle ends as a replacement sign.
  return bytes.length <= max ? text : `${bytes.subarray(0, max).toString('utf8').replace(/�+$/, '')}…`
}

function recordIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return isRecord(read) ? read : {}
  } catch {
    return {}
  }
}

const numberIn = (text: string, field: string): unknown => recordIn(text)[field]
