// Requests of OpenAI chat, written for the vendor of this dialect.
import { describe, expect, test } from 'vitest'
import { toMessages } from '../../../testing/anthropic-messages-cross.ts'
import { requestBetween } from '../../../testing/translate.ts'
import { openaiResponses } from '../openai-responses/dialect.ts'
import { anthropicMessages } from './dialect.ts'

const weather = { name: 'weather', description: 'd', parameters: { type: 'object', properties: { place: { type: 'string' } } } }

test('a picture that the model made earlier is left out and named', () => {
  const { body, losses } = requestBetween(
    {
      model: 'claude-opus-4-5',
      max_output_tokens: 50,
      input: [
        { role: 'user', content: 'draw' },
        { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'aGk=' },
        { role: 'user', content: 'what is it?' },
      ],
    },
    { from: openaiResponses, to: anthropicMessages },
  )
  expect(JSON.stringify(body.messages)).toMatch(/draw.*what is it/)
  expect(losses).toEqual([{ path: 'turns[1].parts[0]', reason: 'not-expressible' }])
})

describe('a request of OpenAI chat', () => {
  test('with a cache mark inside a result: the result is marked', () => {
    const mark = { cache_control: { type: 'ephemeral', ttl: '1h' } }
    const { body, losses } = toMessages({
      model: 'claude-opus-4-5',
      max_tokens: 50,
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'weather', arguments: '{}' } }] },
        {
          role: 'tool',
          tool_call_id: 'c',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'r', ...mark },
          ],
        },
      ],
      tools: [{ type: 'function', function: weather }],
    })
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'r' },
    ]
    expect(body.messages).toContainEqual({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content, ...mark }] })
    expect(losses).toEqual([])
  })

  test('with a round of parallel calls: instructions first, results first and together, media in them', () => {
    const { body, losses } = toMessages({
      model: 'claude-opus-4-5',
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'Be exact.' },
        { role: 'user', content: 'Paris and Rome?' },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [
            { id: 'functions.weather:0', type: 'function', function: { name: 'weather', arguments: '{"place":"Paris"}' } },
            { id: 'functions.weather:1', type: 'function', function: { name: 'weather', arguments: '' } },
            { id: 'c', type: 'function', function: { name: 'weather', arguments: '{"place":' } },
          ],
        },
        { role: 'tool', tool_call_id: 'functions.weather:0', content: 'rain' },
        { role: 'system', content: 'Be quick.' },
        {
          role: 'tool',
          tool_call_id: 'functions.weather:1',
          content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }],
        },
        { role: 'user', content: 'Well?' },
      ],
      tools: [
        { type: 'function', function: { ...weather, strict: true } },
        { type: 'function', function: { name: 'now' } },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: false,
    })
    expect(body).toEqual({
      model: 'claude-opus-4-5',
      max_tokens: 50,
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Be exact.' },
      ],
      messages: [
        { role: 'user', content: 'Paris and Rome?' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'functions_weather_0', name: 'weather', input: { place: 'Paris' } },
            { type: 'tool_use', id: 'functions_weather_1', name: 'weather', input: {} },
            { type: 'tool_use', id: 'c', name: 'weather', input: { INVALID_JSON: '{"place":' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'functions_weather_0', content: 'rain' },
            {
              type: 'tool_result',
              tool_use_id: 'functions_weather_1',
              content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }],
            },
            // The vendor refuses a call without a result.
            { type: 'tool_result', tool_use_id: 'c' },
            { type: 'text', text: 'Be quick.' },
            { type: 'text', text: 'Well?' },
          ],
        },
      ],
      tools: [
        { name: 'weather', description: 'd', input_schema: weather.parameters, strict: true },
        { name: 'now', input_schema: { type: 'object' } },
      ],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    })
    expect(losses).toEqual(['turns[3].parts[3].argumentsText not-expressible', 'turns[5].role not-expressible'])
  })

  test('with ids that come again, and a result of no call', () => {
    const round = [
      { role: 'assistant', content: null, tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'call_0', content: 'one' },
    ]
    const { body, losses } = toMessages({
      model: 'm',
      messages: [...round, ...round, { role: 'tool', tool_call_id: 'lost', content: 'two' }],
    })
    expect(body.messages).toEqual([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'call_0', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_0', content: 'one' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'call_0_2', name: 'f', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_0_2', content: 'one' },
          { type: 'text', text: 'two' },
        ],
      },
    ])
    expect(losses).toEqual(['turns[4].parts[0].toolCallId not-expressible'])
  })

  test('with nothing but instructions, with empty turns, with the same role in a row', () => {
    const only = toMessages({
      model: 'm',
      messages: [
        { role: 'system', content: 'a' },
        { role: 'system', content: 'b' },
      ],
    })
    expect(only.body).toEqual({ model: 'm', system: 'a', messages: [{ role: 'user', content: 'b' }] })
    expect(only.losses).toEqual(['turns[1].role not-expressible'])
    const { body, losses } = toMessages({
      model: 'm',
      messages: [
        { role: 'user', content: 'a' },
        { role: 'user', content: '' },
        { role: 'assistant', content: '' },
        { role: 'user', content: 'b' },
        { role: 'user', content: ' \n' },
      ],
    })
    expect(body.messages).toEqual([
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
    ])
    expect(losses).toEqual(['turns[4].parts[0] not-expressible'])
  })

  test('with media that the vendor takes, and such as it cannot look at', () => {
    const { body, losses } = toMessages({
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'https://example.org/a.png', detail: 'high' } },
            { type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,aGk=' } },
            { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
            { type: 'file', file: { filename: 'a.md', file_data: 'data:text/markdown;base64,R3LDvMOfZQ==' } },
            { type: 'file', file: { filename: 'a.zip', file_data: 'data:application/zip;base64,aGk=' } },
            { type: 'file', file: { file_id: 'file-1' } },
            { type: 'input_audio', input_audio: { data: 'UklG', format: 'wav' } },
            { type: 'text', text: 'What?', cache_control: { type: 'ephemeral', ttl: '1h' } },
          ],
        },
      ],
    })
    expect(body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, title: 'a.pdf' },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Grüße' }, title: 'a.md' },
          { type: 'text', text: 'What?', cache_control: { type: 'ephemeral', ttl: '1h' } },
        ],
      },
    ])
    const parts = [1, 4, 5, 6].map((part) => `turns[0].parts[${part}] needed`)
    expect(losses).toEqual(['turns[0].parts[0].detail not-expressible', ...parts])
  })

  test('with an answer in a schema, every object of which is closed', () => {
    const { body, losses } = toMessages({
      model: 'm',
      messages: [{ role: 'user', content: 'x' }],
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'answer',
          strict: true,
          schema: {
            type: 'object',
            properties: {
              default: { type: 'object', properties: { a: { type: 'string', default: { type: 'object', properties: {} } } } },
              open: { type: 'object', properties: {}, additionalProperties: true },
            },
          },
        },
      },
    })
    expect(body.output_config).toEqual({
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          additionalProperties: false,
          properties: {
            default: {
              type: 'object',
              additionalProperties: false,
              properties: { a: { type: 'string', default: { type: 'object', properties: {} } } },
            },
            open: { type: 'object', properties: {}, additionalProperties: true },
          },
        },
      },
    })
    expect(losses).toEqual(['output.name not-expressible'])
  })
})
