// Responses of the stand-in of OpenAI's realtime API as tests script them, and what else happens in a session.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { FakeRealtime } from './fake-realtime.ts'
import { openRealtimeClient, openTrustedRealtime, textOnly, unfit } from './realtime-client.ts'
import { silence, tone } from './sound.ts'

let fake: FakeRealtime
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openTrustedRealtime()
  fake = opened.fake
  close = opened.close
})
afterAll(() => close())
afterEach(() => {
  expect(unfit(fake.sessions).filter(([{ type }]) => type !== 'response.novelty.delta')).toEqual([])
  fake.clear()
})

test('one response at a time is in the conversation, others beside it', async () => {
  const client = await openRealtimeClient('ws', fake.url)
  client.send(textOnly)
  client.say('#hang')
  client.send({ type: 'response.create' })
  const { response } = await client.next('response.created')
  client.send({ type: 'response.create' })
  const { error } = await client.next('error')
  expect(error).toMatchObject({ code: 'conversation_already_has_active_response', message: expect.stringContaining(String(response.id)) })
  client.send({
    type: 'response.create',
    response: { conversation: 'none', input: [], instructions: 'Say #out:3', metadata: { topic: 'b' } },
  })
  const beside = await client.next('response.done')
  expect(beside.response).toMatchObject({
    status: 'completed',
    conversation_id: null,
    metadata: { topic: 'b' },
    usage: { output_tokens: 3 },
  })
  expect(client.types()).not.toContain('response.output_audio.delta')
  client.send({ type: 'response.cancel', response_id: response.id ?? '' })
  expect((await client.next('response.done')).response).toMatchObject({ id: response.id, status: 'cancelled' })
  client.close()
})

test('silence after speech ends a turn, and speech interrupts an answer', async () => {
  const client = await openRealtimeClient('ws', fake.url)
  fake.hears('#chunks:500x5ms')
  client.append(silence('audio/pcm', 1000))
  client.append(tone('audio/pcm', 600))
  const started = await client.next('input_audio_buffer.speech_started')
  expect(started.audio_start_ms).toBe(700)
  client.append(silence('audio/pcm', 250))
  const stopped = await client.next('input_audio_buffer.speech_stopped')
  expect(stopped).toMatchObject({ item_id: started.item_id, audio_end_ms: 1850 })
  expect(await client.next('input_audio_buffer.committed')).toMatchObject({ item_id: started.item_id })
  await client.next('response.output_audio.delta')
  client.append(tone('audio/pcm', 100))
  const { response } = await client.next('response.done')
  // The silence before speech is kept for 300 ms.
  expect(response).toMatchObject({ status_details: { reason: 'turn_detected' }, usage: { input_token_details: { audio_tokens: 12 } } })
  expect(fake.last.events.filter(({ type }) => type !== 'input_audio_buffer.append')).toEqual([])

  // Without a long silence, the test decides.
  fake.last.stopSpeech()
  const { previous_item_id } = await client.next('input_audio_buffer.committed')
  expect(previous_item_id).toBe(response.output?.[0]?.id)
  client.close()
})

test('items are retrieved with their sound, cut off and deleted', async () => {
  const client = await openRealtimeClient('ws', fake.url)
  client.say('#sound:1s #out:2')
  client.send({ type: 'response.create' })
  const { response } = await client.next('response.done')
  const item_id = response.output?.[0]?.id ?? ''
  client.send({ type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms: 2000 })
  expect((await client.next('error')).error.message).toBe('Audio content of 1000ms is already shorter than 2000ms')
  client.send({ type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms: 300 })
  await client.next('conversation.item.truncated')
  client.send({ type: 'conversation.item.retrieve', item_id })
  const audio = tone('audio/pcm', 300).toString('base64')
  expect((await client.next('conversation.item.retrieved')).item).toMatchObject({
    content: [{ type: 'output_audio', transcript: '', audio }],
  })
  client.send({ type: 'session.update', session: { type: 'realtime', audio: { output: { voice: 'marin' } } } })
  expect((await client.next('error')).error.code).toBe('cannot_update_voice')
  client.send({ type: 'conversation.item.delete', item_id })
  expect(await client.next('conversation.item.deleted')).toMatchObject({ item_id })
  client.close()
})

