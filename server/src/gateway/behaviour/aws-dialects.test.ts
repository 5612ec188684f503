// The makers' own dialects at AWS: clients of Claude's and of OpenAI's dialect are passed through, others are translated, and vectors go to the
// model itself. The fake checks each signature, and judges as the models' makers do.
import { awsEvent, awsException } from '@waystation/wire/testing/aws-event-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeAwsKey, fakeBearerKey } from '../../testing/fake-dialects/aws-signature.ts'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { AWS_BASE } from '../../testing/fakes/strict-aws.ts'
import { doors, eventsOf } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

const OLDER = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const NEWER = 'global.anthropic.claude-opus-4-7'
/** A name of Anthropic's, which becomes the id of the key's region. */
const NAMED = 'claude-opus-4-7'
const OPEN = 'openai.gpt-oss-120b-1:0'
const GPT = 'us.openai.gpt-5.5'
const TITAN = 'amazon.titan-embed-text-v2:0'
const EMBED4 = 'cohere.embed-v4:0'
const EMBED3 = 'cohere.embed-multilingual-v3'
const models = [OLDER, NEWER, NAMED, OPEN, GPT, TITAN, EMBED4, EMBED3]
const BEARER = 'bearer-claude'

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, isJudged: true, ratios: Object.fromEntries([...models, BEARER].map((model) => [model, 1])) })
  const base_url = `${world.provider.url}${AWS_BASE}`
  await world.addChannel({ name: 'aws', type: 33, key: fakeAwsKey('DOORS'), models: models.join(), base_url })
  const model_mapping = JSON.stringify({ [BEARER]: OLDER })
  await world.addChannel({ name: 'bearer', type: 33, key: fakeBearerKey, models: BEARER, model_mapping, base_url })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => world.provider.clear())

const sent = () => {
  const { path = '', headers = {}, rawBody = '{}' } = world.provider.requests.at(-1) ?? {}
  return { path: path.replace(AWS_BASE, ''), headers, body: JSON.parse(rawBody) as Record<string, unknown> }
}
const SIGNED = /^AWS4-HMAC-SHA256 Credential=AKIAFAKEDOORS\/\d{8}\/us-east-1\/bedrock\/aws4_request/
const hello = [{ role: 'user', content: 'hello #in:10 #out:3' }]
const askClaude = (model: string, more: object = {}, headers: Record<string, string> = {}) =>
  world.post('/v1/messages', { model, max_tokens: 2000, messages: hello, ...more }, headers)

