// Channels whose vendor serves deployments: by which addresses and as whom they are called, what the vendor adds to its answers, and how it
// refuses. The fake judges every request as the vendor's documentation has it.
import OpenAI, { AzureOpenAI, toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { azureProvider } from '../../providers/azure/provider.ts'
import { type FakeEntra, openFakeEntra } from '../../testing/fakes/fake-entra.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ways } from './testing/through-doors.ts'

const TYPE = 3
const CURRENT = 'gpt-4.1'
const OLDER = 'gpt-4.1-mini'
const CLAUDE = 'claude-opus-5-5'
const VECTORS = 'text-embedding-3-small'
const SOUND = 'whisper-1'
const SPEECH = 'tts-1'
const models = [CURRENT, OLDER, CLAUDE, VECTORS, 'mapped', 'entra', 'entra-older', 'filtered', 'refused', 'limited']
const logLines: string[] = []

let entra: FakeEntra
let world: World
beforeAll(async () => {
  entra = await openFakeEntra()
  world = await openWorld({
    ...{ channel: null, logLines, providers: { [TYPE]: azureProvider(entra.url) }, options: { RetryTimes: '2' } },
    ratios: Object.fromEntries([...models, SOUND, SPEECH].map((model) => [model, 1])),
  })
  await add({ models: [CURRENT, CLAUDE, VECTORS, SOUND, SPEECH, 'filtered'].join(), base_url: `${world.provider.url}/openai/v1` })
  await add({ models: OLDER, other: '2024-10-21' })
  await add({ models: 'mapped', other: '2024-10-21', model_mapping: JSON.stringify({ mapped: 'prod one' }) })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await entra.close()
  const secrets = entra.answers.flatMap(({ token }) => token ?? [])
  expect(secrets.length).toBeGreaterThan(1)
  expect(secrets.filter((secret) => logLines.some((line) => line.includes(secret)))).toEqual([])
})
beforeEach(() => world.provider.clear())

const add = (fields: Readonly<Record<string, unknown>>) => world.addChannel({ type: TYPE, name: 'house', key: 'far-key', ...fields })
const ask = (model: string, path = '/v1/chat/completions') =>
  world.post(path, { model, messages: [{ role: 'user', content: 'hello #in:10 #out:2' }] })
const sent = () => world.provider.requests.at(-1)

describe('a client of the vendor', () => {
  const client = (apiVersion: string, deployment?: string) =>
    new AzureOpenAI({ endpoint: world.url, apiKey: world.key, apiVersion, ...(deployment === undefined ? {} : { deployment }) })
  const hello = { messages: [{ role: 'user' as const, content: 'hello #in:10 #out:2' }] }

  test('calls the deployment in its address, in the version that it names', async () => {
    const answer = await client('2024-06-01', CURRENT).chat.completions.create({ ...hello, model: 'not looked at' })
    expect(answer.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 2 })
    expect(sent()).toMatchObject({ method: 'POST', path: `/openai/deployments/${CURRENT}/chat/completions?api-version=2024-06-01` })
    expect(sent()?.headers).toMatchObject({ 'api-key': 'far-key', 'content-type': 'application/json' })
    expect(sent()?.headers).not.toHaveProperty('authorization')
    expect(sent()?.body).toEqual({ model: CURRENT, ...hello })
    expect((await world.logs(1))[0]).toMatchObject({ model_name: CURRENT, prompt_tokens: 10, completion_tokens: 2 })
  })

  test('reaches the current API by the versions that mean it', async () => {
    await client('v1').chat.completions.create({ ...hello, model: CURRENT })
    expect(sent()?.path).toBe('/openai/v1/chat/completions')
    await client('preview').chat.completions.create({ ...hello, model: OLDER })
    expect(sent()?.path).toBe('/openai/v1/chat/completions?api-version=preview')
    const current = new OpenAI({ baseURL: `${world.url}/openai/v1`, apiKey: world.key })
    await current.chat.completions.create({ ...hello, model: OLDER })
    expect(sent()?.path).toBe(`/openai/deployments/${OLDER}/chat/completions?api-version=2024-10-21`)
  })

  test('gets vectors, speech and the text of speech', async () => {
    const azure = client('2024-10-21')
    const { data } = await azure.embeddings.create({ model: VECTORS, input: ['a', 'b'] })
    expect(data).toHaveLength(2)
    expect(sent()?.path).toBe(`/openai/deployments/${VECTORS}/embeddings?api-version=2024-10-21`)
    const file = await toFile(Buffer.alloc(4000, 1), 'speech.mp3')
    expect((await azure.audio.transcriptions.create({ model: SOUND, file })).text).not.toBe('')
    expect(sent()?.path).toBe(`/openai/deployments/${SOUND}/audio/transcriptions?api-version=2024-10-21`)
    const spoken = await azure.audio.speech.create({ model: SPEECH, input: 'hello', voice: 'alloy' })
    expect((await spoken.arrayBuffer()).byteLength).toBeGreaterThan(0)
    expect(sent()?.path).toBe(`/openai/deployments/${SPEECH}/audio/speech?api-version=2024-10-21`)
  })

  test('has Responses, which the vendor has in its current API only, and the list of models', async () => {
    const azure = client('2025-04-01-preview')
    const answer = await azure.responses.create({ model: OLDER, input: 'hello #in:10 #out:2' })
    expect(answer.usage).toMatchObject({ input_tokens: 10, output_tokens: 2 })
    expect(sent()?.path).toBe('/openai/v1/responses')
    expect((await azure.responses.retrieve(answer.id)).output_text).toBe(answer.output_text)
    await azure.responses.create({ model: OLDER, input: 'and then? #in:30', previous_response_id: answer.id })
    expect(sent()?.body).toMatchObject({ previous_response_id: answer.id })
    const listed = []
    for await (const { id } of azure.models.list()) listed.push(id)
    expect(listed).toEqual(expect.arrayContaining([CURRENT, OLDER, CLAUDE]))
  })

  test('is told that what is not there is not there', async () => {
    await expect(client('2024-10-21').vectorStores.list()).rejects.toMatchObject({ status: 404, code: 'unknown_path' })
  })
})

