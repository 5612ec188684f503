import { describe, expect, test } from 'vitest'
import { partsIn, request, written } from '../../../testing/gemini-harness.ts'
import type { Json, JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import type { ChatEvent } from '../reply/event.ts'
import type { Part, Turn } from '../request/request.ts'
import { geminiGenerate } from './dialect.ts'
import { plainSchema } from './read/schema.ts'
import { readSignature, wrapEncrypted, wrapSignature } from './signature.ts'

test('a schema of Google is plain JSON schema for everybody else', () => {
  expect(
    plainSchema({
      type: 'OBJECT',
      nullable: true,
      example: { a: 1 },
      property_ordering: ['type'],
      properties: {
        type: { type: 'STRING', format: 'enum', enum: ['OBJECT'], min_length: '1' },
        nullable: { any_of: [{ type: 'TYPE_UNSPECIFIED' }, { type: 'array', items: { type: 'NUMBER', format: 'float' } }], nullable: true },
      },
      additionalProperties: { type: 'BOOLEAN' },
    }),
  ).toEqual({
    type: ['object', 'null'],
    examples: [{ a: 1 }],
    properties: {
      type: { type: 'string', enum: ['OBJECT'], minLength: 1 },
      nullable: { anyOf: [{}, { type: 'array', items: { type: 'number', format: 'float' } }, { type: 'null' }] },
    },
    additionalProperties: { type: 'boolean' },
  })
})

describe('signatures', () => {
  const losses = lossList()
  test.each([
    ['anthropic-messages', 'ab+/cd=='],
    ['openai-responses', 'gAAA-_bb'],
    ['gemini-generate', 'c2ln+/=='],
  ] as const)(
    'of %s go through a client of Google and come home, though its library prints bytes in another alphabet',
    (signedBy, token) => {
      const other = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')
      const signature = wrapSignature({ signature: token, signedBy }, 'p', losses) ?? ''
      expect(readSignature(signature)).toEqual({ signature: token, signedBy })
      if (signedBy !== 'gemini-generate') expect(readSignature(other(signature))).toEqual({ signature: token, signedBy })
      else expect(signature).toBe(token)
      const sealed = wrapEncrypted({ encrypted: token, signedBy: 'openai-responses' }, 'p', losses) ?? ''
      expect(readSignature(sealed)).toMatchObject({ encrypted: expect.any(String), signedBy: 'openai-responses' })
      expect(sealed).toMatch(/^[A-Za-z0-9+/=_-]+$/)
      expect(losses.losses).toEqual([])
    },
  )

  test('that come after the thinking are joined to it again, though a library keeps every frame as a content of its own', () => {
    const events: ChatEvent[] = [
      { kind: 'part-started', choice: 0, part: 0, initial: { kind: 'reasoning', text: '', signedBy: 'anthropic-messages' } },
      { kind: 'part-delta', choice: 0, part: 0, text: 'I ' },
      { kind: 'part-delta', choice: 0, part: 0, text: 'think.' },
      { kind: 'part-delta', choice: 0, part: 0, signature: 'AAAA' },
      { kind: 'part-ended', choice: 0, part: 0 },
      { kind: 'part-started', choice: 0, part: 1, initial: { kind: 'text', text: 'So.' } },
      { kind: 'part-ended', choice: 0, part: 1 },
    ]
    const parts = partsIn(written(events).frames)
    expect(parts).toEqual([
      { text: 'I ', thought: true },
      { text: 'think.', thought: true },
      { text: '', thought: true, thoughtSignature: 'WaystationOfanthropic0messages11AAAA' },
      { text: 'So.' },
    ])
    const home = [
      { kind: 'reasoning', text: 'I think.', signature: 'AAAA', signedBy: 'anthropic-messages' },
      { kind: 'text', text: 'So.' },
    ]
    const ask = { role: 'user', parts: [{ text: 'Hi' }] }
    const together = geminiGenerate.readRequest({ contents: [ask, { role: 'model', parts }] })
    expect(together.turns[1]?.parts).toEqual(home)
    const apart = geminiGenerate.readRequest({ contents: [ask, ...parts.map((part) => ({ role: 'model', parts: [part] }))] })
    expect(apart.turns.slice(1).flatMap((turn) => turn.parts)).toEqual(home)
    // Google itself is never shown another vendor's.
    const { contents, losses: lost } = request(together.turns, 'gemini-3-pro', { extras: { dialect: 'gemini-generate' } })
    expect(contents[1]).toEqual({ role: 'model', parts: [{ text: 'So.' }] })
    expect(lost).toEqual([{ path: 'turns[1].parts[0]', reason: 'not-expressible' }])
  })

  test('of Google are given back to it from a client of any dialect, on thinking, text and calls', () => {
    const signed = { signature: 's', signedBy: 'gemini-generate' } as const
    const parts: Part[] = [
      { kind: 'reasoning', text: 'mine', ...signed },
      { kind: 'reasoning', text: 'unsigned' },
      { kind: 'reasoning', text: 'theirs', signature: 's', signedBy: 'anthropic-messages' },
      { kind: 'text', text: '', ...signed },
      { kind: 'tool-call', id: 'a', name: 'f', argumentsText: '{}', ...signed },
      { kind: 'tool-call', id: 'b', name: 'f', argumentsText: '{}' },
    ]
    const { contents, losses: lost } = request([{ role: 'assistant', parts }])
    expect(contents[0]).toEqual({
      role: 'model',
      parts: [
        { text: 'mine', thought: true, thoughtSignature: 's' },
        { text: '', thoughtSignature: 's' },
        { functionCall: { id: 'a', name: 'f', args: {} }, thoughtSignature: 's' },
        { functionCall: { id: 'b', name: 'f', args: {} } },
      ],
    })
    expect(lost.map((loss) => loss.path)).toEqual(['turns[0].parts[1]', 'turns[0].parts[2]'])
  })

  test('are required since the third generation only', () => {
    const turn: Turn = { role: 'assistant', parts: [{ kind: 'tool-call', id: 'a', name: 'f', argumentsText: '{}' }] }
    const of = (model: string) => request([turn], model).contents[0]?.parts[0]?.thoughtSignature
    expect(['gemini-3-pro', 'gemini-4-x', '', 'models/gemini-3.5-flash'].map(of)).toEqual(Array(4).fill('skip_thought_signature_validator'))
    expect(['gemini-2.5-pro', 'models/gemini-2.0-flash', 'google/gemini-1.5-pro'].map(of)).toEqual(Array(3).fill(undefined))
  })
})

describe('a result', () => {
  const turn = (result: Partial<Extract<Part, { kind: 'tool-result' }>>): Turn[] => [
    { role: 'assistant', parts: [{ kind: 'tool-call', id: 'a', name: 'f', argumentsText: '{}' }] },
    { role: 'tool', parts: [{ kind: 'tool-result', toolCallId: 'a', parts: [], ...result }] },
  ]
  const text = (words: string): Part[] => [{ kind: 'text', text: words }]
  test.each<[string, boolean, Json]>([
    ['', false, { output: '' }],
    ['plain', false, { output: 'plain' }],
    ['plain', true, { error: 'plain' }],
    ['{"a":1}', false, { a: 1 }],
    ['{"a":1}', true, { error: '{"a":1}' }],
    ['{"error":"x"}', true, { error: 'x' }],
    ['{"error":"x"}', false, { output: '{"error":"x"}' }],
    ['{"output":"x"}', false, { output: '{"output":"x"}' }],
    ['[1]', false, { output: '[1]' }],
    ['{broken', false, { output: '{broken' }],
  ])('%s, failed: %s', (words, isError, expected) => {
    const { contents } = request(turn({ parts: text(words), ...(isError && { isError }) }))
    expect(contents[1]?.parts).toEqual([{ functionResponse: { id: 'a', name: 'f', response: expected } }])
  })

  test('holds its images where the model takes them there, else they follow in a content of their own', () => {
    const parts: Part[] = [
      ...text('see'),
      { kind: 'image', source: { kind: 'base64', data: 'A' }, mediaType: 'image/png' },
      { kind: 'image', source: { kind: 'url', url: 'https://e.example/a.png' } },
    ]
    const inline = { inlineData: { mimeType: 'image/png', data: 'A' } }
    const file = { fileData: { mimeType: 'image/png', fileUri: 'https://e.example/a.png' } }
    const response = { id: 'a', name: 'f', response: { output: 'see' } }
    expect(request(turn({ parts })).contents.slice(1)).toMatchObject([
      { role: 'user', parts: [{ functionResponse: { ...response, parts: [inline] } }] },
      { role: 'user', parts: [file] },
    ])
    expect(request(turn({ parts }), 'gemini-2.5-pro').contents.slice(1)).toMatchObject([
      { role: 'user', parts: [{ functionResponse: response }] },
      { role: 'user', parts: [inline, file] },
    ])
  })
})

test('tools that Google runs stand for those of the same purpose; their other settings are named as lost', () => {
  const { body, losses } = request([{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }], 'gemini-3-pro', {
    tools: [
      { kind: 'vendor', type: 'web_search', value: { type: 'web_search', name: 'web_search', max_uses: 3 }, purpose: 'web-search' },
      { kind: 'vendor', type: 'x', value: { type: 'x' }, purpose: 'web-search' },
      { kind: 'vendor', type: 'code', value: { type: 'code' }, purpose: 'code-execution' },
      { kind: 'vendor', type: 'fetch', value: { type: 'fetch' }, purpose: 'url-context' },
      { kind: 'vendor', type: 'bash', value: { type: 'bash' } },
      { kind: 'function', name: 'f' },
    ],
    toolChoice: { kind: 'some', names: ['f'], isRequired: false },
  })
  expect(body.tools).toEqual([{ googleSearch: {} }, { codeExecution: {} }, { urlContext: {} }, { functionDeclarations: [{ name: 'f' }] }])
  expect(body.toolConfig).toEqual({
    functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['f'] },
    includeServerSideToolInvocations: true,
  })
  expect(losses.map((loss) => loss.path)).toEqual(['tools[0].value.max_uses', 'tools[4]'])
})

