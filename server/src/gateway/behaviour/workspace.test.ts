// Calls through channels of Databricks: which of its paths and dialects serve which model, as whom, and what is done when a token is refused.
// The stand-in checks keys, paths and fields, and the fake provider behind it the bodies.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeDatabricks, openFakeDatabricks } from '../../testing/fakes/fake-databricks.ts'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ways } from './testing/through-doors.ts'

const TYPE = 1064
const PAT = 'dapi-personal-secret-0123456789'
const CLAUDE = 'system.ai.claude-opus-5-5'
const GEMINI = 'system.ai.gemini-3-8-flash'
const GPT = 'system.ai.gpt-5-6-sol'
const OPEN = 'main.team.copilot'
const VECTORS = 'system.ai.qwen3-embedding-0-6b'
const OLDER = 'databricks-claude-sonnet-4-5'
const own = [CLAUDE, GEMINI, GPT, OPEN, VECTORS]
const models = [...own, OLDER, 'signed', 'removed', 'wrong']
const logLines: string[] = []

let world: World
let workspace: FakeDatabricks
const ids: Record<string, number> = {}
const principals: Record<string, ReturnType<FakeDatabricks['principal']>> = {}
beforeAll(async () => {
  world = await openWorld({
    channel: null,
    logLines,
    ratios: Object.fromEntries(models.map((model) => [model, 1])),
    options: { RetryTimes: '1' },
  })
  workspace = await openFakeDatabricks(world.provider.url)
  workspace.tokens.add(PAT)
  const add = async (name: string, fields: Readonly<Record<string, unknown>>) => {
    ids[name] = await world.addChannel({ type: TYPE, name, key: PAT, base_url: workspace.url, ...fields })
  }
  await add('workspace', { models: own.join() })
  await add('older', { models: OLDER, base_url: `${workspace.url}/serving-endpoints` })
  await add('wrong', { models: 'wrong', key: 'dapi-wrong-secret-0123456789' })
  for (const name of ['signed', 'removed']) {
    principals[name] = workspace.principal()
    await add(name, { models: name, key: principals[name].key })
  }
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await workspace.close()
  const secrets = [...workspace.tokens, ...Object.values(principals).map(({ secret }) => secret), 'dapi-wrong-secret']
  expect(secrets.length).toBeGreaterThan(3)
  expect(secrets.filter((secret) => logLines.some((line) => line.includes(secret)))).toEqual([])
})
beforeEach(() => {
  world.provider.clear()
  workspace.requests.length = 0
})

const HELLO = 'hello #in:10 #out:2'
const ask = (model: string, more: object = {}) =>
  world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: HELLO }], ...more })
const sent = () => workspace.requests.at(-1)

/** The dialects of a maker that a family is served in beside OpenAI's chat. */
const families = [
  { model: CLAUDE, dialect: 'anthropic-messages', path: '/ai-gateway/anthropic/v1/messages' },
  { model: GPT, dialect: 'openai-responses', path: '/ai-gateway/mlflow/v1/responses' },
  { model: GEMINI, dialect: 'gemini-generate', path: `/ai-gateway/gemini/v1beta/models/${GEMINI}:` },
  { model: OPEN, dialect: 'openai-chat', path: '/ai-gateway/mlflow/v1/chat/completions' },
] as const

describe.each(ways)('through $name', ({ door, isStream }) => {
  test.each(families)('$model is called in $dialect by its own clients, and in chat by all others', async ({ model, dialect, path }) => {
    const answer = await world.post(door.path(model, isStream), door.body(model, HELLO, isStream))
    expect(answer.status, answer.text).toBe(200)
    if (isStream) expect(answer.text).toMatch(door.terminal)
    expect(sent()?.path).toContain(door.dialect === dialect ? path : '/ai-gateway/mlflow/v1/chat/completions')
    expect(sent()?.headers.authorization).toBe(`Bearer ${PAT}`)
    expect((await world.logs(1))[0]).toMatchObject({ model_name: model, prompt_tokens: 10, completion_tokens: 2 })
  })
})

describe('what is sent', () => {
  test('the older API has paths of its own, in each dialect', async () => {
    expect((await ask(OLDER)).status).toBe(200)
    const messages = { model: OLDER, max_tokens: 9, messages: [{ role: 'user', content: HELLO }] }
    expect((await world.post('/v1/messages', messages)).status).toBe(200)
    expect(workspace.requests.map(({ path }) => path)).toEqual([
      '/serving-endpoints/chat/completions',
      '/serving-endpoints/anthropic/v1/messages',
    ])
  })

  test('a limit goes under the name that the vendor has for it', async () => {
    expect((await ask(GPT, { max_completion_tokens: 77 })).status).toBe(200)
    expect(sent()?.body).toMatchObject({ max_tokens: 77 })
    expect(sent()?.body).not.toHaveProperty('max_completion_tokens')
  })

  test('vectors', async () => {
    const answer = await world.post('/v1/embeddings', { model: VECTORS, input: ['a', 'b'] })
    expect(answer.status, answer.text).toBe(200)
    expect(sent()?.path).toBe('/ai-gateway/mlflow/v1/embeddings')
  })
})

