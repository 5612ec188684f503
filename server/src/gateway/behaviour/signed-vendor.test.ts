// Calls through an AWS channel: which keys work, what is charged, and which errors clients get. The fake vendor checks every signature.

import { awsEvent, awsException } from '@waystation/wire/testing/aws-event-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeAwsKey, fakeBearerKey } from '../../testing/fake-dialects/aws-signature.ts'
import { type Step, step } from '../../testing/fakes/fake-provider-script.ts'
import { doors, eventsOf } from '../clients/testing/doors.ts'
import { send } from '../testing/clients.ts'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const AWS = 33
/** A name with what addresses and signatures must encode. */
const MODEL = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const PATH = '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse'
/** Its models are called by Converse whatever the client speaks. */
const NOVA = 'amazon.nova-lite-v1:0'
const models = [MODEL, NOVA, 'second', 'bearer', 'wrong']
/** One unit for a token of prompt, three for one of output. */
const each = (value: number) => JSON.stringify(Object.fromEntries(models.map((model) => [model, value])))
const key = fakeAwsKey('ONE')
const WRONG = 'AKIAFAKETWO|wrong-secret-0123456789|us-east-1'
const logLines: string[] = []

let world: World
let payers: Payers
let payer: Payer
beforeAll(async () => {
  world = await openWorld({
    channel: null,
    logLines,
    options: { ModelRatio: each(1), CompletionRatio: each(3), CacheRatio: each(0.5), CacheCreationRatio: each(1.25), RetryTimes: '1' },
  })
  const mapped = (model: string) => ({ models: model, model_mapping: JSON.stringify({ [model]: MODEL }) })
  await world.addChannel({ name: 'aws', type: AWS, key, models: `${MODEL},${NOVA}` })
  await world.addChannel({ name: 'first', type: AWS, key: fakeAwsKey('FIRST'), priority: 10, ...mapped('second') })
  await world.addChannel({ name: 'second', type: AWS, key: fakeAwsKey('SECOND'), priority: 1, ...mapped('second') })
  await world.addChannel({ name: 'bearer', type: AWS, key: fakeBearerKey, ...mapped('bearer') })
  await world.addChannel({ name: 'wrong', type: AWS, key: WRONG, ...mapped('wrong') })
  payers = await openPayers(world)
  payer = await payers.add(50_000_000)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
  // What the log says, down to its finest lines, has nobody's secret.
  const secrets = [key, fakeBearerKey, WRONG].map((text) => text.split('|').at(-2) ?? '')
  expect(logLines.length).toBeGreaterThan(0)
  expect(secrets.filter((secret) => logLines.some((line) => line.includes(secret)))).toEqual([])
})
beforeEach(() => world.provider.clear())

const scripted = (...messages: Uint8Array[]): Step[] => [
  step.head(200, { 'content-type': 'application/vnd.amazon.eventstream' }),
  step.bytes(Buffer.concat(messages)),
  step.end(),
]
const text = (words: string) => awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: words } })
const throttled = awsException('throttlingException', { message: 'Too many tokens, please wait before trying again.' })
const overloaded = awsException('modelStreamErrorException', {
  message: 'the model',
  originalStatusCode: 529,
  originalMessage: 'Overloaded',
})

