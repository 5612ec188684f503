// Calls through channels of Coze: its bots, its codes with a good status, its uploads, and its tokens for apps. The stand-in takes what the
// vendor's developer guides have, and nothing else.
import { calls, completed, created, errorEvent, failed, found, requiresAction, say } from '@waystation/wire/testing/coze-replies'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeCoze, openFakeCoze, refused, streamed } from '../../testing/fakes/fake-coze.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { doors, eventsOf } from '../clients/testing/doors.ts'
import { send } from '../testing/clients.ts'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ways } from './testing/through-doors.ts'

const COZE = 49
const BOT = '7379462189365198898'
const OTHER_BOT = '7379462189365190000'
const keys = { first: 'pat_first-secret-0123456789', second: 'pat_second-secret-0123456789' }
const models = ['bot', 'two', 'mapped', 'wrong', 'nobody', 'signed', 'removed']
/** One unit for a token of prompt, three for one of output. */
const each = (value: number) => JSON.stringify(Object.fromEntries(models.map((model) => [model, value])))
const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let world: World
let coze: FakeCoze
let payers: Payers
let payer: Payer
const logLines: string[] = []
const ids: Record<string, number> = {}
const apps: Record<string, ReturnType<FakeCoze['app']>> = {}

beforeAll(async () => {
  coze = await openFakeCoze([BOT, OTHER_BOT], Object.values(keys))
  world = await openWorld({ channel: null, logLines, options: { ModelRatio: each(1), CompletionRatio: each(3), RetryTimes: '1' } })
  const add = async (name: string, fields: Record<string, unknown>) => {
    ids[name] = await world.addChannel({ name, type: COZE, base_url: coze.url, other: BOT, key: keys.first, ...fields })
  }
  await add('bot', { models: 'bot' })
  await add('first', { models: 'two', priority: 2, base_url: `${coze.url}/v3` })
  await add('second', { models: 'two', priority: 1, key: keys.second })
  await add('mapped', { models: 'mapped', other: '', model_mapping: JSON.stringify({ mapped: OTHER_BOT }) })
  await add('wrong', { models: 'wrong', key: 'pat_wrong-secret-0123456789' })
  await add('nobody', { models: 'nobody', other: '1' })
  for (const name of ['signed', 'removed']) {
    apps[name] = coze.app()
    await add(name, { models: name, key: apps[name].key })
  }
  payers = await openPayers(world)
  payer = await payers.add(50_000_000)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
  await coze.close()
  const secrets = [...Object.values(keys), ...coze.tokens, 'pat_wrong-secret', 'BEGIN PRIVATE KEY']
  expect(secrets.length).toBeGreaterThan(5)
  expect(secrets.filter((secret) => logLines.some((line) => line.includes(secret)))).toEqual([])
})
beforeEach(() => coze.clear())

const ask = (model: string, prompt = 'How is it?', isStream = false) =>
  world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: prompt }], stream: isStream })
const paths = () => coze.requests.map(({ path, refusal }) => (refusal === undefined ? path : `${path} refused: ${refusal}`))
const messagesSent = () => (coze.requests.at(-1)?.body.additional_messages ?? []) as Record<string, string>[]
const rowOf = (answer: { headers: Record<string, unknown> }) => payers.row(String(answer.headers['x-request-id']))

test.each(ways)('an answer costs what the bot counts, through $name', async ({ door, isStream }) => {
  const before = await world.balance()
  const answer = await world.post(door.path('bot', isStream), door.body('bot', 'How is it?', isStream))
  expect(answer.status, answer.text).toBe(200)
  expect(answer.text).toContain('sunny.')
  if (isStream) expect(answer.text).toMatch(door.terminal)
  expect(paths()).toEqual(['/v3/chat'])
  expect(coze.requests[0]?.body).toEqual({
    ...{ bot_id: BOT, stream: true, auto_save_history: false, user_id: expect.stringMatching(/^[\w-]{20,}$/) },
    additional_messages: [{ role: 'user', type: 'question', content: 'How is it?', content_type: 'text' }],
  })
  expect(await rowOf(answer)).toMatchObject({
    prompt_tokens: 1000,
    completion_tokens: 20,
    quota: 1060,
    facts: { usage_source: 'upstream' },
  })
  expect(before - (await world.balance())).toBe(1060)
})

