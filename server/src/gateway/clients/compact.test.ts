// Making a conversation of the Responses API short, by the vendor's own door and by a summary of a model that has none.
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { addUpstreams, modelAt, priceOptions, prices, upstreams } from './testing/upstreams.ts'

let world: World
let client: OpenAI
beforeAll(async () => {
  world = await openWorld({ channel: null, options: priceOptions })
  await addUpstreams(world)
  client = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1` })
})
afterAll(() => world.close())

const tools = [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }]
const conversation = [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'look for the light #in:400 #out:20' }] },
  { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' },
  { type: 'function_call_output', call_id: 'call_1', output: 'a lighthouse' },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'There it is.' }] },
] as OpenAI.Responses.ResponseInput

describe.each(upstreams)('at $name', (upstream) => {
  const model = modelAt(upstream, 'gpt-5')
  const hasDoor = upstream.dialect === 'openai-responses'

  test('the answer takes the place of the conversation, and is billed once, as what it used', async () => {
    const before = await world.balance()
    const short = await client.responses.compact({ model, input: conversation, ...({ tools, instructions: 'be brief' } as object) })
    expect(short).toMatchObject({ object: 'response.compaction', usage: { input_tokens: 400, output_tokens: 20 } })
    expect(short.output[0]).toMatchObject(conversation[0] as object)
    expect(short.output).toHaveLength(2)
    expect(before - (await world.balance())).toBe(400 * prices.input + 20 * prices.output)
    const [row] = await world.logs(1)
    expect(row).toMatchObject({ model_name: model, prompt_tokens: 400, completion_tokens: 20, is_stream: false })
    expect(row?.facts.endpoint).toBe('/v1/responses/compact')
    const sent = world.provider.requests.at(-1)
    expect(sent?.path.endsWith('/responses/compact')).toBe(hasDoor)
    if (hasDoor) expect(short.output[1]).toMatchObject({ type: 'compaction', encrypted_content: expect.any(String) })
    else {
      expect(JSON.stringify(sent?.body)).toContain('Write a summary of this conversation')
      // The model said these words; a user's message, so that whoever is asked next reads them.
      expect(short.output[1]).toMatchObject({ type: 'message', role: 'user' })
      expect(JSON.stringify(short.output[1])).toMatch(/Summary of the conversation.*the of and to in/)
      const next = await client.responses.create({
        model,
        input: [...short.output, { role: 'user', content: 'and?' }] as typeof conversation,
      })
      expect(next.status).toBe('completed')
      expect(JSON.stringify(world.provider.requests.at(-1)?.body)).toMatch(/Summary of the conversation.*and\?/)
    }
  })

  test('a conversation is named by the id of its last answer', async () => {
    const first = await client.responses.create({ model, input: 'the first words' })
    const short = await client.responses.compact({ model, previous_response_id: first.id })
    if (!hasDoor) expect(JSON.stringify(short.output)).toContain('the first words')
    expect(short.object).toBe('response.compaction')
    await expect(client.responses.compact({ model, previous_response_id: 'resp_unknown' })).rejects.toMatchObject({ status: 400 })
  })
})

test('an empty summary leaves the conversation as it is: an error, and free', async () => {
  const before = await world.balance()
  const empty = { role: 'assistant', content: '' }
  const body = { id: 'x', object: 'chat.completion', choices: [{ index: 0, message: empty, finish_reason: 'stop' }] }
  world.provider.next([step.head(200, { 'content-type': 'application/json' }), step.text(JSON.stringify(body)), step.end()], 3)
  const model = modelAt(upstreams[0] as (typeof upstreams)[0], 'gpt-5')
  const client = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
  await expect(client.responses.compact({ model, input: conversation })).rejects.toMatchObject({ status: 502 })
  expect(await world.balance()).toBe(before)
})

test('what one vendor has encrypted is never silently left out of a request to another', async () => {
  const sealed = { type: 'compaction', id: 'cmp_1', encrypted_content: 'c2VhbGVk' }
  const input = [sealed, { role: 'user', content: 'go on' }] as OpenAI.Responses.ResponseInput
  for (const upstream of upstreams.filter(({ dialect }) => dialect !== 'openai-responses')) {
    const requestsBefore = world.provider.requestCount
    const refusal = await client.responses.create({ model: modelAt(upstream, 'gpt-5'), input }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 400, code: 'untranslatable' })
    expect(world.provider.requestCount).toBe(requestsBefore)
  }
})
