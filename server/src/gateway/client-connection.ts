// The client's end of a call, as the steps of the call see it.
import type { Frame } from '@waystation/wire/encoding/sse'

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