test.each([false, true])('thinking in a list of contents is thinking for a client of another dialect, streamed: %s', async (isStream) => {
  const summary = (more: object) => ({ type: 'reasoning', summary: [{ type: 'summary_text', ...more }] })
  const head = { id: 'c', object: isStream ? 'chat.completion.chunk' : 'chat.completion', created: 1, model: OPEN }
  const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 }
  const piece = (delta: object, reason: string | null = null) =>
    step.frame({ ...head, choices: [{ index: 0, delta, finish_reason: reason }] })
  const text = [{ type: 'text', text: 'It is sunny.' }]
  const content = [summary({ text: 'I look outside.', signature: 's' }), ...text]
  world.provider.next(
    isStream
      ? [
          ...[step.streamHead(), piece({ role: 'assistant', content: [summary({ text: 'I look ' })] })],
          ...[piece({ content: [summary({ text: 'outside.' })] }), piece({ content: text }), piece({}, 'stop')],
          ...[step.frame({ ...head, choices: [], usage }), step.done(), step.end()],
        ]
      : [
          step.head(200, { 'content-type': 'application/json' }),
          step.text(
            JSON.stringify({ ...head, choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }], usage }),
          ),
          step.end(),
        ],
  )
  const body = { model: OPEN, max_tokens: 99, messages: [{ role: 'user', content: HELLO }], stream: isStream }
  const answer = await world.post('/v1/messages', body)
  expect(answer.status, answer.text).toBe(200)
  if (isStream) expect(answer.text).toMatch(/"thinking_delta","thinking":"I look "[\s\S]*"text_delta","text":"It is sunny\."/)
  else
    expect(answer.json.content).toMatchObject([
      { type: 'thinking', thinking: 'I look outside.' },
      { type: 'text', text: 'It is sunny.' },
    ])
})

describe('a service principal', () => {
  test('gets one token at its workspace for several calls', async () => {
    expect((await ask('signed')).status).toBe(200)
    const token = String(sent()?.headers.authorization)
    expect(token).toMatch(/^Bearer eyJ/)
    expect((await ask('signed')).status).toBe(200)
    expect(sent()?.headers.authorization).toBe(token)
  })

  test('gets another one within the call when that is refused, which the vendor does with 403', async () => {
    await ask('signed')
    const stale = String(sent()?.headers.authorization).replace('Bearer ', '')
    workspace.tokens.delete(stale)
    workspace.requests.length = 0
    expect((await ask('signed')).status).toBe(200)
    expect(workspace.requests).toHaveLength(2)
    expect(sent()?.headers.authorization).not.toBe(`Bearer ${stale}`)
  })

  test('that was removed is a dead key, and nothing is called', async () => {
    workspace.remove(principals.removed?.id ?? '')
    expect((await ask('removed')).status).toBe(502)
    const { body } = await world.console.ask('GET', `/api/channel/test/${ids.removed}`)
    expect(body).toMatchObject({ success: false, message: expect.stringContaining('Client authentication failed') })
    expect(workspace.requests).toEqual([])
  })
})

test('a token that is none is told to nobody but the admin', async () => {
  const answer = await ask('wrong')
  expect(answer.status).toBe(502)
  expect(answer.text).not.toMatch(/Invalid access token|dapi-wrong/)
  const { body } = await world.console.ask('GET', `/api/channel/test/${ids.wrong}`)
  expect(body).toMatchObject({ success: false, message: expect.stringContaining('Invalid access token') })
})

test('the console tests a channel and lists its endpoints, those that can be called', async () => {
  expect((await world.console.ask('GET', `/api/channel/test/${ids.workspace}`)).body).toMatchObject({ success: true })
  const { body } = await world.console.ask('GET', `/api/channel/fetch_models/${ids.workspace}`)
  expect(body).toMatchObject({ success: true, data: ['databricks-claude-opus-5-5', 'databricks-gte-large-en'] })
  const draft = { name: 'x', type: TYPE, key: 'my-client|secret', base_url: workspace.url, models: GPT }
  expect((await world.console.ask('POST', '/api/channel/', draft)).body).toMatchObject({ success: false })
})
