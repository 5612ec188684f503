// Calls through channels of Dify: several requests for one answer, in events of its own. The stand-in takes what its reference has, and
// nothing else.
import { failed, messageEnd, nodeStarted, ofMessage, runStarted, say, think } from '@waystation/wire/testing/dify-replies'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeDify, openFakeDify, refused, streamed } from '../../testing/fakes/fake-dify.ts'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { leavingPoint } from '../../testing/time/leaving-point.ts'
import { doors, eventsOf } from '../clients/testing/doors.ts'
import { send } from '../testing/clients.ts'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const DIFY = 37
const keys = { chat: 'app-chat-secret-1', second: 'app-chat-secret-2', completion: 'app-completion-1', workflow: 'app-workflow-1' }
const models = ['app', 'two', 'completion', 'workflow', 'wrong', 'open']
/** One unit for a token of prompt, three for one of output. */
const each = (value: number) => JSON.stringify(Object.fromEntries(models.map((model) => [model, value])))
const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let world: World
let dify: FakeDify
let payers: Payers
let payer: Payer
const logLines: string[] = []
const ids: Record<string, number> = {}

beforeAll(async () => {
  dify = await openFakeDify({ [keys.chat]: 'chat', [keys.second]: 'chat', [keys.completion]: 'completion', [keys.workflow]: 'workflow' })
  const options = { ModelRatio: each(1), CompletionRatio: each(3), RetryTimes: '1' }
  world = await openWorld({ channel: null, logLines, options })
  const add = async (name: string, fields: Record<string, unknown>) => {
    ids[name] = await world.addChannel({ name, type: DIFY, base_url: dify.url, ...fields })
  }
  await add('chat', { key: keys.chat, models: 'app' })
  await add('first', { key: keys.chat, models: 'two', priority: 2, base_url: `${dify.url}/v1` })
  await add('second', { key: keys.second, models: 'two', priority: 1 })
  await add('completion', { key: keys.completion, models: 'completion', other: 'completion' })
  await add('workflow', { key: keys.workflow, models: 'workflow', other: 'workflow:question' })
  await add('open', { key: keys.chat, models: 'open', setting: JSON.stringify({ hidden_prompt: false }) })
  await add('wrong', { key: 'app-wrong-secret', models: 'wrong' })
  payers = await openPayers(world)
  payer = await payers.add(50_000_000)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
  await dify.close()
  expect(logLines.length).toBeGreaterThan(0)
  expect([...Object.values(keys), 'app-wrong-secret'].filter((key) => logLines.some((line) => line.includes(key)))).toEqual([])
})
beforeEach(() => dify.clear())

const chats = doors.filter(({ dialect }) => dialect === 'openai-chat' || dialect === 'anthropic-messages')
const [openai] = chats
const ask = (model: string, prompt: string, isStream: boolean, door = openai) => {
  if (!door) throw new Error('there is no such door')
  return world.post(door.path(model, isStream), door.body(model, prompt, isStream))
}
const hello = (model: string, isStream: boolean) => ({ dialect: 'openai-chat', model, prompt: 'How is it?', isStream }) as const
const paths = () => dify.requests.map(({ path, refusal }) => (refusal === undefined ? path : `${path} refused: ${refusal}`))
const rowOf = (answer: { headers: Record<string, unknown> }) => payers.row(String(answer.headers['x-request-id']))

