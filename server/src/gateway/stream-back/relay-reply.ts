// The client's end of a call: a small writer over the raw response. Fastify hands the response over at the first byte and not before, so
// that a failure until then is answered by the error boundary (decision D21).

import type { Frame } from '@waystation/wire/encoding/sse'
import type { FastifyReply } from 'fastify'
import type { CallOff, Clock } from '../../lib/clock.ts'
import { ClientPresence, type StreamingConnection } from '../client-connection.ts'
import { eventStream, type Framing } from './framing.ts'

/** Whole answers up to this size go out in one write. */
const ONE_WRITE_BYTES = 64 * 1024

/** The client's connection of one call. */
export class RelayReply extends ClientPresence implements StreamingConnection {
  readonly #reply: FastifyReply
  #headers: Readonly<Record<string, string>>
  readonly #framing: Framing
  readonly #clock: Clock
  /** Has a part of the answer's body been written? */
  #isFlowing = false
  #stopPings: CallOff | undefined

  /** @param headers sent with whatever is sent first, such as the request id */
  constructor(reply: FastifyReply, headers: Readonly<Record<string, string>>, clock: Clock, framing: Framing = eventStream) {
    super(clock)
    this.#reply = reply
    this.#headers = headers
    this.#clock = clock
    this.#framing = framing
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) this.leave()
    })
    // A failed write is followed by a close, which is handled above.
    reply.raw.on('error', () => {})
  }

  turnAway(how?: { isCut?: boolean }): void {
    this.stopPings()
    this.leave(how)
  }

  announce(headers: Readonly<Record<string, string>>): void {
    this.#headers = { ...this.#headers, ...headers }
  }

  get isBegun(): boolean {
    return this.#reply.raw.headersSent
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    if (this.isBegun || this.isGone) return
    this.#reply.hijack()
    this.#reply.raw.writeHead(status, { ...this.#headers, ...headers })
  }

  beginStream(headers: Readonly<Record<string, string>>): void {
    this.begin(200, { ...this.#framing.headers, ...headers })
  }

  /** Begins a stream whose first event may be long in coming: its head goes out at once. */
  openStream(): void {
    this.beginStream({})
    if (!this.isGone) this.#reply.raw.flushHeaders()
  }

  /** False: the client has not taken what was written before; wait for `onDrain`. */
  write(frames: readonly Frame[]): boolean {
    if (this.isGone) return true
    const { raw } = this.#reply
    const bytes = this.#framing.bytes(frames)
    const { socket } = raw
    if (!this.#isFlowing || !socket || !raw.chunkedEncoding || bytes.length > ONE_WRITE_BYTES) {
      this.#isFlowing = true
      return raw.write(bytes)
    }
    // The library makes four writes and a tick of every chunk, which is a tenth of what an event costs. It still opens and ends the answer.
    return socket.write(`${bytes.length.toString(16)}\r\n${latin1(bytes)}\r\n`, 'latin1')
  }

  onDrain(listener: () => void): void {
    this.#reply.raw.socket?.once('drain', listener)
  }

  get queuedBytes(): number {
    return this.#reply.raw.writableLength
  }

  /** Ends a stream with these frames. */
  end(frames: readonly Frame[] = []): void {
    this.stopPings()
    if (this.isGone) return
    const bytes = this.#framing.end(frames)
    if (bytes === undefined) this.#reply.raw.end()
    else this.#reply.raw.end(bytes)
  }

  endBare(frames: readonly Frame[]): void {
    this.stopPings()
    if (!this.isGone) this.#reply.raw.end(this.#framing.bare(frames))
  }

  send(status: number, headers: Readonly<Record<string, string>>, body: Uint8Array | string): void {
    this.stopPings()
    if (this.isGone) return
    this.begin(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) })
    // As Latin-1 the bytes stay what they are, and a text goes out in one write with its headers.
    if (body.length <= ONE_WRITE_BYTES && typeof body !== 'string') this.#reply.raw.end(latin1(body), 'latin1')
    else this.#reply.raw.end(body)
  }

  /** Drops the connection: the answer ended too early, and the client must not take it for whole. */
  drop(): void {
    this.stopPings()
    this.cut()
    this.#reply.raw.destroy()
    // A client that had left before is not reported by the connection again.
    if (this.isGone) this.leave()
  }

  /**
   * Sends keep-alives into a silent stream at intervals, also before the first byte of the answer: that commits a status of 200, so it
   * may begin only once the hold stands (decision D30).
   */
  startPings(everyMs: number): void {
    this.#stopPings = this.#clock.every(everyMs, () => {
      if (this.isGone) return this.stopPings()
      this.beginStream({})
      this.#reply.raw.write(this.#framing.ping)
    })
  }

  stopPings(): void {
    this.#stopPings?.()
  }
}

/** Bytes as a text with a letter for each. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
