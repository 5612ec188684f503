import type { WebSocket } from 'ws'
import type { Clock } from '../clock.ts'

/** Why a socket is closed. Source: RFC 6455, 7.4.1. `noStatus` and `abnormal` are only read: the other side gave no code, or broke off. */
export const closeCode = {
  normal: 1000,
  goingAway: 1001,
  unsupportedData: 1003,
  noStatus: 1005,
  abnormal: 1006,
  invalidPayload: 1007,
  policyViolation: 1008,
  internalError: 1011,
} as const

/** Queued beyond this, a writer should wait. */
const HIGH_WATER_BYTES = 64 * 1024
/** A reason in a close frame has at most 123 bytes (RFC 6455, 5.5), and a letter that is cut in two takes three. */
const MAX_REASON_BYTES = 120

/** A socket on which whole messages come and go, whichever side opened it. Nothing of it is read before somebody listens. */
export class MessageSocket {
  readonly #socket: WebSocket
  #listener: ((message: Buffer, isText: boolean) => void) | undefined
  /** What came before somebody listened. */
  readonly #early: { readonly message: Buffer; readonly isText: boolean }[] = []
  #wake = () => {}
  #isAlive = true
  #closed: { readonly code: number; readonly reason: string } | undefined
  readonly #drains: (() => void)[] = []
  /** Does something go on that the end of the server waits for? */
  isBusy = false

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.pause()
    // A broken connection is closed, which its users hear of.
    socket.on('error', () => {})
    socket.on('pong', () => {
      this.#isAlive = true
    })
    socket.once('close', (code, reason) => {
      this.#closed = { code, reason: reason.toString('utf8') }
    })
    socket.on('message', (data, isBinary) => this.#came(data as Buffer, !isBinary))
  }

  #came(message: Buffer, isText: boolean): void {
    this.#isAlive = true
    if (this.#listener) {
      this.#listener(message, isText)
      return
    }
    if (!this.isOpen) return
    this.#early.push({ message, isText })
    this.#socket.pause()
    this.#wake()
  }

  /**
   * The first message, which stays to be read. Undefined: there is none in that time, or the other side has closed. To be called before
   * `onMessage`.
   */
  async first(waitMs: number, clock: Clock): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const callOff = clock.after(waitMs, resolve)
    const unwatch = this.onClose(() => resolve())
    this.#socket.resume()
    await promise
    callOff()
    unwatch()
    if (this.isOpen) this.#socket.pause()
    return this.#early[0]?.message.toString('utf8')
  }

  /** As `first`, and takes it out: it is not read again. */
  async takeFirst(waitMs: number, clock: Clock): Promise<string | undefined> {
    const first = await this.first(waitMs, clock)
    this.#early.shift()
    return first
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** How the other side closed it; undefined: it is open, or on its way to be closed. */
  get closed(): { readonly code: number; readonly reason: string } | undefined {
    return this.#closed
  }

  /** @param listener gets each message whole, with whether it is text; soon after this call those that came before it. */
  onMessage(listener: (message: Buffer, isText: boolean) => void): void {
    this.#listener = listener
    queueMicrotask(() => {
      for (const { message, isText } of this.#early.splice(0)) listener(message, isText)
    })
    this.#socket.resume()
  }

  /** Calls the listener when the socket is closed, with the code that the other side gave. Returns what removes it. */
  onClose(listener: (code: number, reason: string) => void): () => void {
    const heard = (code: number, reason: Buffer) => listener(code, reason.toString('utf8'))
    this.#socket.once('close', heard)
    return () => this.#socket.off('close', heard)
  }

  /** False: the other side has not taken what was sent before; wait for `onDrain`. */
  send(message: string | Uint8Array): boolean {
    if (!this.isOpen) return true
    this.#socket.send(message, () => {
      if (this.#drains.length > 0 && this.queuedBytes < HIGH_WATER_BYTES) for (const listener of this.#drains.splice(0)) listener()
    })
    return this.queuedBytes < HIGH_WATER_BYTES
  }

  /** Bytes that have not gone out yet. */
  get queuedBytes(): number {
    return this.#socket.bufferedAmount
  }

  /** Calls the listener once, when there is room again. */
  onDrain(listener: () => void): void {
    this.#drains.push(listener)
  }

  /** Reads nothing until `resume`; not even that the other side closes. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Asks whether the other side is still there. A side that has not answered the last time is gone, unless nothing of it is read. */
  assertAlive(): void {
    if (this.#socket.isPaused) return
    if (!this.#isAlive) {
      this.destroy()
      return
    }
    this.#isAlive = false
    this.#socket.ping()
  }

  /** Closes it properly. Messages that still come go to the listener; without one they are dropped. @param code RFC 6455, 7.4 */
  close(code: number, reason: string): void {
    // The answer to a close is read only where anything is.
    this.#socket.resume()
    this.#socket.close(code, Buffer.from(reason).subarray(0, MAX_REASON_BYTES).toString('utf8'))
  }

  destroy(): void {
    this.#socket.terminate()
  }
}