describe.each(chats)('$dialect', (door) => {
  test.each([false, true])('an answer costs what the app counts, streamed: %s', async (isStream) => {
    const before = await world.balance()
    const answer = await ask('app', 'How is it?', isStream, door)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).toContain('sunny.')
    if (isStream) expect(answer.text).toMatch(door.terminal)
    expect(paths()).toEqual(['/v1/chat-messages'])
    expect(dify.requests[0]?.body).toMatchObject({ query: 'How is it?', inputs: {}, response_mode: 'streaming', auto_generate_name: false })
    expect(await rowOf(answer)).toMatchObject({
      prompt_tokens: 1000,
      completion_tokens: 20,
      quota: 1060,
      facts: { usage_source: 'upstream' },
    })
    expect(before - (await world.balance())).toBe(1060)
  })

  test('an error before the first word is answered by another channel, also after the app has told of its steps', async () => {
    const steps = [
      runStarted(ofMessage),
      nodeStarted('Look it up', ofMessage),
      failed(400, 'provider_quota_exceeded', 'Your quota is exhausted'),
    ]
    dify.next(keys.chat, streamed(steps))
    const answer = await ask('two', 'How is it?', true, door)
    expect(answer.text).toMatch(door.terminal)
    expect(answer.text).not.toContain('exhausted')
    expect(dify.requests.map(({ key }) => key)).toEqual([keys.chat, keys.second])
    expect(await rowOf(answer)).toMatchObject({ quota: 1060 })
  })

  test('an error after the first word ends the stream as a failure, and what came is charged', async () => {
    dify.next(keys.chat, streamed([say('It is'), say(' sunny'), failed(500, 'internal_server_error', `broke with ${keys.chat}`)]))
    const answer = await ask('app', 'How is it?', true, door)
    const last = eventsOf(answer.text).at(-1)
    expect(last && door.isFailureEvent(last), answer.text).toBe(true)
    expect(answer.text).not.toMatch(door.terminal)
    expect(answer.text).not.toContain(keys.chat)
    const row = await rowOf(answer)
    expect(row).toMatchObject({ facts: { end_reason: 'upstream_error', usage_source: 'counted' } })
    expect(row.completion_tokens).toBeGreaterThan(0)
    expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens * 3)
  })

  test('a client that leaves in the middle pays for what came, and the app is stopped', async () => {
    dify.next(keys.chat, [step.streamHead(), step.endless(`data: ${JSON.stringify(say(' and'))}\n\n`, 5)])
    const asked = { ...hello('app', true), dialect: door.dialect, maxOutputTokens: 500 }
    const facts = await send(world.url, payer.key, asked, { abortAfterFrames: 12 })
    await expect.poll(() => dify.requests[0]?.isAborted).toBe(true)
    const row = await payers.row(facts.requestId)
    expect(row).toMatchObject({ facts: { end_reason: 'client_gone', usage_source: 'counted' } })
    expect(row.completion_tokens).toBeGreaterThan(0)
    expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens * 3)
  })
})

describe('files', () => {
  const asking = (url: string, more: object = {}) => ({
    ...{
      model: 'app',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ],
    },
    ...more,
  })

  test.each([false, true])('data are uploaded before the call, streamed: %s', async (stream) => {
    const answer = await world.post('/v1/chat/completions', asking(PNG, { stream, user: 'end-user-7' }))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).toContain('sunny')
    expect(paths()).toEqual(['/v1/files/upload', '/v1/chat-messages'])
    const [upload, call] = dify.requests
    expect(upload).toMatchObject({ key: keys.chat, body: { user: 'end-user-7' }, file: { name: 'file.png', type: 'image/png', size: 70 } })
    expect(call?.body).toMatchObject({ user: 'end-user-7', query: 'What is it?' })
    expect(call?.body.files).toEqual([{ type: 'image', transfer_method: 'local_file', upload_file_id: expect.stringMatching(/^file-/) }])
  })

  test('a picture of a client of Anthropic’s is uploaded too', async () => {
    const source = { type: 'base64', media_type: 'image/png', data: PNG.slice(PNG.indexOf(',') + 1) }
    const content = [
      { type: 'image', source },
      { type: 'text', text: 'What is it?' },
    ]
    const answer = await world.post('/v1/messages', { model: 'app', max_tokens: 100, messages: [{ role: 'user', content }] })
    expect(answer.status, answer.text).toBe(200)
    expect(paths()).toEqual(['/v1/files/upload', '/v1/chat-messages'])
  })

  test('an address is passed on', async () => {
    expect((await world.post('/v1/chat/completions', asking('https://pictures.test/a.png'))).status).toBe(200)
    expect(dify.requests[0]?.body.files).toEqual([{ type: 'image', transfer_method: 'remote_url', url: 'https://pictures.test/a.png' }])
  })

  test('an upload that is refused is the failure of the call, and another channel is tried after it', async () => {
    dify.next(keys.chat, refused(413, 'file_too_large', 'File size exceeded.'), 'upload')
    const refusal = await world.post('/v1/chat/completions', asking(PNG))
    expect(refusal).toMatchObject({ status: 413, json: { error: { message: expect.stringContaining('File size exceeded.') } } })
    expect(paths()).toEqual(['/v1/files/upload'])
    dify.clear()
    dify.next(keys.chat, refused(503, 'unavailable', 'Try later'), 'upload')
    expect((await world.post('/v1/chat/completions', { ...asking(PNG), model: 'two' })).status).toBe(200)
    expect(dify.requests.map(({ key }) => key)).toEqual([keys.chat, keys.second, keys.second])
  })

  test('an upload that gives no id is an answer that cannot be read', async () => {
    dify.next(keys.chat, [step.head(201, { 'content-type': 'application/json' }), step.text('{"ok":true}'), step.end()], 'upload')
    const answer = await world.post('/v1/chat/completions', asking(PNG))
    expect(answer).toMatchObject({ status: 502, json: { error: { code: 'read_response_body_failed' } } })
  })

  test('a client that leaves between the upload and the call ends both: no call is made, and nothing is charged', async () => {
    const before = await payer.balance()
    const leaving = leavingPoint()
    const rest = [step.head(201, { 'content-type': 'application/json' }), step.text('{"id":"file-1"}'), step.end()]
    dify.next(keys.chat, [leaving.here, step.wait(50), ...rest], 'upload')
    const facts = await send(world.url, payer.key, { ...hello('app', true), more: asking(PNG, { stream: true }) }, { leaveAt: leaving })
    expect(facts.end).toBe('left')
    expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
    expect(paths()).toEqual(['/v1/files/upload'])
    expect(await payer.balance()).toBe(before)
  })
})

