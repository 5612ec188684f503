// Steps 8 to 10: the answer to the client, its bill, and its end. Once the first header is out nothing here throws: whatever happens,
// the hold is ended and the connection is ended, once (decision D21). The mark that tells a client "this was all" goes out only when the
// bill is durable (decision D22).

import { AppError, type ErrorCode, errorMessage, errors } from '@waystation/contract/errors'
import type { AfterLeaving, EndReason } from '@waystation/contract/log'
import { hideUpstreamErrorEnabled } from '@waystation/contract/options/global'
import { clientDialects, type DialectName, vendorDialects } from '@waystation/wire/chat/dialects'
import type { WireUsage } from '@waystation/wire/chat/usage'
import type { Frame } from '@waystation/wire/sse'
import { errors as undiciErrors } from 'undici'
import type { Answer } from '../call-upstream/call-upstream.ts'
import { afterClientLeft, drainMsLeft } from '../call-upstream/leaving.ts'
import { liveCall } from '../live-calls.ts'
import type { FrameReading } from '../operations/operation-kind.ts'
import { Spending } from '../place-hold/spending.ts'
import { isStored, storeReply } from '../responses/conversations.ts'
import { type SettleParts, settle } from '../settle/settle.ts'
import { scrubbedInBand } from '../upstream/scrub.ts'
import { isUntouched } from '../upstream/upstream-call.ts'
import type { DropReason, RelayReply, ResponseSink } from './relay-reply.ts'
import { lossHeader, replyEncoder, wholeBody } from './reply-encoder.ts'
import { settleWhole } from './settle-whole.ts'
import { StreamTimers } from './stream-timers.ts'

type StreamAnswer = Extract<Answer, { kind: 'stream' }>
type WholeAnswer = Extract<Answer, { kind: 'whole' }>

/** How a stream ended, and what is still to be sent. */
interface StreamEnd {
  readonly reason: EndReason
  /** The dialect's own end, withheld. `counted`: what is billed, where the vendor told no usage. */
  readonly terminal: (counted: WireUsage | undefined) => readonly Frame[]
  /** Has the vendor's own error frame gone out already? */
  readonly isToldInBand: boolean
  /** What was done after the client had left. */
  readonly afterLeaving: AfterLeaving | undefined
  /** Takes the call off the list of live ones, once its bill and its end are out: a shutdown waits for that. */
  readonly leave: () => void
}

/** Queued for the client beyond this, nothing more is read from the upstream (R7). */
const MAX_QUEUED_BYTES = 256 * 1024

/** Sends a whole answer, once it is paid for. Throws settlement_failed while nothing has been sent. */
export async function sendWhole(answer: WholeAnswer, reply: Pick<ResponseSink, 'send' | 'isGone'>, parts: SettleParts): Promise<void> {
  const { call, caller, gateway } = parts
  const isPassed = isUntouched(call, answer.attempt)
  const counted = isPassed ? undefined : await answer.meter.untoldUsage(gateway.counter)
  const body = isPassed ? answer.body : wholeBody(call, answer, answer.losses, counted)
  answer.signatures?.push(answer.events)
  void answer.signatures?.keep(gateway.vault, caller.user.id)
  await settleWhole(answer, reply, parts)
  if (isStored(call) && !reply.isGone) await storeReply(body.toString(), answer.attempt, call, caller, gateway)
  reply.send(200, { 'content-type': 'application/json; charset=utf-8', ...lossHeader(answer.losses) }, body)
}

/** Sends a stream as it comes, then its bill, then its end. Never throws. */
export async function streamBack(answer: StreamAnswer, reply: RelayReply, parts: SettleParts): Promise<void> {
  reply.stopPings()
  reply.beginStream(lossHeader(answer.losses))
  const end = await pump(answer, reply, parts)
  try {
    await endStream(answer, end, reply, parts)
  } finally {
    end.leave()
  }
}

