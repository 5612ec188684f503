// The stand-ins of the batch APIs, asked by the vendors' own libraries, and by hand where these would not ask so.
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI, { toFile } from 'openai'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BatchVendor, openBatchVendor } from './fake-batches.ts'

const KEYS = ['key-a', 'key-b']
let vendor: BatchVendor
beforeAll(async () => {
  vendor = await openBatchVendor(KEYS)
})
afterEach(() => vendor.clear())
afterAll(() => vendor.close())

const openai = (apiKey = 'key-a') => new OpenAI({ apiKey, baseURL: `${vendor.url}/v1`, maxRetries: 0 })
const anthropic = (apiKey = 'key-a') => new Anthropic({ apiKey, baseURL: vendor.url, maxRetries: 0 })
const google = (apiKey = 'key-a') => new GoogleGenAI({ apiKey, apiVersion: 'v1beta', httpOptions: { baseUrl: vendor.url } })

const jsonl = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n')
const parsed = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('OpenAI', () => {
  const CHAT = '/v1/chat/completions'
  const body = { model: 'gpt-5-mini', messages: [{ role: 'user', content: 'Hi' }] }
  const line = (custom_id: string, change: object = {}) => ({ custom_id, method: 'POST', url: CHAT, body, ...change })
  const upload = async (text: string, purpose: 'batch' | 'user_data' = 'batch') =>
    (await openai().files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose })).id
  const create = async (lines: readonly object[]) =>
    openai().batches.create({ input_file_id: await upload(jsonl(lines)), endpoint: CHAT, completion_window: '24h', metadata: { a: 'b' } })
  const content = async (id: string | undefined) => parsed(await (await openai().files.content(id ?? '')).text())
  const bad = { body: { ...body, temperature: 9 } }

  test('a batch goes its way, with answers in one file and errors in another', async () => {
    vendor.plan('validating', 'running', 'finalizing', 'completed')
    const { id, status } = await create([line('a'), line('b', bad)])
    expect(status).toBe('validating')
    const states = [await openai().batches.retrieve(id), await openai().batches.retrieve(id), await openai().batches.retrieve(id)]
    expect(states.map((one) => one.status)).toEqual(['validating', 'in_progress', 'finalizing'])
    const done = await openai().batches.retrieve(id)
    expect(done).toMatchObject({
      status: 'completed',
      request_counts: { total: 2, completed: 1, failed: 1 },
      usage: { total_tokens: 25 },
      metadata: { a: 'b' },
    })
    expect(done.completed_at).toBeGreaterThan(done.in_progress_at ?? Number.POSITIVE_INFINITY)
    expect(await content(done.output_file_id)).toMatchObject([
      { custom_id: 'a', error: null, response: { status_code: 200, body: { usage: { prompt_tokens: 20 } } } },
    ])
    expect(await content(done.error_file_id)).toMatchObject([
      { custom_id: 'b', response: { status_code: 400, body: { error: { param: 'temperature' } } } },
    ])
    expect(vendor.violations).toEqual([])
  })

  test('what is cancelled or expires leaves a part of its answers', async () => {
    vendor.lines = { b: 'left' }
    vendor.plan('running')
    const { id } = await create([line('a'), line('b')])
    expect((await openai().batches.cancel(id)).status).toBe('cancelling')
    const cancelled = await openai().batches.retrieve(id)
    expect(cancelled).toMatchObject({ status: 'cancelled', request_counts: { total: 2, completed: 1, failed: 0 } })
    expect(await content(cancelled.output_file_id)).toHaveLength(1)
    await expect(openai().batches.cancel(id)).rejects.toMatchObject({ status: 409 })
    vendor.plan('expired')
    const expired = await openai().batches.retrieve((await create([line('b')])).id)
    expect(expired).toMatchObject({ status: 'expired', output_file_id: null })
    expect(await content(expired.error_file_id)).toMatchObject([{ response: null, error: { code: 'batch_expired' } }])
  })

  test.each([
    ['invalid_json_line', '{"custom_id":', 1],
    ['duplicate_custom_id', jsonl([line('a'), line('a')]), 2],
    ['url_mismatch', jsonl([line('a', { url: '/v1/responses' })]), 1],
    ['model_mismatch', jsonl([line('a'), line('b', { body: { ...body, model: 'gpt-5' } })]), 2],
    ['missing_required_parameter', jsonl([line('a', { method: undefined })]), 1],
    ['empty_file', '\n', null],
  ])('a file with the fault %s makes a batch that fails', async (code, text, at) => {
    const made = await openai().batches.create({ input_file_id: await upload(text), endpoint: CHAT, completion_window: '24h' })
    await openai().batches.retrieve(made.id)
    const failed = await openai().batches.retrieve(made.id)
    expect(failed).toMatchObject({ status: 'failed', errors: { object: 'list', data: [{ code, line: at }] }, output_file_id: null })
  })

  test('what the documentation has not is rejected, and a batch is its account’s', async () => {
    const input_file_id = await upload(jsonl([line('a')]))
    const ask = async (change: object) => {
      const sent = { input_file_id, endpoint: CHAT, completion_window: '24h', ...change }
      const headers = { authorization: 'Bearer key-a', 'content-type': 'application/json' }
      return (await fetch(`${vendor.url}/v1/batches`, { method: 'POST', headers, body: JSON.stringify(sent) })).status
    }
    expect(await ask({ completion_window: '1h' })).toBe(400)
    expect(await ask({ endpoint: '/v1/audio/speech' })).toBe(400)
    expect(await ask({ user: 'a' })).toBe(400)
    expect(await ask({ input_file_id: await upload('a', 'user_data') })).toBe(400)
    expect(await ask({ input_file_id: 'file-none' })).toBe(404)
    expect(vendor.violations).toHaveLength(5)
    const { id } = await create([line('a')])
    await expect(openai('key-b').batches.retrieve(id)).rejects.toMatchObject({ status: 404 })
    expect((await openai().batches.list({ limit: 1 })).data).toMatchObject([{ id }])
    expect((await openai('key-b').batches.list()).data).toEqual([])
  })
})