describe('refusals', () => {
  test('a wrong key is not told to the caller, and costs nothing', async () => {
    const before = await world.balance()
    const answer = await ask('wrong', 'How is it?', false)
    // 401 would be about the caller's own key.
    expect(answer.status).toBe(502)
    expect(answer.text).not.toMatch(/app-wrong-secret|Access token/)
    expect(await world.balance()).toBe(before)
  })

  test.each([false, true])('after 429 another channel is tried, streamed: %s', async (isStream) => {
    dify.next(keys.chat, refused(429, 'rate_limit_error', 'Too many requests', { 'retry-after': '0' }))
    const answer = await ask('two', 'How is it?', isStream)
    expect(answer.status, answer.text).toBe(200)
    expect(dify.requests.map(({ key }) => key)).toEqual([keys.chat, keys.second])
  })

  test('an app of another kind than the channel says is another channel’s turn', async () => {
    dify.next(keys.chat, refused(400, 'not_chat_app', 'Please check if your app mode matches the right API route.'))
    expect((await ask('two', 'How is it?', false)).status).toBe(200)
    expect(dify.requests).toHaveLength(2)
  })

  test('a page in place of a stream is no answer', async () => {
    dify.next(keys.chat, [step.head(200, { 'content-type': 'text/html' }), step.text('<html>welcome</html>'), step.end()])
    expect((await ask('app', 'How is it?', false)).status).toBe(502)
  })
})

describe('what is sent', () => {
  test('the turns before stand in the question, and what the app decides by itself is named as lost', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: 'How is it?' },
    ]
    const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]
    const answer = await world.post('/v1/chat/completions', { model: 'app', messages, tools, temperature: 0.2, max_tokens: 50 })
    expect(answer.status, answer.text).toBe(200)
    expect(dify.requests[0]?.body.query).toBe('System: Be brief.\n\nUser: Hello\n\nAssistant: Hi\n\nUser: How is it?')
    expect(String(answer.headers['x-waystation-lost']).split(',')).toEqual(
      expect.arrayContaining(['tools[0]', 'sampling.temperature', 'maxOutputTokens']),
    )
  })

  test('users have names that tell nothing of them, each always the same one', async () => {
    await ask('app', 'one', false)
    await ask('app', 'two', false)
    await send(world.url, payer.key, hello('app', false))
    const [one, again, other] = dify.requests.map(({ body }) => String(body.user))
    expect(one).toBe(again)
    expect(other).not.toBe(one)
    expect(one).toMatch(/^[\w-]{20,}$/)
  })

  test('a completion app gets the text as its input `query`, a workflow as the one that the channel names', async () => {
    expect((await ask('completion', 'How is it?', false)).status).toBe(200)
    const answer = await ask('workflow', 'How is it?', false)
    expect(answer.text).toContain('It is sunny.')
    expect(dify.requests.map(({ path, body }) => [path, body.inputs])).toEqual([
      ['/v1/completion-messages', { query: 'How is it?' }],
      ['/v1/workflows/run', { question: 'How is it?' }],
    ])
    // The run has a total and no parts: all of it is input, and the output is counted.
    const row = await rowOf(answer)
    expect(row).toMatchObject({ prompt_tokens: 1020, facts: { usage_source: 'counted' } })
    expect(row.quota).toBe(1020 + row.completion_tokens * 3)
  })
})

