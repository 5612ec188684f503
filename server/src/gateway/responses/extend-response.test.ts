import { AppError } from '@waystation/contract/errors'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { describe, expect, test } from 'vitest'
import type { NewResponse, ResponseRecord } from '../../domain/response/response-service.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import { compact } from '../operations/compact.ts'
import { attemptAt, callAt, channelWith, tokenCaller } from '../testing/step-parts.ts'
import type { Call, OperationKind } from '../types.ts'
import { extendResponse } from './extend-response.ts'
import type { ResponseServices } from './response-store.ts'

const caller = tokenCaller()
const callOf = (fields: JsonObject = {}, operation: OperationKind = chatEndpoint.operation) =>
  callAt({ ...chatEndpoint, operation, dialect: 'openai-responses' }, { model: 'm', input: 'hi', ...fields })

const record = (body: JsonObject, more: Partial<ResponseRecord> = {}): ResponseRecord => ({
  ...{ channelId: 3, previousKey: '', input: JSON.stringify([{ role: 'user', content: 'asked' }]), body: JSON.stringify(body), ...more },
})
const told = { type: 'message', role: 'assistant', content: 'told' }
const answered = record({ id: 'resp_1', output: [{ id: 'msg_1', ...told }] })

interface Given {
  /** The chain of stored replies up to the named one; absent: there is none. */
  readonly chain?: readonly ResponseRecord[]
  readonly holders?: readonly ResponseRecord[]
  readonly maxBytes?: number
  readonly saves?: () => Promise<boolean>
}

function services({ chain, holders = [], maxBytes = 1e6, saves = async () => true }: Given = {}) {
  const saved: NewResponse[] = []
  const logged: string[] = []
  const gateway = {
    log: { error: (_facts: object, words: string) => logged.push(words) },
    responses: {
      maxBytes,
      chain: async () => chain,
      holders: async () => holders,
      save(response: NewResponse) {
        saved.push(response)
        return saves()
      },
    },
  } as unknown as ResponseServices
  return { gateway, saved, logged }
}
const extended = (call: Call, given: Given = {}) => extendResponse(call, caller, services(given).gateway)

describe('a conversation that is resumed', () => {
  const resuming = { previous_response_id: 'resp_1' }
  const whole = [{ role: 'user', content: 'asked' }, told, { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }]

  test('is there whole for other vendors, and as it was sent for the one that has it', async () => {
    const call = callOf(resuming)
    const { body, extension, facts } = await extended(call, { chain: [answered] })
    expect(body).toBe(call.body)
    expect(extension?.wholeBody).toEqual({ model: 'm', input: whole })
    expect(extension?.preferredChannelId).toBe(3)
    expect(facts.size.textBytes).toBeGreaterThan(call.facts.size.textBytes)
  })

  test('prefers the channel of its last reply', async () => {
    const { extension } = await extended(callOf(resuming), { chain: [record({ output: [] }, { channelId: 8 }), answered] })
    expect(extension?.preferredChannelId).toBe(3)
  })

  test.each<[what: string, chain: ResponseRecord[]]>([
    ['that no vendor has', [record({ output: [] }, { channelId: 0 })]],
    ['whose items two vendors have', [answered]],
  ])('prefers no channel for a reply %s', async (_what, chain) => {
    const holders = [record({ output: [{ id: 'msg_9', ...told }] }, { channelId: 4 })]
    const input = chain[0] === answered ? [{ type: 'item_reference', id: 'msg_9' }] : 'hi'
    expect((await extended(callOf({ ...resuming, input }), { chain, holders })).extension).not.toHaveProperty('preferredChannelId')
  })

  test('may be named by its items alone, which are then known as this caller’s', async () => {
    const holders = [record({ output: [{ id: 'msg_9', ...told }] })]
    const { extension } = await extended(callOf({ input: [{ type: 'item_reference', id: 'msg_9' }] }), { holders })
    expect(extension?.wholeBody?.input).toEqual([told])
    expect([...(extension?.knownIds ?? [])]).toEqual(['msg_9'])
  })

  test.each<[what: string, chain: ResponseRecord[] | undefined, code: string]>([
    ['that is not there', undefined, 'previous_response_not_found'],
    ['that is still to come', [record({ status: 'queued' })], 'response_not_finished'],
    [
      'that failed in the background, so that its request is not stored',
      [record({ status: 'failed', background: true })],
      'previous_response_not_found',
    ],
    ['that was cancelled', [record({ status: 'cancelled', background: true })], 'previous_response_not_found'],
  ])('is refused after a reply %s', async (_what, chain, code) => {
    await expect(extended(callOf({ previous_response_id: `resp_1${'x'.repeat(200)}` }), chain ? { chain } : {})).rejects.toMatchObject({
      ...{ code, facts: { id: expect.stringMatching(/^resp_1x{94}$/) } },
    })
  })

  test('is none where none is named', async () => {
    const call = callOf({ previous_response_id: '' })
    const { body, facts, extension } = await extended(call, { chain: [answered] })
    expect([body, facts, extension?.wholeBody]).toEqual([call.body, call.facts, undefined])
  })
})

