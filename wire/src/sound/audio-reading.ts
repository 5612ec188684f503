// What the replies of speech and of transcription have in common.
import type { WireUsage } from '../chat/reply/usage.ts'
import { isObject, type JsonObject } from '../encoding/json.ts'
import { type ReportedError, reportedError } from '../openai/error.ts'

/** The reading of one frame of a reply. A whole reply is one frame. */
export interface AudioReading {
  readonly isProduce: boolean
  /** Is it the event that ends a stream? */
  readonly isEnd: boolean
  readonly usage?: AudioUsage
  readonly error?: ReportedError
}

/** Usage, with the seconds of sound where the vendor counts those. */
export type AudioUsage = WireUsage & { readonly seconds?: number }

export const noReading: AudioReading = { isProduce: false, isEnd: false }

/** The failure that a body reports; undefined where it reports none. */
export function failureIn(body: JsonObject): AudioReading | undefined {
  const { error } = body
  if (typeof error !== 'string' && !isObject(error)) return undefined
  return { ...noReading, error: reportedError(body) ?? { message: JSON.stringify(error) } }
}
