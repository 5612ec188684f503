// The log row of a call, and what stands beside it: enough to explain every unit of the charge.
import type { ChargeFact, LogOther } from '@waystation/contract/log'
import { logType } from '@waystation/contract/status-table'
import { completionTokensOf, promptTokensOf, type Usage } from '@waystation/contract/usage'
import type { LogDraft } from '../../domain/ledger/operation.ts'
import { type Price, tokenBuckets } from '../../domain/pricing/price.ts'
import type { Attempt, Call, Caller } from '../types.ts'

export interface CallLogFacts {
  /** The attempt that served, or that would have. */
  readonly attempt: Attempt | undefined
  readonly quota: number
  readonly usage: Usage
  /** Monotonic milliseconds. */
  readonly now: number
  readonly other: LogOther
  /** Only what is handed in: a row in waiting is read in one call of a million. */
  readonly isBrief?: boolean
  /** A row for a call that failed and costs nothing. */
  readonly isError?: boolean
}

/** Draws up the row. What needs the attempts' facts is handed in with `other`. */
export function callLog(call: Call, caller: Caller, facts: CallLogFacts): LogDraft {
  const { attempt, usage } = facts
  const totalMs = Math.round(facts.now - call.startedMs)
  const other: LogOther = facts.isBrief
    ? facts.other
    : {
        ...(attempt ? priceKeys(attempt.price.price) : {}),
        ...(usage.cacheRead > 0 ? { cache_tokens: usage.cacheRead } : {}),
        ...(usage.cacheWrite + usage.cacheWriteLong > 0 ? { cache_creation_tokens: usage.cacheWrite + usage.cacheWriteLong } : {}),
        ...(usage.reasoning > 0 ? { reasoning_tokens: usage.reasoning } : {}),
        ...(usage.audioInput + usage.audioOutput > 0 ? audioKeys(usage, attempt?.price.price) : {}),
        ...(call.endpoint.dialect === 'anthropic-messages' ? { claude: true } : {}),
        ...effortKey(call),
        ...(attempt?.isMapped ? { is_model_mapped: true, upstream_model_name: attempt.upstreamModel } : {}),
        total_ms: totalMs,
        endpoint: call.endpoint.path,
        ...facts.other,
      }
  return {
    type: facts.isError ? logType.error : logType.consumption,
    userId: caller.user.id,
    username: caller.user.username,
    channelId: attempt?.channel.id ?? 0,
    tokenId: caller.token?.id ?? 0,
    tokenName: caller.tokenName,
    group: caller.group,
    model: call.facts.model,
    isStream: call.facts.isStream,
    useTime: Math.round(totalMs / 1000),
    promptTokens: promptTokensOf(usage),
    completionTokens: completionTokensOf(usage),
    quota: facts.quota,
    clientIp: caller.user.setting.show_ip_in_logs ? caller.ip : '',
    other: JSON.stringify(other),
  }
}

/** Sound and text apart, with what sound weighs. Source: server-behaviour 8.2. */
function audioKeys(usage: Usage, price: Price | undefined): LogOther {
  const counts = {
    audio: true,
    audio_input: usage.audioInput,
    audio_output: usage.audioOutput,
    text_input: promptTokensOf(usage) - usage.audioInput,
    text_output: usage.output,
  }
  if (price?.kind !== 'per-token') return counts
  const [input, output] = [Number(price.weights.audioInput), Number(price.weights.audioOutput)]
  return { ...counts, audio_ratio: input, audio_completion_ratio: input === 0 ? 0 : output / input }
}

/** How hard the caller asked the model to think, in their own word; nothing where they did not say. */
function effortKey({ body }: Call): LogOther {
  if (typeof body.reasoning_effort === 'string') return { reasoning_effort: body.reasoning_effort.slice(0, MAX_EFFORT_CHARACTERS) }
  const { reasoning } = body
  if (typeof reasoning !== 'object' || reasoning === null || Array.isArray(reasoning)) return {}
  return typeof reasoning.effort === 'string' ? { reasoning_effort: reasoning.effort.slice(0, MAX_EFFORT_CHARACTERS) } : {}
}

const MAX_EFFORT_CHARACTERS = 20

/** The family's own keys, for tools that read them. -1 says that a price goes by tokens. */
export function priceKeys(price: Price): LogOther {
  if (price.kind === 'per-call') return { model_price: Number(price.dollars), group_ratio: Number(price.groupRatio) }
  return {
    model_price: -1,
    model_ratio: Number(price.ratio),
    group_ratio: Number(price.groupRatio),
    completion_ratio: Number(price.weights.output),
    cache_ratio: Number(price.weights.cacheRead),
    cache_creation_ratio: Number(price.weights.cacheWrite),
  }
}

/** The arithmetic of a charge, line by line. */
export function chargeFact(price: Price, usage: Usage, charge: { quota: number; held: number; ref: string }): ChargeFact {
  const common = {
    price_source: price.source,
    priced_model: price.model,
    group_ratio: price.groupRatio,
    quota: charge.quota,
    held: charge.held,
    ...(charge.quota > 0 ? { entry_ref: charge.ref } : {}),
  }
  if (price.kind === 'per-call')
    return { kind: 'per-call', lines: [{ bucket: 'calls', tokens: usage.calls, weight: '1' }], model_price: price.dollars, ...common }
  const lines = tokenBuckets
    .filter((bucket) => usage[bucket] > 0)
    .map((bucket) => ({ bucket, tokens: usage[bucket], weight: price.weights[bucket] }))
  return { kind: 'per-token', lines, model_ratio: price.ratio, ...termFacts(price, usage), ...common }
}

/** Tiers and uses of tools that are a part of the charge; what has no price is named as such. Nothing for most calls. */
function termFacts({ uses, tiers }: Extract<Price, { kind: 'per-token' }>, usage: Usage): Pick<ChargeFact, 'tiers' | 'uses' | 'unpriced'> {
  if (usage.tiers === undefined && usage.uses === undefined && uses?.request === undefined) return {}
  const told = Object.entries({ ...usage.uses, ...(usage.calls > 0 && uses?.request !== undefined ? { request: usage.calls } : {}) })
  const priced = told.flatMap(([kind, count]) => (uses?.[kind] === undefined ? [] : [{ kind, count, dollars: uses[kind] }]))
  const factors = (usage.tiers ?? []).flatMap((name) => (tiers?.[name] === undefined ? [] : [{ name, factor: tiers[name] }]))
  // A search is charged once, by whichever of its counts has a price.
  const isSearchPriced = priced.some(({ kind }) => kind === 'webSearch' || kind === 'groundedPrompt' || kind === 'request')
  const unpriced = [
    ...(usage.tiers ?? []).filter((name) => tiers?.[name] === undefined),
    ...told
      .map(([kind]) => kind)
      .filter((kind) => uses?.[kind] === undefined && !(isSearchPriced && /webSearch$|groundedPrompt/.test(kind))),
  ]
  return {
    ...(factors.length > 0 ? { tiers: factors } : {}),
    ...(priced.length > 0 ? { uses: priced } : {}),
    ...(unpriced.length > 0 ? { unpriced } : {}),
  }
}
