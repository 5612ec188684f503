// Replies of Google's dialect and of OpenAI chat, both ways: read in the one, written in the other.
import { describe, expect, test } from 'vitest'
import { accumulate } from '../../../testing/accumulate.ts'
import { accumulateGemini } from '../../../testing/gemini-accumulate.ts'
import { streamed, whole } from '../../../testing/gemini-harness.ts'
import { object, recordings } from '../../../testing/recordings.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { openaiChat } from '../openai-chat/dialect.ts'
import { geminiGenerate } from './dialect.ts'

describe('a reply of Google, for chat', () => {
  const recorded = recordings(['google']).filter(({ body }) => body === undefined || object(body).candidates !== undefined)
  const plain = (texts: readonly string[]) =>
    texts.flatMap(
      (text) =>
        (object(text).candidates as { content: { parts: { text?: string; thought?: boolean; functionCall?: { name?: string } }[] } }[])[0]
          ?.content.parts ?? [],
    )

  test.each(recorded.map((each) => [each.name, each] as const))('%s', (_, { chunks, body }) => {
    const texts = chunks ?? [body ?? '']
    const parts = plain(texts)
    const result =
      chunks === undefined
        ? whole(texts[0] ?? '', geminiGenerate, openaiChat)
        : (() => {
            const { frames, last, isComplete } = streamed(chunks, geminiGenerate, openaiChat)
            expect(isComplete).toBe(true)
            return accumulate([...frames, ...last])
          })()
    const choice = (
      result.choices as {
        message: { content?: string; reasoning_content?: string; tool_calls?: { function: { name: string } }[] }
        finish_reason: string
      }[]
    )[0]
    const text = (isThought: boolean) => parts.flatMap((part) => ((part.thought === true) === isThought ? [part.text ?? ''] : [])).join('')
    expect(choice?.message.content ?? '').toBe(text(false))
    expect(choice?.message.reasoning_content ?? '').toBe(text(true))
    const names = parts.flatMap((part) => part.functionCall?.name ?? [])
    expect((choice?.message.tool_calls ?? []).map((each) => each.function.name)).toEqual(names)
    expect(choice?.finish_reason).toBe(names.length > 0 ? 'tool_calls' : 'stop')
    const usage = object(texts.at(-1) ?? '').usageMetadata as JsonObject
    expect(result.usage).toMatchObject({
      prompt_tokens: usage.promptTokenCount,
      total_tokens: usage.totalTokenCount,
      completion_tokens_details: { reasoning_tokens: usage.thoughtsTokenCount },
    })
  })

  test('arguments that came in pieces are whole, whether or not their end was marked', () => {
    for (const { chunks, name } of recorded) {
      if (chunks === undefined || !name.includes('stream-')) continue
      const result = accumulate(streamed(chunks, geminiGenerate, openaiChat).frames)
      const calls =
        (result.choices as { message: { tool_calls: { id: string; function: { arguments: string } }[] } }[])[0]?.message.tool_calls ?? []
      const args = calls.map((each) => JSON.parse(each.function.arguments))
      if (name.includes('no-args')) expect(args).toEqual([{}, { id: 'A' }, { id: 'B' }, { id: 'C' }])
      else {
        const item = (itemid: string, description: string, price: number) => ({ action: 'add', description, itemid, price })
        expect(args).toEqual([{ operations: [item('apple_001', 'Fresh red apple', 0.5), item('banana_001', 'Ripe yellow banana', 0.3)] }])
      }
      expect(new Set(calls.map((each) => each.id)).size).toBe(calls.length)
    }
  })

  test('sources stand at the words that they are of, in characters and not in bytes', () => {
    const candidate = {
      content: { parts: [{ text: 'hm', thought: true }, { text: 'Grüße aus Köln.' }], role: 'model' },
      finishReason: 'STOP',
      groundingMetadata: {
        groundingChunks: [{ web: { uri: 'https://a.example', title: 'a' } }],
        groundingSupports: [{ segment: { startIndex: 12, endIndex: 17, text: 'Köln' }, groundingChunkIndices: [0] }],
      },
    }
    const cited = [{ type: 'url_citation', url_citation: { start_index: 10, end_index: 14, url: 'https://a.example', title: 'a' } }]
    const text = JSON.stringify({ candidates: [candidate] })
    expect(whole(text, geminiGenerate, openaiChat)).toMatchObject({ choices: [{ message: { annotations: cited } }] })
    expect(accumulate(streamed([text], geminiGenerate, openaiChat).frames)).toMatchObject({
      choices: [{ message: { annotations: cited } }],
    })
    // And back: the same bytes.
    const answer = {
      choices: [{ index: 0, message: { role: 'assistant', content: 'Grüße aus Köln.', annotations: cited }, finish_reason: 'stop' }],
    }
    expect(whole(JSON.stringify(answer), openaiChat, geminiGenerate)).toMatchObject({
      candidates: [{ groundingMetadata: candidate.groundingMetadata }],
    })
  })

  test.each([
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['IMAGE_SAFETY', 'content_filter'],
    ['LANGUAGE', 'content_filter'],
    ['NEWER', 'length'],
  ])('%s is %s', (raw, expected) => {
    const text = JSON.stringify({ candidates: [{ finishReason: raw, index: 0 }] })
    expect(whole(text, geminiGenerate, openaiChat)).toMatchObject({ choices: [{ finish_reason: expected }] })
  })

  test('a refused question is a filtered answer', () => {
    const text = JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 } })
    expect(whole(text, geminiGenerate, openaiChat)).toMatchObject({
      choices: [{ finish_reason: 'content_filter' }],
      usage: { prompt_tokens: 3 },
    })
    const { frames, isComplete } = streamed([text], geminiGenerate, openaiChat)
    expect(isComplete).toBe(true)
    expect(accumulate(frames)).toMatchObject({ choices: [{ finish_reason: 'content_filter' }] })
  })
})

