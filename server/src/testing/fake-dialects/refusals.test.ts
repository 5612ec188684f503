// The fake is a valid reference only if it refuses what the vendors refuse.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../client.ts'
import { type FakeProvider, openFakeProvider } from '../fakes/fake-provider.ts'

let provider: FakeProvider
beforeAll(async () => {
  provider = await openFakeProvider()
})
afterAll(() => provider.close())

type Item = Record<string, unknown>

const tool = { name: 'look', input_schema: { type: 'object', properties: {} } }
const thinking = { type: 'enabled', budget_tokens: 1024 }
const user = { role: 'user', content: '#tool hello' }

async function messages(fields: object, headers: Record<string, string> = { 'anthropic-version': '2023-06-01', 'x-api-key': 'k' }) {
  const body = { model: 'm', max_tokens: 2000, messages: [user], tools: [tool], ...fields }
  const { status, json } = await call(`${provider.url}/v1/messages`, { method: 'POST', headers, body })
  return { status, json: json as { content: Item[]; error?: { message: string } } }
}

test('Messages: what the vendor demands, also for a model that it does not know', async () => {
  const refused = async (fields: object, words: string, headers?: Record<string, string>) => {
    const { status, json } = await messages(fields, headers)
    expect([status, json.error?.message]).toEqual([400, expect.stringContaining(words)])
  }
  await refused({ max_tokens: undefined }, 'max_tokens')
  await refused({}, 'anthropic-version', { 'x-api-key': 'k' })
  const calling = { role: 'assistant', content: [{ type: 'tool_use', id: 'x', name: 'look', input: {} }] }
  await refused({ messages: [user, calling, user] }, 'without `tool_result`')
  await refused({ thinking, temperature: 0.5 }, 'temperature')
})

test('Messages: thinking must come back as it was, before the calls it led to', async () => {
  const { json } = await messages({ thinking })
  const [thought, use] = json.content
  expect([thought?.type, use?.type]).toEqual(['thinking', 'tool_use'])
  const follow = (content: (Item | undefined)[]) => {
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: use?.id, content: 'seen' }] }
    return messages({ thinking, messages: [user, { role: 'assistant', content }, result] })
  }
  expect((await follow([thought, use])).json.content.at(-1)).toMatchObject({ type: 'text', text: 'Echo: seen' })
  expect(await follow([use])).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining('start with a thinking block') } },
  })
  expect(await follow([{ ...thought, thinking: 'something else' }, use])).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining('Invalid `signature`') } },
  })
  expect(await follow([{ ...thought, signature: '' }, use])).toMatchObject({ status: 400 })
})

async function responses(fields: object) {
  const body = { model: 'm', input: '#tool hello', tools: [{ type: 'function', name: 'look', parameters: {} }], ...fields }
  const headers = { authorization: 'Bearer k' }
  const { status, json } = await call(`${provider.url}/v1/responses`, { method: 'POST', headers, body })
  return { status, json: json as { id: string; output: Item[]; error?: { message: string } } }
}

test('chat, completions and Responses: what is only allowed with a stream', async () => {
  const message = expect.stringContaining("'stream_options' parameter is only allowed")
  const bodies = { 'chat/completions': { messages: [user] }, completions: { prompt: 'hello' }, responses: { input: 'hello' } }
  for (const [path, body] of Object.entries(bodies)) {
    const ask = (fields: object) =>
      call(`${provider.url}/v1/${path}`, {
        method: 'POST',
        headers: { authorization: 'Bearer k' },
        body: { model: 'm', ...body, stream_options: {}, ...fields },
      })
    expect(await ask({})).toMatchObject({ status: 400, json: { error: { message } } })
    expect(await ask({ stream: false })).toMatchObject({ status: 400 })
    expect(await ask({ stream: true })).toMatchObject({ status: 200 })
    expect(await ask({ stream_options: null })).toMatchObject({ status: 200 })
  }
})

test('Responses: what the vendor demands, also for a model that it does not know', async () => {
  const refused = async (fields: object, words: string) =>
    expect(await responses(fields)).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining(words) } } })
  await refused({ messages: [] }, "'messages'")
  await refused({ input: [{ type: 'function_call', call_id: 'x', name: 'look', arguments: '{}' }] }, 'No tool output found')
  await refused({ previous_response_id: 'resp_nobody' }, 'not found')
  await refused({ max_output_tokens: 3 }, 'max_output_tokens')
})

