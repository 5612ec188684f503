// Step 10: what was used, at the price of the attempt that served, posted with its log row; or the hold given back with the reason.

import type { AfterLeaving, AttemptFact, EndReason, LogOther, UsageSource } from '@waystation/contract/calls/log'
import { noUsage, totalTokensOf } from '@waystation/contract/calls/usage'
import { AppError, type ErrorCode, errorStatus } from '@waystation/contract/errors'
import { hideUpstreamErrorEnabled } from '@waystation/contract/options/global'
import { logConsumeEnabled, logErrorEnabled } from '@waystation/contract/options/logs'
import type { LogDraft, Verdict } from '../../domain/ledger/operation.ts'
import { affordable, priceCall } from '../../domain/pricing/price-call.ts'
import type { Admission } from '../admit/call-limits.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import type { CostEstimate, Hold } from '../held.ts'
import type { MeteredUsage } from '../meter/meter.ts'
import { pricedSize } from '../place-hold/priced-size.ts'
import { NoRoute, noRouteFacts } from '../plan-route/no-route.ts'
import { type Planned, routeFacts } from '../plan-route/route-facts.ts'
import type { CallTrace, TracedOutcome } from '../trace/call-tracer.ts'
import type { Call } from '../types.ts'
import type { Billable } from '../upstream/answer.ts'
import { ClientGone, UpstreamFailure, wordsForCaller } from '../upstream/failure.ts'
import { chargeFact } from './charge-fact.ts'
import { callLog } from './log-draft.ts'
import { noteServed } from './note-served.ts'
import { failedFacts, vendorFacts } from './vendor-facts.ts'

/** What a bill takes. */
export type SettleServices = Pick<
  Gateway,
  'options' | 'ledger' | 'counter' | 'costs' | 'clock' | 'hours' | 'metrics' | 'refusals' | 'contents' | 'log'
>

export interface SettleParts {
  readonly call: Call
  readonly caller: Caller
  readonly hold: Hold
  /** Told what the call used when it is over. */
  readonly admission: Pick<Admission, 'ended'>
  readonly gateway: SettleServices
  readonly attempts: readonly AttemptFact[]
  readonly plan: Planned
  /** Set where the call is traced. */
  readonly trace?: CallTrace | undefined
  /** Set once a vendor has taken work that is a task from then on. */
  task?: CallTask
}

/** The task that the hold of a call belongs to. */
export interface CallTask {
  /** By which its user finds it. */
  readonly taskId: string
  /** Ends it with the charge of what came, unless it has ended. Answers the quota units that were charged. Throws AppError settlement_failed. */
  settle(bill: Bill): Promise<number>
  /** The call ends without an answer: the task does too where it has failed, and goes on where it has not. Never rejects. */
  leave(error: unknown, parts: SettleParts): Promise<void>
}

/** What an answer costs. */
export interface Bill {
  /** Quota units. */
  readonly quota: number
  readonly log: LogDraft
}

/**
 * Posts what an answer used and answers when that is durable, with the quota units that were charged; undefined: that is not known here.
 * @throws AppError settlement_failed when it could be stored nowhere in time; it is still tried
 */
export async function settle(
  answer: Billable,
  reason: EndReason,
  parts: SettleParts,
  afterLeaving?: AfterLeaving,
): Promise<number | undefined> {
  const { call, caller, gateway, task } = parts
  const more = { ...(afterLeaving === undefined ? {} : { after_leaving: afterLeaving }), ...(task ? { task_id: task.taskId } : {}) }
  const { quota, log } = await billOf(answer, reason, parts, more)
  if (task) {
    const charged = await task.settle({ quota, log })
    if (answer.meter.recorder) gateway.contents.keep(call, caller, answer.attempt, answer.meter.recorder)
    return charged
  }
  // Only the end mark of a stream waits for its bill.
  const verdict = await gateway.ledger.settle(call.id, quota, log, call.facts.isStream)
  if (answer.meter.recorder) gateway.contents.keep(call, caller, answer.attempt, answer.meter.recorder)
  if (verdict.kind === 'unknown') gateway.log.error({ id: call.id, quota }, 'a settlement found no hold')
  return chargedBy(verdict, quota)
}