describe('Anthropic', () => {
  const params = { model: 'claude-opus-4-5', max_tokens: 10, messages: [{ role: 'user' as const, content: 'Hi' }] }
  const create = (...ids: readonly string[]) =>
    anthropic().messages.batches.create({ requests: ids.map((custom_id) => ({ custom_id, params })) })
  const results = async (id: string) => {
    const found: unknown[] = []
    for await (const one of await anthropic().messages.batches.results(id)) found.push(one)
    return found
  }

  test('a batch ends with a result for each request', async () => {
    vendor.lines = { b: 'errored' }
    // The library looks at a batch before it asks for results.
    vendor.plan('running', 'running', 'completed')
    const { id } = await create('a', 'b')
    const running = await anthropic().messages.batches.retrieve(id)
    expect(running).toMatchObject({ processing_status: 'in_progress', request_counts: { processing: 2, succeeded: 0 }, results_url: null })
    await expect(results(id)).rejects.toThrow('No batch `results_url`')
    const ended = await anthropic().messages.batches.retrieve(id)
    expect(ended).toMatchObject({ processing_status: 'ended', request_counts: { processing: 0, succeeded: 1, errored: 1 } })
    expect(await results(id)).toMatchObject([
      { custom_id: 'b', result: { type: 'errored', error: { type: 'error', error: { type: 'api_error' } } } },
      { custom_id: 'a', result: { type: 'succeeded', message: { usage: { input_tokens: 20 } } } },
    ])
    expect(await anthropic().messages.batches.delete(id)).toMatchObject({ type: 'message_batch_deleted' })
    await expect(anthropic().messages.batches.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  test('what is canceled or expires says so of each request', async () => {
    vendor.lines = { b: 'left' }
    vendor.plan('running')
    const { id } = await create('a', 'b')
    await expect(anthropic().messages.batches.delete(id)).rejects.toMatchObject({ status: 400 })
    expect((await anthropic().messages.batches.cancel(id)).processing_status).toBe('canceling')
    expect(await anthropic().messages.batches.retrieve(id)).toMatchObject({ request_counts: { succeeded: 1, canceled: 1 } })
    vendor.plan('expired')
    const expired = await create('b')
    await anthropic().messages.batches.retrieve(expired.id)
    expect(await results(expired.id)).toMatchObject([{ result: { type: 'expired' } }])
  })

  test('what is wrong with a request stands in its result, what is wrong with the batch is rejected', async () => {
    const wrong = (custom_id: string, change: object) => ({ custom_id, params: { ...params, ...change } })
    const requests = [wrong('a', { max_tokens: 0 }), wrong('b', { temperature: 3 })]
    const { id } = await anthropic().messages.batches.create({ requests })
    const errored = { result: { type: 'errored', error: { error: { type: 'invalid_request_error' } } } }
    expect(await results(id)).toMatchObject([errored, errored])
    await expect(create('a', 'a')).rejects.toMatchObject({ status: 400 })
    await expect(create('a b')).rejects.toMatchObject({ status: 400 })
    await expect(create()).rejects.toMatchObject({ status: 400 })
    await expect(anthropic('key-b').messages.batches.retrieve(id)).rejects.toMatchObject({ status: 404 })
    const bare = await fetch(`${vendor.url}/v1/messages/batches`, { headers: { 'x-api-key': 'key-a' } })
    expect(bare.status).toBe(400)
  })
})

describe('Gemini', () => {
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
  const create = (src: Parameters<GoogleGenAI['batches']['create']>[0]['src']) =>
    google().batches.create({ model: 'gemini-2.5-flash', src, config: { displayName: 'mine' } })

  test('requests in line have results in line', async () => {
    vendor.plan('validating', 'running', 'completed')
    vendor.lines = { b: 'errored' }
    const { name = '', state } = await create([{ contents }, { contents, metadata: { key: 'b' } }])
    expect(state).toBe('JOB_STATE_PENDING')
    await google().batches.get({ name })
    expect((await google().batches.get({ name })).state).toBe('JOB_STATE_RUNNING')
    const done = await google().batches.get({ name })
    expect(done).toMatchObject({ state: 'JOB_STATE_SUCCEEDED', model: 'models/gemini-2.5-flash', displayName: 'mine' })
    expect(done.dest?.inlinedResponses).toMatchObject([{ response: { usageMetadata: { promptTokenCount: 20 } } }, { error: { code: 13 } }])
    expect(vendor.violations).toEqual([])
  })

  test('requests in a file have results in a file', async () => {
    const text = jsonl([
      { key: 'a', request: { contents } },
      { key: 'b', request: { contents, generationConfig: { temperature: 9 } } },
    ])
    const file = new Blob([text], { type: 'application/jsonl' })
    const { name: input = '' } = await google().files.upload({ file, config: { mimeType: 'application/jsonl' } })
    const { name = '' } = await create(input)
    const { dest } = await google().batches.get({ name })
    const path = `/download/v1beta/${dest?.fileName}:download?alt=media`
    const lines = parsed(await (await fetch(vendor.url + path, { headers: { 'x-goog-api-key': 'key-a' } })).text())
    expect(lines).toMatchObject([
      { key: 'a', response: { modelVersion: 'm' } },
      { key: 'b', error: { code: 3 } },
    ])
    expect((await fetch(vendor.url + path, { headers: { 'x-goog-api-key': 'key-b' } })).status).toBe(403)
  })

  test('a batch is cancelled, deleted, and its account’s', async () => {
    vendor.plan('running')
    const { name = '' } = await create([{ contents }])
    await google().batches.cancel({ name })
    const ended = async () => (await fetch(`${vendor.url}/v1beta/${name}`, { headers: { 'x-goog-api-key': 'key-a' } })).json()
    expect(await ended()).toMatchObject({ done: true, error: { code: 1 }, metadata: { state: 'BATCH_STATE_CANCELLED' } })
    await expect(google('key-b').batches.get({ name })).rejects.toMatchObject({ status: 404 })
    await google().batches.delete({ name })
    await expect(google().batches.get({ name })).rejects.toMatchObject({ status: 404 })
  })

  test('what the documentation has not is rejected', async () => {
    const ask = async (body: object) => {
      const headers = { 'x-goog-api-key': 'key-a', 'content-type': 'application/json' }
      const path = '/v1beta/models/gemini-2.5-flash:batchGenerateContent'
      return (await fetch(vendor.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status
    }
    const inputConfig = { requests: { requests: [{ request: { contents } }] } }
    expect(await ask({ batch: { displayName: 'a', inputConfig } })).toBe(200)
    expect(await ask({ batch: { inputConfig } })).toBe(400)
    expect(await ask({ batch: { displayName: 'a', inputConfig: { requests: [] } } })).toBe(400)
    expect(await ask({ batch: { displayName: 'a', inputConfig }, model: 'm' })).toBe(400)
    expect(await ask({ batch: { displayName: 'a', inputConfig: { fileName: 'files/none' } } })).toBe(403)
  })
})