test('Responses: encrypted thinking must come back, and the vendor’s memory knows its own', async () => {
  const reasoning = { effort: 'low' }
  const first = await responses({ reasoning, store: false, include: ['reasoning.encrypted_content'] })
  const [thought, use] = first.json.output
  const follow = (items: (Item | undefined)[]) => {
    const result = { type: 'function_call_output', call_id: use?.call_id, output: 'seen' }
    return responses({ reasoning, store: false, input: [{ role: 'user', content: '#tool hello' }, ...items, result] })
  }
  expect(await follow([thought, use])).toMatchObject({ status: 200 })
  expect(await follow([use])).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining('without its required') } } })
  expect(await follow([{ ...thought, encrypted_content: `${String(thought?.encrypted_content)}x` }, use])).toMatchObject({ status: 400 })
  expect(await follow([{ ...thought, encrypted_content: undefined }, use])).toMatchObject({
    status: 404,
    json: { error: { message: expect.stringContaining('not persisted') } },
  })
  const kept = await responses({ reasoning })
  const call_id = kept.json.output.at(-1)?.call_id
  const next = await responses({
    reasoning,
    previous_response_id: kept.json.id,
    input: [{ type: 'function_call_output', call_id, output: 'seen' }],
  })
  expect(next.json.output.at(-1)).toMatchObject({ content: [{ text: 'Echo: seen' }] })
})

const asked = { role: 'user', parts: [{ text: '#tool hello' }] }

async function generate(fields: object, query = '?key=k') {
  const body = { contents: [asked], tools: [{ functionDeclarations: [{ name: 'look' }] }], ...fields }
  const { status, json } = await call(`${provider.url}/v1beta/models/m:generateContent${query}`, { method: 'POST', body })
  return { status, json: json as { candidates: { content: { parts: Item[] } }[]; error?: { message: string } } }
}

test('Gemini: what the vendor demands, also for a model that it does not know', async () => {
  const refused = async (fields: object, words: string, query?: string) =>
    expect((await generate(fields, query)).json.error?.message).toContain(words)
  await refused({}, 'unregistered callers', '')
  await refused({ generationConfig: { n: 1 } }, 'Unknown name "n"')
  const answered = [asked, { role: 'user', parts: [{ functionResponse: { name: 'look', response: {} } }] }]
  await refused({ contents: answered }, 'function call turn')
})

test('Gemini: every call must come back signed', async () => {
  const parameters = { type: 'object', properties: { at: { type: 'string' } } }
  const { json } = await generate({ tools: [{ functionDeclarations: [{ name: 'look', parameters }] }] })
  const [part] = json.candidates[0]?.content.parts ?? []
  const result = { role: 'user', parts: [{ functionResponse: { name: 'look', response: { output: 'seen' } } }] }
  const follow = (parts: (Item | undefined)[]) => generate({ contents: [asked, { role: 'model', parts }, result] })
  expect((await follow([part])).json.candidates[0]?.content.parts).toEqual([{ text: 'Echo: seen' }])
  expect(await follow([{ functionCall: part?.functionCall }])).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining('missing a thought_signature') } },
  })
  expect(await follow([{ ...part, thoughtSignature: 'AAAA' }])).toMatchObject({ status: 400 })
  const statusOf = async (args: Item) =>
    (await follow([{ functionCall: { name: 'look', args }, thoughtSignature: part?.thoughtSignature }])).status
  expect(await statusOf({ at: 'other' })).toBe(400)
  expect(await statusOf({})).toBe(400)
  expect(await statusOf({ at: 'text', all: false })).toBe(200)
})

test('errors, counts and refusals are in each dialect', async () => {
  const body = { contents: [{ parts: [{ text: '#in:77 #refuse:429x1 #call:g' }] }] }
  const at = (action: string, query = '') => call(`${provider.url}/v1beta/models/m:${action}?key=k${query}`, { method: 'POST', body })
  expect((await at('generateContent')).json).toMatchObject({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } })
  expect((await at('countTokens')).json).toMatchObject({ totalTokens: 77 })
  const list = await at('streamGenerateContent')
  expect((list.json as { usageMetadata: object }[]).at(-1)).toMatchObject({ usageMetadata: { promptTokenCount: 77 } })
  const headers = { 'anthropic-version': '2023-06-01', 'x-api-key': 'k' }
  const count = { model: 'm', messages: [{ role: 'user', content: '#in:88' }] }
  expect((await call(`${provider.url}/v1/messages/count_tokens`, { method: 'POST', headers, body: count })).json).toEqual({
    input_tokens: 88,
  })
})
