import { expect, test } from 'vitest'
import { Chat } from '../chat/chat.ts'
import { memoryShelf } from '../chat/memory-shelf.ts'
import { encodePcm } from './audio/pcm.ts'
import type { HeardItem } from './audio/playback-timeline.ts'
import type { VoiceLine } from './voice-line.ts'
import { VoiceNotes } from './voice-notes.ts'
import { VoiceSession } from './voice-session.ts'

/** A session whose socket and loudspeaker note what they get. */
function begin({ transcriptionModel = '', isOpen = true } = {}) {
  const sent: Record<string, unknown>[] = []
  const played: { itemId: string; samples: number }[] = []
  const lines = new Map<string, VoiceLine>()
  let unheard: HeardItem[] = []
  let time = 0
  const session = new VoiceSession({
    send: (event) => sent.push(event as Record<string, unknown>),
    speaker: {
      play: (itemId, samples) => void played.push({ itemId, samples: samples.length }),
      stop: () => unheard.splice(0),
    },
    onLine: (line) => lines.set(line.itemId, line),
    now: () => {
      time += 100
      return time
    },
  })
  if (isOpen) session.opened(transcriptionModel)
  const come = (...events: object[]) => {
    for (const event of events) session.take(JSON.stringify(event))
  }
  return {
    ...{ session, sent, played, lines, come },
    activity: () => session.state.get().activity,
    typesSent: () => sent.map(({ type }) => type),
    /** So much of an item was heard when the loudspeaker is stopped. */
    stopsAt(...items: HeardItem[]) {
      unheard = items
    },
  }
}

const created = { type: 'response.created' }
const added = (id: string) => ({ type: 'response.output_item.added', item: { id, type: 'message' } })
const word = (item_id: string, delta: string) => ({ type: 'response.output_audio_transcript.delta', item_id, delta })
const sound = (item_id: string) => ({ type: 'response.output_audio.delta', item_id, delta: encodePcm(new Float32Array(240)) })
const done = (status = 'completed', more: object = {}) => ({
  type: 'response.done',
  response: { status, usage: { input_tokens: 30, output_tokens: 12 }, ...more },
})
const charged = (quota: number) => ({ type: 'waystation.charged', request_id: '01SESSION', quota })

test('what is typed is answered in words and sound, and each response has its cost', () => {
  const { session, come, lines, played, sent, activity } = begin()
  come(charged(0))
  session.type('Good morning')
  expect(sent).toMatchObject([{ type: 'conversation.item.create', item: { role: 'user' } }, { type: 'response.create' }])
  come(created, added('a'))
  expect(activity()).toBe('thinking')
  come(word('a', 'Good '), sound('a'), word('a', 'day'))
  expect(activity()).toBe('speaking')
  expect(lines.get('a')).toMatchObject({ role: 'assistant', text: 'Good day', status: 'loading' })
  come(done(), charged(700))
  expect(played).toEqual([{ itemId: 'a', samples: 240 }])
  // It is still heard.
  expect(activity()).toBe('speaking')
  session.silent()
  expect(activity()).toBe('listening')
  expect(lines.get('a')).toMatchObject({ status: 'complete', bill: { promptTokens: 30, completionTokens: 12, quota: 700, totalMs: 100 } })
  come(created, added('b'), done(), charged(1000))
  expect(lines.get('b')?.bill?.quota).toBe(300)
  expect(session.state.get()).toMatchObject({ quota: 1000, requestId: '01SESSION' })
  expect([...lines.values()].filter(({ role }) => role === 'user')).toMatchObject([{ text: 'Good morning', isSpoken: false }])
})

test('what is spoken is written down, and its cost is none of a response', () => {
  const { session, come, lines, sent, activity } = begin({ transcriptionModel: 'gpt-4o-mini-transcribe' })
  expect(sent).toMatchObject([
    { type: 'session.update', session: { audio: { input: { transcription: { model: 'gpt-4o-mini-transcribe' } } } } },
  ])
  come({ type: 'session.updated', session: { audio: { input: { transcription: { model: 'gpt-4o-mini-transcribe' } } } } })
  session.heard(new Float32Array(10))
  expect(sent.at(-1)).toEqual({ type: 'input_audio_buffer.append', audio: encodePcm(new Float32Array(10)) })
  come({ type: 'input_audio_buffer.speech_started', item_id: 'u' })
  expect(activity()).toBe('hearing')
  come({ type: 'input_audio_buffer.speech_stopped', item_id: 'u' }, { type: 'input_audio_buffer.committed', item_id: 'u' }, created)
  expect(lines.get('u')).toMatchObject({ role: 'user', text: '', isSpoken: true, status: 'loading' })
  come({ type: 'conversation.item.input_audio_transcription.delta', item_id: 'u', delta: 'Good' })
  expect(lines.get('u')?.text).toBe('Good')
  come({ type: 'conversation.item.input_audio_transcription.completed', item_id: 'u', transcript: 'Good evening.\n' }, charged(50))
  expect(lines.get('u')).toMatchObject({ text: 'Good evening.', status: 'complete' })
  come(added('a'), done(), charged(90))
  expect(lines.get('a')?.bill?.quota).toBe(40)
  expect(session.forTranscripts).toBe(50)
})

test('what is heard before it is open, and after its end, goes nowhere', () => {
  const { session, sent } = begin({ isOpen: false })
  session.heard(new Float32Array(10))
  session.opened('')
  session.end('person')
  session.heard(new Float32Array(10))
  expect(sent).toEqual([])
})

test('where nobody writes down, a spoken line is complete when it was taken', () => {
  const { come, lines } = begin()
  come({ type: 'input_audio_buffer.speech_started', item_id: 'u' }, { type: 'input_audio_buffer.committed', item_id: 'u' })
  expect(lines.get('u')).toMatchObject({ text: '', isSpoken: true, status: 'complete' })
})

