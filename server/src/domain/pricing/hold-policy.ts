import type { Quota } from '@waystation/contract/quota'
import { noUsage } from '@waystation/contract/usage'
import { type CompiledPrice, priceCall } from './price-call.ts'

/** What is known of a call before it is made. */
export interface ExpectedSize {
  /** Bytes of all text that the vendor will tokenise, in UTF-8. */
  readonly textBytes: number
  readonly images: number
  readonly sounds: number
  readonly videos: number
  readonly files: number
  /** Output tokens that the caller allows, over all answers; undefined when they name no maximum. */
  readonly mostOutputTokens: number | undefined
  /** Answers asked for. */
  readonly choices: number
}

/** A call that is all text. */
export const noMedia = { images: 0, sounds: 0, videos: 0, files: 0 } as const

/** Dense text (numbers, code, base64 in prose) comes to about two and a half bytes a token; prose to four. High on purpose. */
const BYTES_PER_TOKEN_HIGH = 2.5
/** Typical, for running costs: they only decide when to hold more. */
const BYTES_PER_TOKEN_TYPICAL = 4
/** The dearest common picture (OpenAI's high detail, six tiles) is 1105 tokens; others charge up to about 1600. */
const TOKENS_PER_IMAGE = 1600
const TOKENS_PER_SOUND = 3000
const TOKENS_PER_VIDEO = 20_000
const TOKENS_PER_FILE = 5000
/** No model answers with more; a caller who names more is held for this much. */
const MOST_OUTPUT_TOKENS = 10_000_000

/** Prompt tokens, estimated high: what is held must cover what will be charged (decision D13). */
export function promptTokensHigh(size: ExpectedSize): number {
  const media =
    size.images * TOKENS_PER_IMAGE + size.sounds * TOKENS_PER_SOUND + size.videos * TOKENS_PER_VIDEO + size.files * TOKENS_PER_FILE
  return Math.ceil(size.textBytes / BYTES_PER_TOKEN_HIGH) + media
}

/** Tokens of so many bytes of ordinary text. */
export function typicalTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN_TYPICAL)
}

/**
 * How much to hold for a call: the prompt, estimated high, and the most output the caller allows, or `assumedOutputTokens` (the option
 * PreConsumedQuota) when they name no maximum. There is no shortcut for anybody (decision D13).
 */
export function holdAmount(size: ExpectedSize, price: CompiledPrice, assumedOutputTokens: number): Quota {
  const output = Math.min(size.mostOutputTokens ?? assumedOutputTokens, MOST_OUTPUT_TOKENS) * Math.max(1, Math.min(size.choices, 128))
  return priceCall({ ...noUsage, freshInput: promptTokensHigh(size), output, calls: 1 }, price)
}
