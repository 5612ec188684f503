// What clients ask beside the call itself: how much a prompt is, which models there are, whether anybody is at home.
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../testing/client.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { addUpstreams, modelAt, priceOptions, upstreams } from './testing/upstreams.ts'

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await openWorld({ channel: null, options: priceOptions, logLines: lines })
  await addUpstreams(world)
})
afterAll(() => world.close())

const clients = () => ({
  openai: new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1` }),
  messages: new Anthropic({ apiKey: world.key, baseURL: world.url }),
  generate: new GoogleGenAI({ apiKey: world.key, httpOptions: { baseUrl: world.url } }),
})

describe.each(upstreams)('at $name', (upstream) => {
  test('a prompt is counted: exactly where the vendor of the same dialect counts, else estimated and marked so; never billed', async () => {
    const model = modelAt(upstream, 'gpt-5')
    const before = await world.balance()
    const messages = [{ role: 'user' as const, content: '#in:77 how much is this?' }]
    const { data, response } = await clients().messages.messages.countTokens({ model, messages }).withResponse()
    const isOwn = upstream.dialect === 'anthropic-messages'
    expect(response.headers.get('x-waystation-count')).toBe(isOwn ? 'exact' : 'estimated')
    if (isOwn) expect(data.input_tokens).toBe(77)
    else expect(data.input_tokens).toBeGreaterThan(5)
    expect(data.input_tokens).toBeLessThan(100)

    const counted = await clients().generate.models.countTokens({ model, contents: '#in:66 how much is this?' })
    if (upstream.dialect === 'gemini-generate') expect(counted.totalTokens).toBe(66)
    else expect(counted.totalTokens).toBeGreaterThan(5)
    expect(await world.balance()).toBe(before)
  })

  test('so is one of the Responses API, with the conversation that it names', async () => {
    const model = modelAt(upstream, 'gpt-5')
    const isOwn = upstream.dialect === 'openai-responses'
    const first = await clients().openai.responses.create({ model, input: 'a long question '.repeat(20) })
    const balance = await world.balance()
    if (isOwn) world.provider.next(scenario.reply(200, { object: 'response.input_tokens', input_tokens: 55 }))
    const { data, response } = await clients()
      .openai.responses.inputTokens.count({ model, input: 'and now?', previous_response_id: first.id })
      .withResponse()
    expect(response.headers.get('x-waystation-count')).toBe(isOwn ? 'exact' : 'estimated')
    expect(data.object).toBe('response.input_tokens')
    if (isOwn) {
      expect(data.input_tokens).toBe(55)
      const { path, body } = world.provider.requests.at(-1) ?? {}
      expect(path).toContain('/v1/responses/input_tokens')
      expect(body).toEqual({ model, input: 'and now?', previous_response_id: first.id })
    } else expect(data.input_tokens).toBeGreaterThan(60)
    expect(await world.balance()).toBe(balance)
    const bad = clients().openai.responses.inputTokens.count({ model, input: 'x', previous_response_id: 'resp_none' })
    await expect(bad).rejects.toMatchObject({ status: 400, code: 'previous_response_not_found' })
  })
})

test('models are listed and found in the client’s dialect', async () => {
  const { openai, messages, generate } = clients()
  const wanted = upstreams
    .flatMap((upstream) => (['claude-sonnet-4-5', 'gemini-3-pro', 'gpt-5'] as const).map((name) => modelAt(upstream, name)))
    .toSorted()
  const names = { openai: [] as string[], messages: [] as string[], generate: [] as string[] }
  for await (const model of openai.models.list()) names.openai.push(model.id)
  for await (const model of messages.models.list()) names.messages.push(model.id)
  for await (const model of await generate.models.list()) names.generate.push((model.name ?? '').replace('models/', ''))
  expect({ openai: names.openai.toSorted(), messages: names.messages.toSorted(), generate: names.generate.toSorted() }).toEqual({
    openai: wanted,
    messages: wanted,
    generate: wanted,
  })
  const [name = ''] = wanted
  expect(await messages.models.retrieve(name)).toMatchObject({ type: 'model', id: name })
  expect(await generate.models.get({ model: name })).toMatchObject({ name: `models/${name}` })
  await expect(messages.models.retrieve('nobody')).rejects.toBeInstanceOf(Anthropic.NotFoundError)
  await expect(generate.models.get({ model: 'nobody' })).rejects.toMatchObject({ status: 404 })
})

test('a client’s connection check succeeds', async () => {
  expect((await call(`${world.url}/`, { method: 'HEAD' })).status).toBeLessThan(500)
})

test('Gemini’s key is taken from a header or the address, and stands in no line of the log', async () => {
  const model = modelAt(upstreams[3] as (typeof upstreams)[3], 'gpt-5')
  const body = { contents: [{ role: 'user', parts: [{ text: 'hello #in:10' }] }] }
  const path = `${world.url}/v1beta/models/${model}:generateContent`
  const inHeader = await call(path, { method: 'POST', body, headers: { 'x-goog-api-key': world.key } })
  const inAddress = await call(`${path}?key=${world.key}`, { method: 'POST', body })
  const forged = await call(`${path}?key=sk-forged-and-secret`, { method: 'POST', body })
  const nowhere = await call(`${world.url}/v1beta/models/${model}:nothing?key=${world.key}`, { method: 'POST', body })
  expect([inHeader.status, inAddress.status, forged.status, nowhere.status]).toEqual([200, 200, 401, 404])
  expect(forged.json).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } })
  const written = lines.join('')
  expect(lines.length).toBeGreaterThan(0)
  for (const secret of [world.key.slice(3), 'forged-and-secret', 'far-key']) expect(written).not.toContain(secret)
  const rows = JSON.stringify(await world.logs(2))
  expect(rows).not.toContain(world.key.slice(3))
})
