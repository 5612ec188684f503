// A vendor that is asked several times for one answer: started, then asked again and again. On real sockets, with a provider of the test's own.

import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Frame, printFrame } from '@waystation/wire/encoding/sse'
import { pictureResult } from '@waystation/wire/tasks/picture-tasks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { type Egress, openEgress } from '../../lib/net/egress.ts'
import type { Conversation } from '../../providers/conversation.ts'
import type { Provider } from '../../providers/provider.ts'
import type { PolledTask } from '../../providers/task-vendor.ts'
import { type FakeProvider, openFakeProvider } from '../../testing/fakes/fake-provider.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import type { Attempt } from '../attempt.ts'
import { converseFor } from './converse.ts'
import { Exchange, type ExchangeTarget } from './exchange.ts'
import { ClientGone, UpstreamFailure } from './failure.ts'
import { brokenEnd, failureOf } from './failures.ts'
import type { SourceEnd } from './frame-source.ts'

type Converse = NonNullable<Provider['converse']>

let vendor: FakeProvider
let egress: Egress
beforeAll(async () => {
  vendor = await openFakeProvider()
  egress = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 1000 })
})
afterAll(async () => {
  await egress.close()
  await vendor.close()
})
beforeEach(() => vendor.clear())

const get = (path: string) => ({ method: 'GET', url: new URL(vendor.url + path), headers: {} }) as const
const asks = () => vendor.requests.map(({ path }) => path)
const frame = (data: string): Frame => ({ event: '', data })

/** Starts a run, and asks for its next piece until there is none. `between` is what it does before it asks again. */
const polling =
  (between: () => Promise<unknown> = async () => {}, seen: string[] = []): Converse =>
  async ({ send }: Conversation) => {
    await (await send(get('/start'))).json()
    async function* pieces() {
      try {
        for (let at = 1; ; at++) {
          await between()
          const piece = await (await send(get(`/piece/${at}`))).json()
          if (piece === 'over') return
          yield frame(String(piece))
        }
      } finally {
        seen.push('ended')
      }
    }
    return pieces()
  }

function begin(
  converse: Converse,
  { signal = new EventEmitter(), isWanted = (): boolean => true, firstByteMs = 600_000, tasks = {} as object } = {},
) {
  const target = { provider: {}, channel: { setting: {} }, firstByteMs, idleMs: 600_000, signal } as unknown as ExchangeTarget
  // As much of an attempt as failures are made from.
  const attempt = { dialect: 'openai-chat', provider: { tasks }, channel: { statusCodeMapping: {} } } as unknown as Attempt
  const gateway = { exchange: new Exchange(egress, systemClock), clock: systemClock, pseudonym: (id: number) => `user-${id}` }
  return converseFor(converse, get('/only'), target, { gateway, attempt, userId: 7, isWanted })
}

/** Reads the frames to their end. */
async function readAll(answer: Awaited<ReturnType<typeof begin>>): Promise<{ texts: string[]; end: SourceEnd }> {
  const source = answer.frames('sse')
  const { frames, end } = await source.first(5000)
  const texts = frames.map(({ data }) => data ?? '')
  if (end) return { texts, end }
  return new Promise((resolve) =>
    source.start({
      frames: (more) => texts.push(...more.map(({ data }) => data ?? '')),
      ended: (last) => resolve({ texts, end: last }),
    }),
  )
}

const gives = (...pieces: string[]) => {
  for (const piece of ['started', ...pieces]) vendor.next(scenario.reply(200, JSON.stringify(piece)))
}

test('the frames of all requests are one stream', async () => {
  gives('one', 'two\nlines', 'over')
  const answer = await begin(polling())
  expect(answer).toMatchObject({ status: 200, isOk: true, contentType: 'text/event-stream' })
  expect(await readAll(answer)).toEqual({ texts: ['one', 'two\nlines'], end: { kind: 'closed' } })
  expect(asks()).toEqual(['/start', '/piece/1', '/piece/2', '/piece/3'])
})

test('they can be read in one piece, within the limits of that', async () => {
  gives('one', 'two', 'over')
  const body = await (await begin(polling())).whole({ maxBytes: 100, deadlineMs: 5000 })
  expect(body.toString()).toBe(printFrame({ data: 'one' }) + printFrame({ data: 'two' }))
  gives('one', 'x'.repeat(200), 'over')
  const tooLarge = (await begin(polling())).whole({ maxBytes: 100, deadlineMs: 5000 })
  await expect(tooLarge).rejects.toMatchObject({ facts: { code: 'response_too_large' } })
})

test('the provider is told of the request, the channel and who calls, by another name', async () => {
  const told: Partial<Conversation>[] = []
  await begin(async ({ request, pseudonym }) => {
    told.push({ request, pseudonym })
    return (async function* () {})()
  })
  expect(told).toMatchObject([{ request: get('/only'), pseudonym: 'user-7' }])
})

test('a refusal before the answer has begun is that of an exchange', async () => {
  vendor.next(scenario.refuse(429, 'slow down', { 'retry-after': '7' }))
  const failure: unknown = await begin(polling()).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UpstreamFailure)
  expect(failure).toMatchObject({ facts: { status: 429, kind: 'answer', retryAfterSeconds: 7, upstream: { message: 'slow down' } } })
})

