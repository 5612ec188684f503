// Moves the frames of one stream from the vendor to the client until one of the two ends, and returns how. A state machine: what is
// read of the vendor, and whether the client still reads.
import type { AfterLeaving, EndReason } from '@waystation/contract/calls/log'
import { hideUpstreamErrorEnabled } from '@waystation/contract/options/global'
import { clientDialects, type DialectName, vendorDialects } from '@waystation/wire/chat/dialects'
import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import type { Frame } from '@waystation/wire/encoding/sse'
import { afterClientLeft, drainMsLeft } from '../call-upstream/leaving.ts'
import type { DropReason, StreamingConnection } from '../client-connection.ts'
import type { LiveCall } from '../live-calls.ts'
import { HoldMonitor } from '../place-hold/hold-monitor.ts'
import type { FrameReading } from '../reply.ts'
import type { StreamAnswer } from '../upstream/answer.ts'
import { brokenEnd } from '../upstream/failures.ts'
import type { SourceEnd } from '../upstream/frame-source.ts'
import type { StreamConsumer } from '../upstream/reply-stream.ts'
import { scrubbedInBand } from '../upstream/scrub.ts'
import { EndWatch } from './end-watch.ts'
import { isRelayed, type ReplyEncoder, replyEncoder } from './reply-encoder.ts'
import type { StreamParts } from './stream-parts.ts'
import { StreamTimers } from './stream-timers.ts'

/** How a stream ended, and what is still to be sent. */
export interface StreamEnd {
  readonly reason: EndReason
  /** The dialect's own end, withheld. `counted`: what is billed, where the vendor reported no usage. */
  readonly terminal: (counted: WireUsage | undefined) => readonly Frame[]
  /** Has the vendor's own error frame gone out already? */
  readonly isErrorSent: boolean
  /** What was done after the client had left. */
  readonly afterLeaving: AfterLeaving | undefined
}

/** Queued for the client beyond this, nothing more is read from the upstream (R7). */
const MAX_QUEUED_BYTES = 256 * 1024

/**
 * What is read of the vendor. `flowing`: frames go on to the client. `withholding`: the dialect's end is there, and is held back until the
 * bill is durable. `failing`: the vendor has reported an error, and what follows belongs to it. `over`: nothing is read any more.
 */
type Reading = 'flowing' | 'withholding' | 'failing' | 'over'

/** Why a stream is no longer read. */
type LeftReason = 'client_gone' | 'client_stalled' | 'revoked'

/** Whether the client reads. Once it has left, the upstream is read only for its usage. */
type ClientState = { readonly is: 'there' } | { readonly is: 'left'; readonly reason: LeftReason; readonly as: AfterLeaving }

/** The frame in which the vendor reported an error, and those after it. */
interface VendorFailure {
  readonly frame: Frame
  readonly reading: FrameReading
  readonly rest: Frame[]
}

export class StreamDelivery implements StreamConsumer {
  readonly #answer: StreamAnswer
  readonly #reply: StreamingConnection
  readonly #parts: StreamParts & { readonly live: LiveCall }
  readonly #sayRevoked: () => void
  readonly #encoder: ReplyEncoder
  readonly #holdMonitor: HoldMonitor
  readonly #timers: StreamTimers
  readonly #endWatch: EndWatch
  readonly #isTerminal: (frame: Frame, reading: FrameReading) => boolean
  readonly #endsAtClose: boolean
  readonly #isRelayed: boolean
  readonly #outcome = Promise.withResolvers<StreamEnd>()
  #reading: Reading = 'flowing'
  #client: ClientState = { is: 'there' }
  /** Frames for the client of those that came in together. */
  #outgoing: Frame[] = []
  /** The first frame that went to the client. */
  #first: Frame | undefined
  /** The vendor's own end of a stream that is passed through. */
  readonly #withheld: Frame[] = []
  #failure: VendorFailure | undefined
  /** What reading waits for: the client, which is slow, or money to be held. */
  readonly #waits = new Set<'client' | 'hold'>()
  #endDrain: (() => void) | undefined
  #unwatch: (() => void) | undefined
  /** Has the model thought in a way that is not shown whole? */
  #hasHidden: boolean

