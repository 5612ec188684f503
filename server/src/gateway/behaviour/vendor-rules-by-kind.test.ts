// The kinds 1 to 23 of docs/vendor-rules.md, one by one through the front door: what a client sends, what the vendor gets, and what the client
// is told. Strict vendors stand behind the gateway and judge every request.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

type Json = Record<string, unknown>

const chatOnly = { setting: JSON.stringify({ dialects: ['openai-chat'] }) }
const channels = (url: string): readonly { readonly models: string; readonly [field: string]: unknown }[] => [
  { type: 1, models: 'gpt-4o,gpt-5,gpt-5.1,gpt-5.2,gpt-4.1', ...chatOnly },
  { type: 1, models: 'o3,gpt-5.5', setting: JSON.stringify({ dialects: ['openai-responses'] }) },
  { type: 14, models: 'claude-sonnet-4-5,claude-opus-4-6,claude-opus-4-7,claude-opus-5-5' },
  { type: 24, models: 'gemini-2.5-flash,gemini-3-flash-preview,gemini-3.6-flash,gemma-3-27b-it' },
  { type: 43, models: 'deepseek-chat,deepseek-v4', base_url: `${url}/deepseek`, ...chatOnly },
]

/** Models behind servers that no vendor's host or type tells apart; DeepSeek's stand-in takes five stop words. */
const ownServers = (url: string) =>
  [
    { models: 'named-rules', setting: JSON.stringify({ rules: 'openai' }) },
    { models: 'no-rules', setting: '{}' },
  ].map((channel) => ({
    ...{ type: 8, base_url: `${url}/deepseek`, model_mapping: JSON.stringify({ [channel.models]: 'deepseek-chat' }) },
    ...channel,
  }))

let world: World
let balance = 0
beforeAll(async () => {
  const all = (url: string) => [...channels(url), ...ownServers(url)]
  const names = all('').flatMap(({ models }) => models.split(','))
  world = await openWorld({ channel: null, isJudged: true, ratios: Object.fromEntries(names.map((name) => [name, 1])) })
  for (const channel of all(world.provider.url)) await world.addChannel(channel)
}, 180_000)
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(async () => {
  world.provider.clear()
  balance = await world.balance()
})

/** The request that the vendor received, which it must not have refused. */
function sent(): Json {
  const request = world.provider.requests.at(-1)
  expect(request?.refusal).toBeUndefined()
  return request?.body as Json
}

interface Asked {
  readonly json: Json
  readonly text: string
  readonly body: Json
  /** The paths in `x-waystation-lost`, without those of the reply. */
  readonly lost: readonly string[]
}

/** A call that is served. */
async function asked(path: string, body: object): Promise<Asked> {
  const answer = await world.post(path, body)
  expect(answer.status, `${answer.text} ${JSON.stringify(world.provider.requests.at(-1)?.body)}`).toBe(200)
  const lost = String(answer.headers['x-waystation-lost'] ?? '')
  return {
    json: answer.json,
    text: answer.text,
    body: sent(),
    lost: lost.split(',').filter((one) => one !== '' && !one.startsWith('reply.')),
  }
}

const chat = (model: string, more: object = {}) =>
  asked('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hi' }], ...more })
const messages = (model: string, more: object = {}) =>
  asked('/v1/messages', { model, max_tokens: 4000, messages: [{ role: 'user', content: 'hi' }], ...more })
const gemini = (model: string, more: object = {}) =>
  asked(`/v1beta/models/${model}:generateContent`, { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], ...more })

/** A call that is refused for what it needs, in words that name it, before anything is sent or paid. */
async function needed(path: string, body: object, what: string): Promise<void> {
  const answer = await world.post(path, body)
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('does not support')
  expect(answer.text).toContain(what)
  expect(world.provider.requests).toEqual([])
  expect(await world.balance()).toBe(balance)
}

const chatTool = (name: string, more: object = {}) => ({ type: 'function', function: { name, ...more } })
const place = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
const chatSchema = (schema: object) => ({ response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } })

describe('whole calls', () => {
  test('1: carry no fields of a stream', async () => {
    expect((await messages('gpt-4o')).body).not.toHaveProperty('stream_options')
    expect((await gemini('deepseek-chat')).body).not.toHaveProperty('stream_options')
  })
})

