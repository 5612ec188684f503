import type { Loss, LossLog } from '@waystation/wire/chat/losses/loss'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { HeldShares, Lowered, ToolUses } from '../domain/pricing/hold-policy.ts'
import type { KnownModel } from '../domain/pricing/media-tokens.ts'
import type { UpstreamCall } from '../providers/provider.ts'
import type { Attempt } from './attempt.ts'
import type { Call } from './types.ts'

/** Quota set aside for a call. */
export interface Hold {
  readonly id: string
  /** Grows with extensions. */
  amount: number
  /** Set when no more can be held: what the call may cost at most. */
  limit?: number
  readonly attempts: ReadonlyMap<Attempt, HeldAttempt>
}

/** The request of one attempt, in the making: read by the hold, and encoded when it is the attempt's turn. */
export interface PreparedRequest {
  readonly call: Call
  readonly attempt: Attempt
  /** The facts of the call that the attempt's provider gets. */
  readonly upstreamCall: UpstreamCall
  /** The request of a conversation or completion as it will be sent, without its long parts. */
  readonly head: JsonObject
}

/** An attempt that the hold covers. */
export interface HeldAttempt {
  readonly request: PreparedRequest
  readonly estimate: CostEstimate
}

/** What is known of an attempt's cost before it is sent (decisions D42, D43). */
export interface CostEstimate {
  /** The most tokens of one answer, as they will be sent; undefined where no maximum is sent. */
  readonly maxOutputTokens: number | undefined
  /** The model's own maximum, where it is known. */
  readonly modelMaxTokens: number | undefined
  /** Only the vendor knows what the answer costs: it has hidden thinking, or uses tools of its own. */
  readonly isHidden: boolean
  /** May a smaller maximum be sent? Not where nothing is edited, nor to a door that has no maximum. */
  readonly canLimit: boolean
  readonly isSpoken: boolean
  /** Tiers that will be requested and have a price. */
  readonly tiers: readonly string[]
  /** Uses of priced tools that the request allows, and that the model makes by itself. */
  readonly uses: number
  /** How often the vendor may run tools of its own, priced or not. */
  readonly steps: number
  readonly model: KnownModel
  /** Does the vendor read what it keeps, by an id? */
  readonly readsKept: boolean
  /** Priced tools that are held for; absent: none. */
  readonly toolUses?: ToolUses
  /** What is asked for in place of all of it, where the balance did not cover that. */
  readonly lowered?: Lowered
  /** Set where it is many requests at once: what is held for all of them. */
  readonly shares?: HeldShares
}

/** A list of losses that can be added to. */
export type Losses = LossLog & { readonly losses: readonly Loss[] }