describe('a reply of chat, for a client of Google', () => {
  const folders = ['openai-chat', 'deepseek-chat', 'groq', 'mistral', 'xai', 'alibaba', 'moonshotai', 'perplexity']
  const recorded = recordings(folders).filter(({ chunks }) => chunks !== undefined)
  const words: Record<string, string> = { stop: 'STOP', length: 'MAX_TOKENS', tool_calls: 'STOP', content_filter: 'SAFETY' }

  test.each(recorded.map((each) => [each.name, each] as const))('%s', (_, { chunks = [] }) => {
    const { frames, last, isComplete } = streamed(chunks, openaiChat, geminiGenerate)
    expect(isComplete).toBe(true)
    expect(last).toHaveLength(1)
    for (const frame of frames) expect(geminiGenerate.isTerminal({ event: '', data: JSON.stringify(frame) })).toBe(false)
    expect(geminiGenerate.isTerminal({ event: '', data: JSON.stringify(last[0]) })).toBe(true)
    for (const frame of [...frames, ...last])
      expect(frame).toMatchObject({ modelVersion: expect.any(String), responseId: expect.any(String) })

    const whole = accumulate(chunks.map(object))
    const choice = (whole.choices as JsonObject[])[0] ?? {}
    const message = choice.message as { content?: string; tool_calls?: { id: string; function: { name: string; arguments?: string } }[] }
    const candidate = (accumulateGemini([...frames, ...last]).candidates as { content: { parts: JsonObject[] }; finishReason: string }[])[0]
    const parts = candidate?.content.parts ?? []
    const text = parts.flatMap((part) => (part.thought === true || typeof part.text !== 'string' ? [] : [part.text])).join('')
    expect(text).toBe(typeof message.content === 'string' ? message.content : '')
    const calls = parts.flatMap((part) => part.functionCall ?? [])
    expect(calls).toEqual(
      (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({ id, name, args: JSON.parse(args || '{}') })),
    )
    expect(candidate?.finishReason).toBe(words[String(choice.finish_reason)])
  })

  test('parallel calls go out whole, each when it has ended; thinking is marked; the last frame has the reason and the usage', () => {
    const chunk = (delta: JsonObject, more: JsonObject = {}) =>
      JSON.stringify({ id: 'r', model: 'm', choices: [{ index: 0, delta, ...more }] })
    const piece = (index: number, id: string | undefined, name: string | undefined, args: string) =>
      chunk({ tool_calls: [{ index, ...(id && { id, type: 'function' }), function: { ...(name && { name }), arguments: args } }] })
    const { frames, last } = streamed(
      [
        chunk({ role: 'assistant', reasoning_content: 'hm' }),
        chunk({ content: 'Let me ' }),
        chunk({ content: 'see.' }),
        piece(0, 'a', 'f', ''),
        piece(0, undefined, undefined, '{"x":'),
        piece(0, undefined, undefined, '1}'),
        piece(1, 'b', 'g', ''),
        chunk({}, { finish_reason: 'tool_calls' }),
        JSON.stringify({
          id: 'r',
          choices: [],
          usage: {
            prompt_tokens: 10,
            completion_tokens: 7,
            total_tokens: 17,
            completion_tokens_details: { reasoning_tokens: 4 },
            prompt_tokens_details: { cached_tokens: 6 },
          },
        }),
        '[DONE]',
      ],
      openaiChat,
      geminiGenerate,
    )
    const head = { modelVersion: 'm', responseId: 'r' }
    const frame = (part: JsonObject) => ({ candidates: [{ content: { parts: [part], role: 'model' }, index: 0 }], ...head })
    expect(frames).toEqual([
      frame({ text: 'hm', thought: true }),
      frame({ text: 'Let me ' }),
      frame({ text: 'see.' }),
      frame({ functionCall: { id: 'a', name: 'f', args: { x: 1 } } }),
      frame({ functionCall: { id: 'b', name: 'g', args: {} } }),
    ])
    expect(last).toEqual([
      {
        candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
        usageMetadata: {
          promptTokenCount: 10,
          cachedContentTokenCount: 6,
          candidatesTokenCount: 3,
          thoughtsTokenCount: 4,
          totalTokenCount: 17,
          promptTokensDetails: [{ modality: 'TEXT', tokenCount: 10 }],
          candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: 3 }],
        },
        ...head,
      },
    ])
  })

  test('a failure in the middle is written, and nothing after it', () => {
    const { frames, last, isComplete } = streamed(
      [
        JSON.stringify({ id: 'r', choices: [{ index: 0, delta: { content: 'a' } }] }),
        JSON.stringify({ error: { message: 'busy', code: 429 } }),
      ],
      openaiChat,
      geminiGenerate,
    )
    expect(frames.at(-1)).toEqual({ error: { code: 429, message: 'busy', status: 'RESOURCE_EXHAUSTED' } })
    expect(last).toEqual([])
    expect(isComplete).toBe(false)
  })
})
