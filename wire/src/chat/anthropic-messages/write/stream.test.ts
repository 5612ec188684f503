import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../encoding/json.ts'
import { lossList } from '../../losses/loss.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { noTokens } from '../../reply/usage.ts'
import type { Part } from '../../request/request.ts'
import { anthropicMessages } from '../dialect.ts'

describe("a stream for this dialect's clients", () => {
  const choice = 0
  const started = (part: number, initial: Part): ChatEvent => ({ kind: 'part-started', choice, part, initial })
  const grew = (part: number, text: string): ChatEvent => ({ kind: 'part-delta', choice, part, text })
  const ended = (part: number): ChatEvent => ({ kind: 'part-ended', choice, part })
  const call = (id: string): Part => ({ kind: 'tool-call', id, name: 'f', argumentsText: '' })

  function stream(events: readonly ChatEvent[]): { lines: string[]; losses: string[] } {
    const losses = lossList()
    const writer = anthropicMessages.replyWriter(
      { stream: true, streamUsage: false, fallback: { id: 'i', model: 'm', inputTokens: 7 } },
      losses,
    )
    const frames = [...events.flatMap((event) => writer.push(event)), ...writer.end()]
    const lines = frames.map(({ event, data }) => {
      const value = JSON.parse(data ?? '') as JsonObject
      expect(event).toBe(value.type)
      const { type, index, delta, content_block } = value
      return [type, index, JSON.stringify(delta ?? content_block)].filter((each) => each !== undefined).join(' ')
    })
    return { lines: lines.slice(1, -2), losses: losses.losses.map((loss) => loss.path) }
  }

  test('has one block open at a time, though parts grow side by side', () => {
    const { lines } = stream([
      started(0, call('a')),
      started(1, call('b')),
      grew(1, '{"x"'),
      grew(0, '{"y"'),
      started(2, { kind: 'text', text: '' }),
      grew(2, 'later'),
      ended(1),
      grew(0, ':1}'),
      ended(2),
      ended(0),
    ])
    expect(lines).toEqual([
      'content_block_start 0 {"type":"tool_use","id":"a","name":"f","input":{}}',
      'content_block_delta 0 {"type":"input_json_delta","partial_json":"{\\"y\\""}',
      'content_block_delta 0 {"type":"input_json_delta","partial_json":":1}"}',
      'content_block_stop 0',
      'content_block_start 1 {"type":"tool_use","id":"b","name":"f","input":{}}',
      'content_block_delta 1 {"type":"input_json_delta","partial_json":"{\\"x\\""}',
      'content_block_stop 1',
      'content_block_start 2 {"type":"text","text":""}',
      'content_block_delta 2 {"type":"text_delta","text":"later"}',
      'content_block_stop 2',
    ])
  })

  test('keeps the citation of a part that streamed and ended while it waited for another', () => {
    const citation = { url: 'https://a.example', title: 'A', value: {} }
    const { lines, losses } = stream([
      started(0, call('a')),
      started(1, { kind: 'text', text: '' }),
      grew(1, 'so'),
      { kind: 'part-delta', choice, part: 1, citation },
      ended(1),
      ended(0),
    ])
    expect(lines.slice(-3).map((line) => line.split('"')[3] ?? line)).toEqual(['text_delta', 'citations_delta', 'content_block_stop 1'])
    expect(losses).toEqual([])
  })

  test('closes parts without an end, and writes {} for no arguments', () => {
    const { lines } = stream([started(0, call('a')), started(1, call(''))])
    expect(lines).toEqual([
      'content_block_start 0 {"type":"tool_use","id":"a","name":"f","input":{}}',
      'content_block_delta 0 {"type":"input_json_delta","partial_json":"{}"}',
      'content_block_stop 0',
      'content_block_start 1 {"type":"tool_use","id":"call_1","name":"f","input":{}}',
      'content_block_delta 1 {"type":"input_json_delta","partial_json":"{}"}',
      'content_block_stop 1',
    ])
  })

  test('has no block without a word: blanks wait for one, or are named', () => {
    const text: Part = { kind: 'text', text: '' }
    const { lines, losses } = stream([
      started(0, text),
      grew(0, '\n'),
      ended(0),
      started(1, text),
      grew(1, ' '),
      grew(1, 'a'),
      ended(1),
      started(2, text),
      ended(2),
    ])
    expect(lines).toEqual([
      'content_block_start 0 {"type":"text","text":""}',
      'content_block_delta 0 {"type":"text_delta","text":" a"}',
      'content_block_stop 0',
    ])
    expect(losses).toEqual(['choices[0].parts[0]'])
  })

  test('names the vendor of a foreign thought, in place of the signature and in the encrypted form', () => {
    const { lines, losses } = stream([
      started(0, { kind: 'reasoning', text: '', signedBy: 'openai-responses', id: 'rs_1' }),
      grew(0, 'hm'),
      { kind: 'part-delta', choice, part: 0, encrypted: 'ZW5j' },
      ended(0),
      started(1, { kind: 'reasoning', text: '', encrypted: 'Z2Vt', signedBy: 'gemini-generate' }),
      ended(1),
    ])
    expect(lines).toEqual([
      'content_block_start 0 {"type":"thinking","thinking":"","signature":""}',
      'content_block_delta 0 {"type":"thinking_delta","thinking":"hm"}',
      'content_block_delta 0 {"type":"signature_delta","signature":"WaystationOfopenai0responses1111"}',
      'content_block_stop 0',
      'content_block_start 1 {"type":"redacted_thinking","data":"WaystationOfopenai0responses1111ZW5j"}',
      'content_block_stop 1',
      'content_block_start 2 {"type":"redacted_thinking","data":"WaystationOfgemini0generate1Z2Vt"}',
      'content_block_stop 2',
    ])
    expect(losses).toEqual(['choices[0].parts[0].id'])
  })

  test('begins with the usage that the vendor reported first, else with the estimate, and ends with the final one', () => {
    const usage = { ...noTokens, freshInput: 3, cacheRead: 2, cacheWrite: 1, cacheWriteLong: 4, output: 9, raw: null }
    const reported: ChatEvent = { kind: 'usage-known', usage }
    const frames = (events: readonly ChatEvent[]): JsonObject[] => {
      const writer = anthropicMessages.replyWriter({ stream: true, streamUsage: false, fallback: { inputTokens: 7 } }, lossList())
      return [...events.flatMap((event) => writer.push(event)), ...writer.end()].map((frame) => JSON.parse(frame.data ?? '') as JsonObject)
    }
    const counts = {
      input_tokens: 3,
      cache_read_input_tokens: 2,
      cache_creation_input_tokens: 5,
      cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 4 },
      output_tokens: 9,
    }
    const early = frames([{ kind: 'reply-started', id: 'i' }, reported])
    expect(early[0]).toMatchObject({
      type: 'message_start',
      message: { id: 'i', type: 'message', role: 'assistant', content: [], stop_reason: null, usage: counts },
    })
    const late = frames([{ kind: 'reply-started' }, started(0, call('a')), ended(0), reported])
    expect(late[0]).toMatchObject({ message: { usage: { input_tokens: 7, output_tokens: 0 } } })
    expect(late.at(-2)).toEqual({ type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: counts })
    expect(late.at(-1)).toEqual({ type: 'message_stop' })
  })

  test('has at its end the fields that a whole reply has next to its stop reason', () => {
    const body = {
      id: 'i',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: 'refusal',
      stop_sequence: null,
      stop_details: { type: 'refusal', category: 'cyber' },
      container: { id: 'c' },
      context_management: { applied_edits: [] },
      diagnostics: { cache_miss_reason: null },
      usage: { input_tokens: 1, output_tokens: 2 },
    }
    const reader = anthropicMessages.replyReader({ stream: false })
    const writer = anthropicMessages.replyWriter({ stream: true, streamUsage: false, fallback: { inputTokens: 7 } }, lossList())
    const events = reader.push({ event: '', data: JSON.stringify(body) })
    const frames = [...events.flatMap((event) => writer.push(event)), ...writer.end()].map((frame) => JSON.parse(frame.data ?? ''))
    const { stop_details, container, context_management, diagnostics, usage } = body
    const message = {
      id: 'i',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      diagnostics,
    }
    expect(frames).toEqual([
      { type: 'message_start', message: { ...message, usage } },
      { type: 'message_delta', delta: { stop_reason: 'refusal', stop_sequence: null, stop_details, container }, context_management, usage },
      { type: 'message_stop' },
    ])
  })

  test('ends a failed reply by the failure', () => {
    const writer = anthropicMessages.replyWriter({ stream: true, streamUsage: false }, lossList())
    const frames = [
      ...writer.push(started(0, { kind: 'text', text: '' })),
      ...writer.push(grew(0, 'a')),
      ...writer.push({ kind: 'reply-failed', message: 'm', code: '529' }),
      ...writer.push(grew(0, 'b')),
      ...writer.end(),
    ]
    expect(frames.at(-1)).toEqual({ event: 'error', data: '{"type":"error","error":{"type":"overloaded_error","message":"m"}}' })
    expect(frames.filter((frame) => anthropicMessages.isTerminal(frame))).toEqual([])
  })
})
