// Requests of clients as Converse takes them. The bodies follow the examples of AWS's user guide ("Use the Converse API", "Call a tool with
// the Converse API", "Prompt caching", "Extended thinking", "Structured outputs") and of its API reference.
import { describe, expect, test } from 'vitest'
import { fullRequest, testRequestHonesty } from '../../../testing/honesty.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { type ClientDialectName, clientDialects } from '../dialects.ts'
import { lossList } from '../losses/loss.ts'
import type { ChatRequest, Part } from '../request/request.ts'
import { bedrockConverse } from './dialect.ts'

const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const NEWER = 'us.anthropic.claude-opus-5'
const NOVA = 'us.amazon.nova-pro-v1:0'

function write(from: ClientDialectName, body: JsonObject): { body: JsonObject; losses: string[] } {
  return writeCanonical(clientDialects[from].readRequest(body))
}

function writeCanonical(request: ChatRequest): { body: JsonObject; losses: string[] } {
  const losses = lossList()
  const body = bedrockConverse.writeRequest(request, losses)
  return { body, losses: losses.losses.map(({ path, reason }) => `${path} ${reason}`) }
}

const chat = (fields: JsonObject, model = CLAUDE) => write('openai-chat', { model, messages: [{ role: 'user', content: 'x' }], ...fields })
const parts = (...given: Part[]) => writeCanonical({ model: CLAUDE, turns: [{ role: 'user', parts: given }] })
const contentOf = ({ body }: { body: JsonObject }) => (body.messages as JsonObject[])[0]?.content

describe('honesty', () => {
  testRequestHonesty(
    { writeRequest: (request, losses) => ({ ...bedrockConverse.writeRequest(request, losses), model: request.model }) },
    ['turns[1].parts[0].cacheMark', 'tools[0].cacheMark', 'reasoning', 'sampling.topK'],
    (body) =>
      expect(body.messages).toMatchObject([
        { role: 'user', content: [{ text: 'w_text' }, { document: { format: 'pdf', name: 'w-file-name' } }] },
        { role: 'assistant', content: [{ text: 'w_beside' }, { toolUse: { toolUseId: 'w_call' } }, { text: 'w_refusal' }] },
        { role: 'user', content: [{ toolResult: { toolUseId: 'w_call', status: 'error' } }, { text: 'w_after' }] },
      ]),
  )
  describe('for Claude', () => {
    testRequestHonesty(
      { writeRequest: (request, losses) => ({ ...bedrockConverse.writeRequest(request, losses), model: request.model }) },
      ['reasoning'],
      (body) => expect(body.toolConfig).toMatchObject({ tools: [{ toolSpec: { strict: true } }, { cachePoint: { type: 'default' } }] }),
      { ...fullRequest, model: 'claude-w_model' },
    )
  })
})

