// A TCP proxy that fails on command: between us and an upstream, or between us and a database.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

export type Direction = 'to-target' | 'to-client'

/** What to do with a chunk that passes: let it go, cut the connection instead of it, or after it. */
export type ChunkVerdict = 'pass' | 'cut-before' | 'cut-after'

/** Opens a proxy on a free port. @param host where it listens */
export async function openTcpFaultProxy(target: Target, host = '127.0.0.1'): Promise<TcpFaultProxy> {
  const proxy = new TcpFaultProxy(target, host)
  await proxy.open()
  return proxy
}

/** Opens a proxy in front of a database server. @param url of a database @returns `through`: the same database by way of the proxy */
export async function openDatabaseProxy(url: string): Promise<{ readonly proxy: TcpFaultProxy; readonly through: string }> {
  const through = new URL(url)
  const proxy = await openTcpFaultProxy({ host: through.hostname, port: Number(through.port) })
  Object.assign(through, { hostname: proxy.host, port: String(proxy.port) })
  return { proxy, through: through.href }
}

interface Target {
  readonly host: string
  readonly port: number
}

/** A client's connection, and ours to the target. */
interface Link {
  readonly client: Socket
  readonly far: Socket
}

export class TcpFaultProxy {
  port = 0
  readonly host: string
  readonly #target: Target
  readonly #links = new Set<Link>()
  #server: Server | undefined
  #latencyMs = 0
  #bytesPerSecond = 0
  #isStalled = false
  #judge: ((chunk: Buffer, direction: Direction) => ChunkVerdict) | undefined

  constructor(target: Target, host = '127.0.0.1') {
    this.#target = target
    this.host = host
  }

  async open(): Promise<void> {
    this.#server = await listen(this.port, this.host, (client) => this.#take(client))
    this.port = (this.#server.address() as AddressInfo).port
  }

  /** Delays every chunk by this much; 0 ends it. */
  setLatency(ms: number): void {
    this.#latencyMs = ms
  }

  /** No more than so many bytes a second in each direction of each connection; 0 ends it. */
  setBandwidth(bytesPerSecond: number): void {
    this.#bytesPerSecond = bytesPerSecond
  }

  /** Bytes stop flowing, connections stay; new ones are accepted and get nothing. */
  stall(): void {
    this.#isStalled = true
    for (const link of this.#links) pause(link)
  }

  resume(): void {
    this.#isStalled = false
    for (const { client, far } of this.#links) {
      client.resume()
      far.resume()
    }
  }

  /** New connections are refused, open ones are reset: the machine behind is down. */
  async refuse(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server?.close(() => resolve()))
    this.resetAll()
    await closed
  }

  async accept(): Promise<void> {
    if (!this.#server?.listening) await this.open()
  }

  /** RST on every open connection. */
  resetAll(): void {
    for (const link of this.#links) reset(link)
  }

  /** FIN on every open connection. */
  cutAll(): void {
    for (const { client, far } of this.#links) {
      client.end()
      far.end()
    }
  }

  /** Judges every chunk; for cutting at a certain word of a protocol. */
  watch(judge: ((chunk: Buffer, direction: Direction) => ChunkVerdict) | undefined): void {
    this.#judge = judge
  }

  async close(): Promise<void> {
    this.resetAll()
    if (this.#server?.listening) await new Promise<void>((resolve) => this.#server?.close(() => resolve()))
  }

  #take(client: Socket): void {
    const far = connect({ ...this.#target, allowHalfOpen: true })
    const link: Link = { client, far }
    this.#links.add(link)
    for (const socket of [client, far]) {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#links.delete(link)
        client.destroy()
        far.destroy()
      })
    }
    this.#pump(client, far, 'to-target', link)
    this.#pump(far, client, 'to-client', link)
    if (this.#isStalled) pause(link)
  }

  /** Forwards one direction, in order, each chunk delayed as the toxics define. */
  #pump(from: Socket, to: Socket, direction: Direction, link: Link): void {
    let last: Promise<void> = Promise.resolve()
    let freeAtMs = 0
    from.on('data', (chunk: Buffer) => {
      const verdict = this.#judge?.(chunk, direction) ?? 'pass'
      if (verdict === 'cut-before') return reset(link)
      const [bytesPerSecond, latencyMs] = [this.#bytesPerSecond, this.#latencyMs]
      freeAtMs = Math.max(freeAtMs, performance.now()) + (bytesPerSecond > 0 ? (chunk.length / bytesPerSecond) * 1000 : 0)
      const dueMs = bytesPerSecond > 0 || latencyMs > 0 ? freeAtMs + latencyMs : 0
      if (dueMs === 0) to.write(chunk)
      else last = last.then(() => pass(to, chunk, dueMs))
      // The chunk must have left before the connection closes, or the peer never sees it.
      if (verdict === 'cut-after') setTimeout(() => reset(link), 20)
    })
    from.on('end', () => {
      last = last.then(() => pass(to, undefined, 0))
    })
  }
}

/** Writes a chunk when it is due; undefined: the end. */
async function pass(to: Socket, chunk: Buffer | undefined, dueMs: number): Promise<void> {
  const waitMs = dueMs - performance.now()
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  if (to.destroyed) return
  if (chunk === undefined) to.end()
  else to.write(chunk)
}

function pause({ client, far }: Link): void {
  client.pause()
  far.pause()
}

function reset({ client, far }: Link): void {
  client.resetAndDestroy()
  far.destroy()
}

function listen(port: number, host: string, accept: (client: Socket) => void): Promise<Server> {
  // A client may close its half and still read: the proxy must not answer that with a close of its own.
  const server = createServer({ allowHalfOpen: true }, accept)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}
