import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import { describe, expect, test } from 'vitest'
import { chatEndpoint } from '../door/endpoints.ts'
import { attemptAt, callAt, channelWith } from '../testing/step-parts.ts'
import { isRewritten, rewriteOf } from './rewrite.ts'

const call = callAt(chatEndpoint, { model: 'm', stream: true, messages: [] })

/** What a channel with this setting makes of the events, which come one by one. */
function rewritten(setting: object, events: readonly ChatEvent[]): ChatEvent[] {
  const rewrite = rewriteOf(call, attemptAt(call, { channel: channelWith({ setting: JSON.stringify(setting) }) }))
  return events.flatMap((event) => rewrite?.([event]) ?? [event])
}

const started = (part: number, kind: 'reasoning' | 'text', text: string): ChatEvent => ({
  kind: 'part-started',
  choice: 0,
  part,
  initial: { kind, text },
})
const delta = (part: number, text: string): ChatEvent => ({ kind: 'part-delta', choice: 0, part, text })
const ended = (part: number): ChatEvent => ({ kind: 'part-ended', choice: 0, part })
const over: ChatEvent = { kind: 'choice-ended', choice: 0, reason: 'stop' }

test.each([
  ['no setting', 'chat', {}, false],
  ['a forced format', 'chat', { force_format: true }, true],
  ['thinking as content', 'chat', { thinking_to_content: true }, true],
  ['a forced format of what is no chat', 'completions', { force_format: true }, false],
] as const)('replies are printed anew with %s', (_what, operation, setting, expected) => {
  expect(isRewritten(operation, channelWith({ setting: JSON.stringify(setting) }))).toBe(expected)
})

test('a reply of a channel without such a setting is left alone', () => {
  expect(rewriteOf(call, attemptAt(call))).toBeUndefined()
})

describe('thinking as content', () => {
  const moved = (...events: ChatEvent[]) => rewritten({ thinking_to_content: true }, events)

  test('is a text of its own before the answer, between two marks', () => {
    expect(moved(started(0, 'reasoning', 'let'), delta(0, ' me'), ended(0), started(1, 'text', 'hi'), ended(1), over)).toEqual([
      started(0, 'text', '<think>\nlet'),
      delta(0, ' me'),
      delta(0, '\n</think>\n'),
      ended(0),
      started(1, 'text', 'hi'),
      ended(1),
      over,
    ])
  })

  test.each<[what: string, next: ChatEvent]>([
    ['the answer begins', started(1, 'text', 'hi')],
    ['the choice ends', over],
  ])('that was never ended is closed when %s', (_what, next) => {
    expect(moved(started(0, 'reasoning', 'let'), next)).toEqual([
      started(0, 'text', '<think>\nlet'),
      delta(0, '\n</think>\n'),
      ended(0),
      next,
    ])
  })

  test('begins with its first word, and without any is not there', () => {
    expect(moved(started(0, 'reasoning', ''), ended(0), started(1, 'text', 'hi'))).toEqual([started(1, 'text', 'hi')])
    expect(moved(started(0, 'reasoning', ''), delta(0, 'let'))).toEqual([started(0, 'text', '<think>\nlet')])
  })

  test('of two choices stands in each by itself', () => {
    const other: ChatEvent = { kind: 'part-started', choice: 1, part: 0, initial: { kind: 'text', text: 'yo' } }
    expect(moved(started(0, 'reasoning', 'let'), other, delta(0, ' me'))).toEqual([
      started(0, 'text', '<think>\nlet'),
      other,
      delta(0, ' me'),
    ])
  })

  test('loses its signature, which a text cannot carry', () => {
    const signed: ChatEvent = { kind: 'part-delta', choice: 0, part: 0, signature: 'abc' }
    expect(moved(started(0, 'reasoning', 'let'), signed)).toEqual([started(0, 'text', '<think>\nlet')])
  })
})

test('a forced format drops what only the vendor’s dialect has', () => {
  const extras = { dialect: 'openai-chat', fields: { more: 1 } }
  const events = [
    { kind: 'unknown', extras },
    { kind: 'reply-started', id: 'c', extras },
    { kind: 'part-started', choice: 0, part: 0, initial: { kind: 'text', text: 'hi', extras } },
  ] as unknown as ChatEvent[]
  expect(rewritten({ force_format: true }, events)).toEqual([{ kind: 'reply-started', id: 'c' }, started(0, 'text', 'hi')])
})

test('a forced format and thinking as content go together', () => {
  const extras = { dialect: 'openai-chat', fields: { more: 1 } }
  const thought = { kind: 'part-started', choice: 0, part: 0, initial: { kind: 'reasoning', text: 'let', extras } } as unknown as ChatEvent
  expect(rewritten({ force_format: true, thinking_to_content: true }, [thought])).toEqual([started(0, 'text', '<think>\nlet')])
})