  /** @param sayRevoked ends the client's stream with the error that its access was revoked */
  constructor(answer: StreamAnswer, reply: StreamingConnection, parts: StreamParts & { readonly live: LiveCall }, sayRevoked: () => void) {
    const { attempt, meter, replyLosses } = answer
    const dialect = clientDialects[parts.call.endpoint.dialect]
    this.#answer = answer
    this.#reply = reply
    this.#parts = parts
    this.#sayRevoked = sayRevoked
    this.#encoder = replyEncoder(parts.call, attempt, replyLosses)
    this.#holdMonitor = new HoldMonitor({ ...parts, attempt, meter })
    this.#timers = new StreamTimers(parts.gateway)
    this.#endWatch = new EndWatch(parts.call.facts.size.choices, parts.gateway.clock, () => this.#fellQuiet())
    this.#isRelayed = isRelayed(attempt)
    // Sound and pictures have events of their own, in no dialect of chat.
    const isMedia = attempt.reply === 'bytes' || attempt.isInEvents === true || parts.call.endpoint.operation.kind === 'translated'
    this.#endsAtClose = isMedia || (this.#isRelayed && dialect.endsAtClose === true)
    if (isMedia) this.#isTerminal = (_, { isEnd }) => isEnd === true
    else this.#isTerminal = this.#isRelayed ? (frame) => dialect.isTerminal(frame) : (_, { events }) => hasEnded(events)
    this.#hasHidden = answer.estimate.isHidden
  }