describe.each(doors)('$dialect', (door) => {
  // Claude is called in the dialect of Claude's own clients.
  const model = door.dialect === 'anthropic-messages' ? NOVA : MODEL
  const ask = (model: string, prompt: string, isStream: boolean) =>
    world.post(door.path(model, isStream), door.body(model, prompt, isStream))

  test.each([false, true])('tokens of each kind are charged at their own price, streamed: %s', async (isStream) => {
    const before = await world.balance()
    const answer = await ask(model, '#in:1000 #cached:400 #cachewrite:50 #out:20', isStream)
    expect(answer.status, answer.text).toBe(200)
    expect(world.provider.requests.at(-1)?.path).toBe(`/model/${encodeURIComponent(model)}/converse${isStream ? '-stream' : ''}`)
    const row = await payers.row(String(answer.headers['x-request-id']))
    expect(row).toMatchObject({
      prompt_tokens: 1000,
      completion_tokens: 20,
      facts: { cache_tokens: 400, cache_creation_tokens: 50 },
    })
    const owed = 550 + 400 * 0.5 + 50 * 1.25 + 20 * 3
    expect(row.quota).toBe(Math.round(owed))
    expect(before - (await world.balance())).toBe(Math.round(owed))
  })

  test.each([400, 429, 500] as const)('a refusal with %i is shown in the caller’s dialect, and is free', async (status) => {
    const before = await world.balance()
    for (const isStream of [false, true]) {
      const answer = await ask(model, `#refuse:${status}x9 #call:${door.dialect}-${status}-${isStream}`, isStream)
      expect(answer.status).toBe(status)
      const failure = door.failure(answer.json)
      expect(failure?.kind).toMatch(door.kinds[status])
      expect(failure?.message).toMatch(/request id: [0-9A-Z]{26}/)
      if (status === 400) expect(failure?.message).toContain('refused with 400')
    }
    expect(await world.balance()).toBe(before)
  })

  test('an exception in the middle of a stream ends it as a failure, and what came is charged', async () => {
    world.provider.next(scripted(awsEvent('messageStart', { role: 'assistant' }), text('It is'), text(' sunny'), overloaded))
    const answer = await ask(model, 'How is it?', true)
    const last = eventsOf(answer.text).at(-1)
    expect(answer.text).toContain('sunny')
    expect(last && door.isFailureEvent(last), answer.text).toBe(true)
    expect(answer.text).not.toMatch(door.terminal)
    const row = await payers.row(String(answer.headers['x-request-id']))
    expect(row).toMatchObject({ facts: { end_reason: 'upstream_error' } })
    expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens * 3)
    expect(row.completion_tokens).toBeGreaterThan(0)
  })

  test('a client that leaves in the middle of a stream pays for what came, and the upstream is stopped', async () => {
    const testRequest = {
      dialect: door.dialect,
      model,
      prompt: '#in:1000 #chunks:50x20ms',
      isStream: true,
      maxOutputTokens: 500,
    } as const
    const facts = await send(world.url, payer.key, testRequest, { abortAfterFrames: 12 })
    await expect.poll(() => world.provider.requests.at(-1)?.abortedAtMs).toBeDefined()
    const row = await payers.row(facts.requestId)
    expect(row).toMatchObject({ facts: { end_reason: 'client_gone' } })
    expect(row.completion_tokens).toBeGreaterThan(0)
    expect(row.completion_tokens).toBeLessThan(50)
    expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens * 3)
  })
})

describe('another channel is tried', () => {
  const hello = { model: 'second', messages: [{ role: 'user', content: 'hello #in:10 #out:2' }] }
  const signers = () => world.provider.requests.map(({ headers }) => /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1])

  test.each([false, true])('after a throttling, streamed: %s', async (stream) => {
    const refusal = { 'content-type': 'application/json', 'x-amzn-errortype': 'ThrottlingException:http://internal.amazon.com/' }
    world.provider.next([step.head(429, refusal), step.text('{"message":"Too many requests"}'), step.end()])
    expect((await world.post('/v1/chat/completions', { ...hello, stream })).status).toBe(200)
    expect(signers()).toEqual(['AKIAFAKEFIRST', 'AKIAFAKESECOND'])
  })

  test('after an exception that comes before any text of a stream', async () => {
    world.provider.next(scripted(awsEvent('messageStart', { role: 'assistant' }), throttled))
    const answer = await world.post('/v1/chat/completions', { ...hello, stream: true })
    expect(answer.text).toContain('[DONE]')
    expect(signers()).toEqual(['AKIAFAKEFIRST', 'AKIAFAKESECOND'])
  })

  test('after a stream whose bytes were damaged', async () => {
    const damaged = text('lost')
    damaged[20] = (damaged[20] ?? 0) ^ 1
    world.provider.next(scripted(damaged))
    expect((await world.post('/v1/chat/completions', { ...hello, stream: true })).text).toContain('[DONE]')
    expect(signers()).toEqual(['AKIAFAKEFIRST', 'AKIAFAKESECOND'])
  })
})

