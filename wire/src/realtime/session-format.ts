import type { WireUsage } from '../chat/reply/usage.ts'
import type { ReportedError } from '../openai/error.ts'

/** What the vendor's messages say that matters for the bill of a session, and for its end. */
export interface VendorReading {
  /** The message as the caller gets it, where something in it must be another; absent: as it came. */
  readonly changed?: string
  /** A response has begun: it will be paid, whatever becomes of it. */
  readonly isBegun?: true
  /** A response is over. `usage` is absent where the vendor does not report it. */
  readonly done?: { readonly usage?: WireUsage }
  /** What was said has been written down, by a model of its own. `usage` in tokens, or `seconds` of sound. */
  readonly transcribed?: { readonly usage?: WireUsage; readonly seconds?: number }
  /** Text that a response has brought: what it says, in letters, and the arguments of its calls. */
  readonly text?: string
  /** Seconds of sound that it has brought. */
  readonly soundSeconds?: number
  /** The vendor reports an error; the session may go on. */
  readonly error?: ReportedError
}

/** What the caller's messages say that matters before they are sent on. */
export interface CallerReading {
  /** The message as it goes to the vendor, where something in it must be another; absent: as it came. */
  readonly changed?: string
  /** The model that what is said shall be written down by. */
  readonly transcriptionModel?: string
  /** The longest response that is asked for, in tokens. */
  readonly maxOutputTokens?: number
  /** Text that the model will read. */
  readonly text?: string
  /** Tokens of the pictures that it will see. */
  readonly pictureTokens?: number
  /** Seconds of sound that it will hear. */
  readonly soundSeconds?: number
}

/** What a session has cost. */
export interface SessionCharge {
  /** The id of the session's row in the log. */
  readonly requestId: string
  /** Quota units, of all that was charged so far. */
  readonly quota: number
}

/** Reads both sides of one session, and remembers what must be known of earlier messages, such as the formats of sound. */
export interface SessionReader {
  /** May messages be binary frames, too? */
  readonly takesBinary: boolean
  /** @param message JSON text. Throws WireError where it is none, or none of this protocol. */
  fromCaller(message: string): CallerReading
  /** Never throws: what cannot be read matters to no bill. */
  fromVendor(message: string): VendorReading
  /** An error as a message to the caller; undefined: this protocol reports errors only by the reason of a close. */
  printError(error: ReportedError, id: string): string | undefined
  /** The cost so far as a message to the caller; undefined: this protocol has none. No vendor sends such a message. */
  printCharge(charge: SessionCharge, id: string): string | undefined
  /** The error that the vendor's close stands for. Absent: such vendors report errors in messages. */
  errorOfClose?(code: number, reason: string): ReportedError
}

/** Tokens that a second of sound is counted with, where the vendor does not report them. */
export interface SoundRate {
  readonly heard: number
  readonly spoken: number
}