async function endStream(answer: StreamAnswer, end: StreamEnd, reply: RelayReply, parts: SettleParts): Promise<void> {
  let terminal: readonly Frame[] = []
  try {
    // Written before the bill, whose row names what was lost in it; sent after it.
    if (end.reason === 'done') terminal = end.terminal(await answer.meter.untoldUsage(parts.gateway.counter))
    await settle(answer, end.reason, parts, end.afterLeaving)
  } catch (error) {
    // Not stored anywhere yet: the client must not take this answer for whole. The settlement goes on.
    parts.gateway.log.error({ id: parts.call.id, error }, 'a settlement is late')
    return endInError(reply, parts, error instanceof AppError ? error.code : 'settlement_failed')
  }
  if (end.reason === 'done') {
    const last = terminal.at(-1)?.data
    if (last !== undefined && isStored(parts.call)) await storeReply(last, answer.attempt, parts.call, parts.caller, parts.gateway)
    return reply.end(terminal)
  }
  if (reply.isGone || end.reason === 'client_gone' || end.reason === 'client_stalled') return reply.drop()
  if (end.isToldInBand) return reply.end()
  endInError(reply, parts, inBandCode(end.reason))
}

/** Tells a client inside its stream that it failed, in its dialect, and closes without the mark of a whole answer (R4). */
export function endInError(reply: RelayReply, { call, caller }: Pick<SettleParts, 'call' | 'caller'>, code: ErrorCode): void {
  const message = `${errorMessage(code, { limit: '' }, caller.language)} (request id: ${call.id})`
  const entry = errors[code]
  const { status } = entry
  const type = 'type' in entry ? entry.type : 'server_error'
  const dialect = clientDialects[call.endpoint.dialect]
  const frames = dialect.writeStreamError({ status, message, type, code })
  if (dialect.failsBare) reply.endBare(frames)
  else reply.end(frames)
}

function inBandCode(reason: EndReason): ErrorCode {
  switch (reason) {
    case 'upstream_timeout':
    case 'event_too_large':
    case 'total_timeout':
    case 'gateway_shutdown':
    case 'quota_cut':
      return reason
    case 'revoked':
      return 'access_revoked'
    default:
      return 'upstream_truncated'
  }
}

/** Why nobody reads a stream any more. */
type LeftReason = 'client_gone' | 'client_stalled' | 'revoked'