describe.each([
  [false, 'invoke', 'converse'],
  [true, 'invoke-with-response-stream', 'converse-stream'],
] as const)('streamed: %s', (stream, action, converse) => {
  test('Claude is called in the client’s own dialect, with what its maker adds to an answer, and charged for it', async () => {
    const more = { stream, top_k: 5, metadata: { user_id: 'somebody' }, thinking: { type: 'disabled' } }
    const answer = await askClaude(OLDER, more, { 'anthropic-beta': 'one-2026-01-01, two-2026-01-01' })
    expect(answer.status, answer.text).toBe(200)
    expect(sent()).toMatchObject({
      path: `/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/${action}`,
      headers: { authorization: expect.stringMatching(SIGNED) },
    })
    const { stream: _, ...fields } = more
    expect(sent().body).toEqual({
      ...{ anthropic_version: 'bedrock-2023-05-31', anthropic_beta: ['one-2026-01-01', 'two-2026-01-01'] },
      ...{ max_tokens: 2000, messages: hello, ...fields },
    })
    if (stream) {
      expect(eventsOf(answer.text).map(({ event }) => event)).toEqual(
        expect.arrayContaining(['message_start', 'content_block_delta', 'message_delta', 'message_stop']),
      )
    } else expect(answer.json).toMatchObject({ type: 'message', model: OLDER, stop_reason: 'end_turn' })
    expect((await world.logs(1))[0]).toMatchObject({ prompt_tokens: 10, completion_tokens: 3, quota: expect.any(Number) })
  })

  test('tokens of each kind are told apart', async () => {
    const prompt = '#in:1000 #cached:400 #cachewrite:50 #out:20'
    expect((await askClaude(OLDER, { stream, messages: [{ role: 'user', content: prompt }] })).status).toBe(200)
    const facts = { cache_tokens: 400, cache_creation_tokens: 50 }
    expect((await world.logs(1))[0]).toMatchObject({ prompt_tokens: 1000, completion_tokens: 20, facts })
  })

  test('a key of Bedrock’s own is shown as it is', async () => {
    expect((await askClaude(BEARER, { stream })).status).toBe(200)
    expect(sent().headers.authorization).toMatch(/^Bearer ABSK/)
  })

  test('a name of Anthropic’s becomes the id of the region', async () => {
    expect((await askClaude(NAMED, { stream })).status).toBe(200)
    expect(sent().path).toBe(`/model/us.anthropic.claude-opus-4-7/${action}`)
  })

  test('the newer version goes to the models that know it, and no other', async () => {
    const version = { 'anthropic-version': '2026-10-21' }
    expect((await askClaude(NEWER, { stream }, version)).status).toBe(200)
    expect(sent().body).toMatchObject({ anthropic_version: '2026-10-21' })
    expect((await askClaude(OLDER, { stream }, version)).status).toBe(200)
    expect(sent().body).toMatchObject({ anthropic_version: 'bedrock-2023-05-31' })
    const refused = await askClaude(NEWER, { stream, temperature: 1 }, version)
    expect(refused).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining('temperature: Extra inputs') } } })
  })

  test.each(doors.filter(({ dialect }) => dialect !== 'anthropic-messages'))('$dialect: Claude is called by Converse', async (door) => {
    const answer = await world.post(door.path(OLDER, stream), door.body(OLDER, 'hello #in:10 #out:3', stream))
    expect(answer.status, answer.text).toBe(200)
    expect(sent().path).toMatch(new RegExp(`/${converse}$`))
  })

  test.each([
    ['openai-chat', '/v1/chat/completions', GPT, '/openai/v1/chat/completions'],
    ['openai-chat', '/v1/chat/completions', OPEN, '/openai/v1/chat/completions'],
    ['openai-responses', '/v1/responses', GPT, '/openai/v1/responses'],
  ])('%s: OpenAI’s models are called in it (%s, %s)', async (dialect, path, model, at) => {
    const door = doors.find((one) => one.dialect === dialect)
    const answer = await world.post(path, { ...door?.body(model, 'hello #in:10 #out:3', stream), user: 'somebody' })
    expect(answer.status, answer.text).toBe(200)
    expect(sent()).toMatchObject({ path: at, headers: { authorization: expect.stringMatching(SIGNED) }, body: { model, user: 'somebody' } })
    expect((await world.logs(1))[0]).toMatchObject({ prompt_tokens: 10, completion_tokens: 3 })
  })

  test('Claude’s clients are answered by OpenAI’s models, without the temperature that these refuse', async () => {
    const answer = await askClaude(GPT, { stream, temperature: 0.3 })
    expect(answer.status, answer.text).toBe(200)
    expect(sent().path).toBe('/openai/v1/responses')
    expect(sent().body).not.toHaveProperty('temperature')
    await askClaude(OPEN, { stream })
    expect(sent().path).toBe(`/model/openai.gpt-oss-120b-1%3A0/${converse}`)
  })

  test('the limit of OpenAI’s models that think goes under its newer name', async () => {
    expect((await world.post('/v1/chat/completions', { model: GPT, messages: hello, max_tokens: 50, stream })).status).toBe(200)
    expect(sent().body).toMatchObject({ max_completion_tokens: 50 })
    expect(sent().body).not.toHaveProperty('max_tokens')
  })
})