test.each([
  ['#error', { status: 'failed', status_details: { error: { code: 'server_error' } }, usage: null }],
  ['#error:rate_limit_exceeded', { status: 'failed', status_details: { error: { code: 'rate_limit_exceeded' } } }],
  ['#stop:length', { status: 'incomplete', status_details: { reason: 'max_output_tokens' } }],
  ['#stop:filter', { status: 'incomplete', status_details: { reason: 'content_filter' } }],
  ['#stray #out:2', { status: 'completed', usage: { output_tokens: 2 } }],
])('%s', async (asked, expected) => {
  const client = await openRealtimeClient('ws', fake.url)
  client.send(textOnly)
  client.say(asked)
  client.send({ type: 'response.create' })
  expect((await client.next('response.done')).response).toMatchObject(expected)
  expect(client.types().includes('response.novelty.delta')).toBe(asked.startsWith('#stray'))
  client.close()
})

test('usage may be missing, where the bill has it', async () => {
  const client = await openRealtimeClient('ws', fake.url)
  client.send(textOnly)
  client.say('#usage:missing #out:2')
  client.send({ type: 'response.create' })
  expect((await client.next('response.done')).response).not.toHaveProperty('usage')
  await expect.poll(() => fake.bills).toMatchObject([{ usage: { output_tokens: 2 } }])
  client.close()
})

test('an answer is cut off at the limit of the session', async () => {
  const client = await openRealtimeClient('ws', fake.url)
  client.send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'], max_output_tokens: 3 } })
  client.say('#out:9')
  client.send({ type: 'response.create' })
  const { response } = await client.next('response.done')
  expect(response).toMatchObject({ status: 'incomplete', usage: { output_tokens: 3 }, output: [{ content: [{ text: 'the of and' }] }] })
  client.close()
})

test('what a queue holds takes the place of what the text asks for', async () => {
  const client = await openRealtimeClient('ws', fake.url)
  client.send(textOnly)
  client.say('#error')
  const released = Promise.withResolvers<void>()
  const calls = [{ name: 'look', argumentText: '{}' }]
  fake.next({ pieces: ['one ', 'two'], calls, end: 'completed', tokens: { textOut: 9 }, until: released.promise })
  client.send({ type: 'response.create' })
  await client.next('response.output_text.delta')
  expect(client.joined('response.output_text.delta')).toBe('one ')
  released.resolve()
  const { response } = await client.next('response.done')
  expect(response.output).toMatchObject([{ content: [{ text: 'one two' }] }, { type: 'function_call', name: 'look' }])
  expect(response.usage).toMatchObject({ output_tokens: 9 })
  client.send({ type: 'response.create' })
  expect((await client.next('response.done')).response.status).toBe('failed')
  client.close()
})

test('a session ends when it is told to, with its code, and what was sent is billed', async () => {
  const client = await openRealtimeClient('ws', fake.url)
  client.send(textOnly)
  client.say('#close:1011 #chunks:10x1ms')
  client.send({ type: 'response.create' })
  expect(await client.closed).toBe(1011)
  expect(client.joined('response.output_text.delta').split(' ')).toHaveLength(5)
  await expect.poll(() => fake.bills).toMatchObject([{ status: 'cancelled', usage: { output_tokens: 5 } }])

  const old = await openRealtimeClient('ws', fake.url)
  fake.last.expire()
  expect((await old.next('error')).error.code).toBe('session_expired')
  expect(await old.closed).toBe(1001)
  expect(fake.last.closed).toMatchObject({ code: 1001 })
})
