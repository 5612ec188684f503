// A vendor that takes forms of sound, pictures and files as slowly as BENCH_BYTES_PER_SECOND says, each connection for itself, and answers
// when it has the whole form. Source of the answers: OpenAI's API reference, createTranscription, createImageEdit and createFile.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const bytesPerSecond = Number(process.env.BENCH_BYTES_PER_SECOND)
const CREATED = 1_750_000_000
const tokens = { input_tokens: 100, output_tokens: 100, total_tokens: 200, input_tokens_details: { text_tokens: 10, image_tokens: 90 } }
let files = 0

const answers: Readonly<Record<string, (bytes: number) => object>> = {
  '/v1/audio/transcriptions': () => ({ text: 'a word', usage: { type: 'duration', seconds: 60 } }),
  '/v1/images/edits': () => ({ created: CREATED, data: [{ b64_json: 'iVBORw0KGgo=' }], usage: tokens }),
  '/v1/files': (bytes) => ({
    id: `file-${++files}`,
    ...{ object: 'file', bytes, purpose: 'user_data', created_at: CREATED, filename: 'a', status: 'processed' },
  }),
}

async function taken(request: IncomingMessage): Promise<number> {
  const startedMs = performance.now()
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    const earlyMs = startedMs + (bytes / bytesPerSecond) * 1000 - performance.now()
    if (earlyMs > 1) await sleep(earlyMs)
  }
  return bytes
}

const server = createServer((request, response) => {
  taken(request).then(
    (bytes) => {
      const answer = answers[request.url ?? '']?.(bytes)
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
    },
    () => response.destroy(),
  )
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
