// What vendors of sound take and give whose format is not OpenAI's.
import type { DialectName } from '../chat/dialects.ts'
import type { LossLog } from '../chat/losses/loss.ts'
import type { WireUsage } from '../chat/reply/usage.ts'
import type { FramingName } from '../encoding/framing.ts'
import type { Json, JsonObject } from '../encoding/json.ts'
import type { ReportedError } from '../openai/error.ts'
import type { Transcript } from './transcript.ts'

/** The vendor's voices, by the names that callers use at one channel. */
export type OwnVoices = Readonly<Record<string, unknown>>

/** How a vendor takes a text to speak. Its reply is the bytes of a recording, or events with pieces of it. */
export interface SpeechFormat {
  /** The dialect that decides how its key is sent and where; absent: OpenAI's. */
  readonly dialect?: DialectName
  /**
   * What of a request in OpenAI's format the vendor cannot do though the recording hangs on it, such as `response_format: aac`.
   * @param voices the vendor's voices, by the names that callers use at this channel
   */
  unsupported(body: JsonObject, voices: OwnVoices): readonly string[]
  /** The body for the vendor. */
  writeRequest(body: JsonObject, model: string, losses: LossLog, voices: OwnVoices): JsonObject
  /** Set where the reply is a stream of server-sent events. */
  readonly events?: SpokenEvents
}

export interface SpokenEvents {
  /** How they stand in the bytes of the reply; absent: as server-sent events. */
  readonly framing?: FramingName
  /** The content type of the recording that the client's request is for. */
  contentType(body: JsonObject): string
  /** Reads the events of one reply, each once and in their order. */
  reader(body: JsonObject): (event: JsonObject) => SpokenEvent
}

/** What one event brings. */
export interface SpokenEvent {
  /** The next piece of the recording, as the client gets it. */
  readonly bytes?: Uint8Array
  readonly isEnd: boolean
  readonly usage?: WireUsage
  readonly error?: ReportedError
}

/** A text of a form, by its name. */
export type FormField = readonly [name: string, text: string]

/** How a vendor takes a recording to write down, and how it answers. */
export type TranscriptionFormat = TranscriptReading & (TranscriptionForm | TranscriptionBody)

interface TranscriptReading {
  /** The dialect that decides how its key is sent and where; absent: OpenAI's. */
  readonly dialect?: DialectName
  /** What of a form in OpenAI's format the vendor cannot do though the reply hangs on it. */
  unsupported(fields: JsonObject): readonly string[]
  /** Undefined: it is no transcript. */
  readReply(reply: Json | undefined): Transcript | undefined
  /** Why nothing was written down, in a reply that reports no error. Absent: such replies report one. */
  refusalIn?(reply: JsonObject): ReportedError | undefined
  /** Reads an event of a stream. Absent: it gives whole replies only. */
  readEvent?(event: JsonObject): WrittenEvent
}

/** It takes a form with the recording in the field `file`. */
interface TranscriptionForm {
  /** The texts of the form for the vendor, from those of the client's. */
  writeFields(fields: readonly FormField[], model: string, losses: LossLog): FormField[]
}

/** It takes JSON with the recording in it. */
interface TranscriptionBody {
  /** The body for the vendor, from the texts of the client's form. */
  writeBody(fields: readonly FormField[], recording: Recording, model: string, losses: LossLog): JsonObject
}

/** A recording as it stands in JSON. */
export interface Recording {
  readonly base64: string
  /** Such as `audio/mpeg`. */
  readonly mediaType: string
}

/** What one event of a transcript brings. */
export interface WrittenEvent {
  /** The next piece of the transcript; empty where it brings none. */
  readonly text: string
  readonly isEnd: boolean
  readonly usage?: WireUsage
  readonly error?: ReportedError
}

/** A field with its value, as far as that is short. */
export function described(name: string, value: Json | undefined): string {
  return typeof value === 'string' && value.length <= 40 ? `${name}: ${value}` : name
}
