// Messages to an address that a user named: https only, public addresses only, signed with the user's secret. What the receiver answers is
// read as a status and nothing more, so that nobody can look at other hosts through it. Source: server-behaviour 4.8, vector 15.
import { createHmac } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { BlockedAddress } from '../../lib/net/address-guard.ts'
import type { Egress } from '../../lib/net/egress.ts'
import { type Delivery, type Transport, Undeliverable } from '../outbox/outbox.ts'

export interface WebhookMessage {
  /** Such as `quota_exceed`. */
  readonly type: string
  readonly title: string
  /** With its values filled in. */
  readonly content: string
  readonly values: readonly (string | number)[]
}

export interface WebhookDraft {
  readonly url: string
  /** Empty: not signed. */
  readonly secret: string
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

/** A message as it waits in the outbox: its text and time are fixed, so that every try sends and signs the same. */
const Stored = z.object({ url: z.string(), secret: z.string(), text: z.string(), timestamp: z.number().int() })

export class WebhookService {
  readonly #egress: Pick<Egress, 'send'>
  readonly #now: () => number

  constructor({ egress, now }: WebhookParts) {
    this.#egress = egress
    this.#now = now
  }

  /** A message for the outbox. */
  delivery({ url, secret, message, ref, lifetimeMs }: WebhookDraft): Delivery {
    const timestamp = Math.floor(this.#now() / 1000)
    const { type, title, content, values } = message
    const text = JSON.stringify({ type, title, content, values, timestamp })
    return { kind: 'webhook', ref, lifetimeMs, body: JSON.stringify({ url, secret, text, timestamp }) }
  }

  /** Delivers a message from the outbox. */
  readonly deliver: Transport = async ({ uid, body }, signal) => {
    const { url, secret, text, timestamp } = Stored.parse(JSON.parse(body))
    const target = httpsUrl(url)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Waystation',
      'x-webhook-id': uid,
      'x-webhook-timestamp': String(timestamp),
      ...signature(secret, text),
    }
    const status = await this.#post(target, headers, text, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
    if (status < 200 || status >= 300) throw Object.assign(new Error('the receiver refused it'), { code: `HTTP ${status}` })
  }

  async #post(url: URL, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal): Promise<number> {
    const end = new EventEmitter()
    const abort = () => end.emit('abort')
    signal.addEventListener('abort', abort, { once: true })
    try {
      const sent = this.#egress.send({
        ...{ method: 'POST' as const, url, headers, body, signal: end },
        headersTimeoutMs: TIMEOUT_MS,
        bodyTimeoutMs: TIMEOUT_MS,
      })
      const { statusCode, body: answer } = await sent
      // Not a byte of it is read.
      answer.destroy()
      return statusCode
    } catch (error) {
      throw error instanceof BlockedAddress ? new Undeliverable('blocked address', { cause: error }) : error
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }
}

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
