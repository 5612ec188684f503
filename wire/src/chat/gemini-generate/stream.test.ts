import { describe, expect, test } from 'vitest'
import { finished, partsFrame, partsIn, partsOf, read, request, written } from '../../../testing/gemini-harness.ts'
import type { Json, JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import type { ChatEvent } from '../reply/event.ts'
import { fold } from '../reply/fold.ts'
import { isProduce, producedText } from '../request/produced-text.ts'
import type { Part, Turn } from '../request/request.ts'
import { geminiGenerate } from './dialect.ts'
import { ArgumentsBuilder } from './read/partial-args.ts'

describe('in a stream', () => {
  test('texts of one kind that follow each other are one part, and a call or a thought between them makes two', () => {
    const frames = [
      partsFrame({ text: 'a' }),
      partsFrame({ text: 'b' }, { text: 'c', thought: true }),
      partsFrame({ text: 'd', thought: true }),
      partsFrame({ text: 'e' }),
    ]
    expect(partsOf(frames)).toEqual([
      { kind: 'text', text: 'ab' },
      { kind: 'reasoning', text: 'cd' },
      { kind: 'text', text: 'e' },
    ])
  })

  test('a signed part stays apart, with or without text', () => {
    const signed = { signature: 's', signedBy: 'gemini-generate' }
    const frames = [
      partsFrame({ text: 'a' }),
      partsFrame({ text: 'b', thoughtSignature: 's' }),
      partsFrame({ text: 'c' }),
      partsFrame({ text: '', thoughtSignature: 's' }),
    ]
    expect(partsOf(frames)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'b', ...signed },
      { kind: 'text', text: 'c' },
      { kind: 'text', text: '', ...signed },
    ])
    expect(partsIn(written(read(frames)).frames)).toEqual(frames.flatMap((frame) => partsIn([frame])))
  })

  test('a call has an id of its own, of the reply where the prefix tells replies apart, and the id never comes back', () => {
    const frames = [
      partsFrame({ functionCall: { name: 'f', args: {} } }, { functionCall: { name: 'f' } }, { functionCall: { name: 'g', id: 'real' } }),
    ]
    const ids = (idPrefix?: string) => partsOf(frames, idPrefix)?.map((part) => part.kind === 'tool-call' && part.id)
    expect(ids('01ABC')).toEqual(['gcall_01ABC_1', 'gcall_01ABC_2', 'real'])
    expect(ids()).toEqual(['gcall_1', 'gcall_2', 'real'])
    expect(JSON.stringify(written(read(frames, '01ABC')))).not.toContain('gcall')
    const turn: Turn = { role: 'assistant', parts: partsOf(frames, '01ABC') ?? [] }
    const answers = ['gcall_01ABC_2', 'gcall_01ABC_1'].map(
      (toolCallId): Part => ({ kind: 'tool-result', toolCallId, parts: [{ kind: 'text', text: toolCallId }] }),
    )
    // Without ids Google matches by order.
    expect(request([turn, { role: 'tool', parts: answers }]).contents[1]?.parts).toEqual([
      { functionResponse: { name: 'f', response: { output: 'gcall_01ABC_1' } } },
      { functionResponse: { name: 'f', response: { output: 'gcall_01ABC_2' } } },
      // This one has no result.
      { functionResponse: { id: 'real', name: 'g', response: { output: '' } } },
    ])
  })

  test('a reason on every frame ends the answer only once it is the last word', () => {
    const reader = geminiGenerate.replyReader({ stream: true })
    const events = ['a', 'b'].flatMap((text) => reader.push({ event: '', data: JSON.stringify(finished('STOP', { text })) }))
    expect(events.map(producedText).join('')).toBe('ab')
    expect(reader.isComplete).toBe(true)
  })

  test('a call makes the reason one of calls; a frame without any is one of the answer', () => {
    const reason = (...frames: JsonObject[]) => fold(read(frames)).choices[0]?.reason
    expect(reason(partsFrame({ functionCall: { name: 'f' } }), finished('STOP'))).toBe('tool-calls')
    expect(reason(partsFrame({ functionCall: { name: 'f', willContinue: true } }), finished('STOP'))).toBe('tool-calls')
    expect(reason(partsFrame({ functionCall: { name: 'f' } }), finished('MAX_TOKENS'))).toBe('length')
    expect(reason(finished('STOP', { text: 'a' }))).toBe('stop')
  })

  test('a call that comes in one piece has ended with it, and nothing else belongs to it', () => {
    const reader = geminiGenerate.replyReader({ stream: true })
    const frames = [
      partsFrame({ functionCall: { name: 'f', partialArgs: [{ jsonPath: '$.a', numberValue: 1 }] } }),
      partsFrame({ functionCall: { partialX: 1 } }),
    ]
    const events = frames.flatMap((frame) => reader.push({ event: '', data: JSON.stringify(frame) }))
    expect(fold(events).choices[0]?.parts).toMatchObject([{ kind: 'tool-call', argumentsText: '{"a":1}' }, { kind: 'unknown' }])
    expect(events.filter((event) => event.kind === 'part-ended')).toHaveLength(2)
  })

  test('positions of sources are bytes, also where the words are not given', () => {
    const groundingMetadata = {
      groundingChunks: [{ web: { uri: 'https://a.example' } }, { maps: { uri: 'https://b.example', title: 'b' } }],
      groundingSupports: [
        { segment: { startIndex: 12, endIndex: 17 }, groundingChunkIndices: [0] },
        { segment: { text: 'ß🎉' }, groundingChunkIndices: [1] },
        { segment: { startIndex: 1, endIndex: 2, text: 'nowhere' }, groundingChunkIndices: [1, 7] },
      ],
    }
    const citationMetadata = { citations: [{ startIndex: 17, endIndex: 22, uri: 'https://c.example' }] }
    const frame = {
      candidates: [{ content: { parts: [{ text: 'Grüße aus Köln ß🎉' }] }, finishReason: 'STOP', groundingMetadata, citationMetadata }],
    }
    const reader = geminiGenerate.replyReader({ stream: false })
    for (const events of [read([frame]), reader.push({ event: '', data: JSON.stringify(frame) })]) {
      const [part] = fold(events).choices[0]?.parts ?? []
      const found = part?.kind === 'text' ? part.citations?.map(({ url, start, end }) => [url, start, end]) : []
      expect(found).toEqual([
        ['https://a.example', 10, 14],
        ['https://b.example', 15, 18],
        ['https://b.example', undefined, undefined],
        ['https://c.example', 14, 17],
      ])
    }
  })

  test('sources repeated on every frame are reported once', () => {
    const groundingMetadata = {
      groundingChunks: [{ web: { uri: 'https://a.example' } }],
      groundingSupports: [{ segment: { startIndex: 0, endIndex: 1, text: 'a' }, groundingChunkIndices: [0] }],
    }
    const frame = (text: string) => ({ candidates: [{ content: { parts: [{ text }] }, groundingMetadata }] })
    expect(read([frame('a'), frame('b')]).filter((event) => event.kind === 'part-delta' && event.citation !== undefined)).toHaveLength(1)
  })

  test('a list of frames is read as its frames', () => {
    const reader = geminiGenerate.replyReader({ stream: true })
    const events = reader.push({ event: '', data: JSON.stringify([partsFrame({ text: 'a' }), finished('STOP', { text: 'b' })]) })
    expect(events.map(producedText).join('')).toBe('ab')
    expect(reader.isComplete).toBe(true)
  })

  test.each<[string, JsonObject[], boolean]>([
    ['not at its beginning', [], false],
    ['not on usage alone', [{ usageMetadata: { promptTokenCount: 1 }, responseId: 'r' }], false],
    ['not while one answer of two goes on', [{ candidates: [{ index: 0, finishReason: 'STOP' }, { index: 1 }] }], false],
    [
      'when every answer has its reason',
      [
        {
          candidates: [
            { index: 0, finishReason: 'STOP' },
            { index: 1, finishReason: 'SAFETY' },
          ],
        },
      ],
      true,
    ],
    ['when the question was refused', [{ promptFeedback: { blockReason: 'OTHER' } }], true],
    ['never after a failure', [finished('STOP'), { error: { code: 500, message: 'x' } }], false],
  ])('is complete %s', (_, frames, expected) => {
    const reader = geminiGenerate.replyReader({ stream: true })
    for (const frame of frames) reader.push({ event: '', data: JSON.stringify(frame) })
    expect(reader.isComplete).toBe(expected)
    expect(reader.end().some((event) => event.kind === 'reply-ended')).toBe(expected)
  })
})