describe('Claude as upstream', () => {
  test('2: no temperature at models that refuse it, and one of the two at models that refuse both', async () => {
    const newest = await chat('claude-opus-4-7', { temperature: 0.3, top_p: 0.5 })
    expect(newest.body).not.toHaveProperty('temperature')
    expect(newest.body).not.toHaveProperty('top_p')
    expect(newest.lost).toEqual(['sampling.temperature', 'sampling.topP'])
    const older = await chat('claude-sonnet-4-5', { temperature: 0.3, top_p: 0.5 })
    expect(older.body).toMatchObject({ temperature: 0.3 })
    expect(older.lost).toEqual(['sampling.topP'])
  })

  test('3: bounds of a guaranteed schema go into words, and objects are closed', async () => {
    const schema = { type: 'object', properties: { age: { type: 'integer', minimum: 0 } }, required: ['age'] }
    const { body, lost } = await chat('claude-sonnet-4-5', chatSchema(schema))
    const written = JSON.stringify(body)
    expect(written).toContain('(minimum: 0)')
    expect(written).toContain('"additionalProperties":false')
    expect(written).not.toContain('"minimum"')
    expect(lost).toContain('output.schema')
  })

  test('3: of more than 20 strict tools the last ones are no longer strict', async () => {
    const tools = Array.from({ length: 21 }, (_, at) => chatTool(`f${at}`, { strict: true, parameters: place }))
    const { body, lost } = await chat('claude-sonnet-4-5', { tools })
    expect((body.tools as Json[]).filter(({ strict }) => strict === true)).toHaveLength(20)
    expect(lost).toEqual(['tools[20].strict'])
  })

  test('4: a user that is a mail address is a hash, and another name goes as it is', async () => {
    const { body, lost } = await chat('claude-sonnet-4-5', { user: 'anna@example.org' })
    expect(body.metadata).toEqual({ user_id: expect.stringMatching(/^user_[\da-f]{10}$/) })
    expect(lost).toEqual([])
    expect((await chat('claude-sonnet-4-5', { user: 'u-42' })).body.metadata).toEqual({ user_id: 'u-42' })
  })

  test('5: an effort in a word that the model has, and thinking is shown where it is hidden by default', async () => {
    const older = await chat('claude-opus-4-6', { reasoning_effort: 'xhigh' })
    expect(older.body).toMatchObject({ output_config: { effort: 'high' } })
    expect(older.lost).toContain('reasoning.effort')
    expect((await chat('claude-opus-4-7', { reasoning_effort: 'high' })).body).toMatchObject({ thinking: { display: 'summarized' } })
  })

  test('5: a model that always thinks is not told to stop', async () => {
    const { body, lost } = await chat('claude-opus-5-5', { reasoning_effort: 'none' })
    expect(JSON.stringify(body)).not.toContain('disabled')
    expect(lost).toContain('reasoning')
  })

  test('6: an assistant who speaks last does not end in a space, and empty turns are left out', async () => {
    const turns = [
      { role: 'user', content: 'hi' },
      { role: 'user', content: '' },
      { role: 'assistant', content: '{"a": ' },
    ]
    const { body } = await chat('claude-sonnet-4-5', { messages: turns })
    expect(JSON.stringify(body.messages)).toContain('"{\\"a\\":"')
    expect(JSON.stringify(body.messages)).not.toContain('"text":""')
  })
})

describe('OpenAI as upstream', () => {
  test('7: a user above 64 characters is a hash', async () => {
    const { body, lost } = await messages('gpt-4o', { metadata: { user_id: 'x'.repeat(65) } })
    expect(JSON.stringify(body)).toMatch(/"user_[\da-f]{10}"/)
    expect(JSON.stringify(body)).not.toContain('x'.repeat(65))
    expect(lost).toEqual([])
  })

  test('8: a tool without arguments has empty properties', async () => {
    const { body } = await messages('gpt-4o', { tools: [{ name: 'now', input_schema: { type: 'object' } }] })
    expect(body.tools).toMatchObject([{ function: { parameters: { type: 'object', properties: {} } } }])
  })

  test('9: an empty list of tools goes with its choice', async () => {
    const { body, lost } = await messages('gpt-4o', { tools: [], tool_choice: { type: 'auto' } })
    for (const field of ['tools', 'tool_choice', 'parallel_tool_calls']) expect(body).not.toHaveProperty(field)
    expect(lost).toEqual([])
  })

  test('10: a tool with a long name is called by it, whole and streamed', async () => {
    const name = `mcp__${'x'.repeat(70)}`
    const more = { messages: [{ role: 'user', content: 'hi #tool' }], tools: [{ name, input_schema: place }] }
    const whole = await messages('gpt-4o', more)
    expect(whole.body.tools).toMatchObject([{ function: { name: expect.stringMatching(/^mcp__x+_[\da-f]{10}$/) } }])
    expect(whole.json.content).toMatchObject([{ type: 'tool_use', name }])
    const streamed = await messages('gpt-4o', { ...more, stream: true })
    expect(streamed.text).toContain(`"name":"${name}"`)
    expect(whole.lost).toEqual([])
  })

  test('11: an effort above the highest is the highest that the model has', async () => {
    const { body, lost } = await messages('gpt-5', { output_config: { effort: 'max' } })
    expect(body.reasoning_effort).toBe('high')
    expect(lost).toContain('reasoning.effort')
  })

  test('12: a document without a name has one', async () => {
    const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }
    const content = [
      { type: 'document', source },
      { type: 'text', text: 'What is this?' },
    ]
    const { body, lost } = await messages('gpt-4o', { messages: [{ role: 'user', content }] })
    expect(JSON.stringify(body.messages)).toContain('"filename":"file.pdf"')
    expect(lost).toEqual([])
  })

  test('13: four stop words at most, an empty list of them is left out, and thinking models have none', async () => {
    const many = await messages('gpt-4o', { stop_sequences: ['a', 'b', 'c', 'd', 'e'] })
    expect(many.body.stop).toEqual(['a', 'b', 'c', 'd'])
    expect(many.lost).toEqual(['stop[4]'])
    expect((await messages('gpt-4o', { stop_sequences: [] })).body).not.toHaveProperty('stop')
    expect((await messages('gpt-5', { stop_sequences: ['a'] })).lost).toContain('stop[0]')
  })

  test('13: ids of calls above 64 characters are shortened in the call and in its result', async () => {
    const id = `toolu_${'x'.repeat(70)}`
    const turns = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'now', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'noon' }] },
    ]
    const { body } = await messages('o3', { messages: turns, tools: [{ name: 'now', input_schema: { type: 'object' } }] })
    const ids = (body.input as Json[]).flatMap(({ call_id }) => (call_id === undefined ? [] : [String(call_id)]))
    expect(ids).toHaveLength(2)
    expect(ids[0]).toHaveLength(64)
    expect(ids[1]).toBe(ids[0])
  })
})

