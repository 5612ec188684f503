// The floor: the least that a gateway in this language must do. Parse the request, look the key up in a Map, call upstream, hand the
// answer back; parse a whole answer's usage, let a stream's bytes through as they are. No database, no limits, no bill.
import Fastify from 'fastify'
import { Pool } from 'undici'

const upstream = new Pool(process.env.BENCH_UPSTREAM ?? '', { connections: null, pipelining: 1 })
const callers = new Map(Array.from({ length: 1000 }, (_, at) => [`Bearer key-${at}`, { id: at, used: 0 }]))

const app = Fastify({ logger: false, bodyLimit: 64 * 1024 * 1024 })
app.removeAllContentTypeParsers()
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
  done(null, { bytes, value: JSON.parse(bytes.toString()) })
})

app.post('/*', async (request, reply) => {
  const caller = callers.get(request.headers.authorization ?? '')
  const { bytes, value } = request.body as { bytes: Buffer; value: { model?: string; stream?: boolean } }
  if (!caller || typeof value.model !== 'string') return reply.code(401).send('')
  const response = await upstream.request({
    method: 'POST',
    path: request.url,
    headers: { 'content-type': 'application/json', authorization: 'Bearer far-key' },
    body: bytes,
  })
  if (value.stream) {
    reply.hijack()
    const { raw } = reply
    raw.writeHead(response.statusCode, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.body.on('data', (chunk: Buffer) => raw.write(chunk))
    response.body.on('end', () => raw.end())
    response.body.on('error', () => raw.destroy())
    raw.on('close', () => response.body.destroy())
    return
  }
  const text = await response.body.text()
  caller.used += (JSON.parse(text) as { usage: { total_tokens: number } }).usage.total_tokens
  return reply.code(response.statusCode).header('content-type', 'application/json').send(text)
})

const address = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) })
process.send?.({ port: Number(new URL(address).port) })
process.on('disconnect', () => process.exit(0))