describe('keys', () => {
  const ask = (model: string) => world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }] })

  test('one of Bedrock’s own is sent as it is', async () => {
    expect((await ask('bearer')).status).toBe(200)
    expect(world.provider.requests[0]?.headers.authorization).toMatch(/^Bearer ABSK/)
  })

  test('a malformed one is reported as such, without any part of it, and is disabled where that is wanted', async () => {
    await world.setOption('AutomaticDisableChannelEnabled', 'true')
    const answer = await ask('wrong')
    expect(answer.text).not.toMatch(/wrong-secret|AKIAFAKE/)
    const channels = await world.console.call<{ id: number; name: string; status: number }[]>('GET', '/api/channel/')
    const id = channels.find(({ name }) => name === 'wrong')?.id
    await expect.poll(async () => (await world.console.call<{ status: number }>('GET', `/api/channel/${id}`)).status).toBe(3)
    await world.setOption('AutomaticDisableChannelEnabled', 'false')
  })
})

describe('the console', () => {
  const idOf = async (name: string) => {
    const channels = await world.console.call<{ id: number; name: string }[]>('GET', '/api/channel/')
    return channels.find((channel) => channel.name === name)?.id
  }

  test('tests a channel', async () => {
    const query = `?model=${encodeURIComponent(MODEL)}`
    expect((await world.console.ask('GET', `/api/channel/test/${await idOf('aws')}${query}`)).body).toMatchObject({ success: true })
    expect(world.provider.requests[0]).toMatchObject({ path: PATH })
    const failed = (await world.console.ask('GET', `/api/channel/test/${await idOf('wrong')}`)).body
    expect(failed).toMatchObject({ success: false })
    expect(JSON.stringify(failed)).not.toMatch(/wrong-secret|AKIAFAKE/)
  })

  test('lists what can be called, out of all lists', async () => {
    const listed = await world.console.call('GET', `/api/channel/fetch_models/${await idOf('aws')}`)
    expect(listed).toEqual([NOVA, 'amazon.titan-embed-text-v2:0', 'us.anthropic.claude-opus-4-6-v1'])
    expect(world.provider.requests.map(({ path }) => path)).toEqual([
      '/foundation-models?byOutputModality=TEXT',
      '/foundation-models?byOutputModality=EMBEDDING',
      '/inference-profiles?maxResults=1000',
    ])
    const refused = (await world.console.ask('GET', `/api/channel/fetch_models/${await idOf('wrong')}`)).body
    expect(refused).toMatchObject({ success: false, code: 'models_fetch_failed' })
    expect(JSON.stringify(refused)).not.toMatch(/wrong-secret|AKIAFAKE/)
  })
})

test('a stream that is cut into single bytes is the same stream', async () => {
  const messages = [
    awsEvent('messageStart', { role: 'assistant' }),
    text('Grüße 🎉'),
    awsEvent('contentBlockStop', { contentBlockIndex: 0 }),
    awsEvent('messageStop', { stopReason: 'end_turn' }),
    awsEvent('metadata', { usage: { inputTokens: 7, outputTokens: 3, totalTokens: 10 }, metrics: { latencyMs: 1 } }),
  ]
  const bytes = Buffer.concat(messages)
  world.provider.next([
    step.head(200, { 'content-type': 'application/vnd.amazon.eventstream' }),
    step.bytes(bytes, { splitEvery: 1 }),
    step.end(),
  ])
  const facts = await send(world.url, payer.key, { dialect: 'openai-chat', model: MODEL, prompt: 'hi', isStream: true })
  expect(facts).toMatchObject({ text: 'Grüße 🎉', sawDone: true })
  expect(await payers.row(facts.requestId)).toMatchObject({ prompt_tokens: 7, completion_tokens: 3, quota: 16 })
})
