// security: one key serves all users, so what one of them has kept at the vendor is no other's to name.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openPayers, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const dialects = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate']
const PASS = JSON.stringify({ vendor_ids: 'pass' })
let world: World
let payers: Payers
let other: string
beforeAll(async () => {
  world = await openWorld({
    channel: { models: 'fake-chat', setting: JSON.stringify({ dialects, unpriced: 'pass' }) },
    ratios: { 'fake-chat': 1, 'fake-open': 1, 'fake-claude': 1, 'fake-either': 1 },
    options: { RetryTimes: '1' },
  })
  await world.addChannel({ name: 'open', models: 'fake-open', setting: JSON.stringify({ dialects, unpriced: 'pass', vendor_ids: 'pass' }) })
  await world.addChannel({ name: 'claude', type: 14, models: 'fake-claude,fake-either', priority: 5, setting: PASS })
  await world.addChannel({ name: 'any', models: 'fake-either', setting: JSON.stringify({ dialects, vendor_ids: 'pass' }) })
  payers = await openPayers(world)
  other = (await payers.add(1_000_000_000)).key
})
afterAll(async () => {
  await payers.close()
  await world.close()
})

const user = (content: unknown) => [{ role: 'user', content }]
const gemini = (part: object, more: object = {}) => ({ contents: [{ role: 'user', parts: [{ text: 'q' }, part] }], ...more })
const GENERATE = '/v1beta/models/fake-chat:generateContent'

/** Requests that name what the vendor keeps. */
const naming: readonly (readonly [name: string, path: string, body: object])[] = [
  ['a conversation', '/v1/responses', { input: 'q', conversation: 'conv_other' }],
  ['a conversation as an object', '/v1/responses', { input: 'q', conversation: { id: 'conv_other' } }],
  ['a stored prompt', '/v1/responses', { input: 'q', prompt: { id: 'pmpt_other' } }],
  ['an item', '/v1/responses', { input: [{ type: 'item_reference', id: 'msg_other' }, ...user('q')] }],
  ['an item without a type', '/v1/responses', { input: [{ id: 'msg_other' }, ...user('q')] }],
  ['a picture that was made', '/v1/responses', { input: [{ type: 'image_generation_call', id: 'ig_other' }, ...user('q')] }],
  ['a file in Responses', '/v1/responses', { input: user([{ type: 'input_file', file_id: 'file-other' }]) }],
  [
    'a file in a result',
    '/v1/responses',
    { input: [{ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_file', file_id: 'f' }] }] },
  ],
  ['a store', '/v1/responses', { input: 'q', tools: [{ type: 'file_search', vector_store_ids: ['vs_other'] }] }],
  ['a container', '/v1/responses', { input: 'q', tools: [{ type: 'code_interpreter', container: 'cntr_other' }] }],
  [
    'files of a container',
    '/v1/responses',
    { input: 'q', tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: ['f'] } }] },
  ],
  ['a file in chat', '/v1/chat/completions', { messages: user([{ type: 'file', file: { file_id: 'file-other' } }]) }],
  [
    'a spoken answer',
    '/v1/chat/completions',
    { messages: [...user('q'), { role: 'assistant', audio: { id: 'audio_other' } }, ...user('q')] },
  ],
  ['a text that is a file', '/v1/chat/completions', { messages: [{ role: 'system', content: 'fileid://file-other' }, ...user('q')] }],
  [
    'a file in Messages',
    '/v1/messages',
    { max_tokens: 9, messages: user([{ type: 'document', source: { type: 'file', file_id: 'file_other' } }]) },
  ],
  ['a container in Messages', '/v1/messages', { max_tokens: 9, messages: user('q'), container: 'container_other' }],
  ['a skill', '/v1/messages', { max_tokens: 9, messages: user('q'), container: { skills: [{ type: 'custom', skill_id: 'skill_other' }] } }],
  ['kept content', GENERATE, gemini({ text: '' }, { cachedContent: 'cachedContents/other' })],
  ['a file in Gemini', GENERATE, gemini({ fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/other' } })],
  ['a store in Gemini', GENERATE, gemini({ text: '' }, { tools: [{ fileSearch: { fileSearchStoreNames: ['fileSearchStores/other'] } }] })],
]

const open = (body: object) => ({ ...body, model: 'fake-open' })
const openPath = (path: string) => path.replace('fake-chat', 'fake-open')

describe.each(naming)('%s', (_name, path, body) => {
  test('is refused by its place, and sent where the operator says so', async () => {
    const before = world.provider.requestCount
    const refused = await world.post(path, { model: 'fake-chat', ...body })
    expect(refused.status, refused.text).toBe(400)
    expect(refused.text).toMatch(/IDs were not provided to you here: [a-z]/)
    expect(world.provider.requestCount).toBe(before)
    await world.post(openPath(path), open(body))
    expect(world.provider.requestCount).toBe(before + 1)
  })
})

test.each([
  ['a conversation', '/v1/responses', { input: 'q', conversation: 'conv_1' }, 'conversation'],
  ['a stored prompt', '/v1/responses', { input: 'q', prompt: { id: 'pmpt_1' } }, 'prompt'],
  ['an item', '/v1/responses', { input: [{ type: 'item_reference', id: 'msg_nowhere' }, ...user('q')] }, 'turns[0].parts[0]'],
  ['kept content', '/v1beta/models/MODEL:generateContent', gemini({ text: '' }, { cachedContent: 'cachedContents/1' }), 'cachedContent'],
])('%s is needed: a vendor that cannot have it is not asked', async (_name, path, body, place) => {
  const refused = await world.post(path.replace('MODEL', 'fake-claude'), { model: 'fake-claude', ...body })
  expect(refused.status, refused.text).toBe(400)
  const before = world.provider.requestCount
  expect(refused.text).toContain(`does not support: ${place}`)
  world.provider.next(scenario.refuse(418))
  await world.post(path.replace('MODEL', 'fake-either'), { model: 'fake-either', ...body })
  expect(world.provider.requestCount).toBe(before + 1)
  expect(world.provider.requests.at(-1)).toMatchObject({
    path: path.startsWith('/v1beta') ? expect.stringContaining('generateContent') : path,
  })
})

test.each([
  [
    'a skill of the vendor’s',
    '/v1/messages',
    { max_tokens: 9, messages: user('q'), container: { skills: [{ type: 'anthropic', skill_id: 'pdf' }] } },
  ],
  ['a connector', '/v1/responses', { input: 'q', tools: [{ type: 'mcp', server_label: 'd', connector_id: 'connector_dropbox' }] }],
  ['a new container', '/v1/responses', { input: 'q', tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] }],
  ['a film on the web', GENERATE, gemini({ fileData: { fileUri: 'https://www.youtube.com/watch?v=1' } })],
  [
    'a message with its text',
    '/v1/responses',
    { input: [{ type: 'message', id: 'msg_other', role: 'assistant', content: 'a' }, ...user('q')] },
  ],
  [
    'arguments of such a name',
    '/v1/messages',
    {
      max_tokens: 9,
      messages: [
        ...user('q'),
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { file_id: 'x', content: [{ file_id: 'x' }] } }] },
        ...user([{ type: 'tool_result', tool_use_id: 't', content: 'r' }]),
      ],
    },
  ],
])('%s is nobody’s own, and is sent', async (_name, path, body) => {
  const before = world.provider.requestCount
  await world.post(path, { model: 'fake-chat', ...body })
  expect(world.provider.requestCount).toBe(before + 1)
})

