// Sockets of clients (RFC 6455). A request for one goes through the doors like any other; the door takes its connection over when it knows
// who is there, or answers as usual.
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '@waystation/contract/errors'
import { WebSocketServer } from 'ws'
import type { Clock } from '../clock.ts'
import { closeCode, MessageSocket } from './message-socket.ts'

/** Of one message, in bytes (control 47). */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** Sockets that one user may have open. */
const MAX_PER_USER = 1000
/** A client that does not answer one of these until the next is taken for gone. */
const PING_EVERY_MS = 30_000
/** The offered protocol that holds a key: it is never sent back. */
const KEY_PROTOCOL = /^openai-insecure-api-key\./

/** Is it a request for a socket? Other protocols to switch to are offered by clients that take plain answers, too. */
export function asksForSocket({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
}

interface Connection {
  readonly socket: Duplex
  readonly head: Buffer
  readonly response: ServerResponse
}

/** The client's end: what is sent with the handshake, and whose the socket is. */
export interface Handshake {
  readonly userId: number
  readonly headers: Readonly<Record<string, string>>
}

export class Sockets {
  readonly #asking = new WeakMap<IncomingMessage, Connection>()
  readonly #open = new Set<MessageSocket>()
  readonly #counts = new Map<number, number>()
  readonly #headers = new WeakMap<IncomingMessage, Handshake['headers']>()
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // What it would save costs memory for each socket, and lets a small message unpack to a large one.
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (offered) => [...offered].find((name) => !KEY_PROTOCOL.test(name)) ?? false,
  })
  readonly #stopPings: () => void

  constructor(clock: Clock) {
    this.#server.on('headers', (lines, request) => {
      for (const [name, value] of Object.entries(this.#headers.get(request) ?? {})) lines.push(`${name}: ${value}`)
    })
    this.#stopPings = clock.every(PING_EVERY_MS, () => {
      for (const socket of this.#open) socket.assertAlive()
    })
  }

  /** Hands requests for sockets to the doors of a server. @param route what answers its requests */
  listenOn(server: Server, route: (request: IncomingMessage, response: ServerResponse) => void): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false
      // Node hands over the connection that the request came on.
      response.assignSocket(request.socket)
      response.once('finish', () => {
        response.detachSocket(request.socket)
        request.socket.destroySoon()
      })
      socket.on('error', () => {})
      this.#asking.set(request, { socket, head, response })
      route(request, response)
    })
  }

  /**
   * Calls the listener when the client of a request leaves before its connection is taken over: nobody else reads that until then. Returns what
   * ends it.
   */
  whenLeft({ socket }: IncomingMessage, listener: () => void): () => void {
    // With such a listener the connection is read into its own buffer, where what comes stays for whoever takes it over.
    const read = () => {}
    const ended = () => socket.destroy()
    socket.on('readable', read).once('end', ended).once('close', listener)
    return () => socket.off('readable', read).off('end', ended).off('close', listener)
  }

  /**
   * Takes the connection of a request over. The caller must not answer the request any more.
   * @throws AppError too_many_sockets, or bad_request where it is no proper request for a socket
   */
  async accept(request: IncomingMessage, { userId, headers }: Handshake): Promise<MessageSocket> {
    const asking = this.#asking.get(request)
    assertProper(request)
    if (!asking) throw improper()
    const count = this.#counts.get(userId) ?? 0
    if (count >= MAX_PER_USER) throw new AppError('too_many_sockets', { limit: MAX_PER_USER })
    asking.response.detachSocket(request.socket)
    this.#headers.set(request, headers)
    const accepted = await new Promise<MessageSocket>((resolve, reject) => {
      // The library says nothing of a client that has left.
      const left = () => reject(improper())
      asking.socket.once('close', left)
      if (asking.socket.destroyed) left()
      this.#server.handleUpgrade(request, asking.socket, asking.head, (socket) => {
        asking.socket.off('close', left)
        resolve(new MessageSocket(socket))
      })
    })
    this.#counts.set(userId, count + 1)
    this.#open.add(accepted)
    accepted.onClose(() => this.#closed(accepted, userId))
    return accepted
  }

  #closed(socket: MessageSocket, userId: number): void {
    this.#open.delete(socket)
    const left = (this.#counts.get(userId) ?? 1) - 1
    if (left === 0) this.#counts.delete(userId)
    else this.#counts.set(userId, left)
  }

  /** Closes those on which nothing goes on, since the server ends; the others close themselves when it has. */
  closeIdle(): void {
    for (const socket of this.#open) if (!socket.isBusy) socket.close(closeCode.goingAway, 'the server is shutting down')
  }

  /** Ends all that are left. */
  close(): void {
    this.#stopPings()
    for (const socket of this.#open) socket.destroy()
  }
}

/** As the library wants it, which would answer by itself. Source: RFC 6455, 4.2.1. */
function assertProper({ headers }: IncomingMessage): void {
  const key = headers['sec-websocket-key']
  const version = headers['sec-websocket-version']
  if (key === undefined || !/^[+/0-9A-Za-z]{22}==$/.test(key) || (version !== '13' && version !== '8')) throw improper()
}

function improper(): AppError {
  return new AppError('bad_request', { detail: { zh: '不是有效的 WebSocket 握手', en: 'this is not a valid WebSocket handshake' } })
}