  /** Resolves when the stream is over. Never rejects. */
  run(): Promise<StreamEnd> {
    const { stream } = this.#answer
    this.#parts.live.cutBy((reason) => this.#cut(reason))
    this.#timers.startTotal(() => this.#finish('total_timeout'))
    stream.start(this)
    if (this.#waits.size > 0) stream.pause()
    return this.#outcome.promise
  }

  begun(): void {
    this.#unwatch = this.#reply.onGone(() => this.#stopSending('client_gone'))
  }

  take(frame: Frame, reading: FrameReading): void {
    const { signatures, attempt } = this.#answer
    if (this.#failure) {
      this.#failure.rest.push(frame)
      return
    }
    this.#endWatch.note(frame, reading)
    signatures?.push(reading.events ?? [])
    if (this.#isRelayed) this.#parts.call.extension?.see?.(frame)
    this.#hasHidden ||= showsThinkingInShort(attempt.dialect, reading)
    if (reading.error) {
      this.#reading = 'failing'
      this.#failure = { frame, reading, rest: [] }
    } else if (this.#reading === 'withholding' || this.#isTerminal(frame, reading)) {
      this.#withhold(frame, reading)
    } else this.#encoder.encode(frame, reading, this.#outgoing)
  }

  flush(): void {
    if (this.#failure) this.#fail(this.#failure)
    else {
      this.#send(this.#outgoing)
      this.#outgoing = []
      if (!this.#isOver) this.#lookAtCost()
    }
  }

  ended(end: SourceEnd): void {
    if (this.#client.is === 'left') this.#finish(this.#client.reason)
    else if (this.#answer.meter.isComplete) this.#complete()
    else this.#finish(end.kind === 'failed' ? brokenEnd(end.error) : 'upstream_truncated')
  }

  /** All has come, and the vendor does not close. */
  #fellQuiet(): void {
    if (this.#waits.size > 0) this.#endWatch.wait()
    else this.ended({ kind: 'closed' })
  }

  get #isOver(): boolean {
    return this.#reading === 'over'
  }

  #withhold(frame: Frame, reading: FrameReading): void {
    this.#reading = 'withholding'
    if (!this.#isRelayed) this.#encoder.encode(frame, reading, this.#outgoing)
    this.#withheld.push(frame)
    if (this.#endsAtClose) return
    this.#send(this.#outgoing)
    this.#complete()
  }

  #complete(): void {
    const { meter, signatures, given } = this.#answer
    const { gateway, caller } = this.#parts
    this.#send(this.#encoder.close(meter.end()))
    void signatures?.store(gateway.vault, caller.user.id)
    void given.store(gateway.vault, caller.user.id)
    const reason = this.#client.is === 'left' ? this.#client.reason : 'done'
    this.#finish(reason, { terminal: (counted) => this.#encoder.end(this.#withheld, counted) })
  }

  /** Sends the vendor's error without our secrets, with the frames after it: Codex reads the `response.failed` that follows. */
  #fail({ frame, reading, rest }: VendorFailure): void {
    const { attempt } = this.#answer
    const isHidden = this.#parts.gateway.options.get(hideUpstreamErrorEnabled)
    const dialect = clientDialects[this.#parts.call.endpoint.dialect]
    const { knowsFailedEnds = false } = dialect
    const before = this.#outgoing.length
    // A client of the vendor's own dialect gets the vendor's word for the end, which most take for a usual one.
    const isOnlyWord = this.#isRelayed && reading.error?.isEnd === true && !knowsFailedEnds
    if (!isHidden) {
      const shown = scrubbedInBand({ frame, reading, rest: this.#isRelayed ? rest : [] }, attempt.channel)
      if (!isOnlyWord || !this.#isTerminal(frame, reading)) this.#encoder.encode(shown.frame, shown.reading, this.#outgoing)
      if (!isOnlyWord) this.#outgoing.push(...shown.rest)
      this.#outgoing.push(...(dialect.failureRest?.(this.#outgoing.slice(before), this.#first) ?? []))
    }
    this.#send(this.#outgoing)
    this.#finish('upstream_error', { isErrorSent: !isHidden && !isOnlyWord })
  }

  /** Cuts the reply where it costs more than can be held, and waits where that is not known yet. */
  #lookAtCost(): void {
    if (!this.#holdMonitor.isCovered()) this.#finish('quota_cut')
    const { undecided } = this.#holdMonitor
    if (!this.#isOver && undecided && !this.#waits.has('hold')) this.#awaitHold(undecided)
  }

  #awaitHold(undecided: Promise<void>): void {
    this.#pause('hold')
    void undecided.then(() => {
      if (this.#isOver) return
      if (this.#holdMonitor.isCovered()) this.#resume('hold')
      else this.#finish('quota_cut')
    })
  }

  #send(frames: readonly Frame[]): void {
    if (frames.length === 0 || this.#client.is === 'left') return
    this.#first ??= frames[0]
    const reply = this.#reply
    if (reply.write(frames) || reply.queuedBytes < MAX_QUEUED_BYTES || this.#isOver) return
    this.#pause('client')
    this.#timers.startStall(() => this.#stopSending('client_stalled'))
    reply.onDrain(() => {
      this.#timers.stopStall()
      this.#resume('client')
    })
  }

  #pause(why: 'client' | 'hold'): void {
    this.#waits.add(why)
    this.#answer.stream.pause()
  }

  #resume(why: 'client' | 'hold'): void {
    this.#waits.delete(why)
    if (this.#waits.size === 0 && !this.#isOver) this.#answer.stream.resume()
  }

  /** The client no longer reads; the call ends for this reason, once its cost is known. */
  #stopSending(reason: LeftReason): void {
    if (this.#client.is === 'left' || this.#isOver) return
    const { gateway, caller } = this.#parts
    const { isComplete, hasFinalUsage } = this.#answer.meter
    const progress = { isComplete, hasFinalUsage, isCountable: !this.#hasHidden }
    const { listenMs, as } = afterClientLeft(progress, drainMsLeft(this.#reply, gateway))
    this.#client = { is: 'left', reason, as }
    if (listenMs === 0) this.#finish(reason)
    else this.#listenOn(reason, listenMs, () => gateway.drains.start(caller.user.id))
  }

  /** Reads on for the usage, at most for this time. */
  #listenOn(reason: LeftReason, limitMs: number, startDrain: () => () => void): void {
    if (reason === 'revoked') {
      this.#sayRevoked()
      this.#reply.turnAway()
    }
    this.#endDrain = startDrain()
    this.#resume('client')
    this.#timers.startDrain(limitMs, () => {
      this.#client = { is: 'left', reason, as: 'drain_ended' }
      this.#finish(reason)
    })
  }

  #cut(reason: DropReason): void {
    if (reason === 'revoked') this.#stopSending(reason)
    else if (this.#client.is === 'left') {
      this.#client = { ...this.#client, as: 'drain_ended' }
      this.#finish(this.#client.reason)
    } else this.#finish(reason)
  }

  #finish(
    reason: EndReason,
    { terminal = () => [], isErrorSent = false }: Partial<Pick<StreamEnd, 'terminal' | 'isErrorSent'>> = {},
  ): void {
    if (this.#isOver) return
    this.#reading = 'over'
    this.#timers.clear()
    this.#endWatch.stop()
    this.#endDrain?.()
    this.#unwatch?.()
    this.#parts.live.cutBy(undefined)
    if (reason === 'done' || isErrorSent) this.#answer.stream.finish()
    else this.#answer.stream.stop()
    this.#outcome.resolve({ reason, terminal, isErrorSent, afterLeaving: this.#client.is === 'left' ? this.#client.as : undefined })
  }
}

function hasEnded(events: FrameReading['events']): boolean {
  return events?.some(({ kind }) => kind === 'reply-ended') === true
}

/** A stream that summarises or hides its thinking: its cost cannot be counted from what came. */
function showsThinkingInShort(dialect: DialectName, { events }: FrameReading): boolean {
  if (events === undefined || vendorDialects[dialect].showsThinkingWhole) return false
  return events.some((event) => event.kind === 'part-started' && event.initial.kind === 'reasoning')
}
