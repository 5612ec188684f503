import type { JsonObject } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import type { Clock } from '../../../lib/clock.ts'
import { closeCode, type MessageSocket } from '../../../lib/net/message-socket.ts'
import { ClientPresence, type StreamingConnection } from '../../client-connection.ts'

/** The client's end of one call on a socket: each frame's data is a message, and the socket stays open for the next call. */
export class SocketReply extends ClientPresence implements StreamingConnection {
  readonly #socket: MessageSocket
  readonly #unwatch: () => void
  readonly #over = Promise.withResolvers<void>()
  #isBegun = false
  /** The client's name for the lane of this call, as JSON text; every message of its answer repeats it. Empty: it named none. */
  lane = ''

  constructor(socket: MessageSocket, clock: Clock) {
    super(clock)
    this.#socket = socket
    this.#unwatch = socket.onClose(() => this.leave())
  }

  /** The call is over: what becomes of the socket does not concern it any more. */
  close(): void {
    this.#unwatch()
  }

  /** Resolves when the client has got all of the answer, though the vendor may still be read for what it costs. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  override leave(how?: { isCut?: boolean }): void {
    super.leave(how)
    this.#over.resolve()
  }

  get isBegun(): boolean {
    return this.#isBegun
  }

  /** There is no place for headers on a socket. */
  beginStream(): void {
    this.#isBegun = true
  }

  openStream(): void {
    this.#isBegun = true
  }

  write(frames: readonly Frame[]): boolean {
    if (this.isGone) return true
    let isTaken = true
    for (const { data } of frames) if (data !== undefined) isTaken = this.#socket.send(this.#inLane(data))
    return isTaken
  }

  /** Each message is an object. */
  #inLane(message: string): string {
    return this.lane === '' ? message : `{"stream_id":${this.lane},${message.slice(message.indexOf('{') + 1)}`
  }

  /** Sends a message that is no frame of an answer. */
  tell(message: JsonObject): void {
    this.#socket.send(this.#inLane(JSON.stringify(message)))
  }

  onDrain(listener: () => void): void {
    this.#socket.onDrain(listener)
  }

  get queuedBytes(): number {
    return this.#socket.queuedBytes
  }

  end(frames: readonly Frame[] = []): void {
    this.write(frames)
    this.#over.resolve()
  }

  endBare(frames: readonly Frame[]): void {
    this.end(frames)
  }

  send(_status: number, _headers: Readonly<Record<string, string>>, body: Uint8Array | string): void {
    this.#isBegun = true
    if (!this.isGone) this.#socket.send(this.#inLane(Buffer.from(body).toString('utf8')))
    this.#over.resolve()
  }

  /** The answer ended too early, and the client must not take it for whole. */
  drop(): void {
    this.cut()
    this.#socket.close(closeCode.internalError, 'the response ended too early')
    this.leave()
  }

  turnAway(how?: { isCut?: boolean }): void {
    this.leave(how)
  }

  /** The socket itself is asked whether it is alive. */
  startPings(): void {}

  stopPings(): void {}
}