describe.each(doors)('$dialect', (door) => {
  const through = (model: string, isStream: boolean) => world.post(door.path(model, isStream), door.body(model, 'How is it?', isStream))

  test('a failure before the first word is answered by another channel', async () => {
    coze.next(keys.first, streamed([created, calls('search', { q: 'sun' }), failed(4011, 'Insufficient balance')]))
    const answer = await through('two', true)
    expect(answer.text).toMatch(door.terminal)
    expect(answer.text).not.toContain('Insufficient')
    expect(coze.requests.map(({ key }) => key)).toEqual([keys.first, keys.second])
    expect(await rowOf(answer)).toMatchObject({ quota: 1060 })
  })

  test.each([
    ['a failed chat', failed(5000, `broke with ${keys.first}`)],
    ['an error event', errorEvent(4013, `broke with ${keys.first}`)],
    ['a bot that waits for its client', requiresAction],
  ])('%s after the first word ends the stream as a failure, and what came is charged', async (_name, event) => {
    coze.next(keys.first, streamed([created, say('It is'), say(' sunny'), event]))
    const answer = await through('bot', true)
    const last = eventsOf(answer.text).at(-1)
    expect(last && door.isFailureEvent(last), answer.text).toBe(true)
    expect(answer.text).not.toMatch(door.terminal)
    expect(answer.text).not.toContain(keys.first)
    const row = await rowOf(answer)
    expect(row).toMatchObject({ facts: { end_reason: 'upstream_error', usage_source: 'counted' } })
    expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens * 3)
    expect(row.completion_tokens).toBeGreaterThan(0)
  })

  test('a stream that is cut off is no whole answer', async () => {
    coze.next(keys.first, streamed([created, say('It is')], step.cut()))
    const answer = await through('bot', true)
    expect(answer.text).not.toMatch(door.terminal)
    expect(await rowOf(answer)).toMatchObject({ facts: { end_reason: 'upstream_truncated' } })
  })

  test('a client that leaves in the middle pays for what came, and the bot is stopped', async () => {
    const piece =
      'event:conversation.message.delta\ndata:{"id":"m","chat_id":"c","type":"answer","content":" and","content_type":"text"}\n\n'
    coze.next(keys.first, [step.streamHead(), step.endless(piece, 5)])
    const asked = { dialect: door.dialect, model: 'bot', prompt: 'How is it?', isStream: true, maxOutputTokens: 500 } as const
    const facts = await send(world.url, payer.key, asked, { abortAfterFrames: 12 })
    await expect.poll(() => coze.requests[0]?.isAborted).toBe(true)
    const row = await payers.row(facts.requestId)
    expect(row).toMatchObject({ facts: { end_reason: 'client_gone', usage_source: 'counted' } })
    expect(row.completion_tokens).toBeGreaterThan(0)
  })
})

describe('refusals', () => {
  test.each([
    [4000, 400, 'a request that is wrong'],
    [4010, 400, 'a prompt that is too long'],
    [4302, 413, 'a file that is too large'],
    [4006, 503, 'a bot that is not there'],
    [4015, 503, 'a bot that is not published'],
  ])('the code %i means %i: %s', async (code, status) => {
    coze.next(keys.first, refused(code, 'the words of the vendor'))
    const answer = await ask('bot')
    expect(answer).toMatchObject({
      status,
      json: { error: { message: expect.stringContaining('the words of the vendor'), code: String(code) } },
    })
    expect((await rowOf(answer)).quota).toBe(0)
  })

  test.each([4009, 4011, 4013, 4015, 4019, 4020, 4022, 5000])('after the code %i another channel is tried', async (code) => {
    coze.next(keys.first, refused(code, 'no'))
    expect((await ask('two')).status).toBe(200)
    expect(coze.requests.map(({ key }) => key)).toEqual([keys.first, keys.second])
  })

  test('a daily limit is one of the upstream, and no word of it is told', async () => {
    coze.next(keys.first, refused(4008, 'the words of the vendor'))
    expect(await ask('bot')).toMatchObject({ status: 429, json: { error: { code: 'upstream_saturated' } } })
  })

  test('after 4000 no other channel is tried', async () => {
    coze.next(keys.first, refused(4000, 'no'))
    expect((await ask('two')).status).toBe(400)
    expect(coze.requests).toHaveLength(1)
  })

  test('a wrong token is not told to the caller, and costs nothing', async () => {
    const before = await world.balance()
    const answer = await ask('wrong')
    // 401 would be about the caller's own key.
    expect(answer.status).toBe(502)
    expect(answer.text).not.toMatch(/pat_wrong|authentication is invalid/)
    expect(await world.balance()).toBe(before)
  })

  test('a page in place of a stream is no answer', async () => {
    coze.next(keys.first, [step.head(200, { 'content-type': 'text/html' }), step.text('<html>welcome</html>'), step.end()])
    expect((await ask('bot')).status).toBe(502)
  })
})

