import { expect, test } from 'vitest'
import { eventsOf } from './event-stream.ts'

const stream = ': ping\r\n\r\ndata: {"a":1}\r\n\r\nevent: x\rdata:two\rdata: lines\r\rid: 7\n\ndata\n\ndata: 汉字 🐎\n\ndata: [DONE]\n\n'
const told = ['{"a":1}', 'two\nlines', '', '汉字 🐎', '[DONE]']

/** The events of a body that comes in these pieces. */
async function eventsIn(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<string[]> {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const events: string[] = []
  for await (const event of eventsOf(body)) events.push(event)
  return events
}
const bytesOf = (text: string) => new TextEncoder().encode(text)

const bytes = bytesOf(stream)

test('a stream gives the same events wherever it is split in two, be it inside a character', async () => {
  for (let at = 0; at <= bytes.length; at++) expect(await eventsIn([bytes.slice(0, at), bytes.slice(at)]), `split at ${at}`).toEqual(told)
})

test('a stream may come in many pieces, and byte by byte', async () => {
  for (const size of [1, 2, 3, 7, 64]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.slice(index * size, (index + 1) * size))
    expect(await eventsIn(pieces), `pieces of ${size}`).toEqual(told)
  }
})

test('the last event counts without its blank line, and even without its line end', async () => {
  for (const end of ['data: last', 'data: last\n', 'data: last\r', 'data: last\r\n'])
    expect(await eventsIn([bytesOf(end)])).toEqual(['last'])
  expect(await eventsIn([])).toEqual([])
})

test('a reader that stops closes the connection', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(bytesOf('data: x\n\n')),
    cancel() {
      isCancelled = true
    },
  })
  for await (const event of eventsOf(body)) {
    expect(event).toBe('x')
    break
  }
  expect(isCancelled).toBe(true)
})
