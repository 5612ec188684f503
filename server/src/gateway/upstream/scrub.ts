// Removes the channel's keys and addresses from a vendor's error messages before callers, logs and screens get them (lib/scrub.ts). Model
// output is never changed, and only failures are scrubbed.
import type { Json, JsonObject } from '@waystation/wire/encoding/json'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import type { ChannelKey } from '../../domain/catalog/routable-channel.ts'
import { type KnownSecrets, type Scrub, scrubber } from '../../lib/scrub.ts'
import type { ChannelTarget } from '../../providers/provider.ts'
import type { FrameReading } from '../reply.ts'
import { UpstreamFailure } from './failure.ts'

/** Characters of a failure that admins may read. */
const MAX_DETAIL = 1024
/** Characters of a vendor's message that its caller may read: some repeat the whole request. */
const MAX_MESSAGE = 8192

/** A channel with all its keys, or with the one in use. */
type Channel = Omit<ChannelTarget, 'key'> & ({ readonly keys: readonly ChannelKey[] } | { readonly key: string })

/** A channel's secrets: they must not reach callers, logs or screens. */
export function secretsOfChannel(channel: Channel): KnownSecrets {
  const { organization, baseUrl, setting } = channel
  const keys = [...('keys' in channel ? channel.keys.map(({ secret }) => secret) : []), ...('key' in channel ? [channel.key] : [])]
  const urls = [baseUrl, setting.proxy].filter((url) => typeof url === 'string')
  return { keys, names: [organization], urls }
}

export const scrubOf = (channel: Channel): Scrub => scrubber(secretsOfChannel(channel))

/** The failure without secrets. Its cause is dropped, since that may hold the vendor's raw message. */
export function scrubbedFailure({ facts }: UpstreamFailure, channel: Channel): UpstreamFailure {
  // Paths in the caller's own request.
  if (facts.kind === 'untranslatable') return new UpstreamFailure(facts)
  const scrub = scrubOf(channel)
  const { upstream } = facts
  const scrubbed = upstream && {
    ...upstream,
    message: scrub(upstream.message).slice(0, MAX_MESSAGE),
    ...(upstream.type === undefined ? {} : { type: scrub(upstream.type) }),
    ...(upstream.code === undefined ? {} : { code: scrub(upstream.code) }),
    ...(upstream.param === undefined ? {} : { param: scrub(upstream.param) }),
    ...(upstream.innerError === undefined ? {} : { innerError: cleanedFields(upstream.innerError, scrub) }),
  }
  return new UpstreamFailure({ ...facts, ...(scrubbed ? { upstream: scrubbed } : {}), detail: scrub(facts.detail).slice(0, MAX_DETAIL) })
}

/** A failure that a vendor reported inside its stream: the error frame, its reading, and the frames after it. */
export interface ReportedFailure {
  readonly frame: Frame
  readonly reading: FrameReading
  readonly rest: readonly Frame[]
}

/** A failure inside a stream without secrets. Frames without secrets stay byte for byte. */
export function scrubbedInBand({ frame, reading, rest }: ReportedFailure, channel: Channel): ReportedFailure {
  const scrub = scrubOf(channel)
  const events = reading.events?.map((event) =>
    event.kind === 'reply-failed' ? (cleaned(event as never, scrub, 'error') as unknown as typeof event) : event,
  )
  return {
    frame: scrubbedFrame(frame, scrub),
    reading: { ...reading, ...(events ? { events } : {}) },
    rest: rest.map((one) => scrubbedFrame(one, scrub)),
  }
}

/** A frame of a vendor that is no text of a model: an error, or a comment. */
export function scrubbedFrame(frame: Frame, scrub: Scrub): Frame {
  const around = frame.raw ? aroundData(frame.raw) : ''
  const data = frame.data === undefined ? undefined : cleanedData(frame.data, scrub)
  const event = scrub(frame.event)
  if (data === frame.data && event === frame.event && scrub(around) === around) return frame
  // A comment with a secret is dropped: clients ignore comments anyway.
  return { event, data, ...(data === undefined ? { raw: new Uint8Array(0) } : {}) }
}

/** A message on a socket in which the vendor reports an error. */
export const scrubbedText = (message: string, channel: Channel): string => cleanedData(message, scrubOf(channel))

/** The lines of a frame other than its data. */
function aroundData(raw: Uint8Array): string {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
    .toString('utf8')
    .split(/\r\n|[\r\n]/)
    .filter((line) => !line.startsWith('data'))
    .join('\n')
}

function cleanedData(data: string, scrub: Scrub): string {
  const body = parseJson(data)
  if (body === undefined) return scrub(data)
  const text = JSON.stringify(cleaned(body, scrub))
  // Printed again only where something was removed, since printing loses the vendor's formatting and repeated names.
  return text === JSON.stringify(body) && scrub(data) === data ? data : text
}

/** Where a model's text stands, in all four dialects. */
const OUTPUT = new Set(['choices', 'candidates', 'output', 'delta', 'content', 'content_block', 'item', 'part'])

/** What a part of a body is: a model's text is left as it is, and an error is none wherever it stands. */
type Place = 'frame' | 'output' | 'error'

function cleaned(value: Json, scrub: Scrub, place: Place = 'frame'): Json {
  if (typeof value === 'string') return place === 'output' ? value : scrub(value)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, scrub, place))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, item]): [string, Json] => {
    const within = placeOf(name, place)
    return [within === 'output' ? name : scrub(name), item === undefined ? null : cleaned(item, scrub, within)]
  })
  return Object.fromEntries(entries)
}

function cleanedFields(fields: JsonObject, scrub: Scrub): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [scrub(name), cleaned(value ?? null, scrub, 'error')]))
}

function placeOf(name: string, outer: Place): Place {
  if (outer === 'error' || name === 'error') return 'error'
  return outer === 'output' || OUTPUT.has(name) ? 'output' : 'frame'
}
