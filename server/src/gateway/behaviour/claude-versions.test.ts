// Anthropic's versions 2023-06-01 and 2026-10-21, of which the newer one refuses what the older takes: which one the vendor gets, and what a
// request becomes between them. The strict vendor refuses by the version that it gets.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { doors } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

const OLD = '2023-06-01'
const NEW = '2026-10-21'
/** It takes a temperature in the older version, and a budget for its thinking. */
const MODEL = 'claude-sonnet-4-5'

let world: World
beforeAll(async () => {
  const models = [MODEL, `${MODEL}-thinking`]
  world = await openWorld({
    channel: { type: 14, models: models.join() },
    ratios: Object.fromEntries(models.map((name) => [name, 1])),
    isJudged: true,
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.provider.clear()
  await world.setOption('claude.model_headers_settings', '{}')
})

const pin = (version: string) =>
  world.setOption('claude.model_headers_settings', JSON.stringify({ [MODEL]: { 'anthropic-version': [version] } }))

const letter = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Dear all' } }
const place = { type: 'char_location', cited_text: 'Dear', document_index: 0, document_title: null, start_char_index: 0, end_char_index: 4 }
const cited = { type: 'text', text: 'Dear all', citations: [place] }
const found = { type: 'search_result', source: 'a', title: 'A', content: [cited], citations: { enabled: true } }
const user = (...content: object[]) => ({ role: 'user', content })
const assistant = (...content: object[]) => ({ role: 'assistant', content })
const hello = { type: 'text', text: 'hello #in:10 #out:3' }

/** What the newer version refuses, each with the words of the refusal and the name of the loss. */
const refused = [
  ['temperature', { temperature: 0.3 }, 'temperature: Extra inputs are not permitted', ['temperature']],
  ['top_k', { top_k: 5 }, 'top_k: Extra inputs are not permitted', ['top_k']],
  ['the usual temperature', { temperature: 1 }, 'temperature: Extra inputs are not permitted', undefined],
  [
    'a document of the assistant',
    { messages: [user(hello), assistant(letter, { type: 'text', text: 'Hi' }), user(hello)] },
    'messages.1.content.0',
    ['messages[1].content[0]'],
  ],
  ['a citation of the user', { messages: [user(cited, hello)] }, 'messages.0.content.0', ['messages[0].content[0].citations']],
  [
    'a citation in what a search found',
    { messages: [user(found, hello)] },
    'messages.0.content.0',
    ['messages[0].content[0].content[0].citations'],
  ],
] as const

const ask = (more: object, version?: string, model = MODEL) =>
  world.post(
    '/v1/messages',
    { model, max_tokens: 2000, messages: [user(hello)], ...more },
    version === undefined ? {} : { 'anthropic-version': version },
  )
const sent = () => {
  const { headers = {}, rawBody = '{}' } = world.provider.requests.at(-1) ?? {}
  return { version: headers['anthropic-version'], body: JSON.parse(rawBody) as Record<string, unknown> }
}

describe.each([false, true])('streamed: %s', (stream) => {
  test.each(refused)('%s: taken in the older version, refused by the vendor in the newer', async (_, fields, words) => {
    const taken = await ask({ ...fields, stream }, OLD)
    expect(taken.status, taken.text).toBe(200)
    expect(sent()).toMatchObject({ version: OLD, body: fields })
    const before = await world.balance()
    const answer = await ask({ ...fields, stream }, NEW)
    expect(sent()).toMatchObject({ version: NEW, body: fields })
    expect(answer).toMatchObject({
      status: 400,
      json: { type: 'error', error: { type: 'invalid_request_error', message: expect.stringContaining(words) } },
    })
    expect(await world.balance()).toBe(before)
  })

  test.each(refused)('%s: left out and named where the admin has the newer version sent', async (_, fields, __, lost) => {
    await pin(NEW)
    const answer = await ask({ ...fields, stream }, OLD)
    expect(answer.status, answer.text).toBe(200)
    expect(sent().version).toBe(NEW)
    expect((await world.logs(1))[0]?.facts.losses).toEqual(lost)
  })

  test('a caller of the newer version gets the same answer from a vendor of the older', async () => {
    await pin(OLD)
    expect((await ask({ stream }, NEW)).status).toBe(200)
    expect(sent().version).toBe(OLD)
  })

  test.each(doors.filter(({ dialect }) => dialect !== 'anthropic-messages'))(
    '$dialect: the gateway writes in the older version, whatever the caller’s header says',
    async (door) => {
      const post = () => {
        const body = { ...door.body(MODEL, 'hello #in:10 #out:3', stream), ...door.limits({ temperature: 0.3 }) }
        return world.post(door.path(MODEL, stream), body, { 'anthropic-version': NEW })
      }
      expect((await post()).status).toBe(200)
      expect(sent()).toMatchObject({ version: OLD, body: { temperature: 0.3 } })
      await pin(NEW)
      expect((await post()).status).toBe(200)
      expect(sent().version).toBe(NEW)
      expect(sent().body).not.toHaveProperty('temperature')
      expect((await world.logs(1))[0]?.facts.losses).toContain('temperature')
    },
  )

  test('the ending for thinking sets no temperature in the newer version', async () => {
    expect((await ask({ stream }, OLD, `${MODEL}-thinking`)).status).toBe(200)
    expect(sent().body).toMatchObject({ temperature: 1, thinking: { type: 'enabled' } })
    expect((await ask({ stream }, NEW, `${MODEL}-thinking`)).status).toBe(200)
    expect(sent().body).toMatchObject({ thinking: { type: 'enabled' } })
    expect(sent().body).not.toHaveProperty('temperature')
  })
})

test('a turn of nothing but a document is not sent as another question', async () => {
  await pin(NEW)
  const answer = await ask({ messages: [user(hello), assistant(letter), user(hello)] }, OLD)
  expect(answer).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining('messages[1].content[0]') } } })
  expect(world.provider.requests).toEqual([])
})

test('tokens are counted in the same version as calls', async () => {
  const count = () =>
    world.post('/v1/messages/count_tokens', { model: MODEL, messages: [user(cited, hello)] }, { 'anthropic-version': OLD })
  expect((await count()).headers['x-waystation-count']).toBe('exact')
  expect(sent().version).toBe(OLD)
  await pin(NEW)
  expect((await count()).headers['x-waystation-count']).toBe('exact')
  expect(sent().version).toBe(NEW)
})
