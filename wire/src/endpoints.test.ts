import { describe, expect, test } from 'vitest'
import { ReplyBetween } from '../testing/translate.ts'
import { clientDialects, isDialectName } from './chat/dialects.ts'
import { lossList } from './chat/losses/loss.ts'
import { translateRequest } from './chat/translate.ts'
import { completionPromptTexts, completionReader, readCompletion } from './completions.ts'
import type { Json } from './encoding/json.ts'
import { WireError } from './wire-error.ts'

describe('completions', () => {
  test('are read in every form', () => {
    expect(readCompletion({ model: 'm', prompt: 'grüße', suffix: 'x' })).toEqual({
      model: 'm',
      stream: false,
      choices: 1,
      prompts: 1,
      promptBytes: 8,
      streamUsage: false,
    })
    expect(
      readCompletion({
        model: 'm',
        prompt: ['a', 'bc'],
        n: 2,
        best_of: 3,
        max_tokens: 7,
        stream: true,
        stream_options: { include_usage: true },
      }),
    ).toEqual({
      model: 'm',
      stream: true,
      choices: 3,
      maxOutputTokens: 7,
      prompts: 2,
      promptBytes: 3,
      streamUsage: true,
    })
    expect(readCompletion({ model: 'm', prompt: [1, 2, 3] })).toMatchObject({ prompts: 1, promptBytes: 12 })
    expect(readCompletion({ model: 'm', prompt: [[1, 2], [3]] })).toMatchObject({ prompts: 2, promptBytes: 12 })
    expect(readCompletion({ model: 'm', prompt_embeds: 'AA==' })).toMatchObject({ prompts: 1, promptBytes: 0 })
    expect(completionPromptTexts({ prompt: ['a', 'b'] })).toEqual(['a', 'b'])
    for (const wrong of [{}, { model: 'm', prompt: 1 }, { model: 'm', max_tokens: 'x' }, []])
      expect(() => readCompletion(wrong as Json)).toThrow(WireError)
  })

  test('report their text, usage and end', () => {
    const reader = completionReader({ stream: true }, {})
    const push = (value: Json) => reader.push({ event: '', data: JSON.stringify(value) })
    expect(
      push({
        choices: [
          { index: 0, text: 'a', finish_reason: null },
          { index: 1, text: 'b' },
        ],
      }).text,
    ).toBe('ab')
    push({ choices: [{ index: 0, text: '', finish_reason: 'stop' }] })
    expect(reader.isComplete).toBe(false)
    push({ choices: [{ index: 1, text: '', finish_reason: 'length' }] })
    expect(reader.isComplete).toBe(true)
    expect(push({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } }).usage).toMatchObject({
      freshInput: 1,
      output: 2,
    })
    expect(push({ error: { message: 'busy' } }).error).toEqual({ message: 'busy' })
    expect(reader.isComplete).toBe(false)
    const whole = completionReader({ stream: false }, {})
    expect(whole.push({ event: '', data: '{"choices":[{"text":"x"}]}' }).text).toBe('x')
    expect(whole.isComplete).toBe(true)
    const marked = completionReader({ stream: true }, {})
    expect(marked.push({ event: '', data: '[DONE]' })).toEqual({ text: '' })
    expect(marked.isComplete).toBe(true)
    for (const odd of ['', 'x', '1', '{"choices":1}', '{"choices":[null]}']) expect(marked.push({ event: '', data: odd }).text).toBe('')
  })
})

describe('translating', () => {
  const chat = clientDialects['openai-chat']

  test('a request, with another model', () => {
    const losses = lossList()
    const messages = [{ role: 'user', content: 'Hi' }]
    const request = chat.readRequest({ model: 'a', messages, zz: 1 })
    const body = translateRequest(request, chat, { model: 'b', requestsUsage: false }, losses)
    expect(body).toEqual({ model: 'b', messages, zz: 1 })
    expect(losses.losses).toEqual([])
    expect([isDialectName('openai-chat'), isDialectName('nobody'), isDialectName('toString')]).toEqual([true, false, false])
  })

  test('a stream: the end is held back, and a cut is known', () => {
    const translator = new ReplyBetween({ from: chat, to: chat, stream: true, streamUsage: false })
    const { events, frames } = translator.push({ event: '', data: '{"id":"r","choices":[{"index":0,"delta":{"content":"a"}}]}' })
    expect(events.map((event) => event.kind)).toEqual(['reply-started', 'part-started', 'part-delta'])
    expect(frames).toHaveLength(1)
    expect(translator.isComplete).toBe(false)
    expect(translator.close()).toMatchObject({ events: [{ kind: 'part-ended' }], frames: [] })
    expect(translator.isComplete).toBe(false)
    expect(translator.push({ event: '', data: '[DONE]' }).frames).toEqual([])
    expect(translator.isComplete).toBe(true)
    // It is whole, and clients wait for the end of each choice.
    const end = translator.end().map(({ data = '' }) => data)
    expect(end).toEqual([expect.stringContaining('"finish_reason":"stop"'), '[DONE]'])
  })

  test('an error', () => {
    const error = chat.readError(400, { message: 'm' })
    expect(error).toMatchObject({ message: 'm' })
    expect(chat.writeError(error)).toMatchObject({ status: 400, body: { error: { message: 'm' } } })
  })
})
