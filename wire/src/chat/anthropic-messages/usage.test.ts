import { describe, expect, test } from 'vitest'
import { messageReplies, messageStreams } from '../../../testing/anthropic-messages-replies.ts'
import { object, recordings } from '../../../testing/recordings.ts'
import type { Json, JsonObject } from '../../encoding/json.ts'
import { fold } from '../reply/fold.ts'
import { noTokens as none, type WireUsage } from '../reply/usage.ts'
import { anthropicMessages } from './dialect.ts'
import { readUsage, writeUsage } from './usage.ts'

const counted = (usage: WireUsage | undefined) => {
  if (usage === undefined) return undefined
  const { raw: _, ...counts } = usage
  return counts
}

function usageOf(events: readonly JsonObject[], stream: boolean): WireUsage | undefined {
  const reader = anthropicMessages.replyReader({ stream })
  return fold(events.flatMap((event) => reader.push({ event: '', data: JSON.stringify(event) }))).usage?.usage
}

/** Fresh input, cache read, written for five minutes, written for an hour, output, read off the recordings by hand. */
const figures: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  // The model's own steps 1051 + 3676 in, 35 + 3356 out; the adviser, another model, 2728 in, 3880 out.
  'anthropic-advisor-20250301.1.chunks.txt': [1051 + 3676 + 2728, 0, 0, 0, 35 + 3356 + 3880],
  'anthropic-advisor-stop-reasons.chunks.txt': [10, 0, 0, 0, 20],
  'anthropic-advisor-stop-reasons.json': [10, 0, 0, 0, 20],
  'anthropic-clear-thinking.1.chunks.txt': [69, 0, 0, 0, 53],
  'anthropic-clear-thinking.1.json': [69, 0, 0, 0, 33],
  'anthropic-code-execution-20250825.1.chunks.txt': [8050, 0, 0, 0, 771],
  'anthropic-code-execution-20250825.1.json': [7881, 0, 0, 0, 608],
  'anthropic-code-execution-20250825.2.chunks.txt': [15696, 0, 0, 0, 2479],
  'anthropic-code-execution-20250825.2.json': [12546, 0, 0, 0, 1359],
  'anthropic-code-execution-20250825.pptx-skill.chunks.txt': [320032, 0, 0, 0, 5558],
  'anthropic-code-execution-20250825.pptx-skill.json': [950648, 0, 0, 0, 13856],
  'anthropic-code-execution-20260120-prompt-cache.1.chunks.txt': [6, 6289, 3337, 0, 198],
  'anthropic-combined-context-editing.1.chunks.txt': [50, 0, 0, 0, 485],
  'anthropic-combined-context-editing.1.json': [50, 0, 0, 0, 418],
  'anthropic-json-tool.1.chunks.txt': [849, 0, 0, 0, 47],
  'anthropic-json-tool.1.json': [1151, 0, 0, 0, 87],
  'anthropic-json-tool.2.chunks.txt': [849, 0, 0, 0, 47],
  'anthropic-mcp.1.chunks.txt': [1250, 0, 0, 0, 83],
  'anthropic-mcp.1.json': [1250, 0, 0, 0, 88],
  // Many streams one after the other: the first of them is the reply.
  'anthropic-programmatic-tool-calling.1.chunks.txt': [3369, 0, 0, 0, 725],
  'anthropic-programmatic-tool-calling.1.json': [4243, 0, 0, 0, 229],
  'anthropic-refusal-no-details.json': [18, 0, 0, 0, 5],
  'anthropic-refusal.chunks.txt': [18, 0, 0, 0, 5],
  'anthropic-refusal.json': [18, 0, 0, 0, 5],
  'anthropic-text.chunks.txt': [12, 0, 0, 0, 30],
  'anthropic-text.json': [12, 0, 0, 0, 29],
  'anthropic-tool-search-bm25.1.chunks.txt': [1630, 0, 0, 0, 158],
  'anthropic-tool-search-bm25.1.json': [1631, 0, 0, 0, 161],
  'anthropic-tool-search-deferred-regex.2.json': [1520, 0, 0, 0, 203],
  // So is this one.
  'anthropic-tool-search-deferred-regex.chunks.txt': [904, 0, 0, 0, 175],
  'anthropic-web-search-tool.1.chunks.txt': [15665, 0, 0, 0, 795],
  'anthropic-web-search-tool.1.json': [27118, 0, 0, 0, 600],
  // It failed before its end; the usage of its beginning still holds.
  'spliced-message-start.chunks.txt': [17, 0, 0, 0, 1],
}

/** Recorded answers in which Anthropic searched, with how often. */
const searches: Readonly<Record<string, number>> = {
  'anthropic-web-search-tool.1.chunks.txt': 1,
  'anthropic-web-search-tool.1.json': 2,
}

