// The words in which a vendor refuses reach the client, wherever in its body the vendor says them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { doors } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

/** A vendor of each dialect that is called with JSON. */
const vendors = {
  chat: 8,
  Mistral: 42,
  Xinference: 47,
  Messages: 14,
  Gemini: 24,
  Cohere: 34,
  Ollama: 4,
  Dify: 37,
  Coze: 49,
  Bedrock: 33,
} as const
const modelOf = (vendor: string) => `at-${vendor.toLowerCase()}`
const models = Object.keys(vendors).map(modelOf)

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: Object.fromEntries(models.map((model) => [model, 1])), options: { RetryTimes: '0' } })
  for (const [name, type] of Object.entries(vendors)) {
    const key = type === 33 ? 'access|secret|us-east-1' : 'far-key'
    await world.addChannel({ name, type, key, models: modelOf(name), auto_ban: 0 })
  }
})
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const json = (status: number, body: unknown) => [
  step.head(status, { 'content-type': 'application/json' }),
  step.text(JSON.stringify(body)),
  step.end(),
]

const X = 'the words of the vendor'
const missing = { type: 'missing', loc: ['body', 'messages', 0, 'content'], msg: X, input: {} }

/** Bodies by those who send them, or by the page that describes them, and what is told. */
const bodies: readonly (readonly [who: string, body: unknown, told: string])[] = [
  ['FastAPI, in a text', { detail: X }, X],
  ['FastAPI, in a list', { detail: [missing] }, `messages.0.content: ${X}`],
  ['FastAPI, of two fields', { detail: [missing, { loc: ['body', 'model'], msg: 'no' }] }, `messages.0.content: ${X}; model: no`],
  ['FastAPI, in an object', { detail: { code: 'no', message: X } }, X],
  ['FastAPI, in an error', { detail: { error: { message: X } } }, X],
  ['Mistral', { object: 'error', message: { detail: [missing] }, type: 'invalid_request_error' }, `messages.0.content: ${X}`],
  ['Cloudflare', { success: false, errors: [{ code: 7003, message: X }], messages: [], result: null }, X],
  ['a list of texts', { errors: [X] }, X],
  ['MiniMax', { base_resp: { status_code: 2013, status_msg: X } }, X],
  ['RFC 9457', { type: 'about:blank', title: 'Bad Request', status: 400, detail: X }, `Bad Request: ${X}`],
  ['Java', { timestamp: 1, status: 400, errorMessage: X }, X],
  ['Tencent Cloud', { Response: { Error: { Code: 'InvalidParameter', Message: X }, RequestId: 'r' } }, X],
  ['OpenAI', { error: { message: X, type: 't', code: 'c', param: null } }, X],
  ['a bare text', X, X],
]

describe.each(bodies)('%s', (_who, body, told) => {
  test.each(Object.keys(vendors))('is quoted where a vendor like %s refuses', async (vendor) => {
    const model = modelOf(vendor)
    for (const door of doors) {
      for (const isStream of door.dialect === 'openai-chat' ? [false, true] : [false]) {
        world.provider.next(json(422, body))
        const answer = await world.post(door.path(model, isStream), door.body(model, 'hello', isStream))
        const message = door.failure(answer.json)?.message
        expect([answer.status, message], `${door.dialect}, streamed: ${isStream}`).toEqual([
          422,
          expect.stringMatching(new RegExp(`^${told} \\(request id: `)),
        ])
      }
    }
  })
})

test('a refusal in plain text is quoted, and a page is not', async () => {
  const refuse = (type: string, text: string) => [step.head(422, { 'content-type': type }), step.text(text), step.end()]
  const ask = () => world.post('/v1/chat/completions', { model: modelOf('chat'), messages: [{ role: 'user', content: 'hello' }] })
  world.provider.next(refuse('text/plain; charset=utf-8', `${X}\n`))
  expect(await ask()).toMatchObject({ status: 422, json: { error: { message: expect.stringMatching(`^${X} \\(request id`) } } })
  world.provider.next(refuse('text/html', `<html>${X}</html>`))
  expect(await ask()).toMatchObject({ status: 422, json: { error: { message: expect.stringMatching('^bad response status code 422 ') } } })
})

const said200 = bodies.filter(([who]) => ['Mistral', 'MiniMax', 'Tencent Cloud', 'Cloudflare'].includes(who))
test.each(said200)('%s is quoted where it refuses with a good status', async (who, body, told) => {
  // Mistral names the status by a word.
  const status = who === 'Mistral' ? 400 : 502
  for (const isStream of [false, true]) {
    for (const script of [json(200, body), [step.streamHead(), step.frame(body as object), step.end()]]) {
      world.provider.next(script)
      const answer = await world.post('/v1/chat/completions', {
        model: modelOf('chat'),
        messages: [{ role: 'user', content: 'hello' }],
        stream: isStream,
      })
      expect(answer).toMatchObject({ status, json: { error: { message: expect.stringContaining(told) } } })
      if (!isStream) break
    }
  }
  world.provider.next(json(200, body))
  expect(await world.post('/v1/embeddings', { model: modelOf('chat'), input: 'hello' })).toMatchObject({
    status,
    json: { error: { message: expect.stringContaining(told) } },
  })
})
