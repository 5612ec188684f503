import { describe, expect, test } from 'vitest'
import * as coze from '../../../testing/coze-replies.ts'
import { eventsOf } from '../../../testing/reading.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import { fold } from '../reply/fold.ts'
import { isProduce, producedText } from '../request/produced-text.ts'
import type { ChatRequest, Turn } from '../request/request.ts'
import { cozeBot } from './dialect.ts'

const user = (text: string): Turn => ({ role: 'user', parts: [{ kind: 'text', text }] })
function written(more: Partial<ChatRequest>) {
  const losses = lossList()
  return { body: cozeBot.writeRequest({ model: '7379', turns: [user('Hello')], ...more }, losses), losses: losses.losses }
}
const read = (events: readonly JsonObject[]) =>
  eventsOf(
    cozeBot,
    events.map(({ event, data }) => ({ event: String(event), data: JSON.stringify(data) })),
  )
const parts = (events: readonly JsonObject[]) =>
  fold(read(events)).choices[0]?.parts.map(({ kind, ...part }) => [kind, 'text' in part ? part.text : JSON.stringify(part)])

describe('a request', () => {
  test('has the question last and nothing of it kept', () => {
    expect(written({}).body).toEqual({
      ...{ bot_id: '7379', stream: true, auto_save_history: false },
      additional_messages: [{ role: 'user', type: 'question', content: 'Hello', content_type: 'text' }],
    })
  })

  test('of more turns than the vendor takes has all of them, the earliest in one message', () => {
    const turns = Array.from({ length: 120 }, (_, at): Turn => ({ ...user(`n${at}`), role: at % 2 === 0 ? 'user' : 'assistant' }))
    const messages = written({ turns }).body.additional_messages as JsonObject[]
    expect(messages).toHaveLength(100)
    expect(messages[0]).toMatchObject({ role: 'user', content: expect.stringMatching(/^User: n0\n\nAssistant: n1\n\n[\s\S]*User: n20$/) })
    expect(messages[1]).toMatchObject({ role: 'assistant', content: 'n21' })
    expect(messages.at(-1)).toMatchObject({ content: 'n119' })
  })

  test('that depends on a file of another vendor, or on a tool that must be called, is refused', () => {
    const turns: Turn[] = [{ role: 'user', parts: [{ kind: 'file', source: { kind: 'file-id', id: 'file-1' } }] }]
    expect(written({ turns, toolChoice: { kind: 'required' } }).losses).toEqual([
      { path: 'turns[0].parts[0]', reason: 'needed' },
      { path: 'toolChoice', reason: 'needed' },
    ])
  })
})

describe('an answer', () => {
  const counted = (usage: JsonObject | null) => fold(read([coze.created, coze.say('Hi'), coze.completed(usage)])).usage?.usage

  test('costs what its end counts, and nothing is known where that is nothing', () => {
    expect(counted({ token_count: 633, output_count: 19, input_count: 614 })).toMatchObject({ freshInput: 614, output: 19 })
    expect(counted({ token_count: 700, output_count: 19, input_count: 614 })).toMatchObject({ freshInput: 681, output: 19 })
    expect(counted({ token_count: 0, output_count: 0, input_count: 0 })).toBeUndefined()
    expect(counted(null)).toBeUndefined()
  })

  test('is said once, though it comes in pieces and then as a whole', () => {
    expect(parts([coze.created, coze.say('It is '), coze.say('sunny.'), coze.said('It is sunny.'), coze.completed()])).toEqual([
      ['text', 'It is sunny.'],
    ])
    expect(parts([coze.created, coze.said('It is sunny.'), coze.completed()])).toEqual([['text', 'It is sunny.']])
  })

  test('tells what the bot calls as thinking that nobody pays for, and none of its proposals', () => {
    const steps = [coze.calls('search', { q: 'sun' }), coze.found('sunny'), coze.say('Sunny.'), coze.verbose, coze.followUp('And you?')]
    const events = read([coze.created, ...steps, coze.completed()])
    expect(parts([coze.created, ...steps, coze.completed()])).toEqual([
      ['reasoning', 'search {"q":"sun"}\nsunny\n'],
      ['text', 'Sunny.'],
    ])
    expect(events.map(producedText).join('')).toBe('Sunny.')
    expect(events.filter(isProduce)).toHaveLength(1)
  })

  test('has its thinking and its pictures', () => {
    const picture = JSON.stringify([
      { type: 'text', text: 'The sun' },
      { type: 'image', file_url: 'https://coze.test/sun.png' },
    ])
    const stream = [
      coze.created,
      coze.think('Let me see.'),
      coze.said(picture, { id: 'm-2', content_type: 'object_string' }),
      coze.completed(),
    ]
    expect(parts(stream)).toEqual([
      ['reasoning', 'Let me see.'],
      ['text', 'The sun'],
      ['image', expect.stringContaining('https://coze.test/sun.png')],
    ])
  })

  test.each([
    [coze.failed(4011, 'Insufficient balance'), { message: 'Insufficient balance', code: '4011' }],
    [coze.errorEvent(5000, 'internal'), { message: 'internal', code: '5000' }],
    [coze.requiresAction, { message: expect.stringContaining('plug-in'), code: 'requires_action' }],
    [coze.canceled, { message: 'the chat was canceled' }],
    [
      { event: '', data: { code: 4100, msg: 'authentication is invalid' } },
      { message: 'authentication is invalid', code: '4100' },
    ],
  ])('that failed with %j says why', (event, failure) => {
    expect(read([coze.created, event]).at(-1)).toEqual({ kind: 'reply-failed', ...failure })
  })

  test('is refused in the vendor’s words, with its code', () => {
    expect(cozeBot.readError(400, { code: 4000, msg: 'bad bot_id', detail: { logid: '1' } })).toEqual({
      ...{ status: 400, message: 'bad bot_id', code: '4000' },
    })
    expect(cozeBot.readError(502, undefined)).toEqual({ status: 502, message: 'bad response status code 502' })
  })
})
