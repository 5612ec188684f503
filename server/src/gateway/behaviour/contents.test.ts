// What was said in calls is kept where the site does that: sealed, without keys, for its owner and admins, and gone with its row.
import { existsSync, readFileSync } from 'node:fs'
import type { CallContent } from '@waystation/contract/calls/call-content'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn } from '../../testing/console-client.ts'
import { pollFor } from '../../testing/time/poll.ts'
import { openWorld, type World } from '../testing/world.ts'

const ANSWER = 'the zebra answers with sk-answerkey0123456789'
const logLines: string[] = []
let world: World
beforeAll(async () => {
  world = await openWorld({
    logLines,
    channel: { system_prompt: 'zebra of the operator' },
    options: { LogChatContentEnabled: 'true', LogChatContentRedact: 'Eve Adams\nregex:\\d{3}-\\d{4}' },
  })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => {
  world.provider.clear()
  world.provider.play('fake-chat', () => ({ text: ANSWER }))
})

const model = 'fake-chat'
const system = 'zebra system'
const [before, reply, last] = ['zebra before', 'zebra reply', 'zebra last, call EVE ADAMS at 555-1234 with sk-promptkey0123456789']
const turns = [
  { role: 'user', content: before },
  { role: 'assistant', content: reply },
  { role: 'user', content: last },
]
const parts = (role: string, text: string) => ({ role, parts: [{ text }] })

/** The same conversation in each dialect. */
const doors: readonly [name: string, path: (isStream: boolean) => string, body: (stream: boolean) => object][] = [
  ['chat', () => '/v1/chat/completions', (stream) => ({ model, stream, messages: [{ role: 'system', content: system }, ...turns] })],
  ['messages', () => '/v1/messages', (stream) => ({ model, stream, system, messages: turns, max_tokens: 99 })],
  ['Responses', () => '/v1/responses', (stream) => ({ model, stream, instructions: system, input: turns, store: false })],
  [
    'Gemini',
    (isStream) => `/v1beta/models/${model}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    () => ({
      systemInstruction: { parts: [{ text: system }] },
      contents: [parts('user', before), parts('model', reply), parts('user', last)],
    }),
  ],
]

async function ask(path: string, body: object): Promise<string> {
  const { status, headers, text } = await world.post(path, body)
  expect(status, text).toBe(200)
  return String(headers['x-request-id'])
}

const contentOf = (id: string, own = false) =>
  pollFor(
    async () =>
      (await world.console.ask('GET', `/api/log/${own ? 'self/' : ''}content/${id}`)).body as { success: boolean; data: CallContent },
    ({ success }) => success,
  ).then(({ data }) => data)

const cases = doors.flatMap(([name, path, body]) =>
  [false, true].map((isStream) => [name, isStream, path(isStream), body(isStream)] as const),
)

describe('in every dialect', () => {
  test.each(cases)('%s, streamed: %s', async (_name, _isStream, path, body) => {
    const id = await ask(path, body)
    const content = await contentOf(id)
    expect(content).toEqual({
      request_id: id,
      input_content: 'zebra last, call [redacted] at [redacted] with [redacted]',
      context: [
        { role: 'user', text: before },
        { role: 'assistant', text: reply },
      ],
      context_before: 2,
      system_prompt: system,
      channel_system_prompt: 'zebra of the operator',
      output_content: 'the zebra answers with [redacted]',
      reasoning_content: '',
      is_cut: false,
    })
    const { channel_system_prompt: _, ...own } = content
    expect(await contentOf(id, true)).toEqual(own)
  })

  test('with what the model thought, apart', async () => {
    world.provider.play('fake-chat', undefined)
    const id = await ask('/v1/chat/completions', { model, stream: true, reasoning_effort: 'high', messages: turns })
    const content = await contentOf(id)
    expect(content.reasoning_content).toContain('Let me think')
    expect(content.output_content).not.toContain('Let me think')
  })

  test('with what tools were asked and gave, in its order', async () => {
    const use = { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 'zebra' } }
    const messages = [
      turns[2],
      { role: 'assistant', content: [use] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'striped' }] },
    ]
    const content = await contentOf(await ask('/v1/messages', { model, max_tokens: 99, messages }))
    expect(content.input_content).toMatch(/^zebra last/)
    expect(content.context_before).toBe(0)
    expect(content.context.map(({ text }) => text)).toEqual(['look({"at":"zebra"})', 'striped'])
  })

  test('and what is no conversation', async () => {
    const id = await ask('/v1/completions', { model, prompt: 'zebra alone' })
    expect(await contentOf(id)).toMatchObject({ input_content: 'zebra alone', output_content: expect.stringContaining('zebra answers') })
  })

  test('cut where it is long, and the newest of it kept', async () => {
    const long = 'z'.repeat(100_000)
    const messages = ['old zebra', long, 'newer zebra', `${long}!`].map((content) => ({ role: 'user', content }))
    const content = await contentOf(await ask('/v1/chat/completions', { model, messages }))
    expect(content.is_cut).toBe(true)
    expect(content.input_content).toHaveLength(65_536)
    expect(content.context.at(-1)).toEqual({ role: 'user', text: 'newer zebra' })
    expect(JSON.stringify(content)).not.toContain('old zebra')
  })
})

test('it stands nowhere in the clear: not in the files of the database, a list, an export, a search or the log', async () => {
  const id = await ask(...(['/v1/chat/completions', doors[0]?.[2](false) ?? {}] as const))
  await contentOf(id)
  if (world.address.kind !== 'sqlite') throw new Error('the test reads the file of SQLite')
  const { path } = world.address
  const files = [path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file).toString('latin1'))
  expect(files.join('').length).toBeGreaterThan(100_000)
  // The channel's prompt is a field of the channel.
  for (const text of [...files, logLines.join('\n')]) expect(text.replaceAll('zebra of the operator', '')).not.toContain('zebra')
  for (const list of [
    '?p=1&page_size=1000',
    'self?p=1&page_size=100',
    'search?keyword=fake-chat',
    'self/search?keyword=',
    `token?key=${world.key}`,
  ]) {
    const rows = JSON.stringify((await world.console.ask('GET', `/api/log/${list}`)).body)
    expect(rows).toContain(id)
    expect(rows).toContain('has_content')
    expect(rows).not.toContain('zebra')
  }
})

test('others than its owner and admins get nothing', async () => {
  const id = await ask('/v1/chat/completions', { model, messages: turns })
  await contentOf(id)
  const audited = JSON.stringify(await world.console.call('GET', '/api/audit/?p=1&page_size=100'))
  expect(audited).toContain('log.read-content')
  expect(audited).toContain(id)
  expect(audited).not.toContain('zebra last')
  await world.console.call('POST', '/api/user/', { username: 'mallory', password: 'a long password', display_name: 'm', role: 1 })
  const mallory = await logIn(world.url, { username: 'mallory', password: 'a long password' })
  for (const path of [`self/content/${id}`, `content/${id}`]) {
    const { body } = await mallory.ask('GET', `/api/log/${path}`)
    expect(body).toMatchObject({ success: false })
    expect(JSON.stringify(body)).not.toContain('zebra')
  }
})

test('with it off nothing is kept; what was kept goes with its row', async () => {
  const id = await ask('/v1/chat/completions', { model, messages: turns })
  await contentOf(id)
  expect(await world.console.call('GET', '/api/status')).toMatchObject({ log_chat_content_enabled: true })
  await world.setOption('LogChatContentEnabled', 'false')
  expect(await world.console.call('GET', '/api/status')).toMatchObject({ log_chat_content_enabled: false })
  const off = await ask('/v1/chat/completions', { model, messages: turns })
  const [row] = await world.logs(1)
  expect(row?.request_id).toBe(off)
  expect(row?.facts).not.toHaveProperty('has_content')
  const read = async (of: string) => (await world.console.ask('GET', `/api/log/content/${of}`)).body
  expect(await read(off)).toMatchObject({ success: false, message: expect.stringContaining('The content of this call') })
  expect(await read(id)).toMatchObject({ success: true })
  // Rows of the present second are not old yet.
  await pollFor(
    async () => {
      await world.console.call<number>('DELETE', `/api/log/?target_timestamp=${Math.floor(Date.now() / 1000)}`)
      return world.console.call<{ total: number }>('GET', '/api/log/?p=1&type=2')
    },
    ({ total }) => total === 0,
  )
  expect(await read(id)).toMatchObject({ success: false })
  await world.setOption('LogChatContentEnabled', 'true')
})
