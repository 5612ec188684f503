import { expect, test } from 'vitest'
import { failureOf } from './fields.ts'
import { ReplyReader } from './reply.ts'

/** A reader whose clock is a second later at every event. */
function read(...events: (object | string)[]) {
  let at = 0
  const reader = new ReplyReader(() => at)
  for (const event of events) {
    at += 1000
    reader.event(typeof event === 'string' ? event : JSON.stringify({ choices: [{ delta: event }] }))
  }
  return reader.reply()
}
const pixel = 'data:image/png;base64,iVBORw0KGgo='

test('text, and how it ended', () => {
  expect(read({ role: 'assistant', content: '' }, { content: 'a' }, { content: 'b' }, '[DONE]')).toMatchObject({
    text: 'ab',
    isDone: true,
    firstAt: 2000,
    thoughtMs: undefined,
  })
  expect(read({ content: 'a' }).isDone).toBe(false)
  expect(read('{"choices":[{"delta":{},"finish_reason":"length"}]}').finishReason).toBe('length')
})

test.each(['reasoning_content', 'reasoning'])('thoughts as %s, and how long they took', (field) => {
  expect(read({ [field]: 'hm ' }, { [field]: 'so' }, { content: 'Yes' }, { content: '.' })).toMatchObject({
    reasoning: 'hm so',
    text: 'Yes.',
    thoughtMs: 2000,
    firstAt: 1000,
  })
  expect(read({ [field]: 'hm' }).thoughtMs).toBeUndefined()
})

test('thoughts between tags in the text, whose tags are never shown', () => {
  expect(read({ content: '<th' })).toMatchObject({ text: '', reasoning: '' })
  expect(read({ content: '<th' }, { content: 'ink>hm' })).toMatchObject({ text: '', reasoning: 'hm' })
  expect(read({ content: '<think>hm' }, { content: '</think>\n\nYes' })).toMatchObject({ text: 'Yes', reasoning: 'hm', thoughtMs: 1000 })
  expect(read({ content: '<b>no thought' }).text).toBe('<b>no thought')
})

test('images next to the text, in parts, and inside the text', () => {
  expect(read({ content: 'see', images: [{ type: 'image_url', image_url: { url: pixel } }] }).images).toEqual([pixel])
  expect(
    read({
      content: [
        { type: 'text', text: 'see' },
        { type: 'image_url', image_url: { url: pixel } },
      ],
    }),
  ).toMatchObject({
    text: 'see',
    images: [pixel],
  })
  expect(read({ content: `a ![x](${pixel.slice(0, 30)}` }, { content: `${pixel.slice(30)}) b` })).toMatchObject({
    text: 'a  b',
    images: [pixel],
  })
})

test('a picture that could run stays text', () => {
  const drawing = '![x](data:image/svg+xml;base64,AAAA)'
  expect(read({ content: drawing })).toMatchObject({ images: [], text: drawing })
  expect(read({ content: 'a', images: [{ image_url: { url: 'javascript:alert(1)' } }] }).images).toEqual([])
})

test('an error in the stream', () => {
  expect(read({ content: 'a' }, '{"error":{"message":"cut off (request id: 01A)","code":"upstream_truncated"}}')).toMatchObject({
    text: 'a',
    failure: { message: 'cut off', code: 'upstream_truncated' },
  })
  expect(failureOf('plain')).toEqual({ message: 'plain', code: '' })
})

test('what is not JSON, or not a chunk, is passed over', () => {
  expect(read('{"choices":[{"del', 'null', '[]', '{"choices":[]}', '{"choices":[{"delta":null}]}', { content: 'a' }).text).toBe('a')
})

test('a whole answer', () => {
  const reader = new ReplyReader(() => 5)
  reader.whole({ choices: [{ message: { content: 'Hi', reasoning_content: 'hm' }, finish_reason: 'stop' }] })
  expect(reader.reply()).toMatchObject({ text: 'Hi', reasoning: 'hm', isDone: true, finishReason: 'stop' })
})

test('pictures of a call that makes them, as data or by their address', () => {
  const reader = new ReplyReader(() => 5)
  reader.whole({
    created: 1,
    data: [{ b64_json: 'iVBORw0KGgo=' }, { b64_json: '/9j/AA==' }, { url: 'https://a.test/1.png' }, { url: 'javascript:0' }],
  })
  expect(reader.reply()).toMatchObject({
    images: [pixel, 'data:image/jpeg;base64,/9j/AA==', 'https://a.test/1.png'],
    isDone: true,
    firstAt: 5,
  })
})
