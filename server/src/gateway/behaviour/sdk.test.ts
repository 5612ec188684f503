// The official SDK, pointed at the gateway: it must work as against the provider itself.
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let client: OpenAI

beforeAll(async () => {
  world = await openWorld({
    ratios: { 'fake-chat': 1, 'fake-embedding': 1 },
    channel: { models: 'fake-chat,fake-embedding,unpriced-but-known' },
  })
  client = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 2 })
})
afterAll(() => world.close())

/** What the super admin paid since. */
async function paidDuring(work: () => Promise<unknown>): Promise<number> {
  const before = await world.balance()
  await work()
  return before - (await world.balance())
}

const hello = [{ role: 'user' as const, content: 'hello there' }]

describe('chat', () => {
  test('a whole answer comes as the provider gave it, and costs what its usage comes to', async () => {
    let answer: OpenAI.ChatCompletion | undefined
    const paid = await paidDuring(async () => {
      answer = await client.chat.completions.create({ model: 'fake-chat', messages: hello })
    })
    expect(answer?.choices[0]?.message.content).toBe('Echo: hello there')
    expect(answer?.choices[0]?.finish_reason).toBe('stop')
    expect(paid).toBe(answer?.usage?.total_tokens)
  })

  test('a stream comes frame by frame, without a usage frame that was not requested, and is charged exactly', async () => {
    const pieces: string[] = []
    let frames = 0
    const paid = await paidDuring(async () => {
      for await (const chunk of await client.chat.completions.create({ model: 'fake-chat', messages: hello, stream: true })) {
        frames += 1
        pieces.push(chunk.choices[0]?.delta.content ?? '')
        expect(chunk.choices.length).toBe(1)
        expect(chunk.usage ?? null).toBeNull()
      }
    })
    expect(pieces.join('')).toBe('Echo: hello there')
    expect(frames).toBeGreaterThan(2)
    expect(paid).toBeGreaterThan(0)
  })

  test('a requested usage frame comes, and agrees with the charge', async () => {
    let usage: OpenAI.CompletionUsage | null | undefined
    const paid = await paidDuring(async () => {
      for await (const chunk of await client.chat.completions.create({
        model: 'fake-chat',
        messages: hello,
        stream: true,
        stream_options: { include_usage: true },
      }))
        usage = chunk.usage ?? usage
    })
    expect(usage?.total_tokens).toBe(paid)
  })

  test('tools, vision, a JSON schema and unknown fields reach the provider unchanged', async () => {
    const sent = {
      model: 'fake-chat',
      messages: [
        { role: 'system', content: 'be brief', x_unknown: { deep: [1, { two: null }] } },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'what is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low', x_new: 1 } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'seen' },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: 'look',
            description: 'looks',
            parameters: { type: 'object', properties: { a: { type: 'number' } } },
            strict: true,
          },
        },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      response_format: { type: 'json_schema', json_schema: { name: 'thing', schema: { type: 'object', properties: {} }, strict: true } },
      metadata: { a: 'b' },
      x_vendor_flag: { on: true },
    }
    await client.chat.completions.create(sent as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming)
    expect(world.provider.requests.at(-1)?.body).toEqual(sent)
  })

  test('a field that the provider invents reaches the client', async () => {
    const body = {
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'fake-chat',
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi', x_new: [1] }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
      x_top: { a: null },
    }
    world.provider.next(scenario.reply(200, body))
    const answer = await client.chat.completions.create({ model: 'fake-chat', messages: hello })
    expect(answer).toMatchObject({ x_top: { a: null }, choices: [{ message: { x_new: [1] } }] })
  })
})

test('legacy completions, whole and streamed', async () => {
  const whole = await client.completions.create({ model: 'fake-chat', prompt: 'once upon' })
  expect(whole.choices[0]?.text).toContain('once upon')
  let text = ''
  for await (const chunk of await client.completions.create({ model: 'fake-chat', prompt: 'once upon', stream: true }))
    text += chunk.choices[0]?.text ?? ''
  expect(text).toBe(whole.choices[0]?.text)
})