test('who speaks while the model does cuts it off, and the model learns how much was heard', () => {
  const { come, lines, sent, played, stopsAt, activity } = begin()
  come(created, added('a'), sound('a'), word('a', 'A long story'))
  stopsAt({ itemId: 'a', heardMs: 730 })
  come({ type: 'input_audio_buffer.speech_started', item_id: 'u' })
  expect(sent).toEqual([{ type: 'conversation.item.truncate', item_id: 'a', content_index: 0, audio_end_ms: 730 }])
  expect(activity()).toBe('hearing')
  // What was on its way is not played any more; the next response is.
  come(sound('a'), done('cancelled'))
  expect(played).toHaveLength(1)
  expect(lines.get('a')).toMatchObject({ status: 'incomplete', reason: 'interrupted' })
  come({ type: 'input_audio_buffer.speech_stopped', item_id: 'u' }, created, added('b'), sound('b'))
  expect(played.at(-1)?.itemId).toBe('b')
})

test('what is typed while an answer is under way stops it, and is answered when that has ended', () => {
  const { session, come, typesSent } = begin()
  come(created, added('a'), sound('a'))
  session.type('Stop, something else')
  expect(typesSent()).toEqual(['response.cancel', 'conversation.item.create'])
  come(done('cancelled'))
  expect(typesSent().at(-1)).toBe('response.create')
})

test('an answer that the server has begun by itself is waited for, and that is no error to show', () => {
  const { session, come, typesSent } = begin()
  session.type('First')
  come(created)
  come({ type: 'error', error: { code: 'conversation_already_has_active_response', message: 'wait' } })
  come({ type: 'error', error: { code: 'response_cancel_not_active', message: 'no' } })
  expect(session.state.get().failure).toBeUndefined()
  come(done())
  expect(typesSent().filter((type) => type === 'response.create')).toHaveLength(2)
})

test.each([
  [
    'failed',
    { status_details: { error: { code: 'server_error', message: 'It broke' } } },
    { status: 'error', failure: { message: 'It broke' } },
  ],
  ['incomplete', { status_details: { reason: 'max_output_tokens' } }, { status: 'incomplete', reason: 'length' }],
  ['incomplete', { status_details: { reason: 'content_filter' } }, { status: 'incomplete', reason: 'filtered' }],
])('a response that ends as %s says why', (status, more, line) => {
  const { come, lines } = begin()
  come(created, added('a'), word('a', 'Once'), done(status, more))
  expect(lines.get('a')).toMatchObject(line)
})

test('an error is told without the request id, and the session goes on; its end leaves nothing open', () => {
  const { session, come, lines, activity } = begin()
  come({ type: 'error', error: { code: 'quota_cut', message: 'The balance is used up (request id: 01AB)' } })
  expect(session.state.get().failure).toEqual({ code: 'quota_cut', message: 'The balance is used up' })
  expect(activity()).toBe('listening')
  come({ type: 'input_audio_buffer.speech_started', item_id: 'u' }, created, added('a'), word('a', 'Half'))
  expect(session.state.get().failure).toBeUndefined()
  session.end('network')
  expect(session.state.get()).toMatchObject({ activity: 'ended', endedBy: 'network' })
  expect(lines.get('a')).toMatchObject({ status: 'incomplete', reason: 'cut' })
  expect(lines.get('u')).toMatchObject({ status: 'complete' })
  come(word('a', ' more'))
  session.silent()
  expect(lines.get('a')?.text).toBe('Half')
  expect(activity()).toBe('ended')
})

test('lines become messages of the conversation in their order, once a frame, and stay there', async () => {
  const shelf = memoryShelf()
  const frames: (() => void)[] = []
  const chat = new Chat({
    ...{ conversationId: 'c', shelf, now: () => 1000, atNextFrame: () => {}, onSaved: () => {}, onWriteFailed: () => {} },
    ...{ callModel: () => Promise.reject(new Error('nobody calls')), findBill: async () => undefined },
  })
  let takes = 0
  const notes = new VoiceNotes({
    ...{ conversationId: 'c', model: 'gpt-realtime', lastOrder: 5000, now: () => 1000, requestId: () => '01SESSION' },
    atNextFrame: (run) => frames.push(run),
    take: (messages) => {
      takes += 1
      void chat.take(messages)
    },
  })
  const nextFrame = () => {
    for (const run of frames.splice(0)) run()
  }
  const line = { itemId: 'u', role: 'user', text: '', isSpoken: true, status: 'loading' } as const
  notes.put(line)
  notes.put({ ...line, itemId: 'a', role: 'assistant', text: 'Hel' })
  notes.put({ ...line, itemId: 'a', role: 'assistant', text: 'Hello' })
  nextFrame()
  expect(takes).toBe(1)
  await expect
    .poll(() => chat.messages())
    .toMatchObject([
      { text: '', isSpoken: true, order: 5001 },
      { text: 'Hello', order: 5002 },
    ])
  notes.put({ ...line, text: 'Good evening', status: 'complete' })
  const bill = { promptTokens: 1, completionTokens: 2, quota: 3, totalMs: 4 }
  notes.put({ ...line, itemId: 'a', role: 'assistant', text: 'Hello you', status: 'complete', bill })
  nextFrame()
  await expect
    .poll(() => shelf.messages('c'))
    .toMatchObject([
      { role: 'user', text: 'Good evening', status: 'complete' },
      { role: 'assistant', text: 'Hello you', bill, requestId: '01SESSION', model: 'gpt-realtime' },
    ])
  await chat.spend(53)
  expect(await shelf.conversations()).toMatchObject([{ id: 'c', spent: 53 }])
})
