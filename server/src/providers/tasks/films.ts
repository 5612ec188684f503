// Films at every vendor whose record has them: where they are submitted and asked for, and with which key. The formats are in wire/src/films.
import { createHmac } from 'node:crypto'
import { vendorDialects } from '@waystation/wire/chat/dialects'
import { isObject } from '@waystation/wire/encoding/json'
import type { FilmFormat } from '@waystation/wire/films/format'
import { filmFormat } from '@waystation/wire/films/formats'
import { readFilm } from '@waystation/wire/films/request'
import { baseOf, type ChannelTarget, type Provider } from '../provider.ts'
import type { TaskVendor } from '../task-vendor.ts'

/** A version or the path of a dialect at the end of a channel's address; the paths of films begin at the root of the host. */
const VERSION = /\/(?:api\/(?:paas\/)?|compatible-mode\/)?v\d\w*$/

/** The root of the vendor's host, without a slash at its end. */
export const rootOf = (vendor: Pick<Provider, 'baseUrl'>, channel: Pick<ChannelTarget, 'baseUrl'>): string =>
  baseOf(vendor, channel).replace(VERSION, '')

/** The provider with its films; the same where it has none. */
export function withFilms(provider: Provider): Provider {
  if (!provider.operations.includes('videos')) return provider
  const name = provider.formats.videos
  const format = filmFormat(name)
  const urlOf = (path: string, channel: ChannelTarget) => new URL(rootOf(provider, channel) + path)
  const headersOf = (channel: ChannelTarget) => ({ ...provider.headers, ...keyHeaders(name, format, channel.key) })
  return {
    ...provider,
    address(call, channel) {
      if (call.operation !== 'videos') return provider.address(call, channel)
      const path = format.path(readFilm(call.asked ?? { model: call.model }), call.model)
      return { url: urlOf(path, channel), headers: { ...headersOf(channel), ...format.headers } }
    },
    tasks: {
      ...taskVendor(format, urlOf, headersOf),
      fileHeaders: headersOf,
      fileUrl: (vendorId, channel) => (format.contentPath ? urlOf(format.contentPath(vendorId), channel).href : undefined),
    },
  }
}

function taskVendor(
  format: FilmFormat,
  urlOf: (path: string, channel: ChannelTarget) => URL,
  headersOf: (channel: ChannelTarget) => Readonly<Record<string, string>>,
): TaskVendor {
  return {
    polls: (tasks, channel) =>
      tasks.map((task) => {
        const { vendorId, result } = task
        const { method, path, body } = format.poll(vendorId, result)
        const headers = { ...headersOf(channel), accept: 'application/json' }
        const sent =
          body === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
        return {
          tasks: [task],
          request: { method, url: urlOf(path, channel), ...sent },
          read(answer) {
            const reading = isObject(answer) ? format.readPoll(answer, vendorId, result) : undefined
            return reading && [{ ...reading, id: vendorId }]
          },
        }
      }),
  }
}

function keyHeaders(name: string | undefined, { dialect }: FilmFormat, key: string): Readonly<Record<string, string>> {
  if (name === 'kling') return { authorization: `Bearer ${klingToken(key, Date.now())}` }
  if (name === 'vidu') return { authorization: `Token ${key}` }
  return vendorDialects[dialect].usual?.keyHeaders(key) ?? {}
}

const LIFETIME_SECONDS = 1800
/** Clocks differ. */
const EARLIER_SECONDS = 5

/**
 * The token that a key of two halves signs (HS256); a newer key is sent as it is. Source: Kling AI, API reference, "General".
 * @param nowMs unix milliseconds
 */
export function klingToken(key: string, nowMs: number): string {
  const [access = '', secret] = key.split('|')
  if (secret === undefined) return key
  const now = Math.floor(nowMs / 1000)
  const part = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: access, exp: now + LIFETIME_SECONDS, nbf: now - EARLIER_SECONDS })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