test('a refusal after it is the end of its stream, as an error of the upstream', async () => {
  gives('one')
  vendor.next(scenario.refuse(500, 'out of order'))
  const { texts, end } = await readAll(await begin(polling()))
  const error = end.kind === 'failed' ? end.error : new Error('it did not fail')
  expect(failureOf(error).facts).toMatchObject({ status: 500, upstream: { message: 'out of order' } })
  expect(brokenEnd(error)).toBe('upstream_error')
  expect(texts.length).toBeLessThanOrEqual(1)
})

test('an abort cancels the request under way, and none follows', async () => {
  gives('one')
  vendor.next([step.hang()])
  const [signal, seen] = [new EventEmitter(), [] as string[]]
  const source = (await begin(polling(undefined, seen), { signal })).frames('sse')
  expect((await source.first(5000)).frames).toMatchObject([{ data: 'one' }])
  const ended = new Promise<SourceEnd>((resolve) => source.start({ frames: () => {}, ended: resolve }))
  await expect.poll(asks).toHaveLength(3)
  signal.emit('abort')
  expect(await ended).toMatchObject({ kind: 'failed' })
  await expect.poll(() => vendor.requests.at(-1)?.abortedAtMs).toBeDefined()
  expect(seen).toEqual(['ended'])
  expect(asks()).toHaveLength(3)
})

test.each(['an abort', 'a reader that stops'])('%s between two requests is the end of it: the next is not sent', async (how) => {
  gives('one', 'two', 'over')
  const [signal, seen] = [new EventEmitter(), [] as string[]]
  const gate = Promise.withResolvers<void>()
  let pauses = 0
  const between = () => (++pauses < 2 ? Promise.resolve() : gate.promise)
  const source = (await begin(polling(between, seen), { signal })).frames('sse')
  expect((await source.first(5000)).frames).toMatchObject([{ data: 'one' }])
  source.start({ frames: () => {}, ended: () => {} })
  await expect.poll(() => pauses).toBe(2)
  if (how === 'an abort') signal.emit('abort')
  else source.stop()
  gate.resolve()
  await expect.poll(() => seen).toEqual(['ended'])
  expect(asks()).toEqual(['/start', '/piece/1'])
})

test('a client that leaves before the answer has begun ends it at the next request', async () => {
  gives('one')
  let isWanted = true
  const twice: Converse = async ({ send }) => {
    await (await send(get('/upload'))).json()
    isWanted = false
    return (await send(get('/call'))).events()
  }
  await expect(begin(twice, { isWanted: () => isWanted })).rejects.toBeInstanceOf(ClientGone)
  expect(asks()).toEqual(['/upload'])
})

test('an answer may come whole', async () => {
  vendor.next(scenario.reply(200, '"made"'))
  const converse: Converse = async ({ send, limitMs }) => ({ json: { made: (await (await send(get('/start'))).json()) ?? null, limitMs } })
  const answer = await begin(converse)
  expect(answer).toMatchObject({ status: 200, isOk: true, contentType: 'application/json' })
  expect(JSON.parse((await answer.whole({ maxBytes: 100, deadlineMs: 5000 })).toString())).toEqual({ made: 'made', limitMs: 600_000 })
  expect(asks()).toEqual(['/start'])
})

/** Work that its vendor has taken and never ends. It is asked for at `/again`, and stopped at `/stop`. */
const endless = {
  polls: (tasks: readonly PolledTask[]) => [{ tasks, request: get('/again'), read: () => undefined }],
  cancels: () => [{ ...get('/stop'), method: 'POST' as const }],
}
const waiting: Converse = async ({ finish }) => {
  const part = { id: 'one', status: 'QUEUED', pictures: [] } as const
  return { json: await finish({ vendorId: 'one', result: pictureResult([part], 1) }) }
}

test('what nobody has paid for comes in the time of a first byte, or is stopped', async () => {
  vendor.next(scenario.reply(200, '"not yet"'), 1000)
  const failure: unknown = await begin(waiting, { firstByteMs: 2000, tasks: endless }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ facts: { code: 'upstream_timeout', kind: 'silence', status: 504 } })
  await expect.poll(() => asks()).toEqual(['/again', '/again', '/stop'])
})

test('an abort ends the waiting at once', async () => {
  const signal = new EventEmitter()
  const failed = begin(waiting, { signal, tasks: endless }).catch((error: unknown) => error)
  signal.emit('abort')
  expect(failureOf(await failed).facts.kind).toBe('connection')
  await expect.poll(() => asks()).toEqual(['/stop'])
})

test('a client that leaves ends the waiting', async () => {
  await expect(begin(waiting, { isWanted: () => false, tasks: endless })).rejects.toBeInstanceOf(ClientGone)
  await expect.poll(() => asks()).toEqual(['/stop'])
})

test('nothing is asked for while the reader pauses', async () => {
  let given = 0
  const unbounded: Converse = async () =>
    (async function* () {
      for (;;) {
        given += 1
        await sleep(1)
        yield frame('x'.repeat(1000))
      }
    })()
  const source = (await begin(unbounded)).frames('sse')
  await source.first(5000)
  const before = given
  await sleep(100)
  expect(given - before).toBeLessThanOrEqual(2)
  source.start({ frames: () => {}, ended: () => {} })
  await expect.poll(() => given).toBeGreaterThan(before + 10)
  source.stop()
  const stopped = given
  await sleep(50)
  expect(given - stopped).toBeLessThanOrEqual(2)
})
