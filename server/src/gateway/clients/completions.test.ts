// The legacy completions with all that they can ask for, by OpenAI's own library.
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let openai: OpenAI
beforeAll(async () => {
  world = await openWorld()
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
})
afterAll(() => world.close())

const model = 'fake-chat'
const sent = () => world.provider.requests.at(-1)?.body
async function charge(call: () => Promise<unknown>): Promise<number> {
  const before = await world.balance()
  await call()
  return before - (await world.balance())
}

test('each prompt of a list has all of its answers, and all are charged', async () => {
  const cost = await charge(async () => {
    const body = { model, prompt: ['one #in:20 #out:3', 'two'], n: 2, max_tokens: 9 }
    const { choices } = await openai.completions.create(body)
    expect(choices.map(({ index }) => index)).toEqual([0, 1, 2, 3])
    expect(sent()).toEqual(body)
  })
  expect(cost).toBe(20 + 4 * 3)
  expect((await world.logs(1))[0]).toMatchObject({ prompt_tokens: 20, completion_tokens: 12 })
})

test.each([
  ['token numbers', { prompt: [1, 2, 3] }],
  ['lists of token numbers', { prompt: [[1, 2], [3]] }],
  ['the best of several', { prompt: 'a', best_of: 3, n: 1 }],
  ['a suffix, a bias and a penalty', { prompt: 'a', suffix: 'z', logit_bias: { '50256': -100 }, frequency_penalty: 1, seed: 7, user: 'u' }],
])('%s go on as they came', async (_what, fields) => {
  const { object } = await openai.completions.create({ model, ...fields })
  expect(object).toBe('text_completion')
  expect(sent()).toEqual({ model, ...fields })
})

test('the prompt comes back before the answer, with probabilities, where that is asked for', async () => {
  const { choices } = await openai.completions.create({ model, prompt: 'once #in:5 #out:2', echo: true, logprobs: 1 })
  expect(choices[0]).toMatchObject({ text: 'once #in:5 #out:2the of', logprobs: { token_logprobs: [-0.1], text_offset: [0] } })
})

test.each([
  ['whole', { stream: false }],
  ['streamed', { stream: true }],
])('the prompt that comes back is counted once where the vendor reports no usage, %s', async (_how, form) => {
  const prompt = 'a prompt of some words that comes back #out:2 #usage:missing'
  const costOf = (fields: object) => charge(() => world.post('/v1/completions', { model, prompt, ...form, ...fields }))
  const plain = await costOf({})
  expect(plain).toBeGreaterThan(10)
  expect(await costOf({ echo: true })).toBe(plain)
  expect(await costOf({ echo: true, n: 2 })).toBe(await costOf({ n: 2 }))
})

test('the best of several is held for', async () => {
  const held = async (fields: object) => {
    await openai.completions.create({ model, prompt: 'a', max_tokens: 100, ...fields })
    return (await world.logs(1))[0]?.facts.charge?.held ?? 0
  }
  const [one, many] = [await held({ best_of: 1, n: 1 }), await held({ best_of: 5, n: 1 })]
  expect(many - one).toBe(400)
})

test('a stream has the answers to all prompts, and its usage where that is asked for', async () => {
  const texts: Record<number, string> = {}
  let usage: unknown
  const cost = await charge(async () => {
    const body = { model, prompt: ['#in:8 #out:2', 'b'], stream: true as const, stream_options: { include_usage: true } }
    for await (const chunk of await openai.completions.create(body)) {
      for (const { index, text } of chunk.choices) texts[index] = (texts[index] ?? '') + text
      usage = chunk.usage ?? usage
    }
  })
  expect(texts).toEqual({ 0: 'the of', 1: 'the of' })
  expect(usage).toMatchObject({ prompt_tokens: 8, completion_tokens: 4 })
  expect(cost).toBe(12)
})

test.each([
  ['prompt', {}],
  ['prompt', { prompt: [] }],
  ['prompt', { prompt: 7 }],
  ['prompt[1]', { prompt: ['a', 7] }],
  ['prompt[0]', { prompt: [{ text: 'a' }] }],
])('a wrong %s is refused by its name', async (path, fields) => {
  const { status, json } = await world.post('/v1/completions', { model, ...fields })
  expect([status, json]).toMatchObject([
    400,
    { error: { code: 'invalid_text_request', message: expect.stringContaining(`${path}: expected`) } },
  ])
})
