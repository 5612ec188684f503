import { z } from 'zod'
import { pageSchema } from './page.ts'

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

export const LogPage = pageSchema(LogEntry)

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
  | 'recovered'

export type UsageSource = 'upstream' | 'counted' | 'none'

/** One try at one channel, as the explanation row shows it. */
export interface AttemptFact {
  readonly channel_id: number
  readonly channel_name: string
  /** Milliseconds after the call began. */
  readonly started_ms: number
  readonly took_ms: number
  readonly status?: number
  readonly error?: string
}

/** A line of the charge: tokens times price. Weights are decimal text, exact. */
export interface ChargeLine {
  readonly bucket: string
  readonly tokens: number
  /** How a token of this bucket weighs against a fresh input token. */
  readonly weight: string
}

/** How a charge came about: enough to add it up again by hand. */
export interface ChargeFact {
  readonly kind: 'per-token' | 'per-call'
  readonly price_source: 'price' | 'ratio' | 'fallback' | 'unset'
  readonly priced_model: string
  readonly lines: readonly ChargeLine[]
  readonly model_ratio?: string
  readonly group_ratio: string
  /** Dollars per call, decimal text. */
  readonly model_price?: string
  readonly quota: number
  readonly held: number
  readonly entry_ref?: string
}

/** What stands beside a log row. The family's own keys first, ours after. Source: specification §3 Log entry. */
export interface LogOther {
  readonly model_ratio?: number
  readonly completion_ratio?: number
  readonly model_price?: number
  readonly group_ratio?: number
  readonly cache_tokens?: number
  readonly cache_ratio?: number
  readonly cache_creation_tokens?: number
  readonly cache_creation_ratio?: number
  /** Milliseconds to the first byte of the answer. */
  readonly frt?: number
  readonly is_model_mapped?: boolean
  readonly upstream_model_name?: string
  readonly reasoning_effort?: string
  readonly error_type?: string
  readonly error_code?: string
  readonly status_code?: number
  readonly channel_id?: number
  readonly channel_name?: string
  readonly admin_info?: {
    readonly use_channel: readonly string[]
    readonly attempts?: readonly AttemptFact[]
    readonly error_detail?: string
  }
  readonly total_ms?: number
  readonly end_reason?: EndReason
  readonly phase?: string
  readonly usage_source?: UsageSource
  readonly usage_suspect?: boolean
  /** Usage in the vendor's own words. */
  readonly usage_raw?: unknown
  readonly reasoning_tokens?: number
  readonly audio_input?: number
  readonly audio_output?: number
  readonly charge?: ChargeFact
  readonly losses?: readonly string[]
  readonly endpoint?: string
  readonly is_test?: boolean
  readonly would_be_quota?: number
  readonly spooled?: boolean
  /** What the words of `content` are made of; they are rendered when the row is read, in the reader's language. */
  readonly content?: { readonly key: string; readonly facts: Readonly<Record<string, string | number>> }
  readonly [key: string]: unknown
}

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
