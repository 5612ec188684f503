import { describe, expect, test } from 'vitest'
import { assistant, call, limited, requestOf, results, user } from '../../testing/limited.ts'
import { lossList } from '../chat/losses/loss.ts'
import type { ChatEvent } from '../chat/reply/event.ts'
import type { ChatRequest, Tool } from '../chat/request/request.ts'
import { limitToolNames, originalNames, takenName } from './tool-names.ts'
import type { NameRule } from './vendors/chat-rules.ts'

const rule: NameRule = { maxLength: 64, refused: /[^\w-]/ }
const tool = (name: string): Tool => ({ kind: 'function', name })

describe('a name', () => {
  test.each(['weather', 'x'.repeat(64), 'a-b_C9'])('that fits stays: %s', (name) => expect(takenName(name, rule)).toBe(name))

  test.each(['x'.repeat(65), 'mcp.server.read', 'wetter für alle', '天气'])('that does not fit is made to: %s', (name) => {
    const taken = takenName(name, rule)
    expect(taken).toMatch(/^[\w-]{1,64}$/)
    expect(taken).toMatch(/_[\da-f]{10}$/)
    expect(takenName(taken, rule)).toBe(taken)
  })

  test('that must begin with a letter is given one', () => {
    const begins: NameRule = { maxLength: 64, refused: /[^\w.:-]/, begins: /^[A-Za-z_]/ }
    expect(takenName('9lives', begins)).toMatch(/^tool_9lives_[\da-f]{10}$/)
    expect(takenName('_lives.nine', begins)).toBe('_lives.nine')
    expect(takenName(`9${'x'.repeat(64)}`, begins)).toHaveLength(64)
  })

  test('stays apart from those that begin alike or differ in refused characters only', () => {
    const long = 'x'.repeat(70)
    const names = [`${long}a`, `${long}b`, 'a.b', 'a:b', 'a b', 'a_b'].map((name) => takenName(name, rule))
    expect(new Set(names).size).toBe(names.length)
  })
})

test('tools, calls, results and the choice get the same name, and nothing is lost', () => {
  const taken = takenName('mcp.read', rule)
  const fields: Partial<ChatRequest> = {
    tools: [tool('mcp.read'), tool('write'), { kind: 'vendor', type: 'web_search', value: { name: 'web.search' } }],
    toolChoice: { kind: 'tool', name: 'mcp.read' },
    turns: [
      user('hi'),
      assistant(call('a', 'mcp.read')),
      results({ kind: 'tool-result', toolCallId: 'a', toolName: 'mcp.read', parts: [] }),
    ],
  }
  const { request, losses } = limited(limitToolNames, fields, rule)
  expect(request.tools).toEqual([tool(taken), tool('write'), fields.tools?.[2]])
  expect(request.toolChoice).toEqual({ kind: 'tool', name: taken })
  expect(request.turns.slice(1).flatMap(({ parts }) => parts)).toMatchObject([{ name: taken }, { toolName: taken }])
  expect(losses).toEqual([])
  const some = { ...fields, toolChoice: { kind: 'some', names: ['mcp.read', 'write'], isRequired: true } } as const
  expect(limited(limitToolNames, some, rule).request.toolChoice).toEqual({ kind: 'some', names: [taken, 'write'], isRequired: true })
})

test('a request whose names fit is the same request', () => {
  const asked = requestOf({ tools: [tool('weather')] })
  expect(limitToolNames(asked, rule, lossList())).toBe(asked)
})

describe('a reply', () => {
  const started = (name: string): ChatEvent => ({
    kind: 'part-started',
    choice: 0,
    part: 0,
    initial: { kind: 'tool-call', id: 'a', name, argumentsText: '' },
  })

  test('has the names that the caller knows', () => {
    const request = requestOf({ tools: [tool('mcp.read'), tool(`${'x'.repeat(70)}a`), tool(`${'x'.repeat(70)}b`)] })
    const back = originalNames(() => request, rule)
    for (const { name } of request.tools as readonly { name: string }[])
      expect(back([started(takenName(name, rule))])).toEqual([started(name)])
  })

  test('keeps names that nobody made here, without reading the request', () => {
    const back = originalNames(() => {
      throw new Error('read')
    }, rule)
    const events: ChatEvent[] = [started('weather'), { kind: 'part-delta', choice: 0, part: 0, text: 'x_0123456789' }]
    expect(back(events)).toEqual(events)
  })

  test("keeps a name of the caller's that looks as if it were made here", () => {
    const back = originalNames(() => requestOf({ tools: [tool('commit_0123456789')] }), rule)
    expect(back([started('commit_0123456789'), started('other_0123456789')])).toEqual([
      started('commit_0123456789'),
      started('other_0123456789'),
    ])
  })
})