describe('a request of OpenAI chat', () => {
  test('with everything that has a place', () => {
    const { body, losses } = chat({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'In French.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
          ],
        },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ id: 'a.1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: 'a.1', content: 'one' },
        { role: 'user', content: 'And?' },
      ],
      max_tokens: 100,
      temperature: 0.5,
      top_p: 0.9,
      stop: ['END', '\n'],
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object', properties: {} } } }],
      tool_choice: 'required',
      service_tier: 'priority',
      stream: true,
    })
    expect(body).toEqual({
      system: [{ text: 'Be brief.' }, { text: 'In French.' }],
      messages: [
        { role: 'user', content: [{ text: 'What?' }, { image: { format: 'png', source: { bytes: 'aGk=' } } }] },
        { role: 'assistant', content: [{ text: 'I look.' }, { toolUse: { toolUseId: 'a_1', name: 'f', input: { a: 1 } } }] },
        { role: 'user', content: [{ toolResult: { toolUseId: 'a_1', content: [{ text: 'one' }] } }, { text: 'And?' }] },
      ],
      inferenceConfig: { maxTokens: 100, temperature: 0.5, topP: 0.9, stopSequences: ['END'] },
      additionalModelResponseFieldPaths: ['/stop_sequence', '/delta/stop_sequence'],
      toolConfig: {
        tools: [{ toolSpec: { name: 'f', description: 'd', inputSchema: { json: { type: 'object', properties: {} } } } }],
        toolChoice: { any: {} },
      },
      serviceTier: { type: 'priority' },
    })
    expect(losses).toEqual(['stop[1] not-expressible'])
  })

  test('with an effort, which is thinking of Claude alone', () => {
    expect(chat({ reasoning_effort: 'high' }, NEWER).body.additionalModelRequestFields).toEqual({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
    })
    expect(chat({ reasoning_effort: 'high', max_tokens: 10_000 }).body.additionalModelRequestFields).toEqual({
      thinking: { type: 'enabled', budget_tokens: 8000 },
    })
    expect(chat({ reasoning_effort: 'none' }).body.additionalModelRequestFields).toEqual({ thinking: { type: 'disabled' } })
    expect(chat({ reasoning_effort: 'high' }, NOVA).losses).toEqual(['reasoning not-expressible'])
    const sampled = chat({ reasoning_effort: 'low', temperature: 0.5, top_p: 0.5 })
    expect([sampled.body.inferenceConfig, sampled.losses]).toEqual([
      undefined,
      ['sampling.temperature not-expressible', 'sampling.topP not-expressible'],
    ])
  })

  test('with thinking and what Claude refuses together with it: a forced call, a round of tools that it did not begin', () => {
    const tools = [{ type: 'function', function: { name: 'f' } }]
    const forced = chat({ reasoning_effort: 'low', tools, tool_choice: 'required' })
    expect([forced.body.additionalModelRequestFields, forced.losses]).toEqual([undefined, ['reasoning not-expressible']])
    const messages = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'y' },
    ]
    expect(chat({ reasoning_effort: 'low', tools, messages }).losses).toEqual(['reasoning not-expressible'])
  })

  test('with a choice of tools that Converse has no word for, in the words of Claude', () => {
    const tools = [{ type: 'function', function: { name: 'f' } }]
    const fields = (more: JsonObject, model?: string) => chat({ tools, ...more }, model)
    const serial = fields({ parallel_tool_calls: false, tool_choice: 'required' })
    expect(serial.body.additionalModelRequestFields).toEqual({ tool_choice: { type: 'any', disable_parallel_tool_use: true } })
    expect(serial.body.toolConfig).not.toHaveProperty('toolChoice')
    expect(fields({ tool_choice: 'none' }).body.additionalModelRequestFields).toEqual({ tool_choice: { type: 'none' } })
    expect(fields({ tool_choice: 'none' }, NOVA).losses).toEqual(['toolChoice not-expressible'])
    expect(fields({ parallel_tool_calls: false }, NOVA).losses).toEqual(['parallelToolCalls not-expressible'])
    expect(fields({ tool_choice: { type: 'function', function: { name: 'f' } } }).body.toolConfig).toMatchObject({
      toolChoice: { tool: { name: 'f' } },
    })
    expect(chat({ tools: [], tool_choice: 'required' }).losses).toEqual(['toolChoice needed'])
  })

  test('with a conversation about tools and no tools: those that were called are named again', () => {
    const { body } = chat({
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: 'no json' } }] },
        { role: 'user', content: 'never mind' },
      ],
    })
    expect(body.toolConfig).toEqual({ tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] })
    // A call without a result is refused.
    expect(body.messages).toEqual([
      { role: 'user', content: [{ text: 'x' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'f', input: { INVALID_JSON: 'no json' } } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [] } }, { text: 'never mind' }] },
    ])
  })

  test('with a form of the answer', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }
    const { body, losses } = chat({
      response_format: { type: 'json_schema', json_schema: { name: 'n', description: 'd', schema, strict: true } },
    })
    expect([body.outputConfig, losses]).toEqual([
      { textFormat: { type: 'json_schema', structure: { jsonSchema: { schema: JSON.stringify(schema), name: 'n', description: 'd' } } } },
      [],
    ])
    expect(chat({ response_format: { type: 'json_object' } }).losses).toEqual(['output not-expressible'])
  })

  test('with a guardrail, which goes along, and another unknown field, which is named', () => {
    const guardrailConfig = { guardrailIdentifier: 'g', guardrailVersion: '1', trace: 'enabled' }
    const { body, losses } = chat({ guardrailConfig, strange: 1 })
    expect([body.guardrailConfig, losses]).toEqual([guardrailConfig, ['strange unknown-field']])
  })

  test('with what would answer another question if it were left out', () => {
    expect(chat({ n: 2, modalities: ['text', 'audio'] }).losses).toEqual(['choices needed', 'modalities needed'])
    const { body, losses } = parts(
      { kind: 'image', source: { kind: 'url', url: 's3://bucket/of-somebody-else.png' } },
      { kind: 'audio', source: { kind: 'base64', data: 'aGk=' }, mediaType: 'audio/wav', transcript: 'said' },
      { kind: 'file', source: { kind: 'base64', data: 'aGk=' }, mediaType: 'constructor' },
    )
    expect([body.messages, losses]).toEqual([
      [{ role: 'user', content: [{ text: 'said' }] }],
      [0, 1, 2].map((index) => `turns[0].parts[${index}] needed`),
    ])
  })
})

