// What the replies of speech and of transcription have in common.
import type { WireUsage } from './chat/usage.ts'
import { isObject, type JsonObject } from './json.ts'

/** The reading of one frame of a reply. A whole reply is one frame. */
export interface AudioReading {
  readonly isProduce: boolean
  /** Is it the event that ends a stream? */
  readonly isEnd: boolean
  readonly usage?: AudioUsage
  readonly error?: { readonly message: string }
}

/** Usage, with the seconds of sound where the vendor counts those. */
export type AudioUsage = WireUsage & { readonly seconds?: number }

export const noReading: AudioReading = { isProduce: false, isEnd: false }

/** The failure that a body reports; undefined where it reports none. */
export function failureIn({ error }: JsonObject): AudioReading | undefined {
  if (typeof error === 'string') return { ...noReading, error: { message: error } }
  if (!isObject(error)) return undefined
  return { ...noReading, error: { message: typeof error.message === 'string' ? error.message : JSON.stringify(error) } }
}
