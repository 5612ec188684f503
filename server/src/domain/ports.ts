// What the domain needs from outside; main.ts provides it.
import type { LogOther } from '@waystation/contract/calls/log'
import type { RouteExplanation, RouteQuestion } from '@waystation/contract/calls/route'
import type { UnpricedModels, UnpricedRule } from '@waystation/contract/channels/channel'
import type { ChannelSetting } from '@waystation/contract/channels/channel-setting'
import type { ClientCheckRow, ClientFamily } from '@waystation/contract/clients/client-checks'
import type { ErrorCode, Facts, Language } from '@waystation/contract/errors'
import type { PricingEntry } from '@waystation/contract/prices/pricing'
import type { RoutableChannel } from './catalog/routable-channel.ts'
import type { Blame } from './channel/availability/blame.ts'
import type { KnownCaller } from './token/token-lookup.ts'

/** Sends one small call through a channel and reports the result. Implemented by the gateway. */
export interface Prober {
  probe(target: ProbeTarget, caller: ProbeCaller): Promise<ProbeResult>
  /** Fetches the list of models from the upstream. Throws AppError models_fetch_failed or address_blocked. */
  fetchModels(target: Omit<ProbeTarget, 'model'>): Promise<string[]>
  /** What the account of the key has left. Throws AppError balance_not_offered, balance_fetch_failed or address_blocked. */
  readBalance(target: Omit<ProbeTarget, 'model'>): Promise<Balance>
  /** Where a call of this channel's model goes; empty where that cannot be told without its key. Throws AppError bad_url or base_url_required. */
  addressOf(target: ProbeTarget): string
}

/** Asks as a family of clients does, and judges the answers field by field. Implemented by the gateway. */
export interface ClientChecker {
  /** Through the gateway to this channel alone: tests, which cost nobody anything. */
  checkChannel(
    tested: { readonly channel: RoutableChannel; readonly user: KnownCaller['user'] },
    asked: ClientCheckAsked,
  ): Promise<ClientCheckRow[]>
  /** What a run of all families with this key costs. @throws AppError invalid_token */
  costOfToken(key: string, model: string): Promise<ClientCheckCost>
  /** With a key of somebody's, whose calls these are. @param key with `sk-` */
  checkToken(key: string, asked: ClientCheckAsked): Promise<ClientCheckRow[]>
}

/** `calls`: requests that a model answers; `mostQuota`: what they cost at most, null where the model has no price. */
export interface ClientCheckCost {
  readonly calls: number
  readonly mostQuota: number | null
}

export interface ClientCheckAsked {
  readonly family: ClientFamily
  readonly model: string
  /** Does anybody still wait for the rows? */
  readonly isWanted: () => boolean
}

/** Says where a call would go now. Implemented by the gateway. */
export interface RouteExplainer {
  /** Throws AppError where the request that was handed in is invalid. */
  explain(asked: AskedRoute): Promise<RouteExplanation>
}

/** A call that is not made, and who would make it. */
export interface AskedRoute extends Pick<RouteQuestion, 'model' | 'endpoint' | 'stream' | 'request'> {
  readonly user: KnownCaller['user']
  readonly token: KnownCaller['token'] | undefined
  /** Empty: the token's, else the user's own. */
  readonly group: string
  /** Of the sentences. */
  readonly language: Language
}

