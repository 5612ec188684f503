import type { Quota } from '@waystation/contract/quota'
import { noUsage, type Usage } from '@waystation/contract/usage'
import { type CompiledPrice, priceCallAtMost } from './price-call.ts'

/** What is known of a call before it is sent. */
export interface ExpectedSize {
  /** Bytes of all text that the vendor will tokenise, in UTF-8. */
  readonly textBytes: number
  readonly images: number
  readonly sounds: number
  readonly videos: number
  readonly files: number
  /** Output tokens that the caller allows, over all answers; undefined when they name no maximum. */
  readonly maxOutputTokens: number | undefined
  /** The number of choices requested. */
  readonly choices: number
  /** The unit of the price where it is not the text: it is not in `textBytes` then. */
  readonly measured?: Measured
  /** Output tokens for each prompt token, where the reply is speech and its tokens are not counted; absent: none. */
  readonly spokenPerToken?: number
  /** Set where the caller requests a cache write, which costs more: the longest lifetime requested, in seconds. */
  readonly cacheSeconds?: number
}

/** A recording or a text that was measured, and what it is charged as. */
export interface Measured {
  readonly unit: 'seconds' | 'characters'
  readonly amount: number
  readonly bucket: 'freshInput' | 'audioInput'
  readonly tokens: number
}

/** The usage with what was measured of the request in it. */
export function withMeasured(usage: Usage, { measured }: Pick<ExpectedSize, 'measured'>): Usage {
  if (!measured) return usage
  return { ...usage, [measured.bucket]: usage[measured.bucket] + measured.tokens, [measured.unit]: measured.amount }
}

/** A call that is all text. */
export const noMedia = { images: 0, sounds: 0, videos: 0, files: 0 } as const

/** Dense text (numbers, code, base64 in prose) comes to about two and a half bytes a token; prose to four. High on purpose. */
const BYTES_PER_TOKEN_HIGH = 2.5
/** Typical, for running costs: they only decide when to hold more. */
const BYTES_PER_TOKEN_TYPICAL = 4
/** The most expensive common picture (OpenAI's high detail, six tiles) is 1105 tokens; others charge up to about 1600. */
const TOKENS_PER_IMAGE = 1600
const TOKENS_PER_SOUND = 3000
const TOKENS_PER_VIDEO = 20_000
const TOKENS_PER_FILE = 5000
/** No model outputs more; a caller who names more is held for this much. */
const MAX_OUTPUT_TOKENS = 10_000_000
/** An answer may always have this many tokens, or the call is refused: less is of no use to anybody (decision D43). */
const MIN_OUTPUT_TOKENS = 4096
/**
 * What is held for a model whose maximum is unknown, as long as that is at most a share of the available balance (a quarter, next to other
 * calls an eighth).
 */
const UNKNOWN_MODEL_TOKENS = 32_768
/** A cache with a longer life than this is written at the price of the long one. */
const SHORT_CACHE_SECONDS = 300
/** The most answers that one call may request, as far as they are held for. */
const MAX_CHOICES = 128

/** Prompt tokens, estimated high: the hold must cover the charge (decision D13). */
export function promptTokensHigh(size: ExpectedSize): number {
  const media =
    size.images * TOKENS_PER_IMAGE + size.sounds * TOKENS_PER_SOUND + size.videos * TOKENS_PER_VIDEO + size.files * TOKENS_PER_FILE
  return Math.ceil(size.textBytes / BYTES_PER_TOKEN_HIGH) + media
}

/** Tokens of so many bytes of ordinary text. */
export function typicalTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN_TYPICAL)
}

/** What is known of an attempt before it is sent, besides its size. */
export interface ExpectedAnswer {
  /** The maximum of output tokens as it will be sent; undefined where none is sent. */
  readonly maxOutputTokens: number | undefined
  /** The model's own maximum, where it is known. */
  readonly modelMaxTokens: number | undefined
  /** Can its cost be counted while it comes? A stream of text that is shown whole. */
  readonly isVisible: boolean
  /** May a smaller maximum be sent than the caller or the model has? */
  readonly canLimit: boolean
  readonly isStream: boolean
  readonly isSpoken: boolean
  /** Service tiers that will be requested and have a price. */
  readonly tiers: readonly string[]
}

/** What is held for a call: `amount`, or no less than `minimum` where a shorter answer is acceptable. Quota units. */
export interface HoldNeed {
  readonly amount: Quota
  readonly minimum?: Quota
}

/**
 * How much to hold for an attempt (decision D43). A visible stream holds `assumedTokens` (the option PreConsumedQuota) at most, and more
 * while it runs. Any other answer must be held in full before the request is sent: for the caller's maximum, else the model's own. Where
 * that may be lowered, a smaller hold is enough. There are no exceptions for any user (decision D13).
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
  // A vendor refuses a maximum beyond the model's own, which is not known here.
  if (answer.maxOutputTokens === undefined && answer.modelMaxTokens === undefined) return MIN_OUTPUT_TOKENS
  let [fits, beyond] = [shortest(answer), most]
  while (beyond - fits > 1) {
    const middle = Math.floor((fits + beyond) / 2)
    if (cost(middle) <= held) fits = middle
    else beyond = middle
  }
  return fits
}

/** A caller who names a maximum for a whole answer gets it or is refused; a stream may end sooner. */
function mayBeShorter({ canLimit, isStream, maxOutputTokens }: ExpectedAnswer): boolean {
  return canLimit && (isStream || maxOutputTokens === undefined)
}

function longest({ maxOutputTokens, modelMaxTokens }: ExpectedAnswer): number {
  const named = maxOutputTokens ?? modelMaxTokens ?? UNKNOWN_MODEL_TOKENS
  return Math.min(named, modelMaxTokens ?? MAX_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS)
}

const shortest = (answer: ExpectedAnswer): number => Math.min(MIN_OUTPUT_TOKENS, longest(answer))

/**
 * The cost of a call with this many tokens in each answer, and with the highest price that its prompt may have: the length of the prompt is
 * estimated high, and none of the lengths up to it is cheaper than what is held.
 */
function costOf(size: ExpectedSize, price: CompiledPrice, { isSpoken, tiers }: ExpectedAnswer, outputTokens: number): Quota {
  const sounds = size.sounds * TOKENS_PER_SOUND
  const prompt = promptTokensHigh(size) - sounds
  const output = outputTokens * Math.max(1, Math.min(size.choices, MAX_CHOICES)) + prompt * (size.spokenPerToken ?? 0)
  const { cacheSeconds } = size
  const bucket = cacheSeconds === undefined ? 'freshInput' : cacheSeconds > SHORT_CACHE_SECONDS ? 'cacheWriteLong' : 'cacheWrite'
  const usage = {
    ...noUsage,
    [bucket]: prompt,
    audioInput: sounds,
    ...(isSpoken ? { audioOutput: output } : { output }),
    calls: 1,
    ...(tiers.length > 0 ? { tiers } : {}),
  }
  return priceCallAtMost(withMeasured(usage, size), price)
}
