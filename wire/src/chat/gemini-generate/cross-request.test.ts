// Requests of OpenAI's dialects, written for Google.
import { describe, expect, test } from 'vitest'
import { requestBetween } from '../../../testing/translate.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { openaiChat } from '../openai-chat/dialect.ts'
import { openaiResponses } from '../openai-responses/dialect.ts'
import { geminiGenerate } from './dialect.ts'

const toGemini = (body: JsonObject, model = 'gemini-3-pro') => requestBetween(body, { from: openaiChat, to: geminiGenerate, model })
const call = (id: string, name: string, args: string) => ({ id, type: 'function', function: { name, arguments: args } })
const STAND_IN = 'skip_thought_signature_validator'

describe('a request of chat, for Google', () => {
  test('with every setting', () => {
    const { body, losses } = toGemini({
      model: 'x',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'Be exact.' },
        { role: 'user', content: 'Hi' },
      ],
      max_tokens: 1000,
      temperature: 0.5,
      top_p: 0.9,
      stop: 'END',
      n: 2,
      seed: 7,
      presence_penalty: 1,
      logprobs: true,
      top_logprobs: 2,
      user: 'u',
      stream: true,
      reasoning_effort: 'high',
      parallel_tool_calls: false,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: { type: 'object', $defs: {} } } },
    })
    expect(body).toEqual({
      systemInstruction: { parts: [{ text: 'Be brief.' }, { text: 'Be exact.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: {
        maxOutputTokens: 1000,
        temperature: 0.5,
        topP: 0.9,
        stopSequences: ['END'],
        candidateCount: 2,
        seed: 7,
        presencePenalty: 1,
        responseLogprobs: true,
        logprobs: 2,
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object', $defs: {} },
        thinkingConfig: { thinkingLevel: 'HIGH', includeThoughts: true },
      },
    })
    expect(losses.map((loss) => loss.path)).toEqual(['output.name', 'endUser'])
  })

  test('with calls and results: one content each side but for what follows results, results in the order of their calls, nothing empty, every first call signed', () => {
    const { body, losses } = toGemini({
      model: 'x',
      tools: [
        { type: 'function', function: { name: 'weather', description: 'd', parameters: { type: 'object', additionalProperties: false } } },
        { type: 'function', function: { name: 'now' } },
      ],
      tool_choice: { type: 'function', function: { name: 'weather' } },
      messages: [
        { role: 'user', content: '' },
        { role: 'user', content: 'Paris?' },
        {
          role: 'assistant',
          content: '',
          reasoning_content: 'hm',
          tool_calls: [call('a', 'weather', '{"place":"Paris"}'), call('b', 'now', ''), call('gcall_1', 'weather', 'not json')],
        },
        {
          role: 'tool',
          tool_call_id: 'gcall_1',
          content: [
            { type: 'text', text: 'x' },
            { type: 'text', text: 'y' },
          ],
        },
        { role: 'tool', tool_call_id: 'b', content: '{"hour":9007199254740993}' },
        { role: 'tool', tool_call_id: 'a', content: '{"degrees":20}' },
        { role: 'tool', tool_call_id: 'gone', content: 'nobody asked' },
        { role: 'user', content: 'Go on' },
        { role: 'system', content: 'Be long now.' },
        { role: 'assistant', content: 'Well', refusal: 'no' },
      ],
    })
    expect(body).toEqual({
      contents: [
        { role: 'user', parts: [{ text: 'Paris?' }] },
        {
          role: 'model',
          parts: [
            { functionCall: { id: 'a', name: 'weather', args: { place: 'Paris' } }, thoughtSignature: STAND_IN },
            { functionCall: { id: 'b', name: 'now', args: {} } },
            { functionCall: { name: 'weather', args: { input: 'not json' } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'a', name: 'weather', response: { degrees: 20 } } },
            { functionResponse: { id: 'b', name: 'now', response: { output: '{"hour":9007199254740993}' } } },
            { functionResponse: { name: 'weather', response: { output: 'x\ny' } } },
          ],
        },
        { role: 'user', parts: [{ text: 'nobody asked' }, { text: 'Go on' }, { text: 'Be long now.' }] },
        { role: 'model', parts: [{ text: 'Well' }, { text: 'no' }] },
      ],
      tools: [
        {
          functionDeclarations: [
            { name: 'weather', description: 'd', parametersJsonSchema: { type: 'object', additionalProperties: false } },
            { name: 'now' },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] } },
    })
    expect(losses).toEqual([
      { path: 'turns[6].parts[0].toolCallId', reason: 'not-expressible' },
      { path: 'turns[2].parts[0]', reason: 'not-expressible' },
    ])
  })

  test('with media: data, addresses that Google fetches, and a file of another vendor, which the answer needs', () => {
    const image = (url: string, more = {}) => ({ type: 'image_url', image_url: { url, ...more } })
    const content = [
      image('data:image/png;base64,AAAA', { detail: 'auto' }),
      image('https://e.example/a.webp?x=1'),
      image('https://e.example/b', { detail: 'high' }),
      { type: 'video_url', video_url: { url: 'https://youtu.be/abc' } },
      { type: 'input_audio', input_audio: { data: 'UUUU', format: 'mp3' } },
      { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBE', filename: 'a.pdf' } },
      { type: 'file', file: { file_id: 'file-abc' } },
    ]
    const body = { model: 'x', messages: [{ role: 'user', content }] }
    const { body: written, losses } = toGemini(body)
    expect(written.contents).toEqual([
      {
        role: 'user',
        parts: [
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { fileData: { mimeType: 'image/webp', fileUri: 'https://e.example/a.webp?x=1' } },
          { fileData: { mimeType: 'image/jpeg', fileUri: 'https://e.example/b' } },
          { fileData: { fileUri: 'https://youtu.be/abc' } },
          { inlineData: { mimeType: 'audio/mpeg', data: 'UUUU' } },
          { inlineData: { mimeType: 'application/pdf', data: 'JVBE' } },
        ],
      },
    ])
    expect(losses).toEqual([
      { path: 'turns[0].parts[2].detail', reason: 'not-expressible' },
      { path: 'turns[0].parts[5].fileName', reason: 'not-expressible' },
      { path: 'turns[0].parts[6]', reason: 'needed' },
    ])
    // The second generation's first models fetch nothing but from YouTube.
    const needed = toGemini(body, 'models/gemini-2.0-flash').losses.filter((loss) => loss.reason === 'needed')
    expect(needed.map((loss) => loss.path)).toEqual(['turns[0].parts[1]', 'turns[0].parts[2]', 'turns[0].parts[6]'])
  })

  test.each<[string, JsonObject, JsonObject | undefined, string[]]>([
    ['gemini-2.5-flash', { reasoning_effort: 'high', max_tokens: 10_000 }, { thinkingBudget: 8000, includeThoughts: true }, []],
    ['gemini-2.5-flash', { reasoning_effort: 'high', max_tokens: 60_000 }, { thinkingBudget: 24_576, includeThoughts: true }, []],
    ['gemini-2.5-flash', { reasoning_effort: 'none' }, { thinkingBudget: 0 }, []],
    ['gemini-2.5-pro', { reasoning_effort: 'none' }, { thinkingBudget: 128 }, ['reasoning.isEnabled']],
    ['google/gemini-3-flash', { reasoning_effort: 'minimal' }, { thinkingLevel: 'MINIMAL', includeThoughts: true }, []],
    ['gemini-3-pro', { reasoning_effort: 'minimal' }, { thinkingLevel: 'LOW', includeThoughts: true }, []],
    ['gemini-3-flash', { reasoning_effort: 'xhigh' }, { thinkingLevel: 'HIGH', includeThoughts: true }, []],
    ['gemini-3-flash', { reasoning_effort: 'none' }, { thinkingLevel: 'MINIMAL' }, ['reasoning.isEnabled']],
    ['gemini-3-flash', { reasoning_effort: 'wild' }, undefined, ['reasoning.effort']],
    ['gemini-2.5-pro', { reasoning: { max_tokens: 2000 } }, { thinkingBudget: 2000, includeThoughts: true }, []],
    ['gemini-2.5-pro', { reasoning: { enabled: true } }, { thinkingBudget: -1, includeThoughts: true }, []],
  ])('%s thinks as %o says', (model, settings, expected, lost) => {
    const { body, losses } = toGemini({ model: 'x', messages: [{ role: 'user', content: 'Hi' }], ...settings }, model)
    const config = body.generationConfig as JsonObject | undefined
    expect(config?.thinkingConfig).toEqual(expected)
    expect(losses.map((loss) => loss.path)).toEqual(lost)
  })

  test('that is instructions only, or forces a tool that is not there', () => {
    expect(toGemini({ model: 'x', messages: [{ role: 'system', content: 'Go.' }] }).body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Go.' }] }],
    })
    const forced = toGemini({
      model: 'x',
      messages: [{ role: 'user', content: 'Hi' }],
      tool_choice: 'required',
      tools: [{ type: 'file_search' }],
    })
    expect(forced.body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] })
    expect(forced.losses).toEqual([
      { path: 'tools[0]', reason: 'not-expressible' },
      { path: 'toolChoice', reason: 'needed' },
    ])
  })
})

