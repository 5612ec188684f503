import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../encoding/json.ts'
import type { UpstreamError } from '../dialect.ts'
import { openaiChat } from './dialect.ts'
import { promptBytes, promptTexts } from './prompt-text.ts'

describe('errors', () => {
  test.each<[string, Json | undefined, Omit<UpstreamError, 'status'>]>([
    ['OpenAI', { error: { message: 'm', type: 't', param: 'p', code: 'c' } }, { message: 'm', type: 't', param: 'p', code: 'c' }],
    ['a code that is a number', { error: { message: 'm', code: 400 } }, { message: 'm', code: '400' }],
    ['Google, which wraps it in a list', [{ error: { message: 'm', code: 400 } }], { message: 'm', code: '400' }],
    ['text', { error: 'm' }, { message: 'm' }],
    ['message', { message: 'm', code: 7 }, { message: 'm', code: '7' }],
    ['msg', { error: {}, msg: 'm' }, { message: 'm' }],
    ['err', { err: 'm' }, { message: 'm' }],
    ['error_msg', { message: '', error_msg: 'm' }, { message: 'm' }],
    ['header', { header: { message: 'm' } }, { message: 'm' }],
    ['response', { response: { error: { message: 'm', code: 'c' } } }, { message: 'm', code: 'c' }],
    ['nothing to say', {}, { message: 'bad response status code 418' }],
    ['Cloudflare', { success: false, errors: [{ code: 10000, message: 'm' }], result: null }, { message: 'm', code: '10000' }],
    ['no JSON', undefined, { message: 'bad response status code 418' }],
  ])('are found: %s', (_, body, expected) => {
    expect(openaiChat.readError(418, body)).toEqual({ status: 418, ...expected })
  })

  test('are written with all four fields', () => {
    const error = { status: 503, message: 'm', code: 'c' }
    expect(openaiChat.writeError(error)).toEqual({
      status: 503,
      body: { error: { message: 'm', type: 'upstream_error', param: null, code: 'c' } },
    })
    const [frame, ...others] = openaiChat.writeStreamError(error)
    expect(others).toEqual([])
    expect(JSON.parse(frame?.data ?? '')).toEqual({ error: { message: 'm', type: 'upstream_error', param: null, code: 'c' } })
    expect(openaiChat.isTerminal(frame ?? { event: '', data: '' })).toBe(false)
  })
})

describe('edits give a new body and share the rest', () => {
  const body: JsonObject = { model: 'a', messages: [{ role: 'user', content: 'x' }], stream: true, zz: { y: 1 } }
  const before = JSON.stringify(body)

  test('model', () => {
    const edited = openaiChat.edit.model(body, 'b')
    expect(edited).toEqual({ ...body, model: 'b' })
    expect(edited.messages).toBe(body.messages)
  })
  test('system', () => {
    expect(openaiChat.edit.system(body, 's').messages).toEqual([
      { role: 'system', content: 's' },
      { role: 'user', content: 'x' },
    ])
    const own = { messages: [{ role: 'developer', content: 'd', name: 'n' }] }
    expect(openaiChat.edit.system(own, 's').messages).toEqual([{ role: 'developer', content: 's', name: 'n' }])
  })
  test('usage', () => {
    expect(openaiChat.edit.askForUsage(body)).toEqual({ ...body, stream_options: { include_usage: true } })
    const asked = { stream: true, stream_options: { include_usage: true } }
    expect(openaiChat.edit.askForUsage(asked)).toBe(asked)
    expect(openaiChat.edit.askForUsage({ model: 'a' })).toEqual({ model: 'a' })
    expect(openaiChat.edit.askForUsage({ stream: true, stream_options: { x: 1 } }).stream_options).toEqual({ x: 1, include_usage: true })
  })
  test('and leave the body as it was', () => expect(JSON.stringify(body)).toBe(before))
})

describe('the size of a prompt', () => {
  const image = `data:image/png;base64,${'A'.repeat(100_000)}`
  const body: JsonObject = {
    model: 'm',
    messages: [
      { role: 'system', content: 'grüße' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: image } },
          { type: 'input_audio', input_audio: { data: 'A'.repeat(5000) } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'file', file: { file_data: image } },
          { type: 'new', thing: image },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{"place":"Paris"}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'rain' },
    ],
    tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: { place: { type: 'string' } } } } }],
  }

  test('counts media apart, and never their data', () => {
    const { textBytes, media } = promptBytes(body)
    expect(media.map(({ kind }) => kind)).toEqual(['image', 'audio', 'file', 'file'])
    expect(textBytes).toBeLessThan(1000)
  })

  test('is never less than its texts', () => {
    const texts = [...promptTexts(body, 'count')]
    expect(texts).toContain('grüße')
    expect(texts).toContain('{"place":"Paris"}')
    expect(texts.join('')).toContain('"properties"')
    expect(texts.join('')).not.toContain('AAAA')
    expect(promptBytes(body).textBytes).toBeGreaterThanOrEqual(new TextEncoder().encode(texts.join('')).length)
  })

  test('is taken of whatever a body is', () => {
    const odd: Json[] = [
      {},
      { messages: 1 },
      { messages: [1, null, 'x', { content: 1 }, { content: [1, null, {}] }, { tool_calls: [1], function_call: 'x' }], tools: 'x' },
    ]
    for (const each of odd) {
      expect(promptBytes(each as JsonObject).textBytes).toBeGreaterThanOrEqual(0)
      expect([...promptTexts(each as JsonObject, 'count')]).toBeInstanceOf(Array)
    }
    const deep = JSON.parse(`{"tools":[${'['.repeat(4000)}${']'.repeat(4000)}]}`) as JsonObject
    expect(promptBytes(deep).textBytes).toBeGreaterThan(4000)
  })
})
