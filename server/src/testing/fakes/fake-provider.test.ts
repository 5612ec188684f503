import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, chat } from '../client.ts'
import { openTcpFaultProxy } from '../network/tcp-fault-proxy.ts'
import { type FakeProvider, openFakeProvider } from './fake-provider.ts'
import { scenario, step } from './fake-provider-script.ts'

let provider: FakeProvider
beforeAll(async () => {
  provider = await openFakeProvider()
})
afterAll(() => provider.close())
beforeEach(() => provider.clear())

const ask = (content: string, more: object = {}) => ({ model: 'fake-model', messages: [{ role: 'user', content }], ...more })

test('a prompt sets the answer’s usage, and bills are recorded by call', async () => {
  const facts = await chat(provider.url, 'any', ask('#call:a1 #in:120 #out:30 #cached:20'))
  expect(facts).toMatchObject({ status: 200, end: 'whole' })
  expect(facts.json).toMatchObject({
    usage: { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150, prompt_tokens_details: { cached_tokens: 20 } },
  })
  expect(facts.text.split(' ')).toHaveLength(30)
  expect(provider.bills.get('a1')).toMatchObject([{ state: 'done', usage: { total_tokens: 150 } }])
})

test('a stream is paced by the model name and ends with usage and the end mark', async () => {
  const facts = await chat(
    provider.url,
    'any',
    ask('#call:b1', { model: 'fake-stream-5x10ms', stream: true, stream_options: { include_usage: true } }),
  )
  expect(facts).toMatchObject({ status: 200, end: 'whole', sawDone: true })
  expect(facts.frames).toHaveLength(1 + 5 + 1 + 1 + 1)
  expect(facts.tookMs).toBeGreaterThan(45)
  expect(provider.bills.get('b1')).toMatchObject([{ sentPieces: 5, state: 'done' }])
})

test('a client that leaves is seen, with the time', async () => {
  const facts = await chat(provider.url, 'any', ask('#call:c1', { model: 'fake-stream-50x10ms', stream: true }), { abortAfterFrames: 3 })
  expect(facts).toMatchObject({ end: 'left', sawDone: false })
  await expect.poll(() => provider.requests.at(-1)?.abortedAtMs).toBeDefined()
  await expect.poll(() => provider.bills.get('c1')?.[0]?.state).toBe('aborted')
  expect(provider.bills.get('c1')?.[0]?.sentPieces).toBeLessThan(10)
})

test('tools, schemas, several choices, embeddings and models are spoken', async () => {
  const tools = [
    { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } } },
  ]
  const called = await chat(provider.url, 'any', ask('#tool', { tools, stream: true }))
  expect(called.frames.some((frame) => frame.data.includes('"name":"weather"'))).toBe(true)
  const shaped = await chat(
    provider.url,
    'any',
    ask('x', {
      n: 2,
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object', properties: { a: { type: 'integer' } } } } },
    }),
  )
  expect(shaped.text).toBe('{"a":1}')
  expect((shaped.json as { choices: unknown[] }).choices).toHaveLength(2)
  const embedded = await call(`${provider.url}/v1/embeddings`, {
    method: 'POST',
    body: { model: 'e', input: ['a', 'b'], encoding_format: 'base64', dimensions: 4 },
  })
  expect((embedded.json as { data: { embedding: string }[] }).data.map((row) => Buffer.from(row.embedding, 'base64').length)).toEqual([
    16, 16,
  ])
  expect((await call(`${provider.url}/v1/models`)).json).toMatchObject({ object: 'list' })
  expect((await call(`${provider.url}/v1/models/x`)).json).toMatchObject({ id: 'x' })
})