test.each([
  ['before the next question', [{ role: 'user', content: 'Go on' }], [{ text: 'Go on' }]],
  ['at the end', [], []],
])('a call that nobody answered is answered with nothing: %s', (_, after, expected) => {
  const { body } = toGemini({
    model: 'x',
    messages: [
      { role: 'user', content: 'Go' },
      { role: 'assistant', tool_calls: [call('a', 'look', '{}'), call('b', 'listen', '{}')] },
      { role: 'tool', tool_call_id: 'b', content: 'silence' },
      ...after,
    ],
  })
  const none = { functionResponse: { id: 'a', name: 'look', response: { output: '' } } }
  const heard = { functionResponse: { id: 'b', name: 'listen', response: { output: 'silence' } } }
  const beside = expected.length === 0 ? [] : [{ role: 'user', parts: expected }]
  expect((body.contents as JsonObject[]).slice(2)).toEqual([{ role: 'user', parts: [none, heard] }, ...beside])
})

test('a history that ends in a call ends in its answer', () => {
  const { body } = toGemini({
    model: 'x',
    messages: [
      { role: 'user', content: 'Go' },
      { role: 'assistant', tool_calls: [call('a', 'look', '{}')] },
    ],
  })
  const parts = [{ functionResponse: { id: 'a', name: 'look', response: { output: '' } } }]
  expect((body.contents as JsonObject[]).slice(2)).toEqual([{ role: 'user', parts }])
})