describe('a request of Anthropic Messages', () => {
  const ask = (fields: JsonObject, model = CLAUDE) =>
    write('anthropic-messages', { model, max_tokens: 4000, messages: [{ role: 'user', content: 'x' }], ...fields })

  test('with marks for the cache', () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } }
    const asked = {
      system: [{ type: 'text', text: 'Long.', ...hour }],
      tools: [{ name: 'f', input_schema: { type: 'object' }, ...hour }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'x', ...mark }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'y', ...mark }] }] },
      ],
    }
    const { body, losses } = ask(asked)
    expect(losses).toEqual([])
    expect(body).toMatchObject({
      system: [{ text: 'Long.' }, { cachePoint: { type: 'default', ttl: '1h' } }],
      toolConfig: { tools: [{ toolSpec: { name: 'f' } }, { cachePoint: { type: 'default', ttl: '1h' } }] },
      messages: [
        { content: [{ text: 'x' }, { cachePoint: { type: 'default' } }] },
        { content: [{ toolUse: { toolUseId: 'a' } }] },
        { content: [{ toolResult: { content: [{ text: 'y' }] } }, { cachePoint: { type: 'default' } }] },
      ],
    })
    expect(ask(asked, 'meta.llama3-3-70b-instruct-v1:0').losses).toHaveLength(4)
  })

  test('with thinking: what the same vendor signed goes back, in any cloud; what another signed does not', () => {
    const { body, losses } = ask({
      thinking: { type: 'enabled', budget_tokens: 2000 },
      messages: [
        { role: 'user', content: 'x' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'native', signature: 'bmF0aXZl' },
            { type: 'thinking', thinking: 'here', signature: 'WaystationOfbedrock0converse1111aGVyZQ==' },
            { type: 'redacted_thinking', data: 'WaystationOfbedrock0converse1111c2VhbGVk' },
            { type: 'thinking', thinking: 'foreign', signature: 'WaystationOfgemini0generate1Z2Vt' },
            { type: 'text', text: 'A' },
          ],
        },
        { role: 'user', content: 'And?' },
      ],
    })
    expect((body.messages as JsonObject[])[1]).toEqual({
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: 'native', signature: 'bmF0aXZl' } } },
        { reasoningContent: { reasoningText: { text: 'here', signature: 'aGVyZQ==' } } },
        { reasoningContent: { redactedContent: 'c2VhbGVk' } },
        { text: 'A' },
      ],
    })
    expect(body.additionalModelRequestFields).toEqual({ thinking: { type: 'enabled', budget_tokens: 2000 } })
    expect(losses).toEqual(['turns[1].parts[3] not-expressible'])
  })

  test('with an effort but no thinking setting, which requests none', () => {
    expect(ask({ output_config: { effort: 'low' } }, NEWER).body.additionalModelRequestFields).toEqual({ output_config: { effort: 'low' } })
    expect(ask({ top_k: 5 }).body.additionalModelRequestFields).toEqual({ top_k: 5 })
    expect(ask({ top_k: 5 }, NOVA).body.additionalModelRequestFields).toEqual({ inferenceConfig: { topK: 5 } })
  })

  test('with documents, whose names are made unique and written in the letters that Converse takes', () => {
    const file = (fileName: string, mediaType?: string): Part => ({
      kind: 'file',
      source: { kind: 'base64', data: 'JVBERi0=' },
      fileName,
      ...(mediaType && { mediaType }),
    })
    const found = parts(
      file('a  report_1.pdf'),
      file('a  report_1.pdf', 'application/pdf'),
      file('报告.csv', 'text/csv'),
      file('b', 'text/x-c'),
    )
    expect(contentOf(found)).toEqual([
      { document: { format: 'pdf', name: 'a report-1', source: { bytes: 'JVBERi0=' } } },
      { document: { format: 'pdf', name: 'a report-1 2', source: { bytes: 'JVBERi0=' } } },
      { document: { format: 'csv', name: 'document', source: { bytes: 'JVBERi0=' } } },
      { document: { format: 'txt', name: 'b', source: { bytes: 'JVBERi0=' } } },
    ])
    expect(found.losses).toEqual([0, 1, 2].map((index) => `turns[0].parts[${index}].fileName not-expressible`))
  })
})

