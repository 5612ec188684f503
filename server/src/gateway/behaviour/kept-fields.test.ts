// What vendors of OpenAI's chat dialect want back with a turn that calls tools comes home, whatever dialect the client speaks and though it
// gives none of it back (docs/vendor-rules.md, 29).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: { models: 'fake-chat,other-chat' }, ratios: { 'fake-chat': 1, 'other-chat': 1 } })
  await world.addChannel({
    models: 'elsewhere',
    base_url: `${world.provider.url}/elsewhere`,
    model_mapping: JSON.stringify({ elsewhere: 'fake-chat' }),
  })
  await world.setOption('ModelRatio', JSON.stringify({ 'fake-chat': 1, elsewhere: 1 }))
}, 120_000)
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const schema = { type: 'object', properties: { path: { type: 'string' } } }
/** The second request of a conversation whose client gives back the calls alone. */
const clients: Readonly<
  Record<
    string,
    { path: (model: string, isStream: boolean) => string; body: (model: string, ids: readonly string[], isStream: boolean) => object }
  >
> = {
  'openai-responses': {
    path: () => '/v1/responses',
    body: (model, ids, stream) => ({
      ...{ model, stream, tools: [{ type: 'function', name: 'read', parameters: schema }] },
      input: [
        { role: 'user', content: 'hi' },
        ...ids.map((call_id) => ({ type: 'function_call', call_id, name: 'read', arguments: '{"path":"a"}' })),
        ...ids.map((call_id) => ({ type: 'function_call_output', call_id, output: 'text' })),
      ],
    }),
  },
  'anthropic-messages': {
    path: () => '/v1/messages',
    body: (model, ids, stream) => ({
      ...{ model, stream, max_tokens: 100, tools: [{ name: 'read', input_schema: schema }] },
      messages: [
        { role: 'user', content: 'hi' },
        ...(ids.length === 0
          ? []
          : [
              { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 'read', input: { path: 'a' } })) },
              { role: 'user', content: ids.map((tool_use_id) => ({ type: 'tool_result', tool_use_id, content: 'text' })) },
            ]),
      ],
    }),
  },
  'gemini-generate': {
    path: (model, isStream) => `/v1beta/models/${model}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (_, ids) => ({
      tools: [{ functionDeclarations: [{ name: 'read', parameters: schema }] }],
      contents: [
        { role: 'user', parts: [{ text: 'hi' }] },
        ...(ids.length === 0
          ? []
          : [
              { role: 'model', parts: ids.map((id) => ({ functionCall: { id, name: 'read', args: { path: 'a' } } })) },
              { role: 'user', parts: ids.map((id) => ({ functionResponse: { id, name: 'read', response: { output: 'text' } } })) },
            ]),
      ],
    }),
  },
}
const cases = Object.keys(clients).flatMap((client) => [false, true].map((isStream) => [client, isStream] as const))

let calls = 0
const newIds = () => [`call_${++calls}`, `call_${++calls}`]
const callOf = (id: string, more: object = {}) => ({ id, type: 'function', function: { name: 'read', arguments: '{"path":"a"}' }, ...more })

/** An answer with these calls, whole or in pieces. */
function answerWith(toolCalls: readonly object[], fields: readonly object[], isStream: boolean): Step[] {
  if (!isStream) {
    const message = Object.assign({ role: 'assistant', content: null, tool_calls: toolCalls }, ...fields) as object
    return scenario.reply(200, { id: 'c', model: 'm', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] })
  }
  const chunk = (delta: object) => step.frame({ id: 'c', model: 'm', choices: [{ index: 0, delta, finish_reason: null }] })
  return [
    chunk({ role: 'assistant', content: null }),
    ...fields.map(chunk),
    ...toolCalls.map((each, index) => chunk({ tool_calls: [{ index, ...each }] })),
    ...[step.finish('tool_calls'), step.done(), step.end()],
  ]
}

async function secondRequest(
  client: string,
  isStream: boolean,
  ids: readonly string[],
  first: readonly Step[],
  model = 'fake-chat',
): Promise<Record<string, unknown>> {
  const { path, body } = clients[client] ?? {}
  if (!path || !body) throw new Error(client)
  world.provider.next(first)
  expect((await world.post(path('fake-chat', isStream), body('fake-chat', [], isStream))).status).toBe(200)
  world.provider.next(
    scenario.reply(200, {
      id: 'c',
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
    }),
  )
  expect((await world.post(path(model, false), body(model, ids, false))).status).toBe(200)
  const { messages } = (world.provider.requests.at(-1)?.body ?? { messages: [] }) as { messages: Record<string, unknown>[] }
  const said = messages.find(({ role }) => role === 'assistant')
  if (!said) throw new Error('no answer in the history')
  return said
}

test.each(cases)('signatures on calls come home from %s, streamed: %s', async (client, isStream) => {
  const ids = newIds()
  const [one = '', two = ''] = ids
  const signed = { extra_content: { google: { thought_signature: 'AAAA/signature+' } } }
  const said = await secondRequest(client, isStream, ids, answerWith([callOf(one, signed), callOf(two)], [], isStream))
  expect(said.tool_calls).toEqual([callOf(one, signed), callOf(two)])
})

test.each(cases)('details of thinking come home from %s in their order, streamed: %s', async (client, isStream) => {
  const ids = newIds()
  const details = [
    { type: 'reasoning.text', text: 'Let me ', index: 0, format: 'anthropic-claude-v1' },
    { type: 'reasoning.text', text: 'see.', signature: 'sig', index: 0, format: 'anthropic-claude-v1' },
    { type: 'reasoning.encrypted', data: 'gAAA', id: 'rs_1', index: 1, format: 'openai-responses-v1' },
    { type: 'reasoning.encrypted', data: 'gBBB', id: ids[0], index: 2, format: 'google-gemini-v1' },
  ]
  const whole = [
    { type: 'reasoning.text', text: 'Let me see.', signature: 'sig', index: 0, format: 'anthropic-claude-v1' },
    ...details.slice(2),
  ]
  const fields = isStream
    ? details.map((detail) => ({ reasoning_details: [detail] }))
    : [{ reasoning: 'Let me see.', reasoning_details: whole }]
  const said = await secondRequest(
    client,
    isStream,
    ids,
    answerWith(
      ids.map((id) => callOf(id)),
      fields,
      isStream,
    ),
  )
  expect(said.reasoning_details).toEqual(whole)
  expect(said.reasoning_content).toBeUndefined()
})

test.each(cases)('thinking comes home as reasoning_content from %s, streamed: %s', async (client, isStream) => {
  const ids = newIds()
  const said = await secondRequest(
    client,
    isStream,
    ids,
    answerWith(
      ids.map((id) => callOf(id)),
      [{ reasoning_content: 'I must look.' }],
      isStream,
    ),
  )
  expect(said.reasoning_content).toBe('I must look.')
})

test.each(cases)('none of it goes to another vendor, from %s, streamed: %s', async (client, isStream) => {
  const ids = newIds()
  const fields = [{ reasoning_content: 'I must look.' }, { reasoning_details: [{ type: 'reasoning.encrypted', data: 'gAAA' }] }]
  const signed = { extra_content: { google: { thought_signature: 'AAAA' } } }
  const said = await secondRequest(
    client,
    isStream,
    ids,
    answerWith(
      ids.map((id) => callOf(id, signed)),
      fields,
      isStream,
    ),
    'elsewhere',
  )
  expect(Object.keys(said).toSorted()).toEqual(['content', 'role', 'tool_calls'])
  expect(said.tool_calls).toEqual(ids.map((id) => callOf(id)))
})
