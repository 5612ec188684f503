// What a contract with a vendor consists of where it does not chat: vectors, rankings, verdicts and pictures. As in the contracts of chat,
// the client mostly speaks otherwise than the vendor, so that what is sent is written by us.
import type { Json, Refusal } from './vendor.ts'

export interface Service {
  readonly name: string
  /** Type of its channels. */
  readonly type: number
  /** The model as the vendor names it. */
  readonly model: string
  /** Fields of the channel beside type, name, keys and model. */
  readonly channel?: Json
  /** What stands between the host and the vendor's paths in the channel's address. */
  readonly below?: string
  /** Keys of one channel; absent: the usual three. */
  readonly keys?: readonly string[]
  /** What a client asks, without the model, and where. */
  readonly ask: { readonly path: string; readonly body: Json }
  readonly path: string
  headers(key: string): Readonly<Record<string, string>>
  /** The bodies of what is sent, in any order: most vendors need one for all. With the model, where the vendor has it in them. */
  readonly bodies: readonly Json[]
  /** The answers to them. */
  readonly answers: readonly { readonly body: Json; readonly headers?: Readonly<Record<string, string>> }[]
  /** Fields of the client's for which the vendor has no word, as it is told. */
  readonly lost?: string | undefined
  /** What the client reads. */
  readonly told: unknown
  /** Dollars for a search, where it is sold by searches. */
  readonly searchPrice?: number
  /** What it costs, at one unit for a token of input and three for one of output; undefined: by our own count, more than nothing. */
  readonly cost?: number
  readonly badKey: Refusal
  /** With the seconds to wait, where the vendor has a limit. */
  readonly tooMany?: Refusal
  readonly badRequest: Refusal & { readonly told: string }
}

/** The header of RFC 9110, 10.2.3, which gateways of all vendors send. */
const WAIT_SECONDS = 20
export const waiting = (refusal: Refusal): Refusal => ({
  ...refusal,
  headers: { ...refusal.headers, 'retry-after': `${WAIT_SECONDS}` },
  waits: WAIT_SECONDS,
})
