import { expect, test } from 'vitest'
import { openaiChat } from '../chat/openai-chat/dialect.ts'
import { WireError } from '../wire-error.ts'
import type { Json, JsonObject } from './json.ts'
import { reader } from './reader.ts'

const parse = (text: string) => JSON.parse(text) as JsonObject

function pathOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof WireError) return error.path
    throw error
  }
  throw new Error('nothing was refused')
}

test('what was not read is left, nulls among it', () => {
  const r = reader({ a: 'x', b: 1, c: null, d: { e: true }, f: [1] }, 'here')
  expect(r.text('a')).toBe('x')
  expect(r.text('c')).toBeUndefined()
  expect(r.object('d')?.boolean('e')).toBe(true)
  expect(r.rest()).toEqual({ b: 1, c: null, f: [1] })
})

test('a field of another type is refused with its path', () => {
  const r = reader({ a: 'x', d: { e: 1 } }, 'here')
  expect(pathOf(() => r.number('a'))).toBe('here.a')
  expect(pathOf(() => r.list('a'))).toBe('here.a')
  expect(pathOf(() => r.object('d')?.text('e'))).toBe('here.d.e')
  expect(pathOf(() => r.needText('z'))).toBe('here.z')
  expect(pathOf(() => reader([], ''))).toBe('body')
})

test('fields of the prototype are not fields', () => {
  const r = reader({}, '')
  expect(r.peek('constructor')).toBeUndefined()
  expect(r.text('toString')).toBeUndefined()
})

const hostile = `{"model":"m","__proto__":{"polluted":1},"messages":[{"role":"user","content":[{"type":"text","text":"x","__proto__":{"polluted":2}}],
  "__proto__":{"polluted":3}}],"tools":[{"type":"function","function":{"name":"f","__proto__":{"polluted":4}}}],"constructor":{"prototype":{"polluted":5}}}`

test('a field named __proto__ is carried and pollutes nothing', () => {
  const body = parse(hostile)
  const out = openaiChat.writeRequest(openaiChat.readRequest(body), { add: () => undefined })
  expect(({} as JsonObject).polluted).toBeUndefined()
  expect(JSON.parse(JSON.stringify(out))).toEqual(JSON.parse(hostile))
  expect(JSON.stringify(out)).toContain('"polluted":4')
  expect(Object.getPrototypeOf(out)).toBe(Object.prototype)
})

test('a field named __proto__ in a reply is carried and pollutes nothing', () => {
  const chunk =
    '{"id":"r","__proto__":{"polluted":1},"choices":[{"index":0,"__proto__":{"polluted":2},"delta":{"content":"a","__proto__":{"polluted":3}}}]}'
  const reader = openaiChat.replyReader({ stream: true })
  const writer = openaiChat.replyWriter({ stream: true, streamUsage: false }, { add: () => undefined })
  const frames = reader.push({ event: '', data: chunk }).flatMap((event) => writer.push(event))
  const text = frames.map((frame) => frame.data).join('')
  for (const each of [1, 2, 3]) expect(text).toContain(`"__proto__":{"polluted":${each}}`)
  expect(({} as JsonObject).polluted).toBeUndefined()
})

test.each<[string, Json, string]>([
  ['no object', [], 'body'],
  ['no model', { messages: [] }, 'model'],
  ['a model that is a number', { model: 1, messages: [] }, 'model'],
  ['no messages', { model: 'm' }, 'messages'],
  ['messages that are text', { model: 'm', messages: 'x' }, 'messages'],
  ['a message that is text', { model: 'm', messages: ['x'] }, 'messages[0]'],
  ['a role that is new', { model: 'm', messages: [{ role: 'king', content: '' }] }, 'messages[0].role'],
  ['a role of the prototype', { model: 'm', messages: [{ role: '__proto__' }] }, 'messages[0].role'],
  ['content that is a number', { model: 'm', messages: [{ role: 'user', content: 1 }] }, 'messages[0].content'],
  ['a part that is text', { model: 'm', messages: [{ role: 'user', content: ['x'] }] }, 'messages[0].content[0]'],
  ['a text that is none', { model: 'm', messages: [{ role: 'user', content: [{ type: 'text' }] }] }, 'messages[0].content[0].text'],
  [
    'an image without address',
    { model: 'm', messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
    'messages[0].content[0].image_url',
  ],
  ['a result of no call', { model: 'm', messages: [{ role: 'tool', content: '' }] }, 'messages[0].tool_call_id'],
  [
    'a call without name',
    { model: 'm', messages: [{ role: 'assistant', tool_calls: [{ function: {} }] }] },
    'messages[0].tool_calls[0].function.name',
  ],
  ['a temperature that is text', { model: 'm', messages: [], temperature: '1' }, 'temperature'],
  ['stops that are numbers', { model: 'm', messages: [], stop: [1] }, 'stop[0]'],
  ['a tool without name', { model: 'm', messages: [], tools: [{ type: 'function', function: {} }] }, 'tools[0].function.name'],
  ['a stream that is text', { model: 'm', messages: [], stream: 'yes' }, 'stream'],
])('%s is refused with the path', (_, body, path) => {
  expect(pathOf(() => openaiChat.readRequest(body))).toBe(path)
})