describe('what an answer gave', () => {
  const message = (more: object, content: object[] = [{ type: 'text', text: 'hi' }]) => ({
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content, stop_reason: 'end_turn', stop_sequence: null },
    ...{ usage: { input_tokens: 3, output_tokens: 2 }, ...more },
  })
  const ask = (more: object, key = world.key) =>
    world.post('/v1/messages', { model: 'fake-chat', max_tokens: 9, messages: user('q'), ...more }, { authorization: `Bearer ${key}` })

  test.each([false, true])('may be named by its user and by nobody else; streamed: %s', async (stream) => {
    const id = `container_of_${stream}`
    const container = { id, expires_at: '2027-01-01T00:00:00Z' }
    const events = [
      { type: 'message_start', message: message({ content: [], stop_reason: null }) },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'hi' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null, container }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ]
    const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    world.provider.next(scenario.reply(200, stream ? text : message({ container }), stream ? { 'content-type': 'text/event-stream' } : {}))
    const given = await ask({ stream })
    expect(given.text).toContain(id)
    world.provider.next(scenario.reply(200, message({})))
    expect((await ask({ container: id })).status).toBe(200)
    expect((await ask({ container: id }, other)).text).toContain('IDs were not provided')
  })

  test('is no id that a model was made to write', async () => {
    const call = { type: 'tool_use', id: 't', name: 'f', input: { file_id: 'file_other', container: { id: 'container_other' } } }
    world.provider.next(scenario.reply(200, message({}, [call])))
    await ask({})
    expect((await ask({ container: 'container_other' })).text).toContain('IDs were not provided')
  })
})

test('who serves only themselves may name everything', async () => {
  await world.setOption('SelfUseModeEnabled', 'true')
  const before = world.provider.requestCount
  await world.post('/v1/responses', { model: 'fake-chat', input: 'q', conversation: 'conv_mine' })
  expect(world.provider.requestCount).toBe(before + 1)
  await world.setOption('SelfUseModeEnabled', 'false')
})
