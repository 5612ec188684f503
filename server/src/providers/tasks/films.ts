// Films at every vendor whose record has them: where they are submitted and asked for, and with which key. The formats are in wire/src/films.
import { createHmac } from 'node:crypto'
import { vendorDialects } from '@waystation/wire/chat/dialects'
import { isObject } from '@waystation/wire/encoding/json'
import type { FilmFormat } from '@waystation/wire/films/format'
import { filmFormat } from '@waystation/wire/films/formats'
import { readFilm, sourceIn } from '@waystation/wire/films/request'
import { baseOf, type ChannelTarget, type Provider, type UpstreamCall } from '../provider.ts'
import type { TaskVendor } from '../task-vendor.ts'

/** A version or the path of a dialect at the end of a channel's address; the paths of films begin at the root of the host. */
const VERSION = /\/(?:api\/(?:paas\/)?|compatible-mode\/)?v\d\w*$/

/** The root of the vendor's host, without a slash at its end. */
export const rootOf = (vendor: Pick<Provider, 'baseUrl'>, channel: Pick<ChannelTarget, 'baseUrl'>): string =>
  baseOf(vendor, channel).replace(VERSION, '')

/** The provider with its films; the same where it has none, or code of its own for them. */
export function withFilms(provider: Provider): Provider {
  if (!provider.operations.includes('videos') || provider.tasks) return provider
  const name = provider.formats.videos
  const format = filmFormat(name)
  const urlOf = (path: string, channel: ChannelTarget) =>
    new URL(rootOf(provider, channel) + (isToken(channel.key) ? relayRoot(name, provider, channel) : '') + path)
  const headersOf = (channel: ChannelTarget) => ({ ...provider.headers, ...keyHeaders(name, format, channel.key) })
  return {
    ...provider,
    address(call, channel) {
      if (call.operation !== 'videos') return provider.address(call, channel)
      const path = pathOf(call, format)
      return { url: urlOf(path, channel), headers: { ...headersOf(channel), ...format.headers } }
    },
    tasks: {
      polls: filmPolls(format, urlOf, headersOf),
      fileHeaders: headersOf,
      fileUrl: (vendorId, channel) => (format.contentPath ? urlOf(format.contentPath(vendorId), channel).href : undefined),
    },
  }
}

/** What goes out from another film comes in at a place of its own. */
function pathOf({ asked = {}, model, place }: UpstreamCall, { path, followUps }: FilmFormat): string {
  if (place === undefined) return path(readFilm({ model, ...asked }), model)
  if (!followUps) throw new TypeError('the vendor makes nothing of its films')
  return followUps.path(sourceIn(asked))
}

/**
 * How films of this format are asked for, one by one.
 * @param urlOf where a path from the root of the vendor's host is, for the film of this id at the vendor
 * @param headersOf what shows the channel's key
 */
export function filmPolls(
  format: FilmFormat,
  urlOf: (path: string, channel: ChannelTarget, vendorId: string) => URL,
  headersOf: (channel: ChannelTarget) => Readonly<Record<string, string>>,
): TaskVendor['polls'] {
  return (tasks, channel) =>
    tasks.map((task) => {
      const { vendorId, result } = task
      const { method, path, body, holdsFilm } = format.poll(vendorId, result)
      const headers = { ...headersOf(channel), accept: 'application/json' }
      const sent =
        body === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return {
        tasks: [task],
        request: { method, url: urlOf(path, channel, vendorId), ...sent },
        ...(holdsFilm ? { holdsFile: true } : {}),
        ...(format.tellsInErrors ? { readsErrors: true } : {}),
        read(answer) {
          const reading = isObject(answer) ? format.readPoll(answer, vendorId, result) : undefined
          return reading && [{ ...reading, id: vendorId }]
        },
      }
    })
}

function keyHeaders(name: string | undefined, { dialect }: FilmFormat, key: string): Readonly<Record<string, string>> {
  if (name === 'kling') return { authorization: `Bearer ${klingToken(key, Date.now())}` }
  // Its key signs each request; another gateway takes a token.
  if (name === 'jimeng' && !isToken(key)) return {}
  if (name === 'vidu') return { authorization: `Token ${key}` }
  return vendorDialects[dialect].usual?.keyHeaders(key) ?? {}
}

/** A token of another gateway, in the place of a vendor's key. Source: the gateways of this family. */
const isToken = (key: string): boolean => key.startsWith('sk-')
/** Where such gateways have doors in a vendor's shape, by its format. */
const relayRoots: Readonly<Record<string, string>> = { jimeng: '/jimeng', kling: '/kling' }

/** What stands before the vendor's paths at another gateway; empty where the channel's address has it, or is the vendor's own. */
function relayRoot(name = '', { baseUrl, presets = [] }: Pick<Provider, 'baseUrl' | 'presets'>, channel: ChannelTarget): string {
  const root = relayRoots[name] ?? ''
  const isOwn = ['', baseUrl, ...presets.map(({ address }) => address)].includes(channel.baseUrl)
  return isOwn || baseOf({ baseUrl }, channel).endsWith(root) ? '' : root
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