describe('what is charged', () => {
  test('the prompt of the app, far beyond the bytes that were sent, unless the channel says that it has none', async () => {
    const usage = { prompt_tokens: 50_000, completion_tokens: 20, total_tokens: 50_020 }
    for (const _ of ['app', 'open']) dify.next(keys.chat, streamed([say('It is sunny.'), messageEnd(usage)]))
    expect(await rowOf(await ask('app', 'How is it?', false))).toMatchObject({ prompt_tokens: 50_000, quota: 50_060 })
    const row = await rowOf(await ask('open', 'How is it?', false))
    expect(row.prompt_tokens).toBeLessThan(11_000)
    expect(row.facts.usage_cut).toBeDefined()
  })

  test('our own count where the app reports none', async () => {
    dify.next(keys.chat, streamed([say('It is sunny.'), messageEnd(null)]))
    const answer = await ask('app', 'How is it?', false)
    const row = await rowOf(answer)
    expect(row.facts.usage_source).toBe('counted')
    expect(answer.json).toMatchObject({ usage: { prompt_tokens: row.prompt_tokens, completion_tokens: row.completion_tokens } })
    expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens * 3)
    expect(row.completion_tokens).toBeGreaterThan(2)
  })

  test('steps and tools are shown as thinking and not charged', async () => {
    const tools = [think({ tool: 'search', tool_input: '{"q":"sun"}', observation: 'a long page of words '.repeat(50) })]
    dify.next(keys.chat, streamed([runStarted(ofMessage), nodeStarted('Look it up', ofMessage), ...tools, say('Sunny.'), messageEnd(null)]))
    const answer = await ask('app', 'How is it?', false)
    expect(answer.json).toMatchObject({
      choices: [{ message: { content: 'Sunny.', reasoning_content: expect.stringMatching(/^Look it up\nsearch \{"q":"sun"\}\n/) } }],
    })
    expect((await rowOf(answer)).completion_tokens).toBeLessThan(5)
  })

  test('an app without end is cut when nothing more can be held, and costs no more than that', async () => {
    const poor = await payers.add(3000)
    const many = `data: ${JSON.stringify(say(' of'.repeat(20)))}\n\n`.repeat(50)
    dify.next(keys.chat, [step.streamHead(), step.endless(many, 1)])
    const facts = await send(world.url, poor.key, hello('app', true))
    expect(facts).toMatchObject({ status: 200, sawDone: false, inBandError: { code: 'quota_cut' } })
    await expect.poll(() => dify.requests[0]?.isAborted).toBe(true)
    const row = await payers.row(facts.requestId)
    expect(row).toMatchObject({ facts: { end_reason: 'quota_cut', usage_source: 'counted' } })
    expect(row.quota).toBe(row.prompt_tokens + 3 * row.completion_tokens)
    expect(row.quota).toBeLessThanOrEqual(3000)
    expect(await poor.balance()).toBe(3000 - row.quota)
  })
})

test('the console tests a channel, and has no list of its models', async () => {
  expect((await world.console.ask('GET', `/api/channel/test/${ids.chat}`)).body).toMatchObject({ success: true })
  expect(paths()).toEqual(['/v1/chat-messages'])
  const failure = (await world.console.ask('GET', `/api/channel/test/${ids.wrong}`)).body
  expect(failure).toMatchObject({ success: false, message: expect.stringContaining('Access token is invalid') })
  expect(JSON.stringify(failure)).not.toContain('app-wrong-secret')
})
