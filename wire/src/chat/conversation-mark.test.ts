import { expect, test } from 'vitest'
import type { JsonObject } from '../encoding/json.ts'
import { conversationMark } from './conversation-mark.ts'

const turns = (words: string, more: readonly object[] = []) =>
  ({ messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: words }, ...more] }) as JsonObject
const later = [
  { role: 'assistant', content: 'hi' },
  { role: 'user', content: 'and?' },
]

test.each<[string, JsonObject, JsonObject]>([
  ['chat', turns('hello'), turns('hello', later)],
  [
    'Messages',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] },
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }, ...later] },
  ],
  ['Responses', { input: 'hello' }, { input: [{ role: 'user', content: 'hello' }, ...later] }],
  [
    'Gemini',
    { contents: [{ parts: [{ text: 'hello' }] }] },
    {
      contents: [
        { role: 'user', parts: [{ text: 'hello' }] },
        { role: 'model', parts: [{ text: 'hi' }] },
      ],
    },
  ],
])('a later turn of %s has the mark of the first', (_, first, next) => {
  expect(conversationMark({}, first)).toBeDefined()
  expect(conversationMark({}, next)).toBe(conversationMark({}, first))
})

test('other first words are another conversation, whatever the system prompt and the preface', () => {
  const preface = 'The project has these rules. '.repeat(100)
  expect(conversationMark({}, turns(`${preface}one`))).not.toBe(conversationMark({}, turns(`${preface}two`)))
})

const session = '0b8a3f7e-1111-4222-8333-944444444444'
test.each<[string, Record<string, string>, JsonObject]>([
  ['a header of Codex', { session_id: session }, {}],
  ['a header of Claude Code', { 'x-claude-code-session-id': session }, {}],
  ['metadata as JSON', {}, { metadata: { user_id: JSON.stringify({ device_id: 'd', session_id: session }) } }],
  ['metadata in words', {}, { metadata: { user_id: `user_abc_account__session_${session}` } }],
])('a session that is named by %s is the conversation, whatever it says', (_, headers, body) => {
  const mark = conversationMark(headers, { ...turns('one'), ...body })
  expect(mark).toContain(session)
  expect(conversationMark(headers, { ...turns('two'), ...body })).toBe(mark)
})

test('a user alone is no conversation, and what has no words has no mark', () => {
  const of = (words: string) => conversationMark({}, { ...turns(words), metadata: { user_id: 'user_1' }, prompt_cache_key: 'app' })
  expect(of('one')).not.toBe(of('two'))
  expect(conversationMark({}, { input: [] })).toBeUndefined()
})