describe('other vendors of the chat dialect', () => {
  test('14: instructions of the developer are those of the system', async () => {
    const input = [
      { role: 'developer', content: 'Be kind.' },
      { role: 'user', content: 'hi' },
    ]
    const { body, lost } = await asked('/v1/responses', { model: 'deepseek-chat', input, store: false })
    expect(body.messages).toMatchObject([{ role: 'system' }, { role: 'user' }])
    expect(lost).toEqual([])
  })

  test('15: a schema goes into the instructions, with free JSON', async () => {
    const format = { type: 'json_schema', name: 'answer', schema: place, strict: true }
    const { body, lost } = await asked('/v1/responses', { model: 'deepseek-chat', input: 'hi', store: false, text: { format } })
    expect(body.response_format).toEqual({ type: 'json_object' })
    expect(JSON.stringify(body.messages)).toContain('JSON Schema')
    expect(lost).toContain('output')
  })

  test('16: thinking stands beside calls of the history where it is demanded', async () => {
    const turns = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'now', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'noon' }] },
    ]
    const tools = [{ name: 'now', input_schema: { type: 'object' } }]
    const { body } = await messages('deepseek-v4', { messages: turns, tools })
    expect((body.messages as Json[])[1]).toMatchObject({ role: 'assistant', reasoning_content: ' ' })
    const without = await messages('deepseek-chat', { messages: turns, tools })
    expect((without.body.messages as Json[])[1]).not.toHaveProperty('reasoning_content')
  })
})

