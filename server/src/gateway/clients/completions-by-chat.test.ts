// The legacy completions at vendors that only chat, by OpenAI's own library.
import OpenAI, { BadRequestError } from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

const chats = { anthropic: 14, gemini: 24, perplexity: 27, mistral: 42 }
const doors = { anthropic: '/v1/messages', gemini: '/v1beta/models/', perplexity: '/v1/responses', mistral: '/v1/chat/completions' }
type Vendor = keyof typeof chats
const vendors = Object.keys(chats) as Vendor[]

let world: World
let openai: OpenAI
beforeAll(async () => {
  const models = ['both', ...vendors.map((name) => `${name}-model`)]
  world = await openWorld({ channel: null, ratios: Object.fromEntries(models.map((name) => [name, 1])) })
  for (const name of vendors) await world.addChannel({ name, type: chats[name], models: `${name}-model` })
  await world.addChannel({ name: 'chats', type: 14, models: 'both', priority: 10 })
  await world.addChannel({ name: 'completes', type: 8, models: 'both' })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
})
afterAll(() => world.close())

const sent = () => world.provider.requests.at(-1)?.body as Record<string, unknown>
async function charge(call: () => Promise<unknown>): Promise<number> {
  const before = await world.balance()
  await call()
  return before - (await world.balance())
}

describe.each(vendors)('at %s', (vendor) => {
  const model = `${vendor}-model`
  // Mistral refuses to be asked for the usage of a stream, and tells it with the end.
  const marks = vendor === 'mistral' ? '#in:20 #out:3 #usage:with-finish' : '#in:20 #out:3'
  const row = { prompt_tokens: 20, completion_tokens: 3, model_name: model }

  test.each([['a text'], [['a text']]])('one prompt is answered whole: %j', async (given) => {
    const prompt = typeof given === 'string' ? `${given} ${marks}` : given.map((text) => `${text} ${marks}`)
    const cost = await charge(async () => {
      const reply = await openai.completions.create({ model, prompt, max_tokens: 50, temperature: 0.5 })
      expect(reply).toMatchObject({
        object: 'text_completion',
        model,
        choices: [{ index: 0, text: expect.stringContaining('the of and'), finish_reason: 'stop', logprobs: null }],
        usage: { prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 },
      })
      expect(world.provider.requests.at(-1)?.path).toContain(doors[vendor])
      expect(reply.choices[0]).not.toHaveProperty('message')
      expect(JSON.stringify(sent())).toContain(`a text ${marks}`)
      for (const name of ['prompt', 'logprobs', 'echo']) expect(sent()).not.toHaveProperty(name)
    })
    expect(cost).toBe(23)
    const [newest] = await world.logs(1)
    expect(newest).toMatchObject({ ...row, is_stream: false })
  })

  test.each([[true], [false]])('is streamed, with usage where that is requested: %s', async (wants) => {
    let text = ''
    let usage: unknown
    const ends: unknown[] = []
    const cost = await charge(async () => {
      const body = { model, prompt: `a text ${marks}`, max_tokens: 50, stream: true as const }
      for await (const chunk of await openai.completions.create({
        ...body,
        ...(wants ? { stream_options: { include_usage: true } } : {}),
      })) {
        expect(chunk).toMatchObject({ object: 'text_completion', model })
        for (const choice of chunk.choices) {
          expect(choice).not.toHaveProperty('delta')
          text += choice.text
          if (choice.finish_reason) ends.push(choice.finish_reason)
        }
        usage = chunk.usage ?? usage
      }
    })
    expect(text).toContain('the of and')
    expect(ends).toEqual(['stop'])
    if (wants) expect(usage).toMatchObject({ prompt_tokens: 20, completion_tokens: 3 })
    else expect(usage).toBeUndefined()
    expect(cost).toBe(23)
    expect((await world.logs(1))[0]).toMatchObject({ ...row, is_stream: true })
  })
})

test.each<[name: string, fields: object]>([
  ['suffix', { suffix: 'after' }],
  ['echo', { echo: true }],
  ['best_of', { best_of: 2 }],
  ['logprobs', { logprobs: 0 }],
  ['prompt', { prompt: ['one', 'two'] }],
  ['prompt', { prompt: [1, 2, 3] }],
])('what a chat cannot do is refused by its name, and free: %s', async (name, fields) => {
  const requests = world.provider.requestCount
  const refused = await openai.completions.create({ model: 'anthropic-model', prompt: 'a', ...fields }).catch((error) => error)
  expect(refused).toBeInstanceOf(BadRequestError)
  expect(refused.code).toBe('untranslatable')
  expect(refused.message).toContain(name)
  expect(world.provider.requestCount).toBe(requests)
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
})

test('fields that ask for nothing forbid no chat', async () => {
  const body = { prompt: 'a', suffix: '', echo: false, best_of: 1, logprobs: null, max_tokens: 9 }
  expect((await openai.completions.create({ model: 'anthropic-model', ...body })).object).toBe('text_completion')
})

test('a channel that completes is asked where one that chats cannot', async () => {
  const { choices } = await openai.completions.create({ model: 'both', prompt: 'a #out:1', suffix: 'z' })
  expect(choices).toHaveLength(1)
  expect(sent()).toMatchObject({ prompt: 'a #out:1', suffix: 'z' })
})

test('what a vendor has no word for is named as lost', async () => {
  const { headers } = await world.post('/v1/completions', { model: 'anthropic-model', prompt: 'a', max_tokens: 9, logit_bias: { '5': 1 } })
  expect(headers['x-waystation-lost']).toContain('logit_bias')
})

test('an answer that reached its limit says so, and thinking is no part of the text', async () => {
  const body = {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null, stop_reason: 'max_tokens' },
    content: [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: 'words' },
    ],
    usage: { input_tokens: 5, output_tokens: 7 },
  }
  world.provider.script('anthropic-model', scenario.reply(200, body))
  const { json, headers } = await world.post('/v1/completions', { model: 'anthropic-model', prompt: 'a', max_tokens: 9 })
  expect(json).toMatchObject({ choices: [{ text: 'words', finish_reason: 'length' }], usage: { prompt_tokens: 5, completion_tokens: 7 } })
  expect(headers['x-waystation-lost']).toContain('reasoning_content')
})

test('a refused request is told in the words of OpenAI', async () => {
  const { status, json } = await world.post('/v1/completions', { model: 'gemini-model', prompt: '#refuse:400x1' })
  expect(status).toBe(400)
  expect(json).toMatchObject({ error: { message: expect.any(String) } })
})
