// A vendor that answers at once and always the same, so that it costs as little as a server can. Its paths say how it answers:
// /whole/…            560 bytes of JSON
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

function answer(path: string, response: ServerResponse): void {
  const [, kind, first, second] = path.split('/')
  if (kind === 'whole') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length })
    response.end(whole)
    return
  }
  response.writeHead(200, HEAD)
  if (kind === 'burst') response.end(event.repeat(Number(first)) + last)
  else if (kind === 'paced') paced(response, Number(first), Number(second))
  else if (kind === 'ticking') {
    const leave = clockOf(Number(first)).add(() =>
      response.write(chunk([{ index: 0, delta: { content: `@${process.hrtime.bigint()}@` }, finish_reason: null }])),
    )
    response.on('close', leave)
  } else response.write(event)
}

function paced(response: ServerResponse, events: number, pauseMs: number): void {
  let left = events
  const leave = clockOf(pauseMs).add(() => {
    left -= 1
    response.write(event)
    if (left > 0) return
    leave()
    response.end(last)
  })
  response.on('close', leave)
}

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => answer(request.url ?? '', response))
})
server.keepAliveTimeout = 120_000
// Every address of this machine: a pool per address stands for a vendor each.
server.listen(0, '0.0.0.0', 4096, () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
