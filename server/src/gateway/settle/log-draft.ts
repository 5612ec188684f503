// Builds the log row of a call and its details; charge-fact.ts explains the charge.
import type { LogOther } from '@waystation/contract/calls/log'
import { completionTokensOf, promptTokensOf, type Usage } from '@waystation/contract/calls/usage'
import { logType } from '@waystation/contract/site/status-table'
import type { LogDraft, VendorFacts } from '../../domain/ledger/operation.ts'
import type { Attempt } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import type { Call } from '../types.ts'
import { priceKeys, usageKeys } from './bucket-keys.ts'
import { callOutcome } from './call-outcome.ts'

export interface CallLogFacts {
  /** The attempt that served, or that would have. */
  readonly attempt: Attempt | undefined
  readonly quota: number
  readonly usage: Usage
  /** Monotonic milliseconds. */
  readonly now: number
  readonly other: LogOther
  /** For the books. */
  readonly vendor?: VendorFacts | undefined
  /** Built only from what is passed in: a queued row is hardly ever read. */
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
        ...(attempt ? priceKeys(attempt.price, usage) : {}),
        ...usageKeys(usage),
        ...(usage.seconds > 0 ? { audio_seconds: usage.seconds } : {}),
        ...(usage.characters ? { characters: usage.characters } : {}),
        ...imageKeys(usage, call.body),
        ...(usage.pages ? { pages: usage.pages } : {}),
        ...(call.endpoint.dialect === 'anthropic-messages' ? { claude: true } : {}),
        ...effortKey(call.facts),
        ...(attempt?.isMapped ? { is_model_mapped: true, upstream_model_name: attempt.upstreamModel } : {}),
        total_ms: totalMs,
        endpoint: call.endpoint.path,
        ...(call.isOnSocket ? { ws: true } : {}),
        ...(call.alias === undefined ? {} : { model_alias: call.alias }),
        ...(call.clientRequestId === undefined ? {} : { client_request_id: call.clientRequestId }),
        ...facts.other,
      }
  const outcome = callOutcome(call, facts.other, { isError: facts.isError === true, totalMs })
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
    ...(call.clientRequestId === undefined ? {} : { clientRequestId: call.clientRequestId }),
    ...(facts.vendor ? { vendor: facts.vendor } : {}),
    ...(outcome ? { outcome } : {}),
  }
}

/** The pictures that were made, with size and quality as the caller wrote them. */
function imageKeys({ images }: Usage, { size, quality }: Call['body']): LogOther {
  if (images === undefined) return {}
  return {
    images,
    ...(typeof size === 'string' ? { image_size: size.slice(0, MAX_WORD_CHARACTERS) } : {}),
    ...(typeof quality === 'string' ? { image_quality: quality.slice(0, MAX_WORD_CHARACTERS) } : {}),
  }
}

/** The reasoning effort that the caller requested, as written; empty where none was requested. */
function effortKey({ effort }: Call['facts']): LogOther {
  return effort === undefined ? {} : { reasoning_effort: effort.slice(0, MAX_WORD_CHARACTERS) }
}

/** Of a word of the caller's. */
const MAX_WORD_CHARACTERS = 20
