// Sockets that this side opens: the handshake goes the guarded way of all requests, the frames are the library's.
import { createHash, randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { EgressAnswer } from './awaited-answer.ts'
import type { Egress, EgressConnect } from './egress.ts'
import { MessageSocket } from './message-socket.ts'

/** Of one message of the other side, in bytes: as of an event of a stream (R7). */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024
/** The other side gets so long to close, too. */
const CLOSE_TIMEOUT_MS = 5000
/** RFC 6455, 1.3. */
const HANDSHAKE_UUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** The other side switched to something else than it was asked to. */
class HandshakeFailure extends Error {
  constructor() {
    super('the upstream answered a request for a socket wrongly')
    this.name = 'HandshakeFailure'
  }
}

/** A socket, or the answer that refuses it. Rejects as `Egress.connect`, or with HandshakeFailure. */
export async function openSocket(egress: Pick<Egress, 'connect'>, request: EgressConnect): Promise<MessageSocket | EgressAnswer> {
  const key = randomBytes(16).toString('base64')
  const headers = { ...request.headers, 'sec-websocket-key': key, 'sec-websocket-version': '13' }
  const opened = await egress.connect({ ...request, headers })
  if (opened.kind === 'refused') return opened.answer
  if (
    opened.headers['sec-websocket-accept'] !==
    createHash('sha1')
      .update(key + HANDSHAKE_UUID)
      .digest('base64')
  ) {
    opened.socket.destroy()
    throw new HandshakeFailure()
  }
  return new MessageSocket(new OpenedSocket(opened.socket))
}

/** What the library's socket has besides its documented parts: its server makes sockets so. Version 8.23.0, `lib/websocket.js`. */
interface Inner {
  _isServer: boolean
  setSocket(connection: Duplex, head: Buffer, options: object): void
}

/** The library's socket over a connection that was switched over already, as the side that masks its frames. */
class OpenedSocket extends WebSocket {
  constructor(connection: Duplex) {
    // @ts-expect-error The options are not in the types of a socket without an address.
    super(null, undefined, { autoPong: true, maxPendingAutoPongs: 16, closeTimeout: CLOSE_TIMEOUT_MS })
    const inner = this as unknown as Inner
    inner._isServer = false
    inner.setSocket(connection, Buffer.alloc(0), { maxPayload: MAX_MESSAGE_BYTES, allowSynchronousEvents: true })
  }
}
