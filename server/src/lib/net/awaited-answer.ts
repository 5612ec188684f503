// An answer on its way: what is waited for, and how it is given up.
import type { EventEmitter } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Dispatcher, errors } from 'undici'
import { AnswerBody, type ByteSource } from '../bodies/byte-source.ts'
import type { CallOff, Clock } from '../clock.ts'

/** A connection that was switched over, or the ordinary answer that refuses to. */
export type EgressSocket =
  | { readonly kind: 'open'; readonly headers: IncomingHttpHeaders; readonly socket: Duplex }
  | { readonly kind: 'refused'; readonly answer: EgressAnswer }

/** The response's head: its body is still to come, and must be read or destroyed. */
export interface EgressAnswer {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly body: ByteSource
}

export interface Deadline {
  readonly clock: Clock
  readonly ms: number
}

/** One answer: as a promise until its headers are there, then as its body. */
export class AwaitedAnswer implements Dispatcher.DispatchHandler {
  readonly #outcome = Promise.withResolvers<EgressAnswer>()
  /** The library's own limit restarts with each informational response (1xx), of which there may be any number (FLT-17). */
  readonly #endDeadline: CallOff
  #controller: Dispatcher.DispatchController | undefined
  #body: AnswerBody | undefined
  /** Why it was cancelled before it was sent. */
  #givenUp: Error | undefined

  readonly #onSocket: ((opened: EgressSocket) => void) | undefined

  /** @param onSocket takes the connection where it is switched over to a socket; then the promise stays open */
  constructor(signal: EventEmitter | undefined, { clock, ms }: Deadline, onSocket?: (opened: EgressSocket) => void) {
    this.#onSocket = onSocket
    this.#endDeadline = clock.after(ms, () => this.#giveUp(new errors.HeadersTimeoutError()))
    signal?.once('abort', () => this.#giveUp(new errors.RequestAbortedError()))
  }

  get promise(): Promise<EgressAnswer> {
    return this.#outcome.promise
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#givenUp) controller.abort(this.#givenUp)
  }

  onRequestUpgrade(_controller: Dispatcher.DispatchController, _status: number, headers: IncomingHttpHeaders, socket: Duplex): void {
    this.#endDeadline()
    if (this.#givenUp) socket.destroy()
    else this.#onSocket?.({ kind: 'open', headers, socket })
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode < 200) return
    this.#endDeadline()
    this.#body = new AnswerBody(controller)
    this.#outcome.resolve({ statusCode, headers, body: this.#body })
  }

  onResponseData(_controller: Dispatcher.DispatchController, bytes: Buffer): void {
    this.#body?.push(bytes)
  }

  onResponseEnd(): void {
    this.#body?.finish()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#endDeadline()
    this.#body?.finish(error)
    this.#outcome.reject(error)
  }

  #giveUp(reason: Error): void {
    if (this.#body) {
      this.#body.destroy(reason)
      return
    }
    this.#endDeadline()
    this.#givenUp = reason
    this.#outcome.reject(reason)
    this.#controller?.abort(reason)
  }
}