describe('a channel', () => {
  test('is called in its own version, under the name of the deployment', async () => {
    expect((await ask('mapped')).status).toBe(200)
    expect(sent()?.path).toBe('/openai/deployments/prod%20one/chat/completions?api-version=2024-10-21')
    expect(sent()?.body).toMatchObject({ model: 'prod one' })
  })

  test('takes the version of any caller who names one, and none that is none', async () => {
    await ask(OLDER, '/v1/chat/completions?api-version=2025-01-01-preview')
    expect(sent()?.path).toBe(`/openai/deployments/${OLDER}/chat/completions?api-version=2025-01-01-preview`)
    await ask(OLDER, '/v1/chat/completions?api-version=..%2F..%2Fevil')
    expect(sent()?.path).toBe(`/openai/deployments/${OLDER}/chat/completions?api-version=2024-10-21`)
  })

  test.each(ways)('serves Claude in its own dialect, through $name', async ({ door, isStream }) => {
    const answer = await world.post(door.path(CLAUDE, isStream), door.body(CLAUDE, 'hello #in:10 #out:2', isStream))
    expect(answer.status, answer.text).toBe(200)
    expect(sent()).toMatchObject({ method: 'POST', path: '/anthropic/v1/messages' })
    expect(sent()?.headers).toMatchObject({ 'x-api-key': 'far-key', 'anthropic-version': expect.stringMatching(/^20/) })
    expect(sent()?.headers).not.toHaveProperty('authorization')
    expect(sent()?.body).toMatchObject({ model: CLAUDE, max_tokens: expect.any(Number) })
    expect((await world.logs(1))[0]).toMatchObject({ prompt_tokens: 10, completion_tokens: 2 })
  })
})

