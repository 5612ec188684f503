// What the domain asks of the outside; main.ts hands it in.
import type { UnpricedRule } from '@waystation/contract/channel'
import type { ChannelSetting } from '@waystation/contract/channel-setting'
import type { ErrorCode, Facts } from '@waystation/contract/errors'
import type { LogOther } from '@waystation/contract/log'
import type { PricingEntry } from '@waystation/contract/pricing'

/** Sends one small call through a channel and tells what came of it. Implemented by the gateway. */
export interface Prober {
  probe(target: ProbeTarget, caller: ProbeCaller): Promise<ProbeResult>
  /** Asks the far end which models it serves. Throws AppError models_fetch_failed or address_blocked. */
  fetchModels(target: Omit<ProbeTarget, 'model'>): Promise<string[]>
  /** What the account of the key has left. Throws AppError balance_not_offered, balance_fetch_failed or address_blocked. */
  readBalance(target: Omit<ProbeTarget, 'model'>): Promise<Balance>
}

/** Money at a vendor. */
export interface Balance {
  /** In whole coins, with their cents behind the point. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
}

/** A channel as a probe needs it: stored, or as it stands in a drawer. */
export interface ProbeTarget {
  /** 0 when it is not stored. */
  readonly id: number
  readonly name: string
  readonly type: number
  readonly baseUrl: string
  readonly key: string
  readonly organization: string
  readonly other: string
  readonly modelMapping: Readonly<Record<string, string>>
  readonly paramOverride: Readonly<Record<string, unknown>>
  readonly setting: ChannelSetting
  /** Put before the conversation; empty: none. */
  readonly systemPrompt: string
  readonly model: string
}

/** As whom a channel is tried: it decides about the price. */
export interface ProbeCaller {
  readonly group: string
  /** Does this user take models without a price? */
  readonly acceptsUnset: boolean
}

export interface ProbeResult {
  readonly isOk: boolean
  /** The beginning of the answer, or empty. */
  readonly answer: string
  /** The upstream's exact words when it failed; shown to admins only. */
  readonly error?: string
  readonly status?: number
  readonly firstMs: number | null
  readonly totalMs: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** Why nothing was asked, in our own words. */
  readonly refusal?: { readonly code: ErrorCode; readonly facts: Facts }
  /** The family's keys of the price, as the log has them. */
  readonly priceFacts?: LogOther
  /** What the call would have cost whoever tests, in quota units. */
  readonly wouldBeQuota: number
}

/** Which models exist for whom: the part of the catalog that the console asks about. Implemented by domain/catalog. */
export interface CatalogView {
  /** Model names that the groups may call, sorted. */
  modelsOf(groups: readonly string[]): string[]
  /** Model names with an enabled channel in any group, sorted. */
  enabledModels(): string[]
  /** Which of these have no price at channels of these types; absent: of the types that serve each. */
  unpriced(models: readonly string[], channelTypes?: readonly number[]): string[]
  /** What becomes of calls to models without a price. */
  unpricedRule(): UnpricedRule
  /**
   * What each model costs that these groups may call, with those of the groups that may. Sorted by name.
   * @param acceptsUnset the viewer takes models that nobody priced at the high default
   */
  priceList(groups: readonly string[], acceptsUnset: boolean): PricingEntry[]
}