test('whatever comes, nothing is thrown, and what is no JSON is passed on', () => {
  const odd: Json[] = [
    [],
    1,
    null,
    'x',
    { candidates: 1 },
    {
      candidates: [
        null,
        3,
        'x',
        { content: 4 },
        { content: { parts: 5 } },
        { content: { parts: [null, 6, {}, { text: 7 }, { inlineData: 8 }] } },
      ],
    },
    {
      candidates: [
        {
          content: {
            parts: [{ functionCall: { name: 9, args: [1] } }, { functionResponse: {} }, { inlineData: { data: 1 } }, { fileData: {} }],
          },
        },
      ],
    },
    {
      candidates: [
        {
          content: { parts: [{ functionCall: { partialArgs: [{ jsonPath: 1 }, 2] } }] },
          groundingMetadata: { groundingChunks: 1 },
          logprobsResult: {},
        },
      ],
    },
    {
      candidates: [
        {
          index: 0,
          groundingMetadata: { groundingChunks: [1], groundingSupports: [{ groundingChunkIndices: [0, 9] }, 3] },
          citationMetadata: {},
        },
      ],
    },
    { usageMetadata: { promptTokenCount: 'x' }, promptFeedback: 1, createTime: 'soon', modelVersion: 5, error: '' },
  ]
  for (const stream of [true, false]) {
    for (const each of odd) {
      const reader = geminiGenerate.replyReader({ stream })
      const events = [...reader.push({ event: '', data: JSON.stringify(each) }), ...reader.end()]
      expect(() => written(events, stream)).not.toThrow()
    }
  }
  const reader = geminiGenerate.replyReader({ stream: true })
  const writer = geminiGenerate.replyWriter({ stream: true, streamUsage: false }, lossList())
  expect(reader.push({ event: '', data: '{"cand' }).flatMap((event) => writer.push(event))).toEqual([{ event: '', data: '{"cand' }])
  expect(reader.push({ event: '', data: undefined })).toEqual([])
  expect(read([finished('STOP', { text: '' })]).some(isProduce)).toBe(false)
  expect(read([partsFrame({ inlineData: { mimeType: 'image/png', data: 'A' } })]).some(isProduce)).toBe(true)
})

