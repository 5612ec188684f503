// How the fields of OpenAI's speech become those of other vendors: the voice, the format, the speed, and what is lost.
import type { LossLog } from '../chat/losses/loss.ts'
import { isObject, type JsonObject } from '../encoding/json.ts'
import { described, type OwnVoices } from './format.ts'
import type { Voices } from './voices.ts'

/** Ids are letters, digits, dashes and lines; whatever else would change an address that one stands in. */
const VOICE_ID = /^[A-Za-z0-9_-]{1,64}$/
const isId = (id: unknown): id is string => typeof id === 'string' && VOICE_ID.test(id)

/**
 * The vendor's voice that a request names: by the channel's name for it, by a name of OpenAI's, or by the vendor's own. Undefined: it is none.
 * @param own the vendor's voices by the names that callers use at this channel
 */
export function voiceOf({ voice }: JsonObject, { byOpenAIName, names, isClosed }: Voices, own: OwnVoices): string | undefined {
  const named = isObject(voice) ? voice.id : voice
  if (typeof named !== 'string') return undefined
  if (Object.hasOwn(own, named)) return isId(own[named]) ? own[named] : undefined
  if (Object.hasOwn(byOpenAIName, named)) return byOpenAIName[named]
  const documented = names.find((name) => name.toLowerCase() === named.toLowerCase())
  return documented ?? (!isClosed && isId(named) ? named : undefined)
}

/** A voice that is none, with those that can be named where the vendor has no others. */
export function voiceComplaint(body: JsonObject, voices: Voices, own: OwnVoices): string[] {
  if (voiceOf(body, voices, own) !== undefined) return []
  const named = [...Object.keys(own), ...voices.names]
  return [voices.isClosed ? `${described('voice', body.voice)} (one of ${named.join(', ')})` : described('voice', body.voice)]
}

/** The value of a table under the requested format; undefined where the vendor makes nothing like that. */
export function byFormat<Value>({ response_format: format }: JsonObject, table: Readonly<Record<string, Value>>, usual: string) {
  const name = format ?? usual
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined
}

/** What of a request hangs on its voice, its format, and whether it is to come as events. */
export function speechComplaints(
  body: JsonObject,
  { voices, own, formats, usual }: { voices: Voices; own: OwnVoices; formats: Readonly<Record<string, unknown>>; usual: string },
): string[] {
  return [
    ...voiceComplaint(body, voices, own),
    ...(byFormat(body, formats, usual) === undefined ? [described('response_format', body.response_format)] : []),
    ...(body.stream_format === 'sse' ? [described('stream_format', body.stream_format)] : []),
  ]
}

/** Read by every format. */
const READ: ReadonlySet<string> = new Set(['model', 'input', 'voice', 'response_format', 'stream_format', 'speed', 'instructions'])

/** The vendor's own fields of a request, which go on; all others that nobody reads are named as lost. */
export function ownFields(body: JsonObject, names: ReadonlySet<string>, losses: LossLog): JsonObject {
  const kept: JsonObject = {}
  for (const [name, value] of Object.entries(body)) {
    if (names.has(name)) kept[name] = value
    else if (!READ.has(name)) losses.add(name, 'unknown-field')
  }
  return kept
}

/** The speed within what the vendor has; undefined where none is requested. */
export function speedWithin({ speed }: JsonObject, [slowest, fastest]: readonly [number, number], losses: LossLog): number | undefined {
  if (typeof speed !== 'number') return undefined
  const possible = Math.min(Math.max(speed, slowest), fastest)
  if (possible !== speed) losses.add('speed', 'not-expressible')
  return possible
}

/** Names instructions as lost, at vendors that take none. */
export function loseInstructions({ instructions }: JsonObject, losses: LossLog): void {
  if (instructions !== undefined && instructions !== '') losses.add('instructions', 'not-expressible')
}
