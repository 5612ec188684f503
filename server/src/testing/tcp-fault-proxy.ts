// A TCP proxy that can be told to fail: between us and an upstream, or between us and a database.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

export type Direction = 'to-target' | 'to-client'

/** What to do with a chunk that passes: let it go, cut the connection instead of it, or after it. */
export type ChunkVerdict = 'pass' | 'cut-before' | 'cut-after'

export interface TcpFaultProxy {
  readonly port: number
  /** Connections that are open now. */
  readonly connectionCount: number
  /** Every chunk is late by so much; 0 ends it. */
  setLatency(ms: number): void
  /** No more than so many bytes a second in each direction of each connection; 0 ends it. */
  setBandwidth(bytesPerSecond: number): void
  /** Bytes stop flowing, connections stay; new ones are accepted and get nothing. */
  stall(): void
  resume(): void
  /** New connections are refused, open ones are reset: the machine behind is down. */
  refuse(): Promise<void>
  accept(): Promise<void>
  /** RST on every open connection. */
  resetAll(): void
  /** FIN on every open connection. */
  cutAll(): void
  /** Judges every chunk; for cutting at a certain word of a protocol. */
  watch(judge: ((chunk: Buffer, direction: Direction) => ChunkVerdict) | undefined): void
  close(): Promise<void>
}

/** Opens a proxy on a free port of 127.0.0.1. */
export async function openTcpFaultProxy(target: { readonly host: string; readonly port: number }): Promise<TcpFaultProxy> {
  const links = new Set<Link>()
  let latencyMs = 0
  let bytesPerSecond = 0
  let isStalled = false
  let judge: ((chunk: Buffer, direction: Direction) => ChunkVerdict) | undefined

  interface Link {
    readonly client: Socket
    readonly far: Socket
  }

  const accept = (client: Socket) => {
    const far = connect({ ...target, allowHalfOpen: true })
    const link: Link = { client, far }
    links.add(link)
    for (const socket of [client, far]) {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        links.delete(link)
        client.destroy()
        far.destroy()
      })
    }
    pump(client, far, 'to-target', link)
    pump(far, client, 'to-client', link)
    if (isStalled) pause(link)
  }

  /** Passes one direction on, in order, each chunk as late as the toxics say. */
  function pump(from: Socket, to: Socket, direction: Direction, link: Link): void {
    let last: Promise<void> = Promise.resolve()
    const pass = async (chunk: Buffer | undefined, dueMs: number) => {
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (to.destroyed) return
      if (chunk === undefined) to.end()
      else to.write(chunk)
    }
    let freeAtMs = 0
    from.on('data', (chunk: Buffer) => {
      const verdict = judge?.(chunk, direction) ?? 'pass'
      if (verdict === 'cut-before') return reset(link)
      const now = performance.now()
      freeAtMs = Math.max(freeAtMs, now) + (bytesPerSecond > 0 ? (chunk.length / bytesPerSecond) * 1000 : 0)
      const dueMs = bytesPerSecond > 0 || latencyMs > 0 ? freeAtMs + latencyMs : 0
      if (dueMs === 0) to.write(chunk)
      else last = last.then(() => pass(chunk, dueMs))
      // The chunk must have left before the connection goes, or the far end never sees it.
      if (verdict === 'cut-after') setTimeout(() => reset(link), 20)
    })
    from.on('end', () => {
      last = last.then(() => pass(undefined, 0))
    })
  }

  const pause = (link: Link) => {
    link.client.pause()
    link.far.pause()
  }
  const reset = (link: Link) => {
    link.client.resetAndDestroy()
    link.far.destroy()
  }

  let server = await listen(0, accept)
  const { port } = server.address() as AddressInfo

  return {
    port,
    get connectionCount() {
      return links.size
    },
    setLatency(ms) {
      latencyMs = ms
    },
    setBandwidth(limit) {
      bytesPerSecond = limit
    },
    stall() {
      isStalled = true
      for (const link of links) pause(link)
    },
    resume() {
      isStalled = false
      for (const { client, far } of links) {
        client.resume()
        far.resume()
      }
    },
    async refuse() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const link of links) reset(link)
      await closed
    },
    async accept() {
      if (!server.listening) server = await listen(port, accept)
    },
    resetAll() {
      for (const link of links) reset(link)
    },
    cutAll() {
      for (const { client, far } of links) {
        client.end()
        far.end()
      }
    },
    watch(next) {
      judge = next
    },
    async close() {
      for (const link of links) reset(link)
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function listen(port: number, accept: (client: Socket) => void): Promise<Server> {
  // A client may close its half and still read: the proxy must not answer that with a close of its own.
  const server = createServer({ allowHalfOpen: true }, accept)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