/** As recorded: what the filter found in the prompt comes before anything of the answer, and what it found in the answer after it. */
const safe = { hate: { filtered: false, severity: 'safe' }, jailbreak: { filtered: false, detected: false } }
const about = { id: 'chatcmpl-A1', created: 1_700_000_000, model: 'gpt-4.1-2025-04-14', object: 'chat.completion.chunk' }
const chunks = [
  { choices: [], created: 0, id: '', model: '', object: '', prompt_filter_results: [{ prompt_index: 0, content_filter_results: safe }] },
  {
    ...about,
    choices: [{ index: 0, delta: { role: 'assistant', content: '', refusal: null }, finish_reason: null, content_filter_results: {} }],
  },
  { ...about, choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null, content_filter_results: safe, logprobs: null }] },
  {
    ...{ id: '', created: 0, model: '', object: '' },
    choices: [
      {
        index: 0,
        delta: {},
        finish_reason: null,
        content_filter_results: safe,
        content_filter_offsets: { check_offset: 1, start_offset: 1, end_offset: 9 },
      },
    ],
  },
  { ...about, choices: [{ index: 0, delta: {}, finish_reason: 'stop', content_filter_results: {}, logprobs: null }] },
  { ...about, choices: [], usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 } },
]
const filteredStream = [
  step.head(200, { 'content-type': 'text/event-stream; charset=utf-8' }),
  ...[...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => step.text(`data: ${data}\n\n`)),
  step.end(),
]
const filteredWhole = scenario.reply(200, {
  ...{ id: 'chatcmpl-A1', object: 'chat.completion', created: 1_700_000_000, model: 'gpt-4.1-2025-04-14' },
  choices: [
    { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello', refusal: null }, content_filter_results: safe },
  ],
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: safe }],
  usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 },
})

describe('what the vendor’s filters found', () => {
  test('reaches clients of OpenAI’s chat, whole and in a stream', async () => {
    const client = new OpenAI({ baseURL: `${world.url}/v1`, apiKey: world.key })
    const body = { model: 'filtered', messages: [{ role: 'user' as const, content: 'hello' }] }
    world.provider.next(filteredWhole)
    expect(await client.chat.completions.create(body)).toMatchObject({
      choices: [{ content_filter_results: safe }],
      prompt_filter_results: [{ content_filter_results: safe }],
    })
    world.provider.next(filteredStream)
    const got: unknown[] = []
    for await (const chunk of await client.chat.completions.create({ ...body, stream: true, stream_options: { include_usage: true } }))
      got.push(chunk)
    expect(got).toMatchObject([
      { prompt_filter_results: [{ content_filter_results: safe }] },
      {},
      { choices: [{ content_filter_results: safe }] },
      {},
      {},
      {},
    ])
    const text = client.chat.completions.stream(body)
    world.provider.next(filteredStream)
    expect(await text.finalContent()).toBe('Hello')
  })

  test.each(ways)('breaks nothing, through $name', async ({ door, isStream }) => {
    world.provider.next(isStream ? filteredStream : filteredWhole)
    const chat = await add({ models: 'filters-only', setting: JSON.stringify({ dialects: ['openai-chat'] }) })
    await world.setOption('ModelRatio', JSON.stringify({ ...Object.fromEntries(models.map((model) => [model, 1])), 'filters-only': 1 }))
    const answer = await world.post(door.path('filters-only', isStream), door.body('filters-only', 'hello', isStream))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).toContain('Hello')
    if (isStream && door.dialect !== 'gemini-generate') expect(answer.text).toMatch(door.terminal)
    const [row] = await world.logs(1)
    expect(row).toMatchObject({ prompt_tokens: 9, completion_tokens: 1, facts: { usage_source: 'upstream', end_reason: 'done' } })
    await world.console.call('DELETE', `/api/channel/${chat}`)
  })
})

