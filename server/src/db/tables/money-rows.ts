// The rows of the tables that money stands in: the ledger, its sums, its causes, prices and the books. The rules of tables.ts hold here too.
import type { BudgetPeriod, BudgetUnit } from '@waystation/contract/money/budget'
import type { PriceVersionCause } from '@waystation/contract/prices/price-version'
import type { Generated } from 'kysely'

export interface RedemptionRow {
  id: Generated<number>
  user_id: number
  name: string
  code_hash: string
  /** Sealed. */
  code_enc: string
  row_uid: string
  status: number
  quota: number
  is_gift: number
  /** -1: unlimited. */
  max_uses: number
  used_count: Generated<number>
  used_user_id: Generated<number>
  /** 0: unset. */
  valid_from: number
  valid_until: number
  created_at: number
  redeemed_at: Generated<number>
  deleted_at: number | null
}

export interface BudgetRow {
  id: Generated<number>
  owner_kind: 'user' | 'token'
  owner_id: number
  /** 0: not counted in the ledger, since it looks back a minute at most. */
  account_id: number
  unit: BudgetUnit
  period: BudgetPeriod
  zone: string
  quota: number
  soft_quota: number
  used_before: number
  started_at: number
  renews_at: number
  warned_for: number
}

export interface PriceVersionRow {
  id: Generated<number>
  created_at: number
  cause: PriceVersionCause
  user_id: number
  returned_to: number
  note: string
  settings: string
  built_in: string
  changed_settings: string
  changes: number
}

export interface AccountRow {
  id: Generated<number>
  /** user, token, referral, or a system account: revenue, grant, adjust … */
  kind: string
  /** The user's or token's id; 0 for system accounts. */
  owner_id: number
  posted: number
  held: number
  /** Everything ever spent from here, and by how many calls. */
  used: number
  calls: number
}

export type HoldState = 'open' | 'settled' | 'released' | 'recovered' | 'corrected'

export interface HoldRow {
  id: string
  /** JSON list of [account id, 1 when the hold reserves there, else 0]. */
  legs: string
  amount: number
  /** Quota units: see HoldRecord in domain/ledger/state.ts. */
  used: number
  state: HoldState
  /** How it was resolved: '' while open, owner or sweeper. */
  resolved_by: string
  owner_kind: string
  owner_id: string
  lease_until_ms: number
  user_id: number
  token_id: number
  price: string
  /** JSON: what a log row of this call needs if its owner dies. */
  facts: string
  /** How many parts were settled. */
  parts: number
  /** JSON list of [number of the part, quota units, what of them no account could pay]; null while there are none. */
  part_charges: string | null
  /** Quota units that it was placed for. */
  requested: Generated<number>
  created_at_ms: number
  resolved_at_ms: number | null
  /** Quota units of a recovery's charge that no account could pay. */
  house: Generated<number>
}

export interface EntryRow {
  id: Generated<number>
  ref: string
  debit_account: number
  credit_account: number
  amount: number
  kind: string
  hold_id: string
  actor_id: number
  reason: string
  created_at_ms: number
}

/** What moved on an account that a person owns, in a quarter of an hour and for one cause; times and amounts are those of the entries. */

export interface AccountQuarterRow {
  account_id: number
  /** Quarters of an hour since 1 January 1970; in rows of a version that summed by the day, the first one of the day in UTC. */
  quarter_number: number
  /** The entries' kind. */
  kind: string
  entries: number
  amount_in: number
  amount_out: number
}

/** An entry that is no call's, by the account that it moved. */

export interface AccountEntryRow {
  account_id: number
  created_at_ms: number
  ref: string
}

export interface BatchRow {
  epoch: string
  seq: number
  /** JSON of counters to fold; empty once folded. */
  deltas: string
  created_at_ms: number
}

export interface Sums {
  calls: number
  prompt_tokens: number
  completion_tokens: number
  quota: number
}

export interface QuarterSums extends Sums {
  /** Start of the quarter of an hour, unix seconds; in rows of a version that summed by the hour, of the hour. */
  quarter: number
}

/** How many calls ended in one way. */
export interface OutcomeQuarterRow {
  /** 0: everybody together. */
  user_id: number
  quarter: number
  /** Of the failure; empty: answered. */
  kind: string
  calls: number
}

/** How many answered calls took how long: a column for each part of the histogram. */
export interface LatencyQuarterRow extends Record<`b${number}`, number> {
  quarter: number
  /** 0: to the first token, 1: the whole call. */
  measure: number
}

export interface UsageQuarterRow extends QuarterSums {
  user_id: number
  model_name: string
  channel_id: number
}

/** What a day came to at one vendor and model: what users paid, and what the vendor takes by our count. Amounts in quota units. */

export interface BookDayRow {
  /** Start of the day in UTC, unix seconds. */
  day: number
  channel_id: number
  /** The name that went upstream. */
  model_name: string
  calls: number
  quota: number
  cost: number
  /** Calls of which no list price is known, and what users paid for them. */
  unpriced: number
  unpriced_quota: number
  /** Calls whose usage was counted here, and what they cost. */
  counted: number
  counted_cost: number
  /** What was paid for cache writes. */
  cache_cost: number
  /** Failed attempts that the vendor may charge for. */
  failed: number
}

/** An uploaded bill. Its lines stand until a later upload brings others for the same days. */

export interface VendorBillRow {
  id: Generated<number>
  channel_id: number
  form: string
  file_name: string
  /** Who uploaded it. */
  user_id: number
  created_at: number
}

/** What a vendor billed for a day and model of a channel. */

export interface VendorBillLineRow {
  channel_id: number
  /** Start of the day in UTC, unix seconds. */
  day: number
  /** As the bill names it; empty where it names none. */
  model_name: string
  bill_id: number
  /** Millionths of a dollar. */
  micros: number
  /** The same in quota units. */
  quota: number
  /** By how much its rounding may have changed it, in quota units. */
  slack: number
  tokens: number
}

/** What no account could pay of a day's charges of one user and model. */
export interface WriteOffDayRow {
  /** Unix seconds, start of the day in UTC. */
  day: number
  user_id: number
  model_name: string
  calls: number
  /** Quota units. */
  quota: number
}

/** What a token was used for. */
export interface TokenQuarterRow extends QuarterSums {
  /** 0: a call without a token, from the console. */
  token_id: number
  user_id: number
}
