// What Zhipu's page does not list never reaches it: said otherwise, or left out and named. A strict stand-in of Zhipu judges every request.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { doors } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

type Json = Record<string, unknown>

const models = ['glm-4.7', 'glm-5.2', 'glm-4.6v']
let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, isJudged: true, ratios: Object.fromEntries(models.map((model) => [model, 1])) })
  await world.addChannel({ type: 26, models: models.join(',') })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => world.provider.clear())

/** A call that is served: the body that Zhipu got, and what the client is told of losses. */
async function asked(path: string, body: object): Promise<{ sent: Json; lost: string[]; text: string }> {
  const answer = await world.post(path, body)
  const request = world.provider.requests.at(-1)
  expect(answer.status, `${answer.text} ${JSON.stringify(request?.body)}`).toBe(200)
  expect(request).toMatchObject({ path: '/api/paas/v4/chat/completions' })
  const lost = String(answer.headers['x-waystation-lost'] ?? '').split(',')
  return { sent: request?.body as Json, lost: lost.filter((one) => one !== '' && !one.startsWith('reply.')), text: answer.text }
}

const messages = (more: object, model = 'glm-4.7') =>
  asked('/v1/messages', { model, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }], ...more })
const responses = (more: object) => asked('/v1/responses', { model: 'glm-4.7', input: 'hi', store: false, ...more })
const gemini = (generationConfig: object) =>
  asked('/v1beta/models/glm-4.7:generateContent', { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], generationConfig })
const chat = (more: object) => asked('/v1/chat/completions', { model: 'glm-4.7', messages: [{ role: 'user', content: 'hi' }], ...more })

const now = { name: 'now', input_schema: { type: 'object', properties: {} } }

describe.each(doors)('$dialect', ({ path, body, terminal }) => {
  test('is served whole', async () => {
    const { sent, lost } = await asked(path('glm-4.7', false), body('glm-4.7', 'hi', false))
    expect(sent).not.toHaveProperty('stream_options')
    expect(lost).toEqual([])
  })

  test('is served as a stream, whose usage comes without being asked for', async () => {
    world.provider.next([step.streamHead(), step.say('Hi.'), step.finish(), step.usage(31, 7), step.done(), step.end()])
    const { sent, text } = await asked(path('glm-4.7', true), body('glm-4.7', 'hi', true))
    expect(sent).toMatchObject({ stream: true })
    expect(sent).not.toHaveProperty('stream_options')
    expect(text).toMatch(terminal)
    const [row] = await world.logs(1)
    expect(row).toMatchObject({ prompt_tokens: 31, completion_tokens: 7 })
  })
})

describe('the choice of a tool', () => {
  const forced = [{ type: 'any' }, { type: 'tool', name: 'now' }]

  test.each(forced)('%j is left out and named', async (tool_choice) => {
    const { sent, lost } = await messages({ tools: [now], tool_choice })
    expect(sent).not.toHaveProperty('tool_choice')
    expect(sent.tools).toMatchObject([{ function: { name: 'now' } }])
    expect(lost).toEqual(['toolChoice'])
  })

  test('is the model’s', async () => {
    const { sent, lost } = await messages({ tools: [now], tool_choice: { type: 'auto' } })
    expect(sent.tool_choice).toBe('auto')
    expect(lost).toEqual([])
  })

  test('of none offers none', async () => {
    const { sent, lost } = await messages({ tools: [now], tool_choice: { type: 'none' } })
    expect(sent).not.toHaveProperty('tools')
    expect(lost).toEqual(['tools[0]'])
  })

  test('is refused for a caller who wants everything or nothing', async () => {
    const body = {
      model: 'glm-4.7',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'hi' }],
      tools: [now],
      tool_choice: { type: 'any' },
    }
    const answer = await world.post('/v1/messages', body, { 'x-waystation-strict': 'true' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('toolChoice')
    expect(world.provider.requests).toEqual([])
  })
})

test('a top_p of 1 is the highest below it, and a temperature at most 1', async () => {
  const { sent, lost } = await messages({ top_p: 1 })
  expect(sent.top_p).toBe(0.99)
  expect(lost).toEqual(['sampling.topP'])
  const warm = await gemini({ temperature: 1.7 })
  expect(warm.sent.temperature).toBe(1)
  expect(warm.lost).toEqual(['sampling.temperature'])
})

test('a schema of the answer goes into the instructions, with free JSON', async () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
  const { sent, lost } = await messages({ output_config: { format: { type: 'json_schema', schema } } })
  expect(sent.response_format).toEqual({ type: 'json_object' })
  expect(JSON.stringify(sent.messages)).toContain('JSON Schema')
  expect(lost).toEqual(['output'])
})

