import { expect, test } from 'vitest'
import { eventCutter, eventsOf } from './event-cutter.ts'

const stream = ': ping\r\n\r\ndata: {"a":1}\r\n\r\nevent: x\rdata:two\rdata: lines\r\rid: 7\n\ndata\n\ndata: 汉字 🐎\n\ndata: [DONE]\n\n'
const told = ['{"a":1}', 'two\nlines', '', '汉字 🐎', '[DONE]']

test('a stream gives the same events wherever it is split in two', () => {
  for (let at = 0; at <= stream.length; at++) {
    const cutter = eventCutter()
    expect([...cutter.push(stream.slice(0, at)), ...cutter.push(stream.slice(at)), ...cutter.end()], `split at ${at}`).toEqual(told)
  }
})

test('a stream that comes letter by letter', () => {
  const cutter = eventCutter()
  expect([...stream].flatMap((letter) => cutter.push(letter))).toEqual(told)
})

test('bytes may be split inside a character', async () => {
  const bytes = new TextEncoder().encode(stream)
  for (const size of [1, 2, 3, 7, 64]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    const events: string[] = []
    for await (const event of eventsOf(body)) events.push(event)
    expect(events, `pieces of ${size}`).toEqual(told)
  }
})

test('the last event counts without its blank line, and even without its line end', () => {
  for (const end of ['data: last', 'data: last\n', 'data: last\r']) {
    const cutter = eventCutter()
    expect([...cutter.push(end), ...cutter.end()]).toEqual(['last'])
  }
  expect(eventCutter().end()).toEqual([])
})

test('who stops reading closes the connection', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
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
