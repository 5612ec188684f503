// A session between a caller and a vendor: messages pass both ways as they come, unless the bill of a response has to be stored first, or
// more has to be held. A state machine: it runs until one side ends it, or the gateway does.
import type { EndReason } from '@waystation/contract/calls/log'
import { AppError, type ErrorCode } from '@waystation/contract/errors'
import { relayTotalTimeoutSeconds } from '@waystation/contract/options/relay'
import type { ReportedError } from '@waystation/wire/openai/error'
import type { CallerReading, SessionReader, VendorReading } from '@waystation/wire/realtime/session-format'
import { WireError } from '@waystation/wire/wire-error'
import { closeCode, type MessageSocket } from '../../lib/net/message-socket.ts'
import type { Gateway } from '../gateway.ts'
import type { LiveCall } from '../live-calls.ts'
import { Inbox } from './inbox.ts'
import type { SessionBill } from './session-bill.ts'
import type { TranscriptionBills } from './transcription-bills.ts'

/** What a session takes. */
export type SessionServices = Pick<Gateway, 'options' | 'clock' | 'log'>

/** Queued for one side beyond this, nothing more is read of the other (R7). */
const MAX_QUEUED_BYTES = 256 * 1024
/** A side that takes nothing for so long is gone (R7). */
const STALL_MS = 60_000

/** A vendor that does not answer one of these until the next is gone. */
const PING_EVERY_MS = 30_000

export interface SessionParts {
  readonly id: string
  readonly caller: MessageSocket
  readonly vendor: MessageSocket
  readonly reader: SessionReader
  readonly bill: SessionBill
  readonly transcriptions: TranscriptionBills
  readonly live: LiveCall
  readonly gateway: SessionServices
  /** Rejects where the caller may not say this to the model; undefined: nothing is checked. */
  readonly assertAllowed: (text: string) => Promise<void> | undefined
  /** What the first message said, which the vendor has already; absent: it was none. */
  readonly said?: CallerReading
  /** Is the caller told what the session costs, while it goes on? */
  readonly tellsCharges: boolean
  /** A text in which the vendor reports an error, without our secrets. */
  readonly scrubbed: (message: string) => string
  /** The words for an end of ours, in the caller's language. */
  readonly wordsFor: (error: unknown) => ReportedError
}