test('ids of calls that are too long are cut, and calls still meet their results', () => {
  const id = (end: string) => `call_${'x'.repeat(90)}${end}`
  const { body } = writeCanonical({
    model: CLAUDE,
    turns: [
      { role: 'user', parts: [{ kind: 'text', text: 'x' }] },
      { role: 'assistant', parts: ['1', '2'].map((end) => ({ kind: 'tool-call', id: id(end), name: 'f', argumentsText: '' }) as const) },
      {
        role: 'tool',
        parts: ['2', '1'].map((end) => ({ kind: 'tool-result', toolCallId: id(end), parts: [{ kind: 'text', text: end }] }) as const),
      },
    ],
  })
  const [, calls, results] = body.messages as { content: { toolUse?: { toolUseId: string }; toolResult?: { toolUseId: string } }[] }[]
  const written = calls?.content.map(({ toolUse }) => toolUse?.toolUseId ?? '') ?? []
  expect(written.every((each) => /^[A-Za-z0-9_-]{1,64}$/.test(each))).toBe(true)
  expect(new Set(written).size).toBe(2)
  expect(results?.content.map(({ toolResult }) => toolResult?.toolUseId)).toEqual(written.toReversed())
})

test('what decides the price can be read, and a lower maximum leaves room for thinking', () => {
  const { terms } = bedrockConverse
  const { body } = chat({
    max_tokens: 10_000,
    reasoning_effort: 'high',
    service_tier: 'priority',
    guardrailConfig: { guardrailIdentifier: 'g' },
  })
  expect(terms.maxOutputTokens(body)).toBe(10_000)
  expect(terms.hidesOutput(body, undefined)).toBe(true)
  expect(terms.hidesOutput({}, undefined)).toBe(false)
  expect(terms.surcharges(body)).toEqual([
    { path: 'serviceTier', kind: 'tier', name: 'priority', isNeeded: false },
    { path: 'guardrailConfig', kind: 'other', name: 'guardrail', isNeeded: true },
  ])
  expect(terms.without(body, terms.surcharges(body).slice(0, 1))).not.toHaveProperty('serviceTier')
  expect(terms.withMaxOutputTokens(body, 2000)).toMatchObject({
    inferenceConfig: { maxTokens: 2000 },
    additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1600 } },
  })
  expect(terms.withMaxOutputTokens({}, 50)).toEqual({ inferenceConfig: { maxTokens: 50 } })
})