const chunk = (event: object) => awsEvent('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abcd' })
const begun = [
  chunk({
    type: 'message_start',
    message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 9, output_tokens: 1 } },
  }),
  chunk({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  chunk({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Grüße 🎉' } }),
]
const scripted = (splitEvery: number | undefined, ...messages: Uint8Array[]) => [
  step.head(200, { 'content-type': 'application/vnd.amazon.eventstream' }),
  step.bytes(Buffer.concat(messages), ...(splitEvery === undefined ? [] : [{ splitEvery }])),
  step.end(),
]

test.each([
  ['throttlingException', { message: 'Too many tokens' }, 'rate_limit_error', 'Too many tokens'],
  ['serviceUnavailableException', { message: 'Not now' }, 'overloaded_error', 'Not now'],
  [
    'modelStreamErrorException',
    { message: 'the model', originalStatusCode: 529, originalMessage: 'Overloaded' },
    'overloaded_error',
    'Overloaded',
  ],
  ['internalServerException', {}, 'api_error', 'internalServerException'],
])('%s in the middle of a stream is told in Claude’s words', async (name, payload, type, message) => {
  world.provider.next(scripted(undefined, ...begun, awsException(name, payload)))
  const answer = await askClaude(OLDER, { stream: true })
  expect(answer.text).toContain('Grüße 🎉')
  const last = eventsOf(answer.text).at(-1)
  expect(last?.event).toBe('error')
  expect(JSON.parse(last?.data ?? '')).toMatchObject({ type: 'error', error: { type, message: expect.stringContaining(message) } })
  expect((await world.logs(1))[0]?.facts).toMatchObject({ end_reason: 'upstream_error' })
})

test('a stream that is cut into single bytes is the same stream', async () => {
  const rest = [
    chunk({ type: 'content_block_stop', index: 0 }),
    chunk({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 4 } }),
    chunk({ type: 'message_stop', 'amazon-bedrock-invocationMetrics': { inputTokenCount: 9 } }),
  ]
  world.provider.next(scripted(1, ...begun, ...rest))
  const answer = await askClaude(OLDER, { stream: true })
  expect(eventsOf(answer.text).map(({ event }) => event)).toEqual([
    ...['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop', 'message_delta', 'message_stop'],
  ])
  expect(answer.text).toContain('Grüße 🎉')
  expect((await world.logs(1))[0]).toMatchObject({ prompt_tokens: 9, completion_tokens: 4 })
})

describe('vectors', () => {
  const embed = (model: string, input: unknown, more: object = {}) => world.post('/v1/embeddings', { model, input, ...more })

  test('Titan gets one text, and what it counts is charged', async () => {
    const answer = await embed(TITAN, 'one #in:30', { dimensions: 256, normalize: false })
    expect(answer.status, answer.text).toBe(200)
    expect(sent()).toMatchObject({
      path: '/model/amazon.titan-embed-text-v2%3A0/invoke',
      headers: { authorization: expect.stringMatching(SIGNED) },
    })
    expect(sent().body).toEqual({ inputText: 'one #in:30', dimensions: 256, normalize: false })
    expect(answer.json).toMatchObject({ model: TITAN, data: [{ index: 0 }], usage: { prompt_tokens: 30 } })
    expect((answer.json as { data: { embedding: number[] }[] }).data[0]?.embedding).toHaveLength(256)
    expect((await world.logs(1))[0]).toMatchObject({ prompt_tokens: 30, facts: { usage_source: 'upstream' } })
  })

  test.each([
    ['several texts', ['one', 'two'], {}, 'input[1]'],
    ['tokens by their numbers', [1, 2, 3], {}, 'input'],
  ])('Titan does not get %s', async (_, input, more, lost) => {
    const answer = await embed(TITAN, input, more)
    expect(answer).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining(lost) } } })
    expect(world.provider.requests).toEqual([])
  })

  test.each([
    [EMBED4, { output_dimension: 256, truncate: 'RIGHT', max_tokens: 100 }],
    [EMBED3, { truncate: 'END' }],
  ])('%s gets all texts in words of its own, and our own count is charged', async (model, expected) => {
    const { output_dimension: dimensions, max_tokens } = expected as { output_dimension?: number; max_tokens?: number }
    const answer = await embed(model, ['one', 'two'], { dimensions, max_tokens, truncate: 'END', input_type: 'search_query' })
    expect(answer.status, answer.text).toBe(200)
    expect(sent().body).toEqual({ texts: ['one', 'two'], input_type: 'search_query', embedding_types: ['float'], ...expected })
    expect((answer.json as { data: object[] }).data).toHaveLength(2)
    expect((await world.logs(1))[0]?.facts).toMatchObject({ usage_source: expect.not.stringMatching('upstream') })
  })

  test('Cohere’s clients get its own form, also of pictures', async () => {
    const url = 'data:image/png;base64,iVBORw0KGgo='
    const inputs = [
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ]
    const answer = await world.post('/v2/embed', { model: EMBED4, inputs, input_type: 'search_document', embedding_types: ['float'] })
    expect(answer.status, answer.text).toBe(200)
    expect(sent().body).toMatchObject({
      inputs: [
        {
          content: [
            { type: 'text', text: 'a' },
            { type: 'image_url', image_url: url },
          ],
        },
      ],
    })
    expect(answer.json).toMatchObject({ embeddings: { float: [expect.any(Array)] } })
  })
})

test.each([OLDER, GPT, TITAN, EMBED4])('%s: the console tests it at its own door', async (model) => {
  const channels = await world.console.call<{ id: number; name: string }[]>('GET', '/api/channel/')
  const id = channels.find(({ name }) => name === 'aws')?.id
  const tested = (await world.console.ask('GET', `/api/channel/test/${id}?model=${encodeURIComponent(model)}`)).body
  expect(tested).toMatchObject({ success: true })
})