test('usage comes wherever a vendor might put it', async () => {
  const usages = async (mode: string) => {
    const facts = await chat(provider.url, 'any', ask(`#in:10 #out:8 #usage:${mode}`, { stream: true }))
    return facts.frames
      .flatMap((frame) =>
        frame.data.startsWith('{') ? [(JSON.parse(frame.data) as { usage?: { completion_tokens: number } }).usage?.completion_tokens] : [],
      )
      .filter((one) => one !== undefined)
  }
  expect(await usages('missing')).toEqual([])
  expect(await usages('with-finish')).toEqual([8])
  expect(await usages('every-chunk')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(await usages('twice')).toEqual([4, 8])
  expect(await usages('negative')).toEqual([-8])
  expect(await usages('absurd')).toEqual([1e12])
})

test('a scenario sends exactly its steps', async () => {
  const body = ask('x', { stream: true })
  provider.next(scenario.resetBeforeHeaders())
  expect(await chat(provider.url, 'any', body)).toMatchObject({ end: 'reset', status: undefined })
  provider.next(scenario.words(['a', ' b'], step.reset()))
  expect(await chat(provider.url, 'any', body)).toMatchObject({ end: 'reset', status: 200, text: 'a b', sawDone: false })
  provider.next(scenario.words(['a'], step.cut()))
  expect(await chat(provider.url, 'any', body)).toMatchObject({ end: 'closed', sawDone: false })
  provider.next(scenario.words(['a'], step.end()))
  expect(await chat(provider.url, 'any', body)).toMatchObject({ end: 'whole', sawDone: false })
  provider.next(scenario.hangBeforeHeaders())
  expect(await chat(provider.url, 'any', body, { timeoutMs: 100 })).toMatchObject({ end: 'timeout', status: undefined })
  provider.next(scenario.rateLimited(7))
  expect((await chat(provider.url, 'any', body)).headers.get('retry-after')).toBe('7')
  provider.next(scenario.wrongLength())
  expect(await chat(provider.url, 'any', body)).toMatchObject({ end: 'closed', status: 200 })
  provider.next([
    step.streamHead(),
    step.text('data: {"choices":[{"delta":{"content":"é"}}]}\n\ndata: [DONE]\n\n', { splitEvery: 1 }),
    step.end(),
  ])
  expect(await chat(provider.url, 'any', body)).toMatchObject({ end: 'whole', text: 'é', sawDone: true })
  provider.next(scenario.infinite(1))
  expect(await chat(provider.url, 'any', body, { abortAfterFrames: 5 })).toMatchObject({ end: 'left' })
})

test('a part answers in every dialect, by what is on offer, and requests carry what they cost', async () => {
  provider.play('fake-model', ({ tools = [], allToolRounds }) => {
    const [tool] = tools
    if (!tool || allToolRounds !== 0) return { text: 'done' }
    return { calls: [{ ...tool, argumentText: tool.isCustom ? 'free text' : '{"a":1}' }] }
  })
  const custom = { type: 'custom', name: 'patch' }
  const post = async (path: string, body: object) =>
    (await call(provider.url + path, { method: 'POST', headers: { authorization: 'Bearer k' }, body })).json
  expect(await post('/v1/chat/completions', ask('x', { tools: [{ type: 'custom', custom: { name: 'patch' } }] }))).toMatchObject({
    choices: [
      { message: { tool_calls: [{ type: 'custom', custom: { name: 'patch', input: 'free text' } }] }, finish_reason: 'tool_calls' },
    ],
  })
  const namespace = { type: 'namespace', name: 'n', description: 'Patches.', tools: [custom] }
  const space = { type: 'additional_tools', role: 'developer', tools: [namespace] }
  const used = { type: 'custom_tool_call', namespace: 'n', name: 'patch', input: 'free text' }
  const input = [space, { role: 'user', content: 'x' }]
  const first = await post('/v1/responses', { model: 'fake-model', input })
  expect(first).toMatchObject({ output: [used] })
  const [item] = (first as { output: { call_id: string }[] }).output
  const result = { type: 'custom_tool_call_output', call_id: item?.call_id, output: '1' }
  expect(await post('/v1/responses', { model: 'fake-model', input: [...input, item, result] })).toMatchObject({
    output: [{ content: [{ text: 'done' }] }],
  })
  expect(await post('/v1/responses', { model: 'fake-model', input: [...input, item] })).toMatchObject({
    error: { message: expect.stringContaining('No tool output found for custom tool call') },
  })
  expect(provider.requests.map(({ bill }) => bill?.usage.completion_tokens)).toEqual([1, 1, 1, undefined])
})

test('the fault proxy delays, refuses, resets, and cuts at a word', async () => {
  const proxy = await openTcpFaultProxy({ host: '127.0.0.1', port: provider.port })
  const url = `http://127.0.0.1:${proxy.port}`
  const body = ask('x')
  try {
    expect(await chat(url, 'any', body)).toMatchObject({ status: 200, end: 'whole' })
    proxy.setLatency(60)
    expect((await chat(url, 'any', body)).tookMs).toBeGreaterThan(115)
    proxy.setLatency(0)
    proxy.setBandwidth(2000)
    expect((await chat(url, 'any', body)).tookMs).toBeGreaterThan(150)
    proxy.setBandwidth(0)
    proxy.stall()
    expect(await chat(url, 'any', body, { timeoutMs: 100 })).toMatchObject({ end: 'timeout' })
    proxy.resume()
    proxy.watch((chunk, direction) => (direction === 'to-client' && chunk.includes('HTTP/1.1 200') ? 'cut-before' : 'pass'))
    expect(await chat(url, 'any', body)).toMatchObject({ end: 'reset', status: undefined })
    proxy.watch(undefined)
    await proxy.refuse()
    expect(await chat(url, 'any', body)).toMatchObject({ end: 'refused' })
    await proxy.accept()
    expect(await chat(url, 'any', body)).toMatchObject({ status: 200 })
  } finally {
    await proxy.close()
  }
})