test('embeddings as numbers and in base64, which the SDK requests by itself', async () => {
  const floats = await client.embeddings.create({ model: 'fake-embedding', input: ['a', 'b'], encoding_format: 'float' })
  const inBase64 = await client.embeddings.create({ model: 'fake-embedding', input: ['a', 'b'] })
  expect(floats.data.length).toBe(2)
  expect(inBase64.data.map((item) => item.embedding.length)).toEqual(floats.data.map((item) => item.embedding.length))
  inBase64.data[0]?.embedding.forEach((value, at) => {
    expect(value).toBeCloseTo(floats.data[0]?.embedding[at] ?? Number.NaN, 5)
  })
})

test('models are listed and retrieved; one that is not there is a 404', async () => {
  const names: string[] = []
  for await (const model of client.models.list()) names.push(model.id)
  expect(names).toEqual(['fake-chat', 'fake-embedding'])
  expect((await client.models.retrieve('fake-chat')).id).toBe('fake-chat')
  await expect(client.models.retrieve('nobody')).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
})

describe('errors are the SDK’s own classes, with code and request id, and cost nothing', () => {
  test.each([
    ['an unknown model', { model: 'nobody', messages: hello }, OpenAI.NotFoundError, 'model_not_found'],
    ['a model without a price', { model: 'unpriced-but-known', messages: hello }, OpenAI.BadRequestError, 'model_price_error'],
    ['no model at all', { messages: hello }, OpenAI.BadRequestError, 'model_required'],
    ['a wrong type', { model: 'fake-chat', messages: 'hello' }, OpenAI.BadRequestError, 'invalid_text_request'],
    ['a limit that is no number', { model: 'fake-chat', messages: hello, max_tokens: -1 }, OpenAI.BadRequestError, 'invalid_text_request'],
  ])('%s', async (_name, body, kind, code) => {
    const paid = await paidDuring(async () => {
      const failure = await client.chat.completions.create(body as never).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(failure).toBeInstanceOf(kind)
      expect(failure).toMatchObject({ code })
      expect((failure as InstanceType<typeof OpenAI.APIError>).message).toMatch(/request id: [0-9A-Z]{26}/)
    })
    expect(paid).toBe(0)
  })

  test('a forged key', async () => {
    const stranger = new OpenAI({ apiKey: 'sk-forged', baseURL: `${world.url}/v1`, maxRetries: 0 })
    await expect(stranger.chat.completions.create({ model: 'fake-chat', messages: hello })).rejects.toMatchObject({
      status: 401,
      code: 'invalid_token',
    })
  })

  test('the caller’s own mistakes are shown with the vendor’s message', async () => {
    world.provider.next(
      scenario.reply(400, {
        error: { message: 'messages[0].role is odd', type: 'invalid_request_error', param: 'messages', code: 'odd_role' },
      }),
    )
    await expect(client.chat.completions.create({ model: 'fake-chat', messages: hello })).rejects.toMatchObject({
      status: 400,
      code: 'odd_role',
      param: 'messages',
      type: 'invalid_request_error',
    })
  })
})

test('the SDK waits and tries again on a 429 with Retry-After, and the second answer is charged once', async () => {
  world.provider.next(scenario.rateLimited(1))
  let answer: OpenAI.ChatCompletion | undefined
  const startedMs = performance.now()
  const paid = await paidDuring(async () => {
    answer = await client.chat.completions.create({ model: 'fake-chat', messages: hello })
  })
  expect(performance.now() - startedMs).toBeGreaterThan(900)
  expect(answer?.choices[0]?.message.content).toBe('Echo: hello there')
  expect(paid).toBe(answer?.usage?.total_tokens)
})

test('an abort in the middle of a stream stops the provider, and what was produced is charged', async () => {
  const seenBefore = world.provider.requests.length
  const paid = await paidDuring(async () => {
    const stream = await client.chat.completions.create({
      model: 'fake-chat',
      messages: [{ role: 'user', content: `count #chunks:200x20ms ${'word '.repeat(50)}` }],
      stream: true,
    })
    let frames = 0
    for await (const _chunk of stream) {
      frames += 1
      if (frames === 5) stream.controller.abort()
    }
    await expect.poll(() => world.provider.requests.at(-1)?.abortedAtMs).toBeDefined()
    const books = await world.books()
    expect(books).toMatchObject({ differences: [], openHolds: 0 })
  })
  expect(world.provider.requests.length).toBe(seenBefore + 1)
  expect(paid).toBeGreaterThan(0)
})
