// A vendor that answers at once and always the same, so that it costs as little as a server can. It speaks OpenAI chat, and in its paced
// streams, where it is asked at `/v1/messages`, Anthropic Messages. Its paths say how it answers:
// /whole/…            560 bytes of JSON; /whole/90000/… only for a request of so many bytes
// /paced/100/10/…     a stream of 100 events, one every 10 ms
// /burst/100/…        a stream of 100 events in one write
// /ticking/50/…       a stream without end, one event every 50 ms, each with the time at which it was written
// /silent/…           a stream with one event, and then nothing
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const usage = { prompt_tokens: 42, completion_tokens: 60, total_tokens: 102 }
const whole = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_750_000_000,
    model: 'bench',
    choices: [{ index: 0, message: { role: 'assistant', content: 'lorem ipsum dolor sit amet '.repeat(11) }, finish_reason: 'stop' }],
    usage,
  }),
)
const HEAD = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

function chunk(choices: object[], more: object = {}): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_750_000_000, model: 'bench-model-of-today', choices, ...more })}\n\n`
}
const event = chunk([{ index: 0, delta: { content: ' a word' }, finish_reason: null }])
const last = `${chunk([{ index: 0, delta: {}, finish_reason: 'stop' }])}${chunk([], { usage })}data: [DONE]\n\n`

/** A stream in its dialect: what comes before the events and with the first of them, one event, and what comes after them. */
interface Speech {
  readonly first: string
  readonly event: string
  readonly last: string
}
const speeches: Readonly<Record<'chat' | 'messages', Speech>> = { chat: { first: '', event, last }, messages: messagesSpeech() }

function messagesSpeech(): Speech {
  const named = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const model = 'bench-model-of-today'
  const message = { id: 'msg_bench', type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null }
  const counted = { input_tokens: usage.prompt_tokens, output_tokens: 1 }
  return {
    first:
      named('message_start', { message: { ...message, usage: counted } }) +
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event: named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: ' a word' } }),
    last:
      named('content_block_stop', { index: 0 }) +
      named('message_delta', {
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: usage.completion_tokens },
      }) +
      named('message_stop', {}),
  }
}

/** Streams that are written to every so often; those of one clock are spread over its pause, so no moment has them all. */
class Clock {
  readonly #pauseMs: number
  readonly #slots: Set<() => void>[]
  #nextSlot = 0
  #nextAtMs = performance.now()

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs
    this.#slots = Array.from({ length: pauseMs }, () => new Set())
    this.#tick()
  }

  /** Calls `write` once every pause until the function that it answers is called. */
  add(write: () => void): () => void {
    const slot = this.#slots[Math.floor(Math.random() * this.#pauseMs)] ?? new Set()
    slot.add(write)
    return () => slot.delete(write)
  }

  #tick(): void {
    const nowMs = performance.now()
    while (this.#nextAtMs <= nowMs) {
      for (const write of this.#slots[this.#nextSlot] ?? []) write()
      this.#nextSlot = (this.#nextSlot + 1) % this.#pauseMs
      this.#nextAtMs += 1
    }
    setTimeout(() => this.#tick(), 1)
  }
}

const clocks = new Map<number, Clock>()
function clockOf(pauseMs: number): Clock {
  let clock = clocks.get(pauseMs)
  if (!clock) {
    clock = new Clock(pauseMs)
    clocks.set(pauseMs, clock)
  }
  return clock
}

function answer(path: string, bytes: number, response: ServerResponse): void {
  const [, kind, first, second] = path.split('/')
  if (kind === 'whole') {
    if (bytes < Number(first)) {
      response.writeHead(400).end(`a request of ${bytes} bytes`)
      return
    }
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length })
    response.end(whole)
    return
  }
  response.writeHead(200, HEAD)
  if (kind === 'burst') response.end(event.repeat(Number(first)) + last)
  else if (kind === 'paced') paced(response, Number(first), Number(second), speeches[path.endsWith('/messages') ? 'messages' : 'chat'])
  else if (kind === 'ticking') {
    const leave = clockOf(Number(first)).add(() =>
      response.write(chunk([{ index: 0, delta: { content: `@${process.hrtime.bigint()}@` }, finish_reason: null }])),
    )
    response.on('close', leave)
  } else response.write(event)
}

function paced(response: ServerResponse, events: number, pauseMs: number, speech: Speech): void {
  let left = events
  const leave = clockOf(pauseMs).add(() => {
    response.write(left === events ? speech.first + speech.event : speech.event)
    left -= 1
    if (left > 0) return
    leave()
    response.end(speech.last)
  })
  response.on('close', leave)
}

const server = createServer((request, response) => {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  request.on('end', () => answer(request.url ?? '', bytes, response))
})
server.keepAliveTimeout = 120_000
// Every address of this machine: a pool per address stands for a vendor each.
server.listen(0, '0.0.0.0', 4096, () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
