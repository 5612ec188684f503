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
  readonly maxOutputTokens: number | undefined
  /** Answers asked for. */
  readonly choices: number
  /** Set where the caller asks that the prompt is written to a cache, which is dearer: the longest lifetime asked for, in seconds. */
  readonly cacheSeconds?: number
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
const MAX_OUTPUT_TOKENS = 10_000_000
/** An answer may always have this many tokens, or the call is refused: less is of no use to anybody (decision D43). */
const MIN_OUTPUT_TOKENS = 4096
/** What a model whose own maximum is not known is held for, while that is no more than a share (a quarter, beside other calls an eighth) of what is available. */
const UNKNOWN_MODEL_TOKENS = 32_768
/** A cache with a longer life than this is written at the price of the long one. */
const SHORT_CACHE_SECONDS = 300
/** Answers that one call may ask for, as far as they are held for. */
const MAX_CHOICES = 128

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

/** What is known of an attempt before it is made, beside its size. */
export interface ExpectedAnswer {
  /** The most tokens of one answer, as they will be sent; undefined where nothing will be said of it. */
  readonly maxOutputTokens: number | undefined
  /** The model's own maximum, where it is known. */
  readonly modelMaxTokens: number | undefined
  /** Can its cost be counted while it comes? A stream of text that is shown whole. */
  readonly isVisible: boolean
  /** May a smaller maximum be sent than the caller or the model has? */
  readonly canLimit: boolean
  readonly isStream: boolean
  readonly isSpoken: boolean
  /** Tiers that will be asked for and have a price. */
  readonly tiers: readonly string[]
}

/** What is set aside for a call: `amount`, or no less than `minimum` where a shorter answer will do. Quota units. */
export interface HoldNeed {
  readonly amount: Quota
  readonly minimum?: Quota
}

/**
 * How much to hold for an attempt (decision D43). A visible stream holds `assumedTokens` (the option PreConsumedQuota) at most, and more while
 * it runs. Any other answer must be held whole before it is asked for: the maximum that the caller named, else the model's own. Where that
 * may be lowered, less will do. There is no shortcut for anybody (decision D13).
 */
export function holdNeed(size: ExpectedSize, price: CompiledPrice, answer: ExpectedAnswer, assumedTokens: number): HoldNeed {
  const cost = (tokens: number) => costOf(size, price, answer, tokens)
  if (answer.isVisible) return { amount: cost(Math.min(answer.maxOutputTokens ?? assumedTokens, assumedTokens)) }
  const amount = cost(longest(answer))
  return mayBeShorter(answer) ? { amount, minimum: cost(shortest(answer)) } : { amount }
}

/**
 * The maximum to send, in tokens of one answer, where less was set aside than the whole answer may cost; undefined where nothing need be
 * lowered.
 */
export function loweredMaximum(size: ExpectedSize, price: CompiledPrice, answer: ExpectedAnswer, held: number): number | undefined {
  if (answer.isVisible || !mayBeShorter(answer)) return undefined
  const cost = (tokens: number) => costOf(size, price, answer, tokens)
  const most = longest(answer)
  if (cost(most) <= held) return undefined
  // A vendor refuses more than its model can, and how much that is nobody has said.
  if (answer.maxOutputTokens === undefined && answer.modelMaxTokens === undefined) return MIN_OUTPUT_TOKENS
  let [fits, beyond] = [shortest(answer), most]
  while (beyond - fits > 1) {
    const middle = Math.floor((fits + beyond) / 2)
    if (cost(middle) <= held) fits = middle
    else beyond = middle
  }
  return fits
}

/** A caller who names a maximum for a whole answer gets it or is refused; a stream of theirs may end sooner. */
function mayBeShorter({ canLimit, isStream, maxOutputTokens }: ExpectedAnswer): boolean {
  return canLimit && (isStream || maxOutputTokens === undefined)
}

function longest({ maxOutputTokens, modelMaxTokens }: ExpectedAnswer): number {
  const named = maxOutputTokens ?? modelMaxTokens ?? UNKNOWN_MODEL_TOKENS
  return Math.min(named, modelMaxTokens ?? MAX_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS)
}

const shortest = (answer: ExpectedAnswer): number => Math.min(MIN_OUTPUT_TOKENS, longest(answer))

/** What a call costs whose answers have so many tokens each, and whose prompt is as dear as it may be. */
function costOf(size: ExpectedSize, price: CompiledPrice, { isSpoken, tiers }: ExpectedAnswer, outputTokens: number): Quota {
  const output = outputTokens * Math.max(1, Math.min(size.choices, MAX_CHOICES))
  const sounds = size.sounds * TOKENS_PER_SOUND
  const prompt = promptTokensHigh(size) - sounds
  const { cacheSeconds } = size
  const bucket = cacheSeconds === undefined ? 'freshInput' : cacheSeconds > SHORT_CACHE_SECONDS ? 'cacheWriteLong' : 'cacheWrite'
  return priceCall(
    {
      ...noUsage,
      [bucket]: prompt,
      audioInput: sounds,
      ...(isSpoken ? { audioOutput: output } : { output }),
      calls: 1,
      ...(tiers.length > 0 ? { tiers } : {}),
    },
    price,
  )
}
