import { z } from 'zod'
import type { Facts } from '../errors.ts'
import type { LengthTier } from '../prices/length-tiers.ts'
import type { RatioKey, TokensKey } from '../prices/price-buckets.ts'
import { countedPageSchema } from '../values/page.ts'
import type { SkipReason } from './skip-words.ts'

/** One row of the usage log. `other` is JSON text; its shape is `LogOther`. Source: specification §3, server-behaviour 8. */
export const LogEntry = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  type: z.number().int(),
  user_id: z.number().int(),
  username: z.string(),
  channel: z.number().int(),
  channel_name: z.string(),
  token_id: z.number().int(),
  token_name: z.string(),
  group: z.string(),
  model_name: z.string(),
  is_stream: z.boolean(),
  /** Whole seconds. */
  use_time: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  quota: z.number().int(),
  content: z.string(),
  client_ip: z.string(),
  request_id: z.string(),
  other: z.string(),
})
export type LogEntry = z.infer<typeof LogEntry>

export const LogPage = countedPageSchema(LogEntry)

/** `time`: the newest row first. `cost`: charged calls alone, the dearest first. */
export const logOrders = ['time', 'cost'] as const
export type LogOrder = (typeof logOrders)[number]

/** As the `type` of a filter: channel tests alone. Their rows are of the type consumption, marked `is_test`. */
export const CHANNEL_TESTS = 7

export type EndReason =
  | 'done'
  | 'client_gone'
  | 'client_stalled'
  | 'upstream_error'
  | 'upstream_truncated'
  | 'upstream_timeout'
  | 'event_too_large'
  | 'total_timeout'
  | 'gateway_shutdown'
  | 'quota_cut'
  | 'sensitive_words'
  | 'recovered'
  | 'revoked'

/**
 * What happened after a client disconnect. `cancelled`: the cost could be counted from the received part, so the upstream was stopped.
 * `usage_awaited`: only the usage was missing. `drained`: the stream was read to its end, because only the vendor knew the cost.
 * `drain_ended`: that took too long, so the received part was charged.
 */
export type AfterLeaving = 'cancelled' | 'usage_awaited' | 'drained' | 'drain_ended'

export type UsageSource = 'upstream' | 'counted' | 'none'

/** One try at one channel, as the explanation row shows it. */
export interface AttemptFact {
  readonly channel_id: number
  readonly channel_name: string
  /** The model that was asked, where others stand behind the one that the caller named too. */
  readonly model?: string
  /** Milliseconds after the call began. */
  readonly started_ms: number
  readonly took_ms: number
  readonly status?: number
  readonly error?: string
  /** The name that went upstream, where the vendor may charge for the attempt although it failed. */
  readonly charged_as?: string
}

/**
 * A channel that could have served a call. What became of it: skipped, tried (see the attempts), or not needed. In the row of a refused call
 * all are skipped, and those that would have served under other circumstances are among them.
 */
export interface CandidateFact {
  readonly channel_id: number
  /** Its present name; put in when the row is read. */
  readonly channel_name?: string
  /** Absent: 0. */
  readonly priority?: number | undefined
  readonly weight?: number | undefined
  readonly skipped?: SkipReason
  /** Of a channel that the gateway had disabled: the vendor's words. */
  readonly reason?: string
  /** Unix seconds: when it was auto-disabled, lost the model or was deleted. Absent: not known. */
  readonly since?: number
  /** Which groups it serves, the first of them; where the caller's is not among them. */
  readonly groups?: readonly string[]
  /** The name under which it serves the model; where that has a prefix. */
  readonly served_as?: string
  /** Seconds until a key may be used again. */
  readonly wait_seconds?: number
  /** The most input tokens that it takes. */
  readonly input_limit?: number
}

/** Channels that were skipped, by reason. */
export type SkipCounts = Readonly<Partial<Record<SkipReason, number>>>

/** A line of the charge: tokens times price. Weights are decimal text, exact. */
export interface ChargeLine {
  readonly bucket: string
  readonly tokens: number
  /** How a token of this bucket weighs against a fresh input token. */
  readonly weight: string
}

/** Use that a charge does not count: the tokens of a call at a fixed price, tools and tiers without a price. */
export interface UnbilledUse {
  /** By bucket. */
  readonly tokens?: Readonly<Record<string, number>>
  readonly uses?: Readonly<Record<string, number>>
  readonly tiers?: readonly string[]
  /** Set where the charge has no line and there was a call all the same. */
  readonly calls?: number
}

/** How a charge came about: enough to add it up again by hand. */
export interface ChargeFact {
  readonly kind: 'per-token' | 'per-call'
  readonly price_source: 'price' | 'ratio' | 'fallback' | 'unset'
  readonly priced_model: string
  readonly lines: readonly ChargeLine[]
  readonly model_ratio?: string
  /** The tier of a long prompt: its factors are in the weights of the lines. */
  readonly length_tier?: LengthTier
  /** Factors on the price of all tokens: a service tier, a speed, a region. Decimal text. */
  readonly tiers?: readonly { readonly name: string; readonly factor: string }[]
  /** Tools that the vendor ran, and fees per call. Dollars for one use, decimal text. */
  readonly uses?: readonly { readonly kind: string; readonly count: number; readonly dollars: string }[]
  /** What the vendor reported and has no price here: tiers and uses that were not charged. */
  readonly unpriced?: readonly string[]
  /** What was used and is no part of this charge; absent where there is nothing to say. By it the call can be charged again at other prices. */
  readonly unbilled?: UnbilledUse
  readonly group_ratio: string
  /** Dollars per call, decimal text. */
  readonly model_price?: string
  readonly quota: number
  readonly held: number
  /** Quota units of the cost that no balance could pay: the house bore them. */
  readonly write_off?: number
  /** Refused calls of the same user before this one that got no row, since there were too many. */
  readonly refusals_left_out?: number
  readonly entry_ref?: string
}