test('a strict tool is no longer strict', async () => {
  const tools = [{ type: 'function', name: 'f', strict: true, parameters: { type: 'object', properties: {}, additionalProperties: false } }]
  const { sent, lost } = await responses({ tools })
  expect(JSON.stringify(sent.tools)).not.toContain('strict')
  expect(lost).toEqual(['tools[0].strict'])
})

test('penalties and a seed are left out and named', async () => {
  const { sent, lost } = await gemini({ presencePenalty: 0.5, frequencyPenalty: 0.5, seed: 7 })
  for (const field of ['presence_penalty', 'frequency_penalty', 'seed']) expect(sent).not.toHaveProperty(field)
  expect(lost.toSorted()).toEqual(['sampling.frequencyPenalty', 'sampling.presencePenalty', 'sampling.seed'])
})

test('the limit has the name that Zhipu knows, so that what is held is what is sent', async () => {
  const { sent } = await chat({ max_completion_tokens: 50, stream: true, stream_options: { include_usage: true } })
  expect(sent).toMatchObject({ max_tokens: 50 })
  for (const field of ['max_completion_tokens', 'stream_options']) expect(sent).not.toHaveProperty(field)
  expect((await responses({ max_output_tokens: 60 })).sent).toMatchObject({ max_tokens: 60 })
})

test('instructions alone are said by the user', async () => {
  const { sent } = await responses({ input: [{ role: 'developer', content: 'Say hi.' }] })
  expect(sent.messages).toMatchObject([{ role: 'user' }])
})

test('a picture goes to the models that see, and refuses the call at the others before it is sent', async () => {
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
  const turns = [{ role: 'user', content: [picture, { type: 'text', text: 'What is it?' }] }]
  expect((await messages({ messages: turns }, 'glm-4.6v')).lost).toEqual([])
  world.provider.clear()
  const answer = await world.post('/v1/messages', { model: 'glm-5.2', max_tokens: 100, messages: turns })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('turns[0].parts[0]')
  expect(world.provider.requests).toEqual([])
})

test('what Zhipu refuses of its own dialect comes in its words', async () => {
  const answer = await world.post('/v1/chat/completions', { model: 'glm-4.7', messages: [{ role: 'user', content: 'hi' }], top_p: 1 })
  expect(answer.status).toBe(400)
  expect(answer.json.error).toMatchObject({ message: expect.stringContaining('top_p 参数非法') })
  world.provider.next(scenario.reply(429, { error: { code: '1302', message: '您的账户已达到速率限制' } }))
  expect((await world.post('/v1/chat/completions', { model: 'glm-5.2', messages: [{ role: 'user', content: 'hi' }] })).status).toBe(429)
})

describe('thinking', () => {
  const thinks = 'glm-4.7'
  const post = (dialect: string, model: string, isOn: boolean) => {
    const wish = {
      chat: { reasoning_effort: isOn ? 'high' : 'none' },
      messages: { thinking: isOn ? { type: 'enabled', budget_tokens: 50 } : { type: 'disabled' } },
      responses: { reasoning: { effort: isOn ? 'high' : 'none' } },
      gemini: { thinkingConfig: { thinkingBudget: isOn ? 50 : 0 } },
    }
    if (dialect === 'chat') return chat({ ...wish.chat, model })
    if (dialect === 'messages') return messages(wish.messages, model)
    return dialect === 'responses' ? responses({ ...wish.responses, model }) : gemini(wish.gemini)
  }

  test.each(['chat', 'messages', 'responses', 'gemini'])(
    'is switched on and off in Zhipu’s own field for clients of %s',
    async (dialect) => {
      const off = await post(dialect, thinks, false)
      expect([off.sent.thinking, off.lost]).toEqual([{ type: 'disabled' }, []])
      const on = await post(dialect, thinks, true)
      expect(on.sent.thinking).toEqual({ type: 'enabled' })
      for (const { sent } of [on, off]) expect(sent).not.toHaveProperty('reasoning_effort')
    },
  )

  test('keeps its effort at the models that have efforts', async () => {
    expect((await post('messages', 'glm-5.2', false)).sent).toMatchObject({ thinking: { type: 'disabled' } })
    expect((await post('responses', 'glm-5.2', true)).sent).toMatchObject({ thinking: { type: 'enabled' }, reasoning_effort: 'high' })
    expect((await post('chat', 'glm-5.2', true)).sent).toMatchObject({ reasoning_effort: 'high' })
    expect((await post('chat', 'glm-5.2', false)).sent).toMatchObject({ thinking: { type: 'disabled' } })
  })

  test('is left as it is where the caller says nothing of it, or says it as Zhipu does', async () => {
    expect((await chat({})).sent).not.toHaveProperty('thinking')
    expect((await messages({})).sent).not.toHaveProperty('thinking')
    expect((await chat({ thinking: { type: 'disabled' }, reasoning_effort: 'high' })).sent).toMatchObject({
      thinking: { type: 'disabled' },
    })
  })
})