test('a tool that takes free text is a function of one argument at Google, and so are its calls', () => {
  const custom = { name: 'patch', description: 'Changes files', format: { type: 'text' } }
  const { body, losses } = toGemini({
    model: 'x',
    messages: [
      { role: 'user', content: 'Go' },
      { role: 'assistant', tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'patch', input: '{"a":1}' } }] },
      { role: 'tool', tool_call_id: 'c', content: 'done' },
    ],
    tools: [{ type: 'custom', custom }],
    tool_choice: { type: 'custom', custom: { name: 'patch' } },
  })
  const functionCall = { id: 'c', name: 'patch', args: { input: '{"a":1}' } }
  expect(body.contents).toContainEqual({ role: 'model', parts: [{ functionCall, thoughtSignature: STAND_IN }] })
  const properties = { input: { type: 'string', description: 'The text that the tool takes, whole.' } }
  const parametersJsonSchema = { type: 'object', properties, required: ['input'], additionalProperties: false }
  expect(body.tools).toEqual([{ functionDeclarations: [{ name: 'patch', description: 'Changes files', parametersJsonSchema }] }])
  expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['patch'] } })
  expect(losses.map(({ path }) => path)).toEqual(['tools[0].kind', 'tools[0].format'])
})

test('an item before the instructions that Google has no place for is a loss, and no reason to refuse', () => {
  const tools = [{ type: 'function', name: 'look', parameters: { type: 'object' } }]
  const { body, losses } = requestBetween(
    {
      model: 'x',
      input: [
        { type: 'additional_tools', role: 'developer', tools },
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Go' },
      ],
    },
    { from: openaiResponses, to: geminiGenerate },
  )
  expect(body.systemInstruction).toEqual({ parts: [{ text: 'Be brief.' }] })
  expect(body.tools).toEqual([{ functionDeclarations: [{ name: 'look', parametersJsonSchema: { type: 'object' } }] }])
  expect(losses).toEqual([{ path: 'turns[0].parts[0]', reason: 'not-expressible' }])
})