/** What an answer costs, with its row; it is over for the statistics and limits. @param more further facts for the row */
export async function billOf(answer: Billable, reason: EndReason, parts: SettleParts, more: LogOther): Promise<Bill> {
  const { call, caller, hold, gateway } = parts
  noteServed(answer, reason, parts)
  const metered = await answer.meter.finalUsage(gateway.counter, OWES_PROMPT.has(reason))
  // Output after the cut is not billed.
  const usage = reason === 'quota_cut' ? affordable(metered.usage, answer.attempt.price, hold.limit ?? hold.amount) : metered.usage
  const tokens = totalTokensOf(metered.usage)
  parts.admission.ended(tokens)
  answer.place.ended(tokens)
  parts.trace?.answered({
    attempt: answer.attempt,
    usage: metered.usage,
    reason,
    stopReasons: answer.meter.stopReasons,
    firstMs: answer.firstMs,
  })
  const quota = priceCall(usage, answer.attempt.price)
  const other: LogOther = {
    frt: Math.round(answer.firstMs),
    end_reason: reason,
    usage_source: metered.source,
    ...unusualFacts(answer, metered, call),
    ...(metered.raw === undefined || metered.raw === null ? {} : { usage_raw: metered.raw }),
    ...more,
    ...(answer.meter.recorder ? { has_content: true } : {}),
    charge: chargeFact(answer.attempt.price.price, usage, { quota, held: hold.amount, ref: `settle:${call.id}` }),
    admin_info: adminInfo(parts),
  }
  const { attempt } = answer
  if (isCut(metered) || metered.isSuspect) gateway.metrics.countDoubted(attempt.channel.id)
  const use = { attempt, usage: metered.usage, isCounted: metered.source !== 'upstream', attempts: parts.attempts }
  const vendor = vendorFacts(use, gateway.costs)
  const log = callLog(call, caller, { attempt, quota, usage, now: gateway.clock.now(), other, vendor })
  gateway.metrics.ended(
    { endpoint: call.endpoint.path, reason, status: 200 },
    { firstMs: answer.firstMs, totalMs: gateway.clock.now() - call.startedMs },
  )
  return { quota, log: gateway.options.get(logConsumeEnabled) ? log : { ...log, other: '', isOnlyCounted: true } }
}

/** What no account could pay of a charge is not charged. */
function chargedBy(verdict: Verdict, quota: number): number | undefined {
  if (verdict.kind === 'done' || verdict.kind === 'corrected') return quota - (verdict.writeOff ?? 0)
  return verdict.kind === 'already' || verdict.kind === 'spooled' ? quota : undefined
}

/** What most calls have nothing of. */
function unusualFacts(answer: Billable, metered: MeteredUsage, call: Call): LogOther | undefined {
  const { losses, replyLosses, estimate } = answer
  const isWhole = losses.losses.length === 0 && replyLosses.losses.length === 0
  const isUsual = metered.source !== 'counted' && !metered.isSuspect && !isCut(metered) && isWhole && !estimate.lowered
  if (isUsual) return undefined
  return {
    ...spokenFact(call, answer, metered.source),
    ...(metered.isSuspect ? { usage_suspect: true } : {}),
    ...(isCut(metered) ? { usage_cut: metered.cut } : {}),
    ...lossFacts(answer),
    ...loweredFacts(estimate),
  }
}

function loweredFacts({ lowered }: CostEstimate): Pick<LogOther, 'output_lowered_to' | 'tool_uses_lowered_to'> {
  const { maxOutputTokens, toolUses } = lowered ?? {}
  return {
    ...(maxOutputTokens === undefined ? {} : { output_lowered_to: maxOutputTokens }),
    ...(toolUses === undefined ? {} : { tool_uses_lowered_to: toolUses }),
  }
}

const isCut = ({ cut }: MeteredUsage): boolean => Object.keys(cut).length > 0

/** Estimated audio tokens per text token, where the vendor reported none. */
function spokenFact(call: Call, { attempt }: Billable, source: UsageSource): LogOther {
  const { spokenPerToken = 0 } = pricedSize(call, attempt)
  return source === 'counted' && spokenPerToken > 0 ? { sound_tokens_per_token: spokenPerToken } : {}
}

/** End reasons where the vendor was already at work and the client was gone: the prompt is owed. */
const OWES_PROMPT: ReadonlySet<EndReason> = new Set(['client_gone', 'client_stalled', 'revoked'])

/** Gives the hold back: no channel answered, or the client left before one did. A hold that a task has taken over ends with the task. */
export async function release(error: unknown, parts: SettleParts): Promise<void> {
  const { call, gateway } = parts
  parts.trace?.failed(outcomeOf(error))
  parts.admission.ended(0)
  if (parts.task) await parts.task.leave(error, parts)
  else gateway.ledger.release(call.id, rejectionLog(error, parts))
  const reason = endReasonOf(error)
  gateway.metrics.ended(
    { endpoint: call.endpoint.path, reason, status: statusOf(error) },
    { firstMs: null, totalMs: gateway.clock.now() - call.startedMs },
  )
}

/** The row of a call that its vendor did not take. Where failures are not logged it is counted alone. */
export function rejectionLog(error: unknown, parts: SettleParts): LogDraft {
  return asKept(failureLog(error, parts), parts.gateway)
}