describe('the reply', () => {
  const reply = JSON.stringify({ id: 'resp_9', output: [{ id: 'msg_7', type: 'message' }] })

  async function storing(
    call: Call,
    text: string,
    given: Given = {},
    channel = channelWith({ id: 6, setting: '{"dialects":["openai-responses"]}' }),
  ) {
    const { gateway, saved, logged } = services(given)
    const { extension } = await extendResponse(call, caller, gateway)
    await extension?.store?.(text, attemptAt(call, { channel }), { channelId: channel.id, keyId: 1 })
    return { saved, logged, extension }
  }

  test('is stored for its token, with its request and the names of its items', async () => {
    const { saved } = await storing(callOf({ previous_response_id: 'resp_1' }), reply, { chain: [answered] })
    expect(saved).toMatchObject([
      {
        id: 'resp_9',
        previousId: 'resp_1',
        itemIds: ['msg_7'],
        userId: 1,
        tokenId: 5,
        model: 'm',
        group: 'default',
        channelId: 6,
        body: reply,
      },
    ])
    expect(saved[0]?.input).toContain('hi')
    expect(saved[0]?.input).not.toContain('asked')
  })

  test('is of no vendor where it was written anew', async () => {
    expect((await storing(callOf(), reply, {}, channelWith())).saved).toMatchObject([{ channelId: 0 }])
  })

  test('has the items of its stream, where its last event has none', async () => {
    const call = callOf({ stream: true })
    const { gateway, saved } = services()
    const { extension } = await extendResponse(call, caller, gateway)
    const item = { id: 'msg_7', type: 'message' }
    extension?.see?.({ event: '', data: JSON.stringify({ type: 'response.output_item.done', output_index: 0, item }) })
    await extension?.store?.(JSON.stringify({ type: 'response.completed', response: { id: 'resp_9', output: [] } }), attemptAt(call), {
      channelId: 0,
      keyId: 0,
    })
    expect(saved).toMatchObject([{ id: 'resp_9', itemIds: ['msg_7'], body: JSON.stringify({ id: 'resp_9', output: [item] }) }])
  })

  test.each<[what: string, text: string]>([
    ['no JSON', '[DONE]'],
    ['a reply without an id', '{"output":[]}'],
  ])('that is %s is not stored', async (_what, text) => expect((await storing(callOf(), text)).saved).toEqual([]))

  test('goes out all the same where it could not be stored', async () => {
    const saves = () => Promise.reject(new Error('the database is away'))
    expect((await storing(callOf(), reply, { saves })).logged).toEqual(['a reply could not be stored'])
  })

  test.each<[what: string, call: Call]>([
    ['where the caller says so', callOf({ store: false })],
    ['of a conversation that is made short', callOf({}, compact)],
  ])('is not stored %s', async (_what, call) => expect((await extended(call)).extension).not.toHaveProperty('store'))
})

describe('what must be stored', () => {
  test.each<[what: string, fields: JsonObject, isRefused: boolean]>([
    ['is refused where it is too large', { store: true }, true],
    ['is refused in the background', { background: true }, true],
    ['is sent where it is stored by default only', {}, false],
  ])('%s', async (_what, fields, isRefused) => {
    const outcome = await extended(callOf(fields), { maxBytes: 10 }).catch((error: unknown) => error)
    expect(outcome instanceof AppError && outcome.code).toBe(isRefused && 'kept_too_large')
  })

  test('in the background the vendor gets an ordinary request', async () => {
    const { body, facts, extension } = await extended(callOf({ background: true, stream: true, stream_options: {} }))
    expect(body).toEqual({ model: 'm', input: 'hi' })
    expect(facts.isStream).toBe(false)
    expect(extension).toMatchObject({ serveApart: expect.any(Function) })
    expect(extension).not.toHaveProperty('store')
  })

  test('a call in the background that is not to be stored is refused', async () => {
    await expect(extended(callOf({ background: true, store: false }))).rejects.toMatchObject({ code: 'background_not_stored' })
  })
})
