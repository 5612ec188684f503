// Every rule refuses an example of its own, and what the vendor documents passes: here what no draw holds (draws.test.ts has the rest).
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/encoding/json.ts'
import { object, type Recording, recordings } from '../../recordings.ts'
import type { StrictVendor } from '../judge.ts'
import { openaiChat, openaiResponses } from './index.ts'
import { inside, objects } from './refusal.ts'
import { type Broken, refusedByChat } from './refused-chat.ts'
import { refusedByResponses } from './refused-responses.ts'
import { takenByChat, type Valid } from './valid-chat.ts'
import { takenByResponses } from './valid-responses.ts'

type Tables = { vendor: StrictVendor; path: string; refused: readonly Broken[]; taken: readonly Valid[] }
const vendors: readonly Tables[] = [
  { vendor: openaiChat, path: '/v1/chat/completions', refused: refusedByChat, taken: takenByChat },
  { vendor: openaiResponses, path: '/v1/responses', refused: refusedByResponses, taken: takenByResponses },
]
const nameOrNull = expect.toSatisfy((value) => value === null || typeof value === 'string')
const headers = { authorization: 'Bearer sk-test', 'content-type': 'application/json' }

describe.each(vendors)('$vendor.name', ({ vendor, path, refused, taken }) => {
  test('every rule has an example, a source and a name of its own', () => {
    const rules = vendor.rules.map(({ rule }) => rule)
    expect([...new Set(refused.map(({ rule }) => rule))].sort()).toEqual([...rules].sort())
    expect(vendor.rules.filter(({ source }) => !source.startsWith('https://'))).toEqual([])
  })

  test.each(refused.map((one) => [`${one.rule}: ${one.says}`, one] as const))('refuses by %s', (_name, one) => {
    const refusal = vendor.judge({ path: one.path ?? path, headers: one.headers ?? headers, body: one.body })
    expect(refusal?.rule).toBe(one.rule)
    const says = expect.stringContaining(one.says)
    expect(refusal?.body).toEqual({ error: { message: says, type: 'invalid_request_error', param: nameOrNull, code: nameOrNull } })
    expect(refusal?.status).toBeGreaterThanOrEqual(400)
  })

  test.each(taken.map((one) => [one.name, one] as const))('takes %s', (_name, { body }) => {
    expect(vendor.judge({ path, headers, body })).toBeUndefined()
  })
})

/** The whole answer that a recording holds; of a stream the one in its last event. */
function answered({ body, chunks }: Recording): JsonObject {
  return body === undefined ? inside(object(chunks?.at(-1) ?? '{}').response) : object(body)
}

/** What a client answers to the calls among these items, so that they can be sent back. */
function outputs(items: readonly JsonObject[]): Json[] {
  const calls = items.filter(({ type }) => type === 'function_call' || type === 'custom_tool_call')
  return calls.map(({ type, call_id }) => ({ type: `${String(type)}_output`, call_id, output: 'ok' }))
}

/** Of these the recorder has put other ids in place of the vendor's. */
const renamed = ['github-copilot-id-rotation', 'openai-custom-tool']
const answers = recordings(['openai-responses'])
  .filter(({ name }) => !renamed.some((one) => name.includes(one)))
  .flatMap((recording) => (objects(answered(recording).output).length > 0 ? [[recording.name, answered(recording)] as const] : []))

describe.runIf(answers.length > 0)('what the real vendor answered can be sent back to it', () => {
  test.each(answers)('%s', (_name, { model = 'gpt-5', output, tools, store, text, metadata, truncation, max_output_tokens }) => {
    const items = objects(output)
    const input = [{ role: 'user', content: 'Go on.' }, ...items, ...outputs(items), { role: 'user', content: 'And now?' }]
    const settings = Object.entries({ tools, store, text, metadata, truncation, max_output_tokens }).filter(
      ([, value]) => value !== undefined,
    )
    const body = { model, input, ...Object.fromEntries(settings) }
    expect(openaiResponses.judge({ path: '/v1/responses', headers, body })).toBeUndefined()
  })

  const chats = recordings(['openai-chat']).flatMap(({ name, body }) => (body === undefined ? [] : [[name, body] as const]))
  test.each(chats)('%s', (_name, whole) => {
    const message = inside(objects(object(whole).choices)[0]?.message)
    expect(message.role).toBe('assistant')
    const messages = [{ role: 'user', content: 'Hi' }, message, { role: 'user', content: 'And now?' }]
    expect(openaiChat.judge({ path: '/v1/chat/completions', headers, body: { model: 'gpt-4.1', messages } })).toBeUndefined()
  })
})