describe('what is sent', () => {
  test('the turns before stand before the question, and what the bot decides by itself is named as lost', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi', tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
      { role: 'user', content: 'How is it?' },
    ]
    const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
    const answer = await world.post('/v1/chat/completions', { model: 'bot', messages, tools, temperature: 0.2, max_tokens: 50 })
    expect(answer.status, answer.text).toBe(200)
    expect(messagesSent().map(({ role, content }) => [role, content])).toEqual([
      ['user', 'System: Be brief.'],
      ['user', 'Hello'],
      ['assistant', 'Hi\n[called look as c1 with {}]'],
      ['user', 'Tool call c1 answered: sunny'],
      ['user', 'How is it?'],
    ])
    expect(String(answer.headers['x-waystation-lost']).split(',')).toEqual(
      expect.arrayContaining(['tools[0]', 'sampling.temperature', 'maxOutputTokens']),
    )
  })

  test('a tool that must be called is refused, since no bot can be told to', async () => {
    const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
    const body = { model: 'bot', messages: [{ role: 'user', content: 'hello' }], tools, tool_choice: 'required' }
    expect(await world.post('/v1/chat/completions', body)).toMatchObject({ status: 400, json: { error: { code: 'untranslatable' } } })
    expect(coze.requests).toEqual([])
  })

  test('the bot is the one of the channel, or the upstream name of the model where it names none', async () => {
    expect((await ask('mapped')).status).toBe(200)
    expect(coze.requests[0]?.body.bot_id).toBe(OTHER_BOT)
    expect(await ask('nobody')).toMatchObject({ status: 503, json: { error: { code: '4006' } } })
  })

  test('users have names that tell nothing of them, each always the same one, and may be named', async () => {
    await ask('bot', 'one')
    await ask('bot', 'two')
    await world.post('/v1/chat/completions', { model: 'bot', messages: [{ role: 'user', content: 'x' }], user: 'end-user-7' })
    const [one, again, named] = coze.requests.map(({ body }) => String(body.user_id))
    expect(one).toBe(again)
    expect(named).toBe('end-user-7')
  })

  const looking = (url: string, more: object = {}) => ({
    ...{ model: 'bot', ...more },
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ],
  })

  test.each([false, true])('a picture is uploaded before the call, streamed: %s', async (stream) => {
    const answer = await world.post('/v1/chat/completions', looking(PNG, { stream }))
    expect(answer.status, answer.text).toBe(200)
    expect(paths()).toEqual(['/v1/files/upload', '/v3/chat'])
    expect(coze.requests[0]?.file).toEqual({ name: 'file.png', type: 'image/png', size: 70 })
    const [message] = messagesSent()
    expect(message?.content_type).toBe('object_string')
    expect(JSON.parse(String(message?.content))).toEqual([
      { type: 'text', text: 'What is it?' },
      { type: 'image', file_id: expect.stringMatching(/^73694741/) },
    ])
  })

  test('an address of a picture is passed on', async () => {
    expect((await world.post('/v1/chat/completions', looking('https://pictures.test/a.png'))).status).toBe(200)
    expect(paths()).toEqual(['/v3/chat'])
    expect(JSON.parse(String(messagesSent()[0]?.content))[1]).toEqual({ type: 'image', file_url: 'https://pictures.test/a.png' })
  })

  test('an upload that is refused with a good status is the failure of the call, and another channel is tried after one of the site', async () => {
    coze.next(keys.first, refused(4303, 'file type not supported'), 'upload')
    const refusal = await world.post('/v1/chat/completions', looking(PNG))
    expect(refusal).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining('file type not supported') } } })
    expect(paths()).toEqual(['/v1/files/upload'])
    coze.clear()
    coze.next(keys.first, refused(5000, 'internal'), 'upload')
    expect((await world.post('/v1/chat/completions', looking(PNG, { model: 'two' }))).status).toBe(200)
    expect(coze.requests.map(({ key }) => key)).toEqual([keys.first, keys.second, keys.second])
  })

  test('an upload that gives no id is an answer that cannot be read', async () => {
    coze.next(keys.first, scenario.reply(200, { code: 0, msg: 'success', data: {} }), 'upload')
    expect(await world.post('/v1/chat/completions', looking(PNG))).toMatchObject({
      status: 502,
      json: { error: { code: 'read_response_body_failed' } },
    })
  })
})

