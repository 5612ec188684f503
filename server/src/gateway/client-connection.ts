// The client's end of a call, as the steps of the call see it.
import type { Frame } from '@waystation/wire/encoding/sse'
import type { Clock } from '../lib/clock.ts'

/** Why the gateway ends a call by itself. */
export type CutReason = 'gateway_shutdown' | 'revoked'

/** Why a call is ended before its reply is complete. */
export type DropReason = CutReason | 'client_gone'

/** What can be seen of the client's end of a call. */
export interface ClientWatch {
  /** Has the client gone before the reply was complete? */
  readonly isGone: boolean
  /** When it went, in monotonic milliseconds. */
  readonly goneAtMs: number | undefined
  /** Was the call cut by the gateway, so that nothing more of it is waited for? */
  readonly isCut: boolean
  /** Calls the listener when the client goes, at once if it has, and again when the call is cut after that. Returns what removes it. */
  onGone(listener: () => void): () => void
}

/** Where a whole reply goes. */
export interface ResponseSink extends ClientWatch {
  send(status: number, headers: Readonly<Record<string, string>>, body: Uint8Array | string): void
  /** Ends it too early. */
  drop(why: DropReason): void
}

/** The connection of a client, which takes whole replies and streams. */
export interface ClientConnection extends ResponseSink {
  /** Sends the head of a stream whose first event may be long in coming. */
  openStream(): void
  /** False: the client has not taken what was written before. */
  write(frames: readonly Frame[]): boolean
  startPings(everyMs: number): void
  /** Ends a stream with these frames. */
  end(frames?: readonly Frame[]): void
  /** Drops the connection, so that the client does not take what it has for whole. */
  drop(why?: DropReason): void
}

/** The same with what sending a stream piece by piece takes. */
export interface StreamingConnection extends ClientConnection {
  /** Has anything of the answer been sent? */
  readonly isBegun: boolean
  /** @param headers of the answer, where the connection has room for such */
  beginStream(headers: Readonly<Record<string, string>>): void
  /** Adds headers to an answer that has not begun, where the connection has room for such. */
  announce?(headers: Readonly<Record<string, string>>): void
  /** Calls the listener once, when the client has taken what was written. */
  onDrain(listener: () => void): void
  /** Bytes written that have not gone out yet. */
  readonly queuedBytes: number
  /** Ends a stream with a failure that stands outside of its frames, where there is such a place. */
  endBare(frames: readonly Frame[]): void
  /** The client got its response already, or reads no more: the call goes on without it, or ends at once where it is cut. */
  turnAway(how?: { isCut?: boolean }): void
  stopPings(): void
}

/** Whether the client of one call is there, and who waits to hear that it has gone. */
export class ClientPresence implements ClientWatch {
  readonly #clock: Clock
  readonly #listeners = new Set<() => void>()
  #goneAtMs: number | undefined
  #isCut = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isGone(): boolean {
    return this.#goneAtMs !== undefined
  }

  get goneAtMs(): number | undefined {
    return this.#goneAtMs
  }

  get isCut(): boolean {
    return this.#isCut
  }

  onGone(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (this.isGone) listener()
    return () => this.#listeners.delete(listener)
  }

  /** The client has gone, or is taken for gone. A second time tells the listeners again. */
  leave({ isCut = false } = {}): void {
    this.#isCut ||= isCut
    this.#goneAtMs ??= this.#clock.now()
    for (const listener of [...this.#listeners]) listener()
  }

  /** The call was cut by the gateway: when the client goes, nothing more of it is waited for. */
  cut(): void {
    this.#isCut = true
  }
}