describe('Gemini as upstream', () => {
  const search = { type: 'web_search_20250305', name: 'web_search' }
  const now = { name: 'now', input_schema: { type: 'object', properties: {} } }

  test('17: beside functions a search is left out where the model refuses the two, and else told as the model wants', async () => {
    const older = await messages('gemini-2.5-flash', { tools: [search, now] })
    expect(JSON.stringify(older.body.tools)).not.toContain('googleSearch')
    expect(older.lost).toContain('tools[0]')
    const newer = await messages('gemini-3-flash-preview', { tools: [search, now] })
    expect(JSON.stringify(newer.body.tools)).toContain('googleSearch')
    expect(newer.body.toolConfig).toMatchObject({ includeServerSideToolInvocations: true })
  })

  test('18: beside functions a schema of the answer goes into the instructions', async () => {
    const { body, lost } = await chat('gemini-2.5-flash', { tools: [chatTool('now')], ...chatSchema(place) })
    expect(JSON.stringify(body.generationConfig ?? {})).not.toContain('Schema')
    expect(JSON.stringify(body.systemInstruction)).toContain('JSON Schema')
    expect(lost).toContain('output')
  })

  test('19: empty instructions are left out', async () => {
    expect(
      (
        await chat('gemini-2.5-flash', {
          messages: [
            { role: 'system', content: '' },
            { role: 'user', content: 'hi' },
          ],
        })
      ).body,
    ).not.toHaveProperty('systemInstruction')
  })

  test('20: penalties that are not enabled are left out and named, and those of nothing without a word', async () => {
    const { body, lost } = await chat('gemini-3-flash-preview', { presence_penalty: 0.5, frequency_penalty: 0 })
    expect(JSON.stringify(body)).not.toContain('Penalty')
    expect(lost).toEqual(['sampling.presencePenalty'])
  })

  test('21: five stop sequences at most', async () => {
    const { body, lost } = await messages('gemini-2.5-flash', { stop_sequences: ['a', 'b', 'c', 'd', 'e', 'f'] })
    expect(body.generationConfig).toMatchObject({ stopSequences: ['a', 'b', 'c', 'd', 'e'] })
    expect(lost).toEqual(['stop[5]'])
  })

  test('22: models without instructions hear them from the user', async () => {
    const { body, lost } = await chat('gemma-3-27b-it', {
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'hi' },
      ],
    })
    expect(body).not.toHaveProperty('systemInstruction')
    expect(body.contents).toEqual([{ role: 'user', parts: [{ text: 'Be kind.' }, { text: 'hi' }] }])
    expect(lost).toEqual(['turns[0]'])
  })

  test('23: with one id for the calls of every turn, each result has the name of the call before it', async () => {
    const round = (name: string) => [
      { role: 'assistant', content: null, tool_calls: [{ id: 'call_0', type: 'function', function: { name, arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'call_0', content: `from ${name}` },
    ]
    const turns = [{ role: 'user', content: 'hi' }, ...round('first'), ...round('second')]
    const { body } = await chat('gemini-3-flash-preview', { messages: turns, tools: [chatTool('first'), chatTool('second')] })
    const responses = (body.contents as { parts: { functionResponse?: { name: string; response: object } }[] }[])
      .flatMap(({ parts }) => parts)
      .flatMap(({ functionResponse }) => functionResponse ?? [])
    expect(responses.map(({ name }) => name)).toEqual(['first', 'second'])
    expect(responses.map(({ response }) => JSON.stringify(response))).toEqual([
      expect.stringContaining('from first'),
      expect.stringContaining('from second'),
    ])
  })
})

describe('what a call needs and the model has not is refused in words, and costs nothing', () => {
  const ask = { messages: [{ role: 'user', content: 'hi' }] }
  const picture = [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }]

  test('a forced tool', () =>
    needed('/v1/chat/completions', { model: 'claude-opus-5-5', ...ask, tools: [chatTool('now')], tool_choice: 'required' }, 'toolChoice'))

  test("a forced search of another vendor's", () => {
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }]
    return needed(
      '/v1/messages',
      { model: 'deepseek-chat', max_tokens: 10, ...ask, tools, tool_choice: { type: 'tool', name: 'web_search' } },
      'toolChoice',
    )
  })

  test('a picture', () => {
    const contents = [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] }]
    return needed('/v1beta/models/deepseek-chat:generateContent', { contents }, 'turns[0].parts[0]')
  })

  test('two answers', () => needed('/v1/chat/completions', { model: 'gemini-3-flash-preview', ...ask, n: 2 }, 'choices'))

  test('a document that the vendor would have to fetch is no picture: pictures by address go to those who fetch them', async () => {
    expect((await chat('claude-sonnet-4-5', { messages: [{ role: 'user', content: picture }] })).lost).toEqual([])
  })
})

describe('within one dialect', () => {
  test("nothing is edited, and the vendor's refusal comes with its words and its status", async () => {
    const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }], stop: ['a', 'b', 'c', 'd', 'e'], tools: [] }
    const answer = await world.post('/v1/chat/completions', body)
    const request = world.provider.requests.at(-1)
    expect(request?.body).toEqual(body)
    expect(answer.status).toBe(request?.refusal?.status)
    const refusal = request?.refusal?.body as { error: { message: string } }
    expect(answer.json.error).toMatchObject({ message: expect.stringContaining(refusal.error.message) })
    expect(answer.headers).not.toHaveProperty('x-waystation-lost')
    expect(await world.balance()).toBe(balance)
  })

  test('the temperature of a model that thinks is taken off and named', async () => {
    const { body, lost } = await chat('gpt-5', { temperature: 0.3, top_p: 1 })
    expect(body).not.toHaveProperty('temperature')
    expect(lost).toEqual(['temperature'])
    expect((await chat('gpt-5.1', { temperature: 0.3, reasoning_effort: 'none' })).body).toMatchObject({ temperature: 0.3 })
  })
})

describe('whose rules', () => {
  test.each([
    ['a channel that names them', 'named-rules', ['a', 'b', 'c', 'd']],
    ['a server of which nothing is known', 'no-rules', ['a', 'b', 'c', 'd', 'e']],
  ])('%s', async (_, model, stop) => {
    const { body } = await messages(model, { stop_sequences: ['a', 'b', 'c', 'd', 'e'] })
    expect(body.stop).toEqual(stop)
  })
})