describe('usage of recorded answers', () => {
  const recorded = recordings(['anthropic'])

  test.each(recorded.map((recording) => [recording.name, recording] as const))('%s', (name, { chunks, body }) => {
    const usage = chunks === undefined ? usageOf([object(body ?? '')], false) : usageOf(chunks.map(object), true)
    const [freshInput, cacheRead, cacheWrite, cacheWriteLong, output] = figures[name.slice('anthropic/'.length)] ?? []
    const { uses, ...tokens } = counted(usage) ?? {}
    expect(tokens).toEqual({ ...none, freshInput, cacheRead, cacheWrite, cacheWriteLong, output })
    expect(uses?.webSearch).toBe(searches[name.slice('anthropic/'.length)])
  })

  test('each has its figures', () => {
    if (recorded.length > 0) expect(recorded.map(({ name }) => name.slice('anthropic/'.length)).sort()).toEqual(Object.keys(figures).sort())
  })
})

describe('usage of answers written by hand', () => {
  test('a later report replaces an earlier one, count by count, and nothing is added', () => {
    expect(counted(usageOf(messageStreams['usage on several events'] ?? [], true))).toEqual({
      ...none,
      freshInput: 4,
      cacheRead: 7,
      cacheWrite: 1,
      cacheWriteLong: 4,
      output: 9,
    })
  })

  test('a compaction and an adviser are on the same bill', () => {
    expect(counted(usageOf([messageReplies['a pause, and what a compaction and an adviser used'] ?? {}], false))).toEqual({
      ...none,
      freshInput: 10 + 100 + 30,
      cacheRead: 7,
      cacheWriteLong: 6,
      output: 5 + 20 + 4,
      reasoning: 2,
    })
  })

  test('the usage that a stream had before it was cut counts', () => {
    const [start] = messageStreams['usage on several events'] ?? []
    expect(counted(usageOf([start ?? {}], true))).toEqual({
      ...none,
      freshInput: 3,
      cacheRead: 7,
      cacheWrite: 1,
      cacheWriteLong: 4,
      output: 1,
    })
  })
})

describe('usage is never anything but whole numbers from 0 up', () => {
  test.each<[string, Json]>([
    ['null', null],
    ['text', 'x'],
    ['a list', [1]],
    ['negative', { input_tokens: -1, output_tokens: -5, cache_read_input_tokens: -2 }],
    ['texts', { input_tokens: '10', output_tokens: {} }],
    [
      'nulls',
      { input_tokens: null, cache_creation: null, iterations: null, output_tokens_details: null, cache_creation_input_tokens: null },
    ],
    ['too large', { input_tokens: 1e300, output_tokens: Number.MAX_VALUE }],
    ['steps that are none', { iterations: [null, 5, 'x', { type: 'compaction' }] }],
  ])('%s', (_, raw) => expect(counted(readUsage(raw))).toEqual(none))

  test('fractions are cut', () => expect(readUsage({ input_tokens: 1.9, output_tokens: 2.5 })).toMatchObject({ freshInput: 1, output: 2 }))
  test('more thinking than output is the output', () =>
    expect(readUsage({ output_tokens: 3, output_tokens_details: { thinking_tokens: 9 } })).toMatchObject({ output: 3, reasoning: 3 }))
  test('lifetimes without a total make one, and a total without lifetimes is short', () => {
    expect(readUsage({ cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 3 } })).toMatchObject({
      cacheWrite: 2,
      cacheWriteLong: 3,
    })
    expect(readUsage({ cache_creation_input_tokens: 5 })).toMatchObject({ cacheWrite: 5, cacheWriteLong: 0 })
    expect(readUsage({ cache_creation_input_tokens: 2, cache_creation: { ephemeral_1h_input_tokens: 9 } })).toMatchObject({
      cacheWrite: 0,
      cacheWriteLong: 2,
    })
  })
})

test('usage of any dialect, written in this one and read again, is the same', () => {
  const usage = {
    ...none,
    freshInput: 1,
    cacheRead: 2,
    cacheWrite: 3,
    cacheWriteLong: 4,
    output: 10,
    reasoning: 6,
    audioInput: 20,
    audioOutput: 30,
    raw: null,
  }
  expect(writeUsage(usage)).toEqual({
    input_tokens: 21,
    cache_creation_input_tokens: 7,
    cache_read_input_tokens: 2,
    cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
    output_tokens: 40,
    output_tokens_details: { thinking_tokens: 6 },
  })
  const silent = { ...usage, audioInput: 0, audioOutput: 0 }
  expect(counted(readUsage(writeUsage(silent)))).toEqual(counted(silent))
})
