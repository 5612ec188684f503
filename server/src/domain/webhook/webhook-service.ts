// Messages to an address that somebody named: https only, public addresses only. Users' are signed JSON, of which the answer is read as a
// status and nothing more, so that nobody can look at other hosts through it (server-behaviour 4.8, vector 15); those for super admins may
// be in the form of a chat service, which says in its answer whether it took the message.
import { createHmac } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { AppError, type Words } from '@waystation/contract/errors'
import { formNames, type WebhookAnswer, type WebhookForm } from '@waystation/contract/site/webhook-form'
import { z } from 'zod'
import { readBeginning } from '../../lib/bodies/read-capped.ts'
import { errorCode, fieldsOf } from '../../lib/fields.ts'
import { BlockedAddress } from '../../lib/net/address-guard.ts'
import type { Egress } from '../../lib/net/egress.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { type Delivery, type Transport, Undeliverable } from '../outbox/outbox.ts'
import { chatForms } from './webhook-forms.ts'

export interface WebhookMessage {
  /** Such as `quota_exceed`. */
  readonly type: string
  readonly title: string
  /** With its values filled in. */
  readonly content: string
  readonly values: readonly (string | number)[]
}

/** Where a message goes. */
export interface WebhookTarget {
  readonly url: string
  /** Empty: not signed. */
  readonly secret: string
  /** Absent: signed JSON. */
  readonly form?: WebhookForm
  /** Which chat it goes to, where the form needs that. */
  readonly chat?: string
}

export interface WebhookDraft extends WebhookTarget {
  readonly message: WebhookMessage
  /** Names what the message is about, unique for ever. */
  readonly ref: string
  readonly lifetimeMs: number
}

export interface WebhookParts {
  /** Reaches public addresses only. */
  readonly egress: Pick<Egress, 'send'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/** For the whole request. */
const TIMEOUT_MS = 5000
/** Of the answer of a chat service. */
const MAX_ANSWER_BYTES = 4096
/** Of an answer that a test shows. */
const MAX_SHOWN_LETTERS = 300

const target = { url: z.string(), secret: z.string() }
/** Signed JSON as it waits in the outbox: its text and time are fixed, so that every try sends and signs the same. */
const StoredJson = z.object({ ...target, text: z.string(), timestamp: z.number().int() })
/** A message for a chat: its signature ends within an hour, so each try makes its own. */
const StoredChat = z.object({
  ...target,
  form: z.enum(formNames).exclude(['plain']),
  chat: z.string(),
  message: z.object({ title: z.string(), content: z.string() }),
})
const Stored = z.union([StoredChat, StoredJson])

interface Prepared {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Absent: the answer is not looked at. */
  readonly isTaken?: (answer: string) => boolean
}

export class WebhookService {
  readonly #egress: Pick<Egress, 'send'>
  readonly #now: () => number

  constructor({ egress, now }: WebhookParts) {
    this.#egress = egress
    this.#now = now
  }