/** Moves frames until one of the two ends, and tells which way. */
function pump(answer: StreamAnswer, reply: RelayReply, parts: SettleParts): Promise<StreamEnd> {
  const { source, meter } = answer
  const { call, gateway } = parts
  const dialect = clientDialects[call.endpoint.dialect]
  const way = replyEncoder(call, answer.attempt, answer.losses)
  const spending = new Spending({ ...parts, attempt: answer.attempt, meter })
  const mayHide = gateway.options.get(hideUpstreamErrorEnabled)
  const { promise, resolve } = Promise.withResolvers<StreamEnd>()
  const timers = new StreamTimers(gateway.options)
  const isPassed = isUntouched(call, answer.attempt)
  const isTerminal = (frame: Frame, { events }: FrameReading) =>
    isPassed ? dialect.isTerminal(frame) : events?.some(({ kind }) => kind === 'reply-ended') === true
  /** The vendor's own end of a stream that is passed through. */
  const withheld: Frame[] = []
  /** What nothing more is read for: the client, which is slow, or money to be held. */
  const waits = new Set<'client' | 'hold'>()
  let isOver = false
  /** Nobody reads any more; the call ends for this reason, once its cost is known. */
  let left: { readonly reason: LeftReason; as: AfterLeaving } | undefined
  let endDrain: (() => void) | undefined
  /** Has the model thought in a way that is not shown whole? */
  let hasHidden = answer.outlook.isHidden

  const pause = (why: 'client' | 'hold') => {
    waits.add(why)
    source.pause()
  }
  const resume = (why: 'client' | 'hold') => {
    waits.delete(why)
    if (waits.size === 0 && !isOver) source.resume()
  }

  const finish = (reason: EndReason, end: { terminal?: StreamEnd['terminal']; isToldInBand?: boolean } = {}) => {
    if (isOver) return
    isOver = true
    timers.clear()
    endDrain?.()
    reply.onGone(undefined)
    if (reason === 'done' || end.isToldInBand) source.finish()
    else source.stop()
    resolve({ reason, terminal: end.terminal ?? (() => []), isToldInBand: end.isToldInBand ?? false, afterLeaving: left?.as, leave })
  }

  const complete = () => {
    send(way.close(meter.end()))
    void answer.signatures?.keep(gateway.vault, parts.caller.user.id)
    finish(left?.reason ?? 'done', { terminal: (counted) => way.end(withheld, counted) })
  }

  const take = (frames: readonly Frame[], told: readonly FrameReading[]) => {
    const kept: Frame[] = []
    for (let at = 0; at < frames.length && !isOver; at++) {
      const frame = frames[at] as Frame
      const reading = told[at] ?? meter.push(frame)
      answer.signatures?.push(reading.events ?? [])
      hasHidden ||= showsThinkingInShort(answer.attempt.dialect, reading)
      if (reading.error) {
        // What the vendor says after it belongs to it: Codex reads the `response.failed` that follows the error.
        const rest = isPassed ? frames.slice(at + 1) : []
        const told = scrubbedInBand({ frame, reading, rest }, answer.attempt.channel)
        send(mayHide ? kept : [...kept, ...way.push(told.frame, told.reading), ...told.rest])
        return finish('upstream_error', { isToldInBand: !mayHide })
      }
      if (withheld.length > 0 || isTerminal(frame, reading)) {
        if (!isPassed) kept.push(...way.push(frame, reading))
        withheld.push(frame)
        if (isPassed && dialect.endsAtClose) continue
        send(kept)
        return complete()
      }
      kept.push(...way.push(frame, reading))
    }
    send(kept)
    if (isOver) return
    if (!spending.isCovered()) return finish('quota_cut')
    const { undecided } = spending
    if (!undecided || waits.has('hold')) return
    pause('hold')
    void undecided.then(() => {
      if (isOver) return
      if (spending.isCovered()) resume('hold')
      else finish('quota_cut')
    })
  }

  const send = (frames: readonly Frame[]) => {
    if (frames.length === 0 || left) return
    if (reply.write(frames) || reply.queuedBytes < MAX_QUEUED_BYTES || isOver) return
    pause('client')
    timers.startStall(() => stopReading('client_stalled'))
    reply.onDrain(() => {
      timers.stopStall()
      resume('client')
    })
  }

  const stopReading = (reason: LeftReason) => {
    if (left || isOver) return
    const progress = { isComplete: meter.isComplete, hasFinalUsage: meter.hasFinalUsage, isCountable: !hasHidden }
    const { listenMs, as } = afterClientLeft(progress, drainMsLeft(reply, gateway.options))
    left = { reason, as }
    if (listenMs === 0) return finish(reason)
    if (reason === 'revoked') {
      endInError(reply, parts, 'access_revoked')
      reply.turnAway()
    }
    endDrain = gateway.drains.start(parts.caller.user.id)
    resume('client')
    timers.startDrain(listenMs, () => {
      left = { reason, as: 'drain_ended' }
      finish(reason)
    })
  }

  const cut = (reason: DropReason) => {
    if (reason === 'revoked') return stopReading(reason)
    if (left) left.as = 'drain_ended'
    finish(left?.reason ?? reason)
  }
  const leave = gateway.live.add(liveCall(call, parts.caller, cut))
  timers.startTotal(() => finish('total_timeout'))
  take(answer.frames, answer.reading)
  if (!isOver) {
    reply.onGone(() => stopReading('client_gone'))
    source.start({
      frames: (frames) => take(frames, []),
      ended(end) {
        if (left) return finish(left.reason)
        if (meter.isComplete) return complete()
        if (end.kind === 'failed' && end.error instanceof undiciErrors.BodyTimeoutError) return finish('upstream_timeout')
        if (end.kind === 'failed' && end.error instanceof RangeError) return finish('event_too_large')
        finish('upstream_truncated')
      },
    })
    if (waits.size > 0) source.pause()
  }
  return promise
}

/** A stream in which thinking shows in short, or not at all: what it costs cannot be counted from what came. */
function showsThinkingInShort(dialect: DialectName, { events }: FrameReading): boolean {
  if (events === undefined || vendorDialects[dialect].showsThinkingWhole) return false
  return events.some((event) => event.kind === 'part-started' && event.initial.kind === 'reasoning')
}
