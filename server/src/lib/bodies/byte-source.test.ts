import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { AnswerBody, type ByteReader, type ByteSource, sourceOf } from './byte-source.ts'

/** What happened, in order. */
function seen(): ByteReader & { readonly events: string[] } {
  const events: string[] = []
  return {
    events,
    chunk: (bytes) => void events.push(bytes.toString()),
    end: () => void events.push('end'),
    failed: (error) => void events.push(`failed: ${error.message}`),
  }
}

function opened(): { body: AnswerBody; calls: string[] } {
  const calls: string[] = []
  const body = new AnswerBody({
    pause: () => void calls.push('pause'),
    resume: () => void calls.push('resume'),
    abort: (reason) => void calls.push(`abort: ${reason.message}`),
  })
  return { body, calls }
}

test('bytes that came before the reader are delivered in order, the end after them', () => {
  const { body } = opened()
  const reader = seen()
  body.push(Buffer.from('a'))
  body.push(Buffer.from('b'))
  body.finish()
  body.read(reader)
  expect(reader.events).toEqual(['a', 'b', 'end'])
})

test('nothing is delivered while it is paused, and the connection is paused', () => {
  const { body, calls } = opened()
  const reader = seen()
  body.read(reader)
  body.push(Buffer.from('a'))
  body.pause()
  body.push(Buffer.from('b'))
  body.finish()
  expect(reader.events).toEqual(['a'])
  expect(calls).toContain('pause')
  body.resume()
  expect(reader.events).toEqual(['a', 'b', 'end'])
})

test('a reader that pauses within a chunk gets the next one later', () => {
  const { body } = opened()
  const events: string[] = []
  body.push(Buffer.from('a'))
  body.push(Buffer.from('b'))
  body.read({
    chunk(bytes) {
      events.push(bytes.toString())
      body.pause()
    },
    end: () => void events.push('end'),
    failed: () => void events.push('failed'),
  })
  body.finish()
  expect(events).toEqual(['a'])
  body.resume()
  expect(events).toEqual(['a', 'b'])
  body.resume()
  expect(events).toEqual(['a', 'b', 'end'])
})

test('the connection is paused once too much is unread, and resumed when it is read', () => {
  const { body, calls } = opened()
  for (let chunk = 0; chunk < 3; chunk++) body.push(Buffer.alloc(16 * 1024))
  expect(calls).toEqual([])
  body.push(Buffer.alloc(16 * 1024))
  expect(calls).toEqual(['pause'])
  body.read(seen())
  expect(calls).toEqual(['pause', 'resume'])
})

test('a failure is reported at once, also to a paused reader, and once', () => {
  const { body } = opened()
  const reader = seen()
  body.read(reader)
  body.pause()
  body.push(Buffer.from('lost'))
  body.finish(new Error('broken off'))
  body.finish(new Error('again'))
  body.destroy(new Error('and again'))
  expect(reader.events).toEqual(['failed: broken off'])
})

test('a failure waits for a reader', () => {
  const { body } = opened()
  const reader = seen()
  body.finish(new Error('broken off'))
  body.read(reader)
  expect(reader.events).toEqual(['failed: broken off'])
})

test('destroying it closes the connection and fails its reader; what comes later is dropped', () => {
  const { body, calls } = opened()
  const reader = seen()
  body.read(reader)
  body.destroy(new Error('too slow'))
  body.push(Buffer.from('late'))
  body.finish()
  expect(calls.at(-1)).toBe('abort: too slow')
  expect(reader.events).toEqual(['failed: too slow'])
})

test('a complete body without a reader is dropped without aborting its connection, which may serve others by now', () => {
  const { body, calls } = opened()
  body.push(Buffer.from('a'))
  body.finish()
  body.destroy()
  expect(calls.filter((word) => word.startsWith('abort'))).toEqual([])
})

async function outcome(source: ByteSource): Promise<string[]> {
  const reader = seen()
  return new Promise((resolve) =>
    source.read({
      chunk: reader.chunk,
      end: () => resolve([...reader.events, 'end']),
      failed: (error) => resolve([...reader.events, `failed: ${error.message}`]),
    }),
  )
}

test("a stream of Node's is read to its end, or until it fails or is destroyed", async () => {
  expect(await outcome(sourceOf(Readable.from([Buffer.from('a'), Buffer.from('b')])))).toEqual(['a', 'b', 'end'])
  const failing = new Readable({ read: () => void failing.destroy(new Error('no more')) })
  expect(await outcome(sourceOf(failing))).toEqual(['failed: no more'])
  const source = sourceOf(new Readable({ read() {} }))
  const ended = outcome(source)
  source.destroy()
  expect(await ended).toEqual(['failed: the connection was closed'])
})