describe('a refusal', () => {
  const message =
    "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry."
  const innererror = {
    code: 'ResponsibleAIPolicyViolation',
    content_filter_result: { ...safe, violence: { filtered: true, severity: 'medium' } },
  }
  const filter = scenario.reply(400, { error: { message, type: null, param: 'prompt', code: 'content_filter', status: 400, innererror } })

  test('by the vendor’s filter is told in its words, with what it found, is not tried elsewhere, and costs nothing', async () => {
    await world.setOption('AutomaticDisableChannelEnabled', 'true')
    const ids = [await add({ models: 'refused', priority: 9 }), await add({ models: 'refused' })]
    world.provider.next(filter, 3)
    const before = await world.balance()
    const client = new AzureOpenAI({ endpoint: world.url, apiKey: world.key, apiVersion: '2024-10-21', maxRetries: 0 })
    const failure = await client.chat.completions
      .create({ model: 'refused', messages: [{ role: 'user', content: 'hello' }] })
      .catch((error: unknown) => error as InstanceType<typeof OpenAI.APIError>)
    expect(failure).toMatchObject({ status: 400, code: 'content_filter', param: 'prompt', error: { innererror } })
    expect((failure as Error).message).toContain('content management policy')
    expect(world.provider.requests).toHaveLength(1)
    expect(await world.balance()).toBe(before)
    for (const id of ids) expect(await world.console.call('GET', `/api/channel/${id}`)).toMatchObject({ status: 1 })
    await world.setOption('AutomaticDisableChannelEnabled', 'false')
  })

  test('for too many calls has its key wait as long as the vendor says to the millisecond', async () => {
    await add({ models: 'limited' })
    const error = { error: { code: '429', message: 'Requests have exceeded the call rate limit of your current pricing tier.' } }
    world.provider.next(scenario.reply(429, error, { 'retry-after': 60, 'retry-after-ms': 700 }))
    expect((await ask('limited')).status).toBe(429)
    expect(await ask('limited')).toMatchObject({ status: 429 })
    expect(world.provider.requests).toHaveLength(1)
    await expect.poll(async () => (await ask('limited')).status, { timeout: 20_000, interval: 200 }).toBe(200)
  })
})

describe('an application of Entra ID', () => {
  test('gets one token for the current API and Claude, and one for the older API', async () => {
    const { key } = entra.application()
    await add({ models: `entra,${CLAUDE}-entra`, key, model_mapping: JSON.stringify({ [`${CLAUDE}-entra`]: CLAUDE }) })
    await add({ models: 'entra-older', key, other: '2024-10-21' })
    await world.setOption(
      'ModelRatio',
      JSON.stringify({ ...Object.fromEntries(models.map((model) => [model, 1])), [`${CLAUDE}-entra`]: 1 }),
    )
    for (const model of ['entra', `${CLAUDE}-entra`, 'entra-older', 'entra']) expect((await ask(model)).status, model).toBe(200)
    const [current = '', older = ''] = entra.answers.map(({ token = '' }) => `Bearer ${token}`)
    expect(entra.answers.map(({ scope }) => scope)).toEqual([
      'https://ai.azure.com/.default',
      'https://cognitiveservices.azure.com/.default',
    ])
    expect(world.provider.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/openai/v1/chat/completions', current],
      ['/anthropic/v1/messages', current],
      ['/openai/deployments/entra-older/chat/completions?api-version=2024-10-21', older],
      ['/openai/v1/chat/completions', current],
    ])
    for (const { headers } of world.provider.requests) {
      expect(headers).not.toHaveProperty('api-key')
      expect(headers).not.toHaveProperty('x-api-key')
    }
  })

  test('whose secret is not taken any more is nothing that the caller learns of, and what the admin reads in a test', async () => {
    const { key, clientId, secret } = entra.application()
    entra.remove(clientId)
    await add({ models: 'gone', key, priority: 5 })
    await world.setOption('ModelRatio', JSON.stringify({ ...Object.fromEntries(models.map((model) => [model, 1])), gone: 1 }))
    const answer = await ask('gone')
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toMatch(/AADSTS|application|secret/i)
    const draft = { name: 'n', type: TYPE, models: 'gone', group: 'default', base_url: world.provider.url, key }
    const tested = (await world.console.ask('POST', '/api/channel/test', draft)).body as { message: string }
    expect(tested).toMatchObject({ success: false, message: expect.stringContaining('AADSTS700016') })
    expect(tested.message).not.toContain(secret)
  })
})