describe('what is charged', () => {
  test('the prompt and the knowledge of the bot, far beyond the bytes that were sent', async () => {
    coze.next(keys.first, streamed([created, say('Sunny.'), completed({ token_count: 50_020, output_count: 20, input_count: 50_000 })]))
    expect(await rowOf(await ask('bot'))).toMatchObject({ prompt_tokens: 50_000, quota: 50_060 })
  })

  test('our own count where the bot reports none, and nothing for what it tells of its plug-ins', async () => {
    coze.next(keys.first, streamed([created, calls('search', { q: 'sun' }), found('words '.repeat(200)), say('Sunny.'), completed(null)]))
    const answer = await ask('bot')
    expect(answer.json).toMatchObject({
      choices: [{ message: { content: 'Sunny.', reasoning_content: expect.stringMatching(/^search \{"q":"sun"\}\n/) } }],
    })
    const row = await rowOf(answer)
    expect(row.facts.usage_source).toBe('counted')
    expect(row.completion_tokens).toBeLessThan(5)
  })
})

describe('an app that signs', () => {
  const given = () => coze.requests.filter(({ path }) => path === '/api/permission/oauth2/token')

  test('gets one token at the site of its channel for all calls and uploads, and is called with it', async () => {
    expect((await ask('signed')).status).toBe(200)
    expect((await ask('signed')).status).toBe(200)
    expect(paths()).toEqual(['/api/permission/oauth2/token', '/v3/chat', '/v3/chat'])
    const [, call, again] = coze.requests
    expect(call?.key).toMatch(/^czs_/)
    expect(again?.key).toBe(call?.key)
    const picture = [{ role: 'user', content: [{ type: 'image_url', image_url: { url: PNG } }] }]
    expect((await world.post('/v1/chat/completions', { model: 'signed', messages: picture })).status).toBe(200)
    expect(coze.requests.slice(3).map(({ path, key }) => [path, key])).toEqual([
      ['/v1/files/upload', call?.key],
      ['/v3/chat', call?.key],
    ])
  })

  test('gets another one when that is not taken any more', async () => {
    const [token = ''] = [...coze.tokens].filter((one) => one.startsWith('czs_'))
    coze.tokens.delete(token)
    expect((await ask('signed')).status).toBe(200)
    expect(given()).toHaveLength(1)
    expect(coze.requests.at(-1)?.key).not.toBe(token)
    coze.tokens.add(token)
  })

  test('gets another one when that is refused with a good status', async () => {
    await ask('signed')
    const token = coze.requests.at(-1)?.key ?? ''
    coze.clear()
    coze.next(token, refused(4100, 'authentication is invalid'))
    expect((await ask('signed')).status).toBe(200)
    expect(paths()).toEqual(['/v3/chat', '/api/permission/oauth2/token', '/v3/chat'])
    expect(coze.requests.at(-1)?.key).not.toBe(token)
  })

  test('that was removed is a dead key, in the vendor’s words', async () => {
    coze.remove(apps.removed?.id ?? '')
    expect((await ask('removed')).status).toBe(502)
    const { body } = await world.console.ask('GET', `/api/channel/test/${ids.removed}`)
    expect(body).toMatchObject({ success: false, message: expect.stringContaining('invalid_client') })
    expect(paths().filter((path) => path === '/v3/chat')).toEqual([])
  })
})

test('the console tests a channel, keeps the address that was typed, and takes no secrets of an app that are incomplete', async () => {
  expect((await world.console.ask('GET', `/api/channel/test/${ids.bot}`)).body).toMatchObject({ success: true })
  expect(paths()).toEqual(['/v3/chat'])
  const failure = (await world.console.ask('GET', `/api/channel/test/${ids.wrong}`)).body
  expect(failure).toMatchObject({ success: false, message: expect.stringContaining('authentication is invalid') })
  expect(JSON.stringify(failure)).not.toContain('pat_wrong-secret')
  const draft = { name: 'x', type: COZE, key: '{"client_id":"1","public_key_id":"k"}', models: 'bot', other: BOT }
  expect((await world.console.ask('POST', '/api/channel/', draft)).body).toMatchObject({ success: false })
})