function asKept({ vendor, ...log }: LogDraft, { options }: Pick<SettleServices, 'options'>): LogDraft {
  if (options.get(logErrorEnabled)) return { ...log, ...(vendor ? { vendor } : {}) }
  return { ...log, other: '', isOnlyCounted: true }
}

/** Notes a call that was refused before a hold stood. */
export function noteRefusal(error: unknown, call: Call, caller: Caller, gateway: SettleServices): void {
  const leftOut = gateway.refusals.take(caller.user.id)
  if (leftOut === undefined) {
    gateway.metrics.refusalLeftOut()
    return
  }
  const parts = { call, caller, gateway, attempts: [], plan: nothingPlanned }
  gateway.ledger.note(call.id, asKept(failureLog(error, parts, leftOut > 0 ? { refusals_left_out: leftOut } : {}), gateway))
}

const nothingPlanned: Planned = { considered: { tiers: [], autoDisabled: [], skipped: [] } }

function failureLog(error: unknown, parts: Omit<SettleParts, 'hold' | 'admission'>, more: LogOther = {}): LogDraft {
  const { call, caller, attempts, gateway } = parts
  const last = attempts.at(-1)
  const other: LogOther = {
    // A call that was refused here never ran, so it has no end.
    ...(error instanceof UpstreamFailure || error instanceof ClientGone ? { end_reason: endReasonOf(error) } : {}),
    error_type: error instanceof UpstreamFailure ? 'upstream_error' : error instanceof ClientGone ? 'client_gone' : 'gateway_error',
    error_code: codeOf(error),
    status_code: statusOf(error),
    ...(last ? { channel_id: last.channel_id, channel_name: last.channel_name } : {}),
    ...(error instanceof ClientGone && error.as ? { after_leaving: error.as } : {}),
    ...more,
    content: contentOf(error, gateway),
    admin_info: {
      ...adminInfo(parts),
      ...(error instanceof NoRoute ? noRouteFacts(error) : {}),
      ...(error instanceof UpstreamFailure ? { error_detail: error.facts.detail } : {}),
    },
  }
  const log = callLog(call, caller, { attempt: undefined, quota: 0, usage: noUsage, now: gateway.clock.now(), other, isError: true })
  const failed = failedFacts(attempts)
  return { ...log, channelId: last?.channel_id ?? 0, ...(failed.failed ? { vendor: { model: '', ...failed } } : {}) }
}

/** The row's content as a code; its text is made when it is read, in the reader's language. */
function contentOf(error: unknown, gateway: SettleServices): NonNullable<LogOther['content']> {
  if (error instanceof UpstreamFailure) return wordsForCaller(error.facts, gateway.options.get(hideUpstreamErrorEnabled))
  return { key: codeOf(error), facts: error instanceof AppError ? error.facts : {} }
}

/** Losses that a row names at most. */
const MAX_LOSSES = 40

/** The losses of the translation and its two dialects; empty where both dialects are the same. */
function lossFacts({ attempt, losses, replyLosses, signatures }: Billable): LogOther {
  // A signature that is stored is not lost.
  const areStored = replyLosses.losses.length > 0 && signatures?.hasSignatures === true
  const ofReply = areStored ? replyLosses.losses.filter(({ reason }) => reason !== 'signature') : replyLosses.losses
  const lost = [...losses.losses, ...ofReply]
  return lost.length === 0 ? {} : { upstream_dialect: attempt.dialect, losses: lost.slice(0, MAX_LOSSES).map((loss) => loss.path) }
}

/** What only admins see in a row: where the call went, and why. */
export function adminInfo({ attempts, plan }: { readonly attempts: readonly AttemptFact[]; readonly plan: Planned }) {
  return { use_channel: attempts.map((attempt) => String(attempt.channel_id)), attempts, ...routeFacts(plan, attempts) }
}

/** How a call failed, for its trace. */
export const outcomeOf = (error: unknown): TracedOutcome => ({ status: statusOf(error), code: codeOf(error) })

function endReasonOf(error: unknown): EndReason {
  if (error instanceof ClientGone) return 'client_gone'
  return error instanceof UpstreamFailure ? error.facts.endReason : 'upstream_error'
}

function codeOf(error: unknown): ErrorCode | 'client_gone' {
  if (error instanceof AppError) return error.code
  if (error instanceof ClientGone) return 'client_gone'
  return error instanceof UpstreamFailure ? error.facts.code : 'internal_error'
}

function statusOf(error: unknown): number {
  if (error instanceof AppError) return errorStatus(error.code)
  return error instanceof UpstreamFailure ? error.facts.status : error instanceof ClientGone ? 499 : 500
}
