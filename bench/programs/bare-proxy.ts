// The floor: the least that a gateway in this language must do. Parse the request, look the key up in a Map, call upstream, hand the
// answer back; parse a whole answer's usage, let a stream's bytes through as they are. No framework, no database, no limits, no bill:
// Node's own server and one pool of undici.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'

const upstream = new Pool(process.env.BENCH_UPSTREAM ?? '', { connections: null, pipelining: 1 })
const callers = new Map(Array.from({ length: 1000 }, (_, at) => [`Bearer key-${at}`, { id: at, used: 0 }]))

async function serve(request: IncomingMessage, response: ServerResponse, bytes: Buffer): Promise<void> {
  const caller = callers.get(request.headers.authorization ?? '')
  const value = JSON.parse(bytes.toString()) as { model?: string; stream?: boolean }
  if (!caller || typeof value.model !== 'string') return void response.writeHead(401).end()
  const answer = await upstream.request({
    method: 'POST',
    path: request.url ?? '/',
    headers: { 'content-type': 'application/json', authorization: 'Bearer far-key' },
    body: bytes,
  })
  if (value.stream) {
    response.writeHead(answer.statusCode, { 'content-type': 'text/event-stream; charset=utf-8' })
    answer.body.on('data', (chunk: Buffer) => response.write(chunk))
    answer.body.on('end', () => response.end())
    answer.body.on('error', () => response.destroy())
    response.on('close', () => answer.body.destroy())
    return
  }
  const text = await answer.body.text()
  caller.used += (JSON.parse(text) as { usage: { total_tokens: number } }).usage.total_tokens
  response.writeHead(answer.statusCode, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    serve(request, response, chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).catch(() => response.destroy())
  })
})
server.keepAliveTimeout = 120_000
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', 4096, () => {
  // Sound: it listens on a socket of the network.
  process.send?.({ port: (server.address() as AddressInfo).port })
})
process.on('disconnect', () => process.exit(0))