/** What the price buckets write into a log row: tokens and ratios. */
type BucketKeys = Readonly<Partial<Record<TokensKey | RatioKey, number>>>

/** The `other` object of a log row: the family's own keys first, then ours. Source: specification §3 Log entry. */
export interface LogOther extends BucketKeys {
  readonly model_ratio?: number
  readonly model_price?: number
  /** The version of the price settings by which the call was charged. */
  readonly price_version?: number
  readonly group_ratio?: number
  /** Set where the group ratio is the special one of the user's own group. */
  readonly user_group_ratio?: number
  /** True where sound was used: the counts of tokens by medium are there. */
  readonly audio?: boolean
  /** Milliseconds to the first byte of the answer. */
  readonly frt?: number
  readonly is_model_mapped?: boolean
  /** Of a batch: how many requests it had, and how many of them were answered. */
  readonly batch?: { readonly requests: number; readonly answered: number }
  readonly upstream_model_name?: string
  readonly reasoning_effort?: string
  /** Requested through the Messages API. */
  readonly claude?: boolean
  readonly error_type?: string
  readonly error_code?: string
  readonly status_code?: number
  readonly channel_id?: number
  readonly channel_name?: string
  readonly admin_info?: {
    readonly use_channel: readonly string[]
    readonly attempts?: readonly AttemptFact[]
    readonly error_detail?: string
    /** Skipped ones first, then those tried, then the next in line; left out where one channel served and none else could. */
    readonly candidates?: readonly CandidateFact[]
    /** How many there were, when not all are named. */
    readonly candidate_count?: number
    /** How many of them were skipped, by reason; when not all are named. */
    readonly skip_counts?: SkipCounts
  }
  readonly total_ms?: number
  readonly end_reason?: EndReason
  readonly phase?: string
  readonly usage_source?: UsageSource
  /** The vendor's numbers cannot be counts: the gateway's own count was charged. */
  readonly usage_suspect?: boolean
  /** The vendor counted more than this request can come to: so much was charged. */
  readonly usage_cut?: {
    readonly input?: number
    readonly output?: number
    readonly uses?: number
    readonly searches?: number
    readonly images?: number
    readonly pages?: number
  }
  /** Usage in the vendor's own words. */
  readonly usage_raw?: unknown
  /** Seconds of sound that the input tokens were counted from: a minute is a thousand, seconds that have begun count whole. */
  readonly audio_seconds?: number
  /** Characters that the input tokens were counted from, one by one. */
  readonly characters?: number
  /** Pictures that were made. */
  readonly images?: number
  /** As the caller wrote them. */
  readonly image_size?: string
  readonly image_quality?: string
  /** Pages that were read; at a price by tokens, a thousand each. */
  readonly pages?: number
  /** Output tokens estimated per input token, for speech whose vendor reports no usage. */
  readonly sound_tokens_per_token?: number
  readonly charge?: ChargeFact
  readonly losses?: readonly string[]
  /** The most tokens that the answer could have, where the balance did not cover a longer one. */
  readonly output_lowered_to?: number
  /** The most uses of priced tools that the call could make, where the balance did not cover more. */
  readonly tool_uses_lowered_to?: number
  /** What became of a call whose client left: see the option relay.drain_seconds_after_client_left. */
  readonly after_leaving?: AfterLeaving
  readonly write_off?: number
  readonly endpoint?: string
  /** The id that the client gave the call, in `X-Client-Request-Id` or `X-Request-Id`. */
  readonly client_request_id?: string
  /** The name that the client used, where its token has that stand for the model. */
  readonly model_alias?: string
  readonly is_test?: boolean
  readonly would_be_quota?: number
  readonly spooled?: boolean
  /** What the words of `content` are made of; they are rendered when the row is read, in the reader's language. */
  readonly content?: { readonly key: string; readonly facts: Facts }
  /** Was kept what was said in the call? It is read one by one. */
  readonly has_content?: boolean
  readonly [key: string]: unknown
}

/** One movement that a call made in the ledger. */
export const LedgerEntry = z.object({
  ref: z.string(),
  /** `settle`, `recover` or `correct`. */
  kind: z.string(),
  /** The user's balance, the token's limit, or a budget of either. */
  account: z.enum(['balance', 'token', 'budget']),
  /** Quota units: above zero was taken, below zero was given back. */
  amount: z.number().int(),
  created_at_ms: z.number().int(),
  reason: z.string(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** What the ledger has of a call. */
export const CallLedger = z.object({
  request_id: z.string(),
  /** Null once it is purged, two days after it was resolved; or when the call never had one. */
  hold: z
    .object({
      amount: z.number().int(),
      /** `open`, `settled`, `released`, `recovered` or `corrected`. */
      state: z.string(),
      created_at_ms: z.number().int(),
      resolved_at_ms: z.number().int().nullable(),
    })
    .nullable(),
  entries: z.array(LedgerEntry),
})
export type CallLedger = z.infer<typeof CallLedger>

/** Sums over the rows that a filter leaves. Source: specification §3 Log stats. */
export const LogStats = z.object({
  quota: z.number().int(),
  token_total: z.number().int(),
  token_input: z.number().int(),
  token_output: z.number().int(),
  /** Calls, and their tokens, in the last 60 seconds. */
  rpm: z.number().int(),
  tpm: z.number().int(),
})
export type LogStats = z.infer<typeof LogStats>
