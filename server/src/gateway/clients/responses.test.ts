// The memory of the Responses API, over vendors that have one and over vendors that have not.
import OpenAI from 'openai'
import type { ResponseStreamParams } from 'openai/lib/responses/ResponseStream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../testing/client.ts'
import { openWorld, type World } from '../testing/world.ts'
import { addUpstreams, modelAt, priceOptions, upstreams } from './testing/upstreams.ts'

let world: World
let client: OpenAI
beforeAll(async () => {
  world = await openWorld({ channel: null, options: priceOptions })
  await addUpstreams(world)
  client = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1` })
})
afterAll(() => world.close())

const tools = [{ type: 'function' as const, name: 'look', parameters: { type: 'object', properties: {} }, strict: false }]

describe.each(upstreams)('at $name', (upstream) => {
  const model = modelAt(upstream, 'gpt-5')

  test.each([false, true])('two turns with tools go on by id only; streamed: %s', async (stream) => {
    const ask = async (body: object): Promise<OpenAI.Responses.Response> => {
      const whole = { model, tools, ...body } as OpenAI.Responses.ResponseCreateParamsNonStreaming
      return stream ? client.responses.stream(whole as ResponseStreamParams).finalResponse() : client.responses.create(whole)
    }
    const first = await ask({ input: '#tool #in:50', reasoning: { effort: 'low', summary: 'auto' } })
    const use = first.output.find((item) => item.type === 'function_call')
    expect(use?.name).toBe('look')
    const second = await ask({
      previous_response_id: first.id,
      reasoning: { effort: 'low', summary: 'auto' },
      input: [{ type: 'function_call_output', call_id: use?.call_id, output: 'a lighthouse' }],
    })
    expect(second.output_text).toBe('Echo: a lighthouse')
    const sent = world.provider.requests.at(-1)?.body as { previous_response_id?: string }
    expect(sent.previous_response_id).toBe(upstream.dialect === 'openai-responses' ? first.id : undefined)
    const third = await ask({ previous_response_id: second.id, input: 'and then?', tool_choice: 'none' })
    expect(third.output_text).toBe('Echo: and then?')
    expect(third.previous_response_id).toBe(second.id)
  })

  test('items of earlier answers that are named by id only reach the model as what they are', async () => {
    const reasoning = { effort: 'low', summary: 'auto' } as const
    const history: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: '#tool #in:50' }]
    const ask = async (more: readonly OpenAI.Responses.ResponseInputItem[], tool_choice: 'auto' | 'none') => {
      history.push(...more)
      const reply = await client.responses.create({ model, tools, tool_choice, reasoning, input: history })
      history.push(...reply.output.map(({ id }) => ({ type: 'item_reference' as const, id: String(id) })))
      return reply
    }
    const use = (await ask([], 'auto')).output.find((item) => item.type === 'function_call')
    await ask([{ type: 'function_call_output', call_id: String(use?.call_id), output: 'a lighthouse' }], 'auto')
    const last = await ask([{ role: 'user', content: 'and then?' }], 'none')
    expect(last.output_text).toBe('Echo: and then?')
    const sent = world.provider.requests.at(-1)
    if (upstream.dialect === 'openai-responses') expect(sent?.body).toMatchObject({ input: history.slice(0, -last.output.length) })
    else expect(sent?.rawBody).toMatch(/look.*a lighthouse.*Echo: a lighthouse.*and then/)
    expect((await world.logs(1))[0]?.facts.losses ?? []).not.toContainEqual(expect.stringMatching(/^turns/))
  })

  test('an answer is read, its input listed, and deleted; one that has ended cannot be cancelled', async () => {
    const made = await client.responses.create({ model, input: 'hello there' })
    expect(await client.responses.retrieve(made.id)).toMatchObject({ id: made.id, output: made.output, status: 'completed' })
    const items = await client.responses.inputItems.list(made.id)
    expect(items.data).toMatchObject([{ role: 'user', content: [{ type: 'input_text', text: 'hello there' }] }])
    await expect(client.responses.cancel(made.id)).rejects.toMatchObject({ status: 400, code: 'response_not_cancellable' })
    await client.responses.delete(made.id)
    await expect(client.responses.retrieve(made.id)).rejects.toMatchObject({ status: 404, code: 'response_not_found' })
    await expect(client.responses.create({ model, previous_response_id: made.id, input: 'x' })).rejects.toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
    })
  })

  test('what is not to be stored is not', async () => {
    const made = await client.responses.create({ model, input: 'hello there', store: false })
    await expect(client.responses.retrieve(made.id)).rejects.toMatchObject({ status: 404 })
  })
})

test('an address of sockets alone is unknown to plain requests', async () => {
  expect((await call(`${world.url}/v1/responses`, { headers: { authorization: `Bearer ${world.key}` } })).status).toBe(404)
})
