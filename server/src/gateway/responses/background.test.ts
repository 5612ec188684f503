import type { JsonObject } from '@waystation/wire/encoding/json'
import { describe, expect, test } from 'vitest'
import type { NewResponse, ResponseRecord } from '../../domain/response/response-service.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentBus } from '../../lib/shared/bus.ts'
import type { ClientConnection, ResponseSink } from '../client-connection.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import { callAt, optionsWith, playgroundCaller } from '../testing/step-parts.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { serveInBackground } from './background.ts'
import { BackgroundCalls, BackgroundSink } from './background-calls.ts'
import type { ResponseServices } from './response-store.ts'

const clock = { now: () => 7, after: () => () => {}, every: () => () => {} }

describe('the sink of a call in the background', () => {
  test('has the answer of a call that ended well', () => {
    const sink = new BackgroundSink(clock)
    sink.send(200, {}, Buffer.from('told'))
    expect(sink).toMatchObject({ answer: 'told', isGone: false, isCut: false, left: undefined, goneAtMs: undefined })
  })

  test('takes no answer once the call was cancelled, and tells everybody', async () => {
    const sink = new BackgroundSink(clock)
    const heard: string[] = []
    sink.onGone(() => heard.push('before'))
    sink.drop('client_gone')
    sink.onGone(() => heard.push('after'))
    sink.send(200, {}, 'told')
    await sink.dropped
    expect(heard).toEqual(['before', 'after'])
    expect(sink).toMatchObject({ answer: undefined, isGone: true, isCut: false, goneAtMs: 7 })
  })

  test('a shutdown is heard after a cancellation, and nothing else is', () => {
    const sink = new BackgroundSink(clock)
    sink.drop('client_gone')
    sink.drop('revoked')
    expect(sink).toMatchObject({ left: 'client_gone', isCut: false })
    sink.drop('gateway_shutdown')
    expect(sink).toMatchObject({ left: 'gateway_shutdown', isCut: true })
  })
})

interface Given {
  readonly maxBytes?: number
  readonly instructions?: string
  /** What the call does with its sink; resolves with its failure. */
  readonly run: (sink: ResponseSink) => Promise<unknown>
}

/** Serves a call in the background; answers what was stored, in order, and what the client got. */
async function served({ run, maxBytes = 1e6, instructions }: Given) {
  const call = callAt(
    { ...chatEndpoint, dialect: 'openai-responses' },
    { model: 'm', input: 'hi', ...(instructions ? { instructions } : {}) },
  )
  const stored: (JsonObject & { input: string })[] = []
  const sent: string[] = []
  let wasClosed = false
  const background = new BackgroundCalls({ bus: silentBus('test'), isHeld: async () => false, isAlone: true, clock: systemClock })
  const gateway = {
    ...{ options: optionsWith(), clock, background },
    log: { error: () => {} },
    responses: {
      maxBytes,
      async save({ body, input }: NewResponse) {
        stored.push({ ...JSON.parse(body), input })
        return body.length <= maxBytes
      },
      find: async (): Promise<ResponseRecord | undefined> => undefined,
    },
  } as unknown as ResponseServices
  const client = { send: (_status: number, _headers: object, body: string) => sent.push(body) } as unknown as ClientConnection
  const live = {
    close: () => {
      wasClosed = true
    },
  }
  await serveInBackground({ call, caller: playgroundCaller, gateway }, { client, live, run }, false)
  const cancel = () => background.cancel(1, 'resp_call-1')
  const over = () => background.over(1, 'resp_call-1')
  return { stored, sent: sent.map((body): JsonObject => JSON.parse(body)), cancel, over, isClosed: () => wasClosed }
}

describe('a call in the background', () => {
  const body = { id: 'x', object: 'response', status: 'completed', output: [] }
  const answers = async (sink: ResponseSink) => sink.send(200, {}, JSON.stringify(body))

  test('is stored as queued before it is answered so, and then with its reply', async () => {
    const { stored, sent, over, isClosed } = await served({ run: answers })
    expect(sent).toMatchObject([{ id: 'resp_call-1', status: 'queued', background: true }])
    await over()
    expect(stored).toMatchObject([
      { id: 'resp_call-1', status: 'queued', background: true },
      { id: 'resp_call-1', status: 'completed', background: true, input: expect.stringContaining('hi') },
    ])
    await expect.poll(isClosed).toBe(true)
  })

  test('that failed is stored with the reason, and without its request', async () => {
    const failure = new UpstreamFailure({
      code: 'upstream_timeout',
      endReason: 'upstream_timeout',
      status: 504,
      kind: 'silence',
      detail: '',
    })
    const { stored, over } = await served({ run: async () => failure })
    await over()
    expect(stored.at(-1)).toMatchObject({ status: 'failed', input: '[]', error: { message: expect.stringContaining('in time') } })
  })

  test('that was cancelled is stored so at once, while its vendor is still read', async () => {
    const vendor = Promise.withResolvers<undefined>()
    const { stored, cancel, isClosed } = await served({ run: () => vendor.promise })
    await cancel()
    expect(stored.at(-1)).toMatchObject({ status: 'cancelled', input: '[]' })
    expect(isClosed()).toBe(false)
    vendor.resolve(undefined)
    await expect.poll(isClosed).toBe(true)
  })

  test('whose reply is too large is stored as failed', async () => {
    const large = async (sink: ResponseSink) => sink.send(200, {}, JSON.stringify({ ...body, output: ['x'.repeat(5000)] }))
    const { stored, over } = await served({ run: large, maxBytes: 4000 })
    await over()
    expect(stored.map(({ status }) => status)).toEqual(['queued', 'completed', 'failed'])
  })

  test('does not run where its request is too large to be stored', async () => {
    let hasRun = false
    const run = async () => {
      hasRun = true
    }
    await expect(served({ run, maxBytes: 10 })).rejects.toMatchObject({ code: 'kept_too_large' })
    expect(hasRun).toBe(false)
  })

  test('repeats no long instructions while it is queued', async () => {
    const instructions = 'x'.repeat(20_000)
    const { stored, sent } = await served({ run: answers, instructions })
    expect(JSON.stringify(stored[0])).not.toContain(instructions)
    expect(sent[0]?.instructions).toBe(instructions)
  })
})
