import { noUsage, type SoldUnit, type Usage } from '@waystation/contract/calls/usage'
import type { Quota } from '@waystation/contract/money/quota'
import { heldContext, type KnownModel, type MediaTokens, type Medium, mediaTokens } from './media-tokens.ts'
import { type CompiledPrice, priceCallAtMost } from './price-call.ts'

/** What is known of a call before it is sent. */
export interface ExpectedSize {
  /** Bytes of all text that the vendor will tokenise, in UTF-8. */
  readonly textBytes: number
  /** Bytes of the whole body without the data of media: a field that no reader of ours knows may be read by its vendor all the same. */
  readonly bodyBytes?: number
  /** Bytes that the vendor reads more than once, each time but the first: the query of a ranking, beside each document. Absent: none. */
  readonly repeatedBytes?: number
  readonly media: readonly Medium[]
  /** Output tokens that the caller allows, over all answers; undefined when they name no maximum. */
  readonly maxOutputTokens: number | undefined
  /** The number of choices requested. */
  readonly choices: number
  /** The unit of the price where it is not the text. */
  readonly measured?: Measured
  /** Output tokens for each prompt token, where the reply is speech and its tokens are not counted; absent: none. */
  readonly spokenPerToken?: number
  /** Set where the caller requests a cache write, which costs more: the longest lifetime requested, in seconds. */
  readonly cacheSeconds?: number
  /** For how many hours the vendor keeps the prompt, where it is sold by that; absent: it is not kept. */
  readonly keptHours?: number
}

/** What was measured of a request, in the unit of its price. */
export interface Measured {
  readonly unit: 'seconds' | 'characters' | SoldUnit
  readonly amount: number
  /** The vendor counts for itself, and no more than this; absent: nobody does, and the amount is charged. */
  readonly most?: number
  /** How far the vendor's count is believed, where that is beyond what is held for; absent: up to `most`. */
  readonly believed?: number
  /** Of pictures and films: what one, or a second, costs against a usual one, as decimal text. */
  readonly unitFactor?: string
  /** Tiers of its price by tokens that apply to it; absent: none. */
  readonly tiers?: readonly string[]
  /** Output tokens that are held for besides: those of a transcript, of a model that is sold by them. Absent: none. */
  readonly written?: number
  /** What the amount is charged as, instead of the text, which is not in `textBytes` then. Absent: it has a price by itself. */
  readonly asTokens?: { readonly bucket: 'freshInput' | 'audioInput' | 'output'; readonly count: number }
}

/** Tokens times the hours for which they are kept; 0 where none are. */
export const storedTokenHours = ({ keptHours = 0 }: Pick<ExpectedSize, 'keptHours'>, tokens: number): number =>
  Math.ceil(tokens * keptHours)

/** The usage with what was measured of the request in it. */
export function withMeasured(usage: Usage, { measured }: Pick<ExpectedSize, 'measured'>): Usage {
  if (!measured) return usage
  const { unit, amount, unitFactor, asTokens, tiers } = measured
  return {
    ...usage,
    ...(asTokens && { [asTokens.bucket]: usage[asTokens.bucket] + asTokens.count }),
    ...(unitFactor === undefined ? {} : { unitFactor }),
    ...(tiers === undefined ? {} : { tiers }),
    [unit]: amount,
  }
}

/** The same with as much of it as the vendor may count. */
function withMostMeasured(usage: Usage, { measured }: ExpectedSize): Usage {
  return withMeasured(usage, measured ? { measured: { ...measured, amount: measured.most ?? measured.amount } } : {})
}

/** Dense text (numbers, code, base64 in prose) comes to about two and a half bytes a token; prose to four. High on purpose. */
const BYTES_PER_TOKEN_HIGH = 2.5
/** Typical, for running costs: they only decide when to hold more. */
const BYTES_PER_TOKEN_TYPICAL = 4
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
/** Google charges older models a prompt that was grounded once, however often they searched for it. */
const GROUNDED_PROMPT = 'groundedPrompt'
/** The most answers that one call may request, as far as they are held for. */
const MAX_CHOICES = 128

type PromptFacts = Pick<ExpectedSize, 'textBytes' | 'bodyBytes' | 'repeatedBytes' | 'media'>

/** Prompt tokens, estimated high: the hold must cover the charge (decision D13). */
export function promptTokensHigh({ textBytes, bodyBytes = 0, repeatedBytes = 0, media }: PromptFacts, model: KnownModel): MediaTokens {
  const { input, audio } = mediaTokens(media, model)
  return { input: Math.ceil((Math.max(textBytes, bodyBytes) + repeatedBytes) / BYTES_PER_TOKEN_HIGH) + input, audio }
}

/** Tokens of so many bytes of ordinary text. */
export function typicalTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN_TYPICAL)
}

/**
 * Tokens that a call may use, for limits of tokens: its prompt and the most that it may answer.
 * @param assumedTokens of an answer for which the caller names no maximum (the option PreConsumedQuota)
 */
export function expectedTokens({ size, model }: { readonly size: ExpectedSize; readonly model: string }, assumedTokens: number): number {
  const { input, audio } = promptTokensHigh(size, { name: model, contextTokens: undefined })
  const answer =
    Math.min(size.maxOutputTokens ?? assumedTokens, MAX_OUTPUT_TOKENS) * (size.maxOutputTokens === undefined ? size.choices : 1)
  return input + audio + answer
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
  readonly model: KnownModel
  /** Does the vendor read what it keeps, by an id? Then the prompt may have the length of the model's context. */
  readonly readsKept: boolean
  /** Priced tools that may be used, and how often; absent: none. */
  readonly toolUses?: ToolUses
}

