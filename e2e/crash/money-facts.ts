// What the people of the crash loop know of the money that they moved: each fact is one call and its answer, or an order with all of its calls.
import type { Outcome } from './callers.ts'

export interface CodeFacts {
  readonly text: string
  readonly quota: number
  readonly isGift: boolean
  readonly maxUses: number
  /** 0: nobody looked it up. */
  id: number
  readonly tries: { readonly userId: number; readonly outcome: Outcome; readonly code: string }[]
}

export interface OrderFacts {
  readonly id: number
  readonly tradeNo: string
  readonly userId: number
  readonly gateway: 'epay' | 'stripe'
  /** What it credits. */
  readonly quota: number
  /** Notices that a payment service would send, and their answers. */
  readonly notices: Outcome[]
  /** Forged ones, of another amount, of another service. */
  readonly forged: Outcome[]
  readonly refunds: { readonly outcome: Outcome; readonly code: string }[]
  /** What the payment service did by itself: hundredths that it gave back in all, or that a lost dispute came to. */
  readonly reversals: { readonly kind: 'given-back' | 'lost'; readonly money: number; readonly outcome: Outcome }[]
}

export interface MoveFacts {
  readonly userId: number
  /** Quota units; negative takes away. */
  readonly amount: number
  readonly outcome: Outcome
  /** Names the entry: the reason of an edit, the request's id of a transfer; empty where no answer came. */
  readonly reason: string
}

export interface MoneyFacts {
  readonly codes: CodeFacts[]
  readonly orders: OrderFacts[]
  readonly checkIns: MoveFacts[]
  readonly transfers: MoveFacts[]
  readonly edits: MoveFacts[]
}

export const noFacts = (): MoneyFacts => ({ codes: [], orders: [], checkIns: [], transfers: [], edits: [] })
