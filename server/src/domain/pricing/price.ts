// A price as it is when a call begins. It is stored with the hold, so that a change of prices while the call runs changes nothing (I17).
import type { LengthTier } from '@waystation/contract/prices/length-tiers'
import type { BucketName } from '@waystation/contract/prices/price-buckets'

export type PriceSource = 'price' | 'ratio' | 'fallback' | 'unset'

interface PriceBase {
  /** The model whose price it is: the requested one, or the one that serves. */
  readonly model: string
  readonly source: PriceSource
  /** The version of the price settings; 0 where none was noted. */
  readonly version: number
  /** Decimal text. */
  readonly groupRatio: string
  /** The group ratio is the special one of the user's own group. */
  readonly isUserGroupRatio?: true
  readonly quotaPerUnit: number
}

/** Decimal texts throughout: exact, and plain to store. */
export type Price =
  | (PriceBase & {
      readonly kind: 'per-token'
      /** 1 is two dollars per million tokens of fresh input. */
      readonly ratio: string
      /** What a token of each bucket weighs against one of fresh input. */
      readonly weights: Readonly<Record<BucketName, string>>
      /** Dollars for one use of a tool that the vendor runs; `request` is a fee per call. Absent: none has a price. */
      readonly uses?: Readonly<Record<string, string>>
      /** Factor on the price of all tokens, by service tier, speed or region. Absent: none has a price. */
      readonly tiers?: Readonly<Record<string, string>>
      /** What calls with long prompts cost, the shortest first. Absent: the same for all lengths. */
      readonly lengthTiers?: readonly LengthTier[]
    })
  | (PriceBase & {
      readonly kind: 'per-call'
      readonly dollars: string
    })

export type PricePerToken = Extract<Price, { readonly kind: 'per-token' }>

/** Ratio 1 is 0.002 dollars per thousand tokens: at 500 000 units a dollar, one unit a token. Source: server-behaviour 4.1. */
export const DOLLARS_PER_MILLION_AT_RATIO_ONE = 2