/** Uses of tools that have a price. */
export interface ToolUses {
  /** The names under which they have one. */
  readonly names: readonly string[]
  /** Of all of them together. */
  readonly most: number
  /** May fewer be asked for? */
  readonly canLimit: boolean
}

/** What is held for a call: `amount`, or no less than `minimum` where a shorter answer is acceptable. Quota units. */
export interface HoldNeed {
  readonly amount: Quota
  readonly minimum?: Quota
}

/**
 * How much to hold for an attempt (decisions D43, D59). A visible stream holds `assumedTokens` (the option PreConsumedQuota) at most, and more
 * while it runs. Any other answer must be held in full before the request is sent: for the caller's maximum, else the model's own, and for
 * the uses of priced tools. Where these may be lowered, a smaller hold is enough. There are no exceptions for any user (decision D13).
 */
export function holdNeed(size: ExpectedSize, price: CompiledPrice, answer: ExpectedAnswer, assumedTokens: number): HoldNeed {
  const cost = costs(size, price, answer)
  if (answer.isVisible) return { amount: cost(Math.min(answer.maxOutputTokens ?? assumedTokens, assumedTokens)) }
  const amount = cost(longest(answer))
  if (!mayBeShorter(answer) && !answer.toolUses?.canLimit) return { amount }
  return { amount, minimum: cost(shortestTaken(answer), answer.toolUses?.canLimit ? 1 : undefined) }
}

/** What many requests at once need together, and what is held for them. Quota units. */
export interface HeldShares {
  readonly least: Quota
  readonly most: Quota
  readonly held: number
}

/** What to ask for where less was set aside than the whole answer may cost. */
export interface Lowered {
  /** Tokens of one answer; absent: as it was. */
  readonly maxOutputTokens?: number
  /** Uses of priced tools; absent: as they were. */
  readonly toolUses?: number
}

/** First the uses of tools are lowered, then the length of the answer. Empty where nothing need be lowered. */
export function lowered(size: ExpectedSize, price: CompiledPrice, answer: ExpectedAnswer, held: number): Lowered {
  if (answer.isVisible) return {}
  const cost = costs(size, price, answer)
  const { toolUses } = answer
  const fitsWithAllUses = !toolUses?.canLimit || cost(shortestTaken(answer)) <= held
  const uses = fitsWithAllUses ? undefined : mostThatFits(1, toolUses.most, (count) => cost(shortestTaken(answer), count) <= held)
  const tokens = mayBeShorter(answer) ? loweredTokens(answer, (count) => cost(count, uses) <= held) : undefined
  return { ...(uses === undefined ? {} : { toolUses: uses }), ...(tokens === undefined ? {} : { maxOutputTokens: tokens }) }
}

function loweredTokens(answer: ExpectedAnswer, fits: (tokens: number) => boolean): number | undefined {
  const most = longest(answer)
  if (fits(most)) return undefined
  // A vendor refuses a maximum beyond the model's own, which is not known here.
  if (answer.maxOutputTokens === undefined && answer.modelMaxTokens === undefined) return MIN_OUTPUT_TOKENS
  return mostThatFits(shortest(answer), most, fits)
}

/** The greatest number from `least` to below `beyond` that fits; `least` does. */
function mostThatFits(least: number, beyond: number, fits: (count: number) => boolean): number {
  let [fitting, tooMany] = [least, beyond]
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2)
    if (fits(middle)) fitting = middle
    else tooMany = middle
  }
  return fitting
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
const shortestTaken = (answer: ExpectedAnswer): number => (mayBeShorter(answer) ? shortest(answer) : longest(answer))

/**
 * The cost of a call with so many tokens in each answer and so many uses of priced tools (absent: as many as may be), and with the highest
 * price that its prompt may have: the length of the prompt is estimated high, and none of the lengths up to it is cheaper than what is held.
 */
function costs(size: ExpectedSize, price: CompiledPrice, answer: ExpectedAnswer): (outputTokens: number, uses?: number) => Quota {
  const { isSpoken, tiers, toolUses, model, readsKept } = answer
  const { input, audio } = promptTokensHigh(size, model)
  const prompt = readsKept ? Math.max(input, heldContext(model)) : input
  const { cacheSeconds } = size
  const bucket = cacheSeconds === undefined ? 'freshInput' : cacheSeconds > SHORT_CACHE_SECONDS ? 'cacheWriteLong' : 'cacheWrite'
  return (outputTokens, uses) => {
    const answers = outputTokens * Math.max(1, Math.min(size.choices, MAX_CHOICES))
    const output = answers + prompt * (size.spokenPerToken ?? 0) + (size.measured?.written ?? 0)
    const usage = {
      ...noUsage,
      [bucket]: prompt,
      audioInput: audio,
      cacheStorage: storedTokenHours(size, prompt + audio),
      ...(isSpoken ? { audioOutput: output } : { output }),
      calls: 1,
      ...(tiers.length > 0 ? { tiers } : {}),
      ...(toolUses
        ? { uses: Object.fromEntries(toolUses.names.map((name) => [name, name === GROUNDED_PROMPT ? 1 : (uses ?? toolUses.most)])) }
        : {}),
    }
    return priceCallAtMost(withMostMeasured(usage, size), price)
  }
}