describe('the console', () => {
  const create = async (fields: Readonly<Record<string, unknown>>) =>
    (
      await world.console.ask('POST', '/api/channel/', {
        ...{ name: 'new', type: TYPE, models: CURRENT, group: 'default', base_url: world.provider.url, key: 'far-key', ...fields },
      })
    ).body as { success: boolean; code?: string; data?: { id: number } }

  test('refuses what is no version, and a key of several parts that is no application', async () => {
    for (const other of ['v2', 'latest', '2024-10', 'global'])
      expect(await create({ other })).toMatchObject({ success: false, code: 'channel_api_version_invalid' })
    expect(await create({ key: 'tenant|client|secret' })).toMatchObject({ success: false, code: 'channel_key_format' })
    const made = await create({ other: 'preview', key: `${entra.application().key}\nfar-key` })
    expect(made).toMatchObject({ success: true, data: { key_count: 2 } })
    const change = async (fields: object) => (await world.console.ask('PUT', '/api/channel/', { id: made.data?.id, ...fields })).body
    expect(await change({ other: 'v2' })).toMatchObject({ success: false, code: 'channel_api_version_invalid' })
    expect(await change({ other: '2024-10-21' })).toMatchObject({ success: true })
    expect(await change({ other: '' })).toMatchObject({ success: true })
  })

  describe('an address that is pasted as the vendor shows it', () => {
    const at = (version: string) => `https://my-house.openai.azure.com/openai/deployments/${OLDER}/chat/completions?api-version=${version}`
    const resource = { base_url: 'https://my-house.openai.azure.com', other: '2024-10-21' }

    test('is stored as that of the resource, and the version in its own field', async () => {
      const { data } = await create({ base_url: at('2024-10-21') })
      expect(data).toMatchObject(resource)
      const change = async (fields: object) => (await world.console.ask('PUT', '/api/channel/', { id: data?.id, ...fields })).body
      expect(await change({ base_url: at('2025-01-01-preview') })).toMatchObject({
        data: { ...resource, other: '2025-01-01-preview' },
      })
      expect(await change({ base_url: at('2025-01-01-preview'), other: 'v1' })).toMatchObject({ data: { ...resource, other: 'v1' } })
    })

    test('can be tested and has its calls shown before it is stored', async () => {
      const draft = { name: 'new', type: TYPE, models: OLDER, key: 'far-key' }
      const base_url = at('2024-10-21').replace('https://my-house.openai.azure.com', world.provider.url)
      expect((await world.console.ask('POST', '/api/channel/test', { ...draft, base_url })).body).toMatchObject({ success: true })
      expect(sent()?.path).toBe(`/openai/deployments/${OLDER}/chat/completions?api-version=2024-10-21`)
      expect(await world.console.call('POST', '/api/channel/fetch_models', { ...draft, base_url })).toContain('gpt-4o-mini')
      const shown = await world.console.call('POST', '/api/channel/address', { type: TYPE, model: OLDER, base_url: at('2024-10-21') })
      expect(shown).toEqual({ url: at('2024-10-21') })
    })

    test('is refused where its version is none, more stands in it, or it is of another API', async () => {
      const other = at('2024-10-21').replace(`openai/deployments/${OLDER}`, 'models')
      for (const base_url of [at('latest'), `${at('2024-10-21')}&key=1`, `${at('2024-10-21')}#part`, other])
        expect(await create({ base_url })).toMatchObject({ success: false, code: 'base_url_query' })
      expect(await create({ type: 8, base_url: at('2024-10-21') })).toMatchObject({ success: false, code: 'base_url_query' })
    })
  })

  test('shows where calls go while that is typed', async () => {
    const preview = async (fields: object) =>
      (await world.console.call<{ url: string }>('POST', '/api/channel/address', { type: TYPE, model: 'prod', ...fields })).url
    const base_url = 'https://my-house.openai.azure.com/openai/v1/'
    expect(await preview({ base_url })).toBe('https://my-house.openai.azure.com/openai/v1/chat/completions')
    expect(await preview({ base_url, other: '2024-10-21' })).toBe(
      'https://my-house.openai.azure.com/openai/deployments/prod/chat/completions?api-version=2024-10-21',
    )
    expect(await preview({ base_url, model: CLAUDE })).toBe('https://my-house.services.ai.azure.com/anthropic/v1/messages')
  })

  test('tests a channel and lists the models of the resource', async () => {
    for (const other of ['', '2024-10-21']) {
      const { data } = await create({ other })
      expect((await world.console.ask('GET', `/api/channel/test/${data?.id}`)).body).toMatchObject({ success: true })
      expect(await world.console.call('GET', `/api/channel/fetch_models/${data?.id}`)).toContain('gpt-4o-mini')
      expect(sent()?.path).toBe(other === '' ? '/openai/v1/models' : '/openai/models?api-version=2024-10-21')
    }
  })
})