  /** A message for the outbox. */
  delivery({ message, ref, lifetimeMs, ...to }: WebhookDraft): Delivery {
    return { kind: 'webhook', ref, lifetimeMs, body: JSON.stringify(this.#stored(to, message)) }
  }

  /** A message of somebody else's form for the outbox: signed, and otherwise as it is. @param text JSON */
  json({
    url,
    secret,
    text,
    ref,
    lifetimeMs,
  }: Pick<WebhookDraft, 'url' | 'secret' | 'ref' | 'lifetimeMs'> & { readonly text: string }): Delivery {
    const stored: z.infer<typeof StoredJson> = { url, secret, text, timestamp: Math.floor(this.#now() / 1000) }
    return { kind: 'webhook', ref, lifetimeMs, body: JSON.stringify(stored) }
  }

  /** Delivers a message from the outbox. */
  readonly deliver: Transport = async ({ uid, body }, signal) => {
    const prepared = this.#prepare(Stored.parse(JSON.parse(body)), uid)
    const { status, answer } = await this.#post(prepared, signal, prepared.isTaken !== undefined)
    if (!isGood(status)) throw failed(`HTTP ${status}`)
    if (prepared.isTaken?.(answer) === false) throw failed(`HTTP ${status}: ${answer.slice(0, MAX_SHOWN_LETTERS)}`)
  }

  /**
   * Sends a message at once, and answers with what its receiver says.
   * @throws AppError webhook_failed, where there is no answer
   */
  async test(to: WebhookTarget, message: WebhookMessage): Promise<WebhookAnswer> {
    try {
      const prepared = this.#prepare(Stored.parse(this.#stored(to, message)), newRequestId())
      const { status, answer } = await this.#post(prepared, undefined, true)
      const is_taken = isGood(status) && prepared.isTaken?.(answer) !== false
      return { is_taken, form: to.form ?? 'plain', status, answer: answer.slice(0, MAX_SHOWN_LETTERS) }
    } catch (error) {
      throw new AppError('webhook_failed', { detail: causeOf(error) }, { cause: error })
    }
  }

  #stored({ url, secret, form = 'plain', chat = '' }: WebhookTarget, message: WebhookMessage): z.infer<typeof Stored> {
    const { type, title, content, values } = message
    if (form !== 'plain') return { url, secret, form, chat, message: { title, content } }
    const timestamp = Math.floor(this.#now() / 1000)
    return { url, secret, timestamp, text: JSON.stringify({ type, title, content, values, timestamp }) }
  }

  #prepare(stored: z.infer<typeof Stored>, uid: string): Prepared {
    const url = httpsUrl(stored.url)
    const headers = { 'content-type': 'application/json', 'user-agent': 'Waystation' }
    if ('form' in stored) {
      const { form, secret, chat, message } = stored
      const { request, isTaken } = chatForms[form]
      const asked = request({ url, secret, chat, ...message, nowMs: this.#now() })
      return { url: asked.url, headers, body: JSON.stringify(asked.body), isTaken }
    }
    const { secret, text, timestamp } = stored
    const named = { 'x-webhook-id': uid, 'x-webhook-timestamp': String(timestamp) }
    return { url, headers: { ...headers, ...named, ...signature(secret, text) }, body: text }
  }

  async #post({ url, headers, body }: Prepared, ended: AbortSignal | undefined, readsAnswer: boolean) {
    const limit = AbortSignal.timeout(TIMEOUT_MS)
    const signal = ended ? AbortSignal.any([ended, limit]) : limit
    const end = new EventEmitter()
    const abort = () => end.emit('abort')
    signal.addEventListener('abort', abort, { once: true })
    try {
      const sent = this.#egress.send({
        ...{ method: 'POST' as const, url, headers, body, signal: end },
        headersTimeoutMs: TIMEOUT_MS,
        bodyTimeoutMs: TIMEOUT_MS,
      })
      const { statusCode: status, body: answer } = await sent
      if (readsAnswer) return { status, answer: await readBeginning(answer, { maxBytes: MAX_ANSWER_BYTES, deadlineMs: TIMEOUT_MS }) }
      // Not a byte of it is read.
      answer.destroy()
      return { status, answer: '' }
    } catch (error) {
      throw error instanceof BlockedAddress ? new Undeliverable('blocked address', { cause: error }) : error
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }
}

/** Why there is no answer, in words, or as the code that the network gave it. */
function causeOf(error: unknown): Words | string {
  if (fieldsOf(error).cause instanceof BlockedAddress) return { zh: '不允许访问该地址', en: 'access to its address is not allowed' }
  if (error instanceof Undeliverable) return { zh: '不是 https 地址', en: 'it has no https address' }
  return errorCode(error) || { zh: '连接中断', en: 'the connection was lost' }
}

const isGood = (status: number) => status >= 200 && status < 300

/** Tried again; the code is what the outbox notes. */
const failed = (code: string) => Object.assign(new Error('the receiver rejected it'), { code })

function httpsUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') throw new Undeliverable('not an https address')
  return url
}

/** The secret goes along as a Bearer token too, for receivers that compare it; both over https alone. */
function signature(secret: string, text: string): Record<string, string> {
  if (secret === '') return {}
  const signed = createHmac('sha256', secret).update(text).digest('hex')
  return { authorization: `Bearer ${secret}`, 'x-webhook-signature': signed }
}