test('argument pieces go to their paths, and nowhere else', () => {
  const build = (...pieces: JsonObject[]) => {
    const builder = new ArgumentsBuilder(undefined)
    builder.push(pieces)
    return builder.value
  }
  expect(
    build(
      { jsonPath: '$.a.b[1].c', stringValue: 'x', willContinue: true },
      { jsonPath: '$.a.b[1].c', stringValue: 'y' },
      { jsonPath: `$["d.e"]['f']`, numberValue: 0 },
      { jsonPath: '$.n', nullValue: 'NULL_VALUE' },
      { jsonPath: '$.t', boolValue: false },
      { jsonPath: '$.again', stringValue: 'x' },
      { jsonPath: '$.again', stringValue: 'z' },
    ),
  ).toEqual({ a: { b: [null, { c: 'xy' }] }, 'd.e': { f: 0 }, n: null, t: false, again: 'z' })
  expect(build({ jsonPath: '$.l[99999999]', numberValue: 1 })).toEqual({ l: [1] })
  expect(
    build(
      { jsonPath: '$.l[-1]', numberValue: 1 },
      { jsonPath: '$', numberValue: 1 },
      { jsonPath: '$[', numberValue: 1 },
      { jsonPath: '$.x' },
    ),
  ).toEqual({})
  build({ jsonPath: '$.__proto__.polluted', stringValue: 'x' })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('a picture that the model drew while it thought is none of the answer', () => {
  const image = { inlineData: { mimeType: 'image/png', data: 'A' } }
  const parts = partsOf([partsFrame({ ...image, thought: true }, image)])
  expect(parts).toMatchObject([{ kind: 'unknown' }, { kind: 'image', source: { kind: 'base64', data: 'A' }, mediaType: 'image/png' }])
})

test('log probabilities stand at the text that they are of', () => {
  const token = (text: string, logProbability: number) => ({ token: text, tokenId: 1, logProbability })
  const logprobsResult = { chosenCandidates: [token('a', -0.5)], topCandidates: [{ candidates: [token('a', -0.5), token('b', -2)] }] }
  const entry = (text: string, logprob: number) => ({ token: text, logprob, bytes: null })
  const frame = { candidates: [{ content: { parts: [{ text: 'a' }] }, logprobsResult }] }
  const late = { candidates: [{ logprobsResult, finishReason: 'STOP' }] }
  const logprobs = { content: [{ ...entry('a', -0.5), top_logprobs: [entry('a', -0.5), entry('b', -2)] }], refusal: null }
  expect(fold(read([frame, late])).choices[0]?.logprobs).toEqual([logprobs, logprobs])
  const foreign: ChatEvent[] = [
    { kind: 'part-started', choice: 0, part: 0, initial: { kind: 'text', text: '' } },
    { kind: 'part-delta', choice: 0, part: 0, text: 'a', logprobs },
  ]
  const writtenToken = (text: string, logProbability: number) => ({ token: text, logProbability })
  const result = {
    chosenCandidates: [writtenToken('a', -0.5)],
    topCandidates: [{ candidates: [writtenToken('a', -0.5), writtenToken('b', -2)] }],
  }
  expect(written(foreign).frames).toMatchObject([{ candidates: [{ content: { parts: [{ text: 'a' }] }, logprobsResult: result }] }])
  expect(written(foreign, false).last).toMatchObject([{ candidates: [{ logprobsResult: result }] }])
})