export class Session {
  readonly #parts: SessionParts
  readonly #ended = Promise.withResolvers<EndReason>()
  readonly #fromCaller: Inbox
  readonly #fromVendor: Inbox
  #isOver = false
  #stopTotal = () => {}
  #stopPings = () => {}

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#fromCaller = new Inbox(parts.caller, (message, isText) => this.#takeFromCaller(message, isText))
    this.#fromVendor = new Inbox(parts.vendor, (message, isText) => this.#takeFromVendor(message, isText))
  }

  /**
   * Resolves with the reason when the session is over and what it cost is stored. Never rejects.
   * @param beginning a message that goes to the vendor before those of the caller
   */
  async run(beginning?: string): Promise<EndReason> {
    const { caller, vendor, live, gateway, bill, transcriptions, said, id } = this.#parts
    if (said) bill.heard(said)
    live.cutBy((why) => this.#end(why, why === 'revoked' ? 'access_revoked' : why))
    this.#stopTotal = gateway.clock.after(gateway.options.get(relayTotalTimeoutSeconds) * 1000, () =>
      this.#end('total_timeout', 'total_timeout'),
    )
    // A vendor's connection that dies in silence ends the session, too.
    this.#stopPings = gateway.clock.every(PING_EVERY_MS, () => vendor.assertAlive())
    caller.onClose(() => this.#end('client_gone'))
    vendor.onClose((code, reason) => this.#vendorClosed(code, reason))
    if (!caller.isOpen) this.#end('client_gone')
    this.#tellCharge()
    if (beginning !== undefined) this.#takeFromCaller(Buffer.from(beginning), true)
    const reason = await this.#ended.promise
    await Promise.all([this.#fromVendor.settled, this.#fromCaller.settled])
    await Promise.all([bill.finish(reason), transcriptions.finish(reason)]).catch((error: unknown) =>
      gateway.log.error({ id, err: error }, 'a settlement is late'),
    )
    return reason
  }

  /** Returns a promise only where something has to be held before the message goes on. */
  #takeFromCaller(message: Buffer, isText: boolean): Promise<void> | undefined {
    if (this.#isOver) return undefined
    const { caller, vendor, reader, bill } = this.#parts
    if (!isText && !reader.takesBinary) {
      caller.close(closeCode.unsupportedData, 'messages are JSON text')
      return undefined
    }
    const text = message.toString('utf8')
    try {
      const reading = reader.fromCaller(text)
      const passOn = () => {
        bill.heard(reading)
        this.#pass(reading.changed ?? text, vendor, this.#fromCaller)
      }
      const before = this.#before(reading)
      if (before) return before.then(passOn, (error) => this.#refuse(error))
      passOn()
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.#refuse(new AppError('bad_request', { detail: error.message }))
    }
    return undefined
  }

  /** What has to be done before a message goes on; undefined: nothing. */
  #before({ text, transcriptionModel }: CallerReading): Promise<void> | undefined {
    const { assertAllowed, transcriptions } = this.#parts
    const checked = text ? assertAllowed(text) : undefined
    if (transcriptionModel === undefined) return checked
    return checked ? checked.then(() => transcriptions.use(transcriptionModel)) : transcriptions.use(transcriptionModel)
  }

  /** Tells the caller that a message was not passed on; where the protocol has no message for that, the session ends with the reason. */
  #refuse(error: unknown): void {
    if (this.#isOver) return
    const { caller, reader, wordsFor, id } = this.#parts
    const told = reader.printError(wordsFor(error), id)
    if (told !== undefined) caller.send(told)
    else if (error instanceof AppError && error.code === 'sensitive_words_detected') this.#end('sensitive_words', error.code)
  }

  /** Returns a promise only where something has to be stored or held before the next message. */
  #takeFromVendor(message: Buffer, isText: boolean): Promise<void> | undefined {
    if (this.#isOver) return undefined
    const { caller, reader, bill, transcriptions } = this.#parts
    const text = isText || reader.takesBinary ? message.toString('utf8') : undefined
    const reading = text === undefined ? {} : reader.fromVendor(text)
    const changed = text !== undefined && reading.error ? this.#parts.scrubbed(text) : reading.changed
    const passOn = () =>
      this.#pass(isText ? (changed ?? text ?? '') : changed === undefined ? message : Buffer.from(changed), caller, this.#fromVendor)
    if (reading.done) return this.#settle(bill.replied(reading.done.usage), passOn)
    if (reading.transcribed) return this.#settle(transcriptions.wrote(reading.transcribed), passOn)
    const isPaid = paid(reading, bill)
    if (isPaid === true) {
      passOn()
      return undefined
    }
    return this.#whenPaid(Promise.resolve(isPaid), passOn)
  }

  /** What tells the caller that a response is complete goes out when its charge is durable. */
  async #settle(settling: Promise<void>, passOn: () => void): Promise<void> {
    try {
      await settling
      if (this.#isOver) return
      passOn()
      this.#tellCharge()
    } catch (error) {
      this.#parts.gateway.log.error({ id: this.#parts.id, err: error }, 'a settlement is late')
      this.#end('upstream_error', 'settlement_failed')
    }
  }

  #tellCharge(): void {
    const { tellsCharges, caller, reader, bill, transcriptions, id } = this.#parts
    if (!tellsCharges || this.#isOver) return
    const told = reader.printCharge({ requestId: id, quota: bill.charged + transcriptions.charged }, id)
    if (told !== undefined) caller.send(told)
  }

  async #whenPaid(paid: Promise<boolean>, passOn: () => void): Promise<void> {
    if (!(await paid)) this.#end('quota_cut', 'quota_cut')
    else if (!this.#isOver) passOn()
  }

  #pass(message: string | Buffer, to: MessageSocket, from: Inbox): void {
    if (to.send(message) || to.queuedBytes < MAX_QUEUED_BYTES || !to.isOpen || from.isHeld) return
    from.hold()
    const stopStall = this.#parts.gateway.clock.after(STALL_MS, () => this.#stalled(to))
    to.onDrain(() => {
      stopStall()
      from.release()
    })
  }

  #stalled(side: MessageSocket): void {
    if (side === this.#parts.caller) this.#end('client_stalled')
    else this.#end('upstream_timeout', 'upstream_timeout')
  }

  #vendorClosed(code: number, reason: string): void {
    const { reader, scrubbed } = this.#parts
    const isNormal = code === closeCode.normal || code === closeCode.noStatus
    // What came before the close is passed on first.
    void this.#fromVendor.settled.then(() => {
      if (isNormal) this.#end('done', undefined, closeCode.normal, reason)
      // Where only the close tells of an error, the caller gets it as it is.
      else if (reader.errorOfClose && code !== closeCode.abnormal) this.#end('upstream_error', undefined, code, scrubbed(reason))
      else this.#end(code === closeCode.abnormal ? 'upstream_truncated' : 'upstream_error', 'upstream_truncated')
    })
  }

  /** @param code the error that the caller is told of; absent: none, since they left, or nothing is wrong */
  #end(why: EndReason, code?: ErrorCode, closedAs: number = closeCodeOf(why), words = ''): void {
    if (this.#isOver) return
    this.#isOver = true
    const { caller, vendor, live, reader, wordsFor, id } = this.#parts
    live.cutBy(undefined)
    this.#stopTotal()
    this.#stopPings()
    const error = code === undefined ? undefined : wordsFor(new AppError(code, { limit: '' }))
    const told = error && reader.printError(error, id)
    if (told !== undefined) caller.send(told)
    if (why === 'client_stalled') caller.destroy()
    else caller.close(closedAs, words !== '' ? words : told === undefined ? (error?.message ?? '') : (code ?? ''))
    vendor.close(closeCode.normal, '')
    this.#ended.resolve(why)
  }
}

/** Can what this message brings be paid? A response that begins is held for before its first piece is. */
function paid(reading: VendorReading, bill: SessionBill): boolean | Promise<boolean> {
  const produce = () => (reading.text || reading.soundSeconds ? bill.produced(reading) : true)
  if (!reading.isBegun) return produce()
  const begins = bill.begun()
  if (begins === true) return produce()
  return Promise.resolve(begins).then((isHeld) => isHeld && produce())
}

function closeCodeOf(why: EndReason): number {
  switch (why) {
    case 'done':
      return closeCode.normal
    case 'gateway_shutdown':
      return closeCode.goingAway
    case 'revoked':
    case 'quota_cut':
    case 'sensitive_words':
    case 'total_timeout':
      return closeCode.policyViolation
    default:
      return closeCode.internalError
  }
}