/** Money at a vendor. */
export interface Balance {
  /** In whole coins, with their cents behind the point. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
}

/** A channel as a probe needs it: stored, or an unsaved draft. */
export interface ProbeTarget {
  /** 0 when it is not stored. */
  readonly id: number
  readonly name: string
  readonly type: number
  readonly baseUrl: string
  readonly key: string
  /** 0 when it is not stored. */
  readonly keyId: number
  readonly organization: string
  readonly other: string
  readonly modelMapping: Readonly<Record<string, string>>
  readonly statusCodeMapping: Readonly<Record<string, string>>
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

/** How the far end of a test failed. */
export interface ProbeFailure {
  /** What the failure is about. */
  readonly blame: Blame
  /** What the vendor answered, without our secrets; absent: it did not answer. */
  readonly refused?: {
    /** After the channel's own table of statuses. */
    readonly status: number
    readonly message: string
    /** Does the vendor say by its codes that the key, or its account, cannot be used any more? */
    readonly isKeyDead: boolean
    /** How long the vendor wants to be left alone. */
    readonly retryAfterSeconds?: number | undefined
  }
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
  /** Absent: it did not fail there, or nothing was sent. */
  readonly failure?: ProbeFailure
  /** Why no request was sent, in our own words. */
  readonly refusal?: { readonly code: ErrorCode; readonly facts: Facts }
  /** The family's keys of the price, as the log has them. */
  readonly priceFacts?: LogOther
  /** What the call would have cost the tester, in quota units. */
  readonly wouldBeQuota: number
}

/** Which models exist for whom: the part of the catalog that the console reads. Implemented by domain/catalog. */
export interface CatalogView {
  /**
   * Model names that the groups may call, sorted: what no endpoint serves, and what has no price, is not offered.
   * @param acceptsUnset the caller accepts models without a price at the high default
   */
  modelsOf(groups: readonly string[], acceptsUnset: boolean): string[]
  /** Model names with an enabled channel in any group, sorted: also those that nobody is offered. */
  enabledModels(): string[]
  /** The same names, with how many enabled channels serve each. */
  servedBy(): ReadonlyMap<string, number>
  /** Which of these have no price at channels of these types; absent: of the types that serve each. */
  unpriced(models: readonly string[], channelTypes?: readonly number[]): string[]
  /** Which of these no endpoint serves at channels of a type, unless an admin priced them. */
  uncallable(models: readonly string[], channelType: number): string[]
  /** Which of these end at their makers, and when. */
  ending(models: readonly string[]): UnpricedModels['ending']
  /** What becomes of calls to models without a price. */
  unpricedRule(): UnpricedRule
  /**
   * What each model costs that these groups may call, with those of the groups that may. Sorted by name.
   * @param acceptsUnset the viewer accepts models without a price at the high default
   */
  priceList(groups: readonly string[], acceptsUnset: boolean): PricingEntry[]
}

/** What another site confirms of the person who logs in there. */
export interface Person {
  /** Who issued the id, where a provider may be several: OpenID Connect's issuer. Empty: the provider is one. */
  readonly issuer: string
  /** An id that never changes and is never given to anybody else. Names and mail addresses are none. */
  readonly subject: string
  /** A wish for the name of a new user; may be empty. */
  readonly name: string
  readonly displayName: string
  /** Why this person may log in but not register; absent: they may. */
  readonly notNew?: ErrorCode
}

/** What the browser was sent to another site with. */
export interface SiteRequest {
  readonly state: string
  readonly redirectUri: string
  readonly verifier: string
  readonly nonce: string
}

/** What the browser came back with. */
export interface SiteAnswer {
  readonly code: string
  /** OpenID Connect's `iss`, where the site sends it. */
  readonly issuer: string | undefined
  /** Undefined: the client sent the browser there by an address of its own. */
  readonly request: SiteRequest | undefined
  /** The state as it came, which was checked. */
  readonly state: string
}

/** A site that confirms a login with a code: GitHub, OpenID Connect, LINUX DO. */
export interface CodeSite {
  /** The address to send a browser to. Throws AppError sign_in_unreachable or sign_in_misconfigured. */
  address(request: SiteRequest): Promise<string>
  /** Who logged in. Throws AppError sign_in_failed, sign_in_unreachable, sign_in_misconfigured or sign_in_trust_level. */
  identify(answer: SiteAnswer): Promise<Person>
}

/** The server behind a WeChat account. */
export interface WeChatServer {
  /** Who was given this code. Throws AppError sign_in_code, sign_in_unreachable or sign_in_failed. */
  identify(code: string): Promise<Person>
}

/** Verifies the tokens of the bot check. */
export interface HumanCheckGate {
  /** Did a person solve this? Throws when that cannot be found out. */
  isHuman(token: string, ip: string): Promise<boolean>
}
