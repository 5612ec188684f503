import { describe, expect, test } from 'vitest'
import * as dify from '../../../testing/dify-replies.ts'
import { eventsOf } from '../../../testing/reading.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import { fold } from '../reply/fold.ts'
import { isProduce, producedText } from '../request/produced-text.ts'
import type { ChatRequest, Turn } from '../request/request.ts'
import { difyApp } from './dialect.ts'

const user = (text: string): Turn => ({ role: 'user', parts: [{ kind: 'text', text }] })

function written(more: Partial<ChatRequest>) {
  const losses = lossList()
  return { body: difyApp.writeRequest({ model: 'app', turns: [user('Hello')], ...more }, losses), losses: losses.losses }
}

const read = (events: readonly JsonObject[]) =>
  eventsOf(
    difyApp,
    events.map((event) => ({ event: '', data: JSON.stringify(event) })),
  )
const parts = (events: readonly JsonObject[]) =>
  fold(read(events)).choices[0]?.parts.map(({ kind, ...part }) => [kind, 'text' in part && part.text])

describe('a request', () => {
  test('of one turn is the question as it stands', () => {
    expect(written({}).body.query).toBe('Hello')
  })

  test('of several has those before in the question', () => {
    const turns: Turn[] = [user('Hello'), { role: 'assistant', parts: [{ kind: 'text', text: 'Hi' }] }, user('And?')]
    expect(written({ turns })).toMatchObject({ body: { query: 'User: Hello\n\nAssistant: Hi\n\nUser: And?' }, losses: [] })
  })

  test('of a picture alone has a question all the same', () => {
    const turns: Turn[] = [{ role: 'user', parts: [{ kind: 'image', source: { kind: 'base64', data: 'iVBORw0KGgo=' } }] }]
    const file = { type: 'image', transfer_method: 'local_file', url: 'data:image/png;base64,iVBORw0KGgo=' }
    expect(written({ turns }).body).toMatchObject({ query: '[image]', files: [file] })
  })

  test('that depends on a file of another vendor, or on a tool that must be called, is refused', () => {
    const turns: Turn[] = [{ role: 'user', parts: [{ kind: 'file', source: { kind: 'file-id', id: 'file-1' } }] }]
    expect(written({ turns, toolChoice: { kind: 'required' } }).losses).toEqual([
      { path: 'turns[0].parts[0]', reason: 'needed' },
      { path: 'toolChoice', reason: 'needed' },
    ])
  })

  test('names its end user by either of the words for one', () => {
    expect(written({ safetyIdentifier: 'who' })).toMatchObject({ body: { user: 'who' }, losses: [] })
    expect(written({ endUser: 'me', safetyIdentifier: 'who' })).toMatchObject({
      body: { user: 'me' },
      losses: [{ path: 'safetyIdentifier' }],
    })
    expect(written({}).body).not.toHaveProperty('user')
  })
})

describe('an answer', () => {
  const counted = (events: readonly JsonObject[]) => fold(read(events)).usage?.usage

  test('costs what its end counts', () => {
    expect(counted([dify.say('Hi'), dify.messageEnd()])).toMatchObject({ freshInput: 1033, output: 135 })
    expect(counted([dify.say('Hi'), dify.messageEnd(null)])).toBeUndefined()
    expect(counted([dify.say('Hi'), dify.messageEnd({ prompt_tokens: 5, completion_tokens: 2, total_tokens: 100 })])).toMatchObject({
      freshInput: 98,
      output: 2,
    })
  })

  test('of a workflow costs what its nodes count, and input what they leave of its total', () => {
    const nodes = [
      dify.nodeFinished({ prompt_tokens: 10, completion_tokens: 4 }),
      dify.nodeFinished({ prompt_tokens: 1, completion_tokens: 2 }),
    ]
    const end = (tokens: number) => dify.runFinished({ outputs: { text: 'Hi' }, total_tokens: tokens })
    expect(counted([...nodes, end(17)])).toMatchObject({ freshInput: 11, output: 6 })
    expect(counted([...nodes, end(30)])).toMatchObject({ freshInput: 24, output: 6 })
    expect(counted([dify.nodeFinished(), end(30)])).toMatchObject({ freshInput: 30, output: 0 })
    expect(counted([end(0)])).toBeUndefined()
  })

  test('tells its nodes as thinking that nobody pays for', () => {
    const stream = [dify.runStarted(), dify.nodeStarted('Look it up'), dify.nodeStarted('Answer'), dify.chunk('Hi'), dify.runFinished({})]
    expect(parts(stream)).toEqual([
      ['reasoning', 'Look it up\nAnswer\n'],
      ['text', 'Hi'],
    ])
    const events = read(stream)
    expect(events.map(producedText).join('')).toBe('Hi')
    expect(events.filter(isProduce)).toHaveLength(1)
  })

  test('of an agent has its thoughts once, and its tools', () => {
    const stream = [
      dify.think({ thought: 'I look.' }),
      dify.think({ thought: 'I look. There.', tool: 'search', tool_input: '{"q":"sun"}' }),
      dify.think({ thought: 'I look. There.', tool: 'search', tool_input: '{"q":"sun"}', observation: 'sunny' }),
      dify.speak('It is sunny.'),
      dify.think({ id: 'a-2', thought: 'It is sunny.' }),
      dify.messageEnd(),
    ]
    expect(parts(stream)).toEqual([
      ['reasoning', 'I look. There.'],
      ['reasoning', 'search {"q":"sun"}\nsunny\n'],
      ['text', 'It is sunny.'],
    ])
    expect(read(stream).map(producedText).join('')).toBe('I look. There.It is sunny.')
  })

  test('that was replaced by moderation says so', () => {
    const stream = [dify.say('Some secr'), dify.replaced('I cannot say that.'), dify.messageEnd()]
    expect(parts(stream)).toEqual([['text', 'Some secr\n\nI cannot say that.']])
    expect(fold(read(stream)).choices[0]).toMatchObject({ reason: 'content-filter' })
    expect(parts([dify.replaced('No.'), dify.messageEnd()])).toEqual([['text', 'No.']])
  })

  test('has the files that the app made, and none of the user’s', () => {
    const file = (owner: string) => ({
      event: 'message_file',
      id: 'f',
      type: 'image',
      belongs_to: owner,
      url: `https://d.test/${owner}.png`,
    })
    const media = read([file('user'), file('assistant'), dify.messageEnd()]).filter(({ kind }) => kind === 'part-started')
    expect(media).toMatchObject([{ initial: { kind: 'image', source: { kind: 'url', url: 'https://d.test/assistant.png' } } }])
  })

  test('that failed has the vendor’s words, code and status', () => {
    const [event] = read([dify.failed(429, 'rate_limit_error', 'Too many')])
    expect(event).toEqual({ kind: 'reply-failed', message: 'Too many', code: 'rate_limit_error', status: 429 })
    expect(read([dify.runFinished({ status: 'failed', error: 'node llm failed' }, dify.ofMessage)]).at(-1)).toMatchObject({
      message: 'node llm failed',
    })
  })

  test('is refused in the vendor’s words', () => {
    const body = { code: 'app_unavailable', message: 'App unavailable', status: 400 }
    expect(difyApp.readError(400, body)).toEqual({ status: 400, message: 'App unavailable', code: 'app_unavailable' })
    expect(difyApp.readError(502, undefined)).toEqual({ status: 502, message: 'bad response status code 502' })
  })
})