describe('what is read of a request', () => {
  const readOf = (body: JsonObject) => geminiGenerate.readRequest({ contents: [], ...body })

  test('results without ids belong to the first open call of their name', () => {
    const call = (name: string) => ({ functionCall: { name } })
    const result = (name: string) => ({ functionResponse: { name, response: {} } })
    const { turns } = readOf({
      contents: [
        { role: 'model', parts: [call('f'), call('g'), call('f')] },
        { role: 'user', parts: [result('g'), result('f'), result('f')] },
        { role: 'model', parts: [call('g')] },
        { role: 'user', parts: [result('g'), result('nobody')] },
      ],
    })
    const ids = turns.map((turn) =>
      turn.parts.map((part) => (part.kind === 'tool-call' ? part.id : part.kind === 'tool-result' && part.toolCallId)),
    )
    expect(ids).toEqual([['gcall_1', 'gcall_2', 'gcall_3'], ['gcall_2', 'gcall_1', 'gcall_3'], ['gcall_4'], ['gcall_4', 'gcall_5']])
    expect(turns.map((turn) => turn.role)).toEqual(['assistant', 'tool', 'assistant', 'tool'])
  })

  test.each<[JsonObject, JsonObject]>([
    [{ mode: 'AUTO' }, { kind: 'auto' }],
    [{ mode: 'NONE', allowedFunctionNames: ['f'] }, { kind: 'none' }],
    [{ mode: 'ANY' }, { kind: 'required' }],
    [
      { mode: 'ANY', allowedFunctionNames: ['f'] },
      { kind: 'tool', name: 'f' },
    ],
    [
      { mode: 'ANY', allowedFunctionNames: ['f', 'g'] },
      { kind: 'some', names: ['f', 'g'], isRequired: true },
    ],
    [
      { mode: 'VALIDATED', allowedFunctionNames: ['f'] },
      { kind: 'some', names: ['f'], isRequired: false },
    ],
    [{ mode: 'VALIDATED' }, { kind: 'auto' }],
    [{ mode: 'NEWER' }, { kind: 'unknown' }],
  ])('%o', (functionCallingConfig, expected) => {
    expect(readOf({ toolConfig: { functionCallingConfig } }).toolChoice).toMatchObject(expected)
  })

  test.each<[JsonObject, JsonObject]>([
    [
      { thinkingBudget: 1024, includeThoughts: true },
      { budgetTokens: 1024, summary: 'auto' },
    ],
    [{ thinkingBudget: 0 }, { isEnabled: false }],
    [{ thinkingBudget: -1 }, { isEnabled: true }],
    [{ thinkingLevel: 'HIGH', includeThoughts: false }, { effort: 'high' }],
  ])('thinking: %o', (thinkingConfig, expected) => {
    const { extras, ...reasoning } = readOf({ generationConfig: { thinkingConfig } }).reasoning ?? {}
    expect(reasoning).toEqual(expected)
    expect(extras?.dialect).toBe('gemini-generate')
  })

  test('the tools that Google runs have their purpose', () => {
    const { tools } = readOf({
      tools: [{ google_search: {}, googleSearchRetrieval: {} }, { codeExecution: {} }, { urlContext: {} }, { googleMaps: {} }],
    })
    expect(tools?.map((tool) => tool.kind === 'vendor' && [tool.type, tool.purpose])).toEqual([
      ['google_search', 'web-search'],
      ['googleSearchRetrieval', 'web-search'],
      ['codeExecution', 'code-execution'],
      ['urlContext', 'url-context'],
      ['googleMaps', undefined],
    ])
  })

  test('the URL names the model and whether to stream, whatever the body has', () => {
    const body = readOf({ model: 'models/gemini-2.5-pro' })
    expect([body.model, body.stream]).toEqual(['', undefined])
    const write = (model: string) => geminiGenerate.writeRequest({ ...body, model }, lossList())
    expect(['', 'gemini-3-pro', 'tunedModels/x'].map((model) => write(model).model)).toEqual([
      'models/gemini-2.5-pro',
      'models/gemini-3-pro',
      'tunedModels/x',
    ])
    expect(geminiGenerate.writeRequest({ ...readOf({}), model: 'gemini-3-pro', stream: true }, lossList())).toEqual({ contents: [] })
  })
})
