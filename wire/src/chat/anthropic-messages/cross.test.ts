// From this dialect to OpenAI chat and back: what a client of one sends, written for a vendor of the other.
import { describe, expect, test } from 'vitest'
import { accumulateMessages } from '../../../testing/anthropic-messages-accumulate.ts'
import { named, orderFaults, reply, toChat } from '../../../testing/anthropic-messages-cross.ts'
import { object, recordings } from '../../../testing/recordings.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import { openaiChat } from '../openai-chat/dialect.ts'
import { fold } from '../reply/fold.ts'
import { anthropicMessages } from './dialect.ts'

describe('a request of this dialect', () => {
  test('with a round of tools, documents of text, instructions in the middle and settings', () => {
    const { body, losses } = toChat({
      model: 'gpt-x',
      max_tokens: 50,
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'All of it.' } },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
            { type: 'text', text: 'What?' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } },
            { type: 'tool_use', id: 'toolu_2', name: 'f', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: 'one' },
            { type: 'tool_result', tool_use_id: 'toolu_2', is_error: false, content: [{ type: 'text', text: 'two' }] },
          ],
        },
        { role: 'system', content: 'Be briefer.' },
      ],
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      stop_sequences: ['END'],
      metadata: { user_id: 'u' },
      output_config: { effort: 'low', format: { type: 'json_schema', schema: { type: 'object' } } },
      stream: true,
    })
    expect(body).toMatchObject({
      model: 'gpt-x',
      max_tokens: 50,
      messages: [
        { role: 'system' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'All of it.' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
            { type: 'text', text: 'What?' },
          ],
        },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [
            { id: 'toolu_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
            { id: 'toolu_2', type: 'function', function: { name: 'f', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'toolu_1', content: 'one' },
        { role: 'tool', tool_call_id: 'toolu_2', content: 'two' },
        { role: 'system', content: 'Be briefer.' },
      ],
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
      tool_choice: 'required',
      parallel_tool_calls: false,
      stop: ['END'],
      user: 'u',
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
      stream: true,
    })
    expect(losses).toEqual(['turns[2].parts[0].signature signature'])
  })

  test('with a thought that another vendor signed: it comes home, and is not shown to this one', () => {
    const body = {
      model: 'm',
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'WaystationOfgemini0generate1Z2Vt' },
            { type: 'redacted_thinking', data: 'WaystationOfopenai0responses1111ZW5j' },
            {
              type: 'text',
              text: 'A',
              citations: [
                {
                  type: 'web_search_result_location',
                  url: 'https://example.org',
                  title: 'T',
                  cited_text: '',
                  encrypted_index: 'WaystationOfunknown1',
                },
              ],
            },
          ],
        },
      ],
    }
    const request = anthropicMessages.readRequest(body)
    expect(request.turns[0]?.parts).toMatchObject([
      { kind: 'reasoning', text: 'hm', signature: 'Z2Vt', signedBy: 'gemini-generate' },
      { kind: 'reasoning', text: '', encrypted: 'ZW5j', signedBy: 'openai-responses' },
      { kind: 'text', citations: [{ url: 'https://example.org' }] },
    ])
    const losses = lossList()
    expect(anthropicMessages.writeRequest(request, losses)).toEqual({
      model: 'm',
      messages: [{ role: 'assistant', content: [{ type: 'text', text: 'A' }] }],
    })
    expect(losses.losses.map(({ path }) => path)).toEqual(['turns[0].parts[0]', 'turns[0].parts[1]', 'turns[0].parts[2].citations[0]'])
  })
})

const chats = ['openai-chat', 'openai-compatible-chat', 'deepseek-chat', 'groq', 'mistral', 'xai', 'alibaba', 'moonshotai', 'perplexity']
const ofChats = recordings(chats)

describe.runIf(ofChats.length > 0)('a reply of OpenAI chat', () => {
  test.each(named(ofChats, 'chunks'))('recorded, streamed: %s', (_, { chunks = [] }) => {
    const reader = openaiChat.replyReader({ stream: true })
    const events = [...chunks, '[DONE]'].flatMap((data) => reader.push({ event: '', data }))
    const { values, isComplete } = reply([...chunks, '[DONE]'], openaiChat, anthropicMessages)
    expect(isComplete).toBe(true)
    expect(orderFaults(values)).toEqual([])
    const whole = accumulateMessages(values)
    const blocks = whole.content as JsonObject[]
    const answer = fold(events).choices[0]?.parts ?? []
    const words = (kind: string) => answer.flatMap((part) => (part.kind === kind && 'text' in part ? [part.text] : [])).join('')
    const written = (type: string, field: string) => blocks.flatMap((block) => (block.type === type ? [block[field]] : [])).join('')
    expect(written('text', 'text').trim()).toBe(words('text').trim())
    expect(written('thinking', 'thinking')).toBe(words('reasoning'))
    const calls = answer.flatMap((part) => (part.kind === 'tool-call' ? [[part.name, JSON.parse(part.argumentsText || '{}')]] : []))
    expect(blocks.flatMap((block) => (block.type === 'tool_use' ? [[block.name, block.input]] : []))).toEqual(calls)
    const end = fold(events).choices[0]?.reason === 'length' ? 'max_tokens' : 'end_turn'
    expect(whole.stop_reason).toBe(calls.length > 0 ? 'tool_use' : end)
  })

  test.each(named(ofChats, 'body'))('recorded, whole: %s', (_, { body = '' }) => {
    const parsed = object(body)
    if (!Array.isArray(parsed.choices)) return
    const { values } = reply([parsed], openaiChat, anthropicMessages, { upstream: false, stream: false })
    const message = (parsed.choices[0] as JsonObject).message as JsonObject
    const text = (values[0]?.content as JsonObject[] | undefined)?.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
    if (typeof message.content === 'string') expect((text ?? '').trim()).toBe(message.content.trim())
    const usage = parsed.usage as JsonObject
    const {
      input_tokens = 0,
      cache_read_input_tokens = 0,
      cache_creation_input_tokens = 0,
    } = (values[0]?.usage ?? {}) as Record<string, number>
    expect(input_tokens + cache_read_input_tokens + cache_creation_input_tokens).toBe(usage.prompt_tokens)
  })
})

const ofMessages = recordings(['anthropic'])

describe.runIf(ofMessages.length > 0)('a reply of this dialect', () => {
  test.each(named(ofMessages, 'chunks'))('recorded, for clients of OpenAI chat: %s', (name, { chunks = [] }) => {
    const { values, isComplete } = reply(chunks, anthropicMessages, openaiChat)
    const source = accumulateMessages(chunks.map(object))
    const blocks = source.content as JsonObject[]
    expect(isComplete).toBe(!name.includes('spliced'))
    const deltas = values.flatMap((value) =>
      ((value.choices as JsonObject[] | undefined) ?? []).map((choice) => choice.delta as JsonObject),
    )
    const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
    expect(deltas.map((delta) => (typeof delta.content === 'string' ? delta.content : '')).join('')).toBe(text)
    const calls = deltas.flatMap((delta) => (delta.tool_calls as JsonObject[] | undefined) ?? []).map((call) => call.function as JsonObject)
    const uses = blocks.filter((block) => block.type === 'tool_use')
    expect(calls.flatMap((call) => call.name ?? [])).toEqual(uses.map((block) => block.name))
    if (!name.includes('spliced')) {
      expect(values.at(-1)?.usage).toBeDefined()
      if (uses.length === 1) expect(JSON.parse(calls.map((call) => call.arguments).join(''))).toEqual(uses[0]?.input)
    } else expect(values.at(-1)?.error).toBeDefined()
  })
})
