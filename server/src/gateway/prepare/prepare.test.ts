import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import { lossList } from '@waystation/wire/chat/losses/loss'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { describe, expect, test } from 'vitest'
import type { Attempt } from '../attempt.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import { attemptAt, callAt, channelWith, optionsWith, tokenPrice } from '../testing/step-parts.ts'
import type { Call, CallExtension } from '../types.ts'
import { encodeAttempt } from './encode-attempt.ts'
import { prepareRequest } from './prepare.ts'

const options = optionsWith()
const key = { id: 1, secret: 'key-of-channel' }
const messages = [{ role: 'user', content: 'hi' }]
const callOf = (fields: JsonObject = {}, more: Partial<Call> = {}, dialect: ClientDialectName = 'openai-chat') =>
  callAt({ ...chatEndpoint, dialect }, { model: 'm', messages, ...fields }, more)

/** The head by which the attempt is held for, and the body that is sent. */
async function made(call: Call, attempt: Attempt, lowered?: { maxOutputTokens: number }) {
  const prepared = prepareRequest(call, attempt, options)
  const losses = lossList()
  const estimate = lowered ? { lowered } : {}
  const request = await encodeAttempt(prepared, { options, userId: 1, key, estimate, losses })
  const body: JsonObject = JSON.parse(String(request.body))
  return { head: prepared.head, body, request, losses: losses.losses }
}

const anthropic = channelWith({ setting: '{"dialects":["anthropic-messages"]}' })
const priority = tokenPrice({ tiers: { priority: '2' } })

describe('the head of an attempt is the body that will be sent, without its long parts', () => {
  test.each<[what: string, call: Call, attempt: (call: Call) => Attempt]>([
    ['as the client wrote it', callOf({ max_tokens: 9, odd: 1 }), (call) => attemptAt(call, { passesThrough: true })],
    ['edited for its channel', callOf({ max_tokens: 9, odd: 1, stream: true }), (call) => attemptAt(call)],
    ['with a field that has a price', callOf({ service_tier: 'priority' }), (call) => attemptAt(call, { price: priority })],
    ['without one that has none', callOf({ service_tier: 'priority' }), (call) => attemptAt(call)],
    [
      'with the override of its channel',
      callOf({ max_tokens: 9 }),
      (call) => attemptAt(call, { channel: channelWith({ param_override: '{"max_tokens":5,"top_p":1}' }) }),
    ],
    [
      'for a model that is called otherwise there',
      callOf(),
      (call) => attemptAt(call, { channel: channelWith({ model_mapping: '{"m":"far-m"}' }) }),
    ],
    [
      'in another dialect',
      callOf({ max_tokens: 9, stop: ['x'], service_tier: 'priority' }),
      (call) => attemptAt(call, { channel: anthropic }),
    ],
    ['from another dialect', callOf({ max_tokens: 9, stream: true }, {}, 'anthropic-messages'), (call) => attemptAt(call)],
  ])('%s', async (_what, call, attemptOf) => {
    const { head, body } = await made(call, attemptOf(call))
    const { messages: sent, ...rest } = body
    expect(sent).toBeDefined()
    const { messages: _, ...headFields } = head
    expect(headFields).toEqual(rest)
    expect(JSON.stringify(head)).not.toContain('hi')
  })

  test('nothing is made of it before it is read, and it is made once', () => {
    const call = callOf()
    const prepared = prepareRequest({ ...call, body: { model: 'm', messages, max_tokens: 7 } }, attemptAt(call), options)
    expect(prepared.head).toBe(prepared.head)
    expect(prepared.upstreamCall).toMatchObject({ model: 'm', operation: 'chat', dialect: 'openai-chat', isStream: false })
  })
})

describe('what is sent', () => {
  test('names the model as the vendor does, and asks for the usage of a stream', async () => {
    const call = callOf({ stream: true })
    const { body, request } = await made(call, attemptAt(call, { channel: channelWith({ model_mapping: '{"m":"far-m"}' }) }))
    expect(body).toMatchObject({ model: 'far-m', stream: true, stream_options: { include_usage: true } })
    expect(request).toMatchObject({ method: 'POST', headers: { accept: 'text/event-stream', 'accept-encoding': 'identity' } })
  })

  test('is whole where the channel gives no streams', async () => {
    const call = callOf({ stream: true, stream_options: { include_usage: true } })
    const { body, request } = await made(
      call,
      attemptAt(call, { channel: channelWith({ setting: '{"stream_support":"NON_STREAM_ONLY"}' }) }),
    )
    expect([body.stream, body.stream_options, request.headers.accept]).toEqual([undefined, undefined, 'application/json'])
  })

  test('asks for no more than what is held', async () => {
    const call = callOf({ max_tokens: 900 })
    expect((await made(call, attemptAt(call), { maxOutputTokens: 40 })).body.max_tokens).toBe(40)
  })

  test('has the instructions of its channel first', async () => {
    const call = callOf()
    const { body } = await made(call, attemptAt(call, { channel: channelWith({ system_prompt: 'be brief' }) }))
    expect(body.messages).toEqual([{ role: 'system', content: 'be brief' }, ...messages])
  })

  const extension: CallExtension = { wholeBody: { model: 'm', messages: [{ role: 'user', content: 'all of it' }] }, preferredChannelId: 1 }

  test.each([
    ['where it is stored, as it is', 1, 'hi'],
    ['elsewhere, whole', 2, 'all of it'],
  ])('goes on from an earlier conversation: %s', async (_what, id, content) => {
    const call = callOf({}, { extension })
    expect((await made(call, attemptAt(call, { channel: channelWith({ id }) }))).body.messages).toEqual([{ role: 'user', content }])
  })
})

describe('what cannot be said in the vendor’s dialect', () => {
  const lossy = { logit_bias: { 5: 1 } }

  test('is left out and named', async () => {
    const call = callOf(lossy)
    const { losses } = await made(call, attemptAt(call, { channel: anthropic }))
    expect(losses).toContainEqual({ path: 'logit_bias', reason: expect.any(String) })
  })

  test.each<[what: string, more: Partial<Call>, setting: object]>([
    ['a strict caller', { isStrict: true }, {}],
    ['a strict channel', {}, { strict: true }],
  ])('forbids the attempt for %s', async (_what, more, setting) => {
    const call = callOf(lossy, more)
    const channel = channelWith({ setting: JSON.stringify({ dialects: ['anthropic-messages'], ...setting }) })
    await expect(made(call, attemptAt(call, { channel }))).rejects.toMatchObject({
      facts: { kind: 'untranslatable', code: 'untranslatable', detail: expect.stringContaining('logit_bias') },
    })
  })
})
