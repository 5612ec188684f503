// The stand-in of OpenAI's realtime API, by OpenAI's own library over both of its sockets: the usual jobs, and what it refuses.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FakeRealtime } from './fake-realtime.ts'
import { openRealtimeClient, openTrustedRealtime, socketKinds, textOnly, texts, unfit } from './realtime-client.ts'
import { tone } from './sound.ts'

let fake: FakeRealtime
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openTrustedRealtime()
  fake = opened.fake
  close = opened.close
})
afterAll(() => close())
afterEach(() => {
  expect(unfit(fake.sessions)).toEqual([])
  fake.clear()
})

/** The events of a response with one message, in the order of the API. */
const around = (...deltas: string[]) => [
  ...['response.created', 'response.output_item.added', 'conversation.item.added', 'response.content_part.added', ...deltas],
  ...['response.content_part.done', 'conversation.item.done', 'response.output_item.done', 'response.done', 'rate_limits.updated'],
]

describe.each(socketKinds)('by the socket of %s', (kind) => {
  test('a text is asked and answered, with a tool in between', async () => {
    const client = await openRealtimeClient(kind, fake.url)
    const parameters = { type: 'object', properties: { city: { type: 'string' } } }
    client.send({ ...textOnly, session: { ...texts, tools: [{ type: 'function', name: 'weather', parameters }] } })
    expect((await client.next('session.updated')).session).toMatchObject({
      output_modalities: ['text'],
      audio: { output: { voice: 'alloy' } },
    })
    client.say('How is it? #tool')
    client.send({ type: 'response.create' })
    const asked = await client.next('response.done')
    const call = asked.response.output?.[0]
    expect(call).toMatchObject({ type: 'function_call', name: 'weather', arguments: '{"city":"text"}', status: 'completed' })
    if (call?.type !== 'function_call') throw new Error('no call')
    client.send({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: call.call_id ?? '', output: 'sunny' } })
    client.send({ type: 'response.create' })
    const { response } = await client.next('response.done')
    await client.next('rate_limits.updated')
    expect(response).toMatchObject({
      status: 'completed',
      output: [{ content: [{ type: 'output_text', text: 'Echo: How is it? #tool' }] }],
    })
    expect(client.joined('response.output_text.delta')).toBe('Echo: How is it? #tool')
    expect(client.types().slice(-15)).toEqual(around(...Array(5).fill('response.output_text.delta'), 'response.output_text.done'))
    expect(fake.last.events.map(({ type }) => type)).toEqual([
      ...['session.update', 'conversation.item.create', 'response.create', 'conversation.item.create', 'response.create'],
    ])
    expect(fake.last.request).toMatchObject({ key: 'sk-realtime', model: 'gpt-realtime', path: '/v1/realtime?model=gpt-realtime' })
    expect(client.errors).toEqual([])
    client.close()
  })

  test('markers set the usage by medium, and its sums fit', async () => {
    const client = await openRealtimeClient(kind, fake.url)
    client.send(textOnly)
    client.say('#in:50 #out:7 #audio-in:30 #image-in:20 #cached:10 #cached-audio:5 #cached-image:1 #audio-out:4')
    client.send({ type: 'response.create' })
    const { response } = await client.next('response.done')
    expect(response.usage).toEqual({
      ...{ total_tokens: 111, input_tokens: 100, output_tokens: 11 },
      input_token_details: {
        ...{ text_tokens: 50, audio_tokens: 30, image_tokens: 20, cached_tokens: 16 },
        cached_tokens_details: { text_tokens: 10, audio_tokens: 5, image_tokens: 1 },
      },
      output_token_details: { text_tokens: 7, audio_tokens: 4 },
    })
    await expect.poll(() => fake.bills).toMatchObject([{ kind: 'response', model: 'gpt-realtime', id: response.id, usage: response.usage }])
    client.close()
  })

  test('sound is heard, written down and answered by sound', async () => {
    const client = await openRealtimeClient(kind, fake.url)
    const input = { turn_detection: null, transcription: { model: 'gpt-4o-mini-transcribe' } }
    client.send({ type: 'session.update', session: { type: 'realtime', audio: { input } } })
    fake.hears('Tell me more #chunks:4x1ms #sound:2s')
    client.append(tone('audio/pcm', 1000))
    client.append(tone('audio/pcm', 500))
    client.send({ type: 'input_audio_buffer.commit' })
    const committed = await client.next('input_audio_buffer.committed')
    const written = await client.next('conversation.item.input_audio_transcription.completed')
    expect(written).toMatchObject({ item_id: committed.item_id, transcript: 'Tell me more #chunks:4x1ms #sound:2s' })
    expect(written.usage).toMatchObject({ type: 'tokens', total_tokens: 20, input_tokens: 15, output_tokens: 5 })
    client.send({ type: 'response.create' })
    const { response } = await client.next('response.done')
    await client.next('rate_limits.updated')
    const deltas = client.events.flatMap((event) =>
      event.type === 'response.output_audio.delta' ? [Buffer.from(event.delta, 'base64')] : [],
    )
    expect(deltas).toHaveLength(4)
    expect(Buffer.concat(deltas)).toEqual(tone('audio/pcm', 2000))
    expect(response.usage).toMatchObject({
      input_token_details: { text_tokens: 0, audio_tokens: 15 },
      output_token_details: { text_tokens: 4, audio_tokens: 40 },
    })
    expect(response.output).toMatchObject([{ content: [{ type: 'output_audio', transcript: 'the of and to' }] }])
    expect(client.types().slice(-19)).toEqual(
      around(
        ...Array(4).fill(['response.output_audio_transcript.delta', 'response.output_audio.delta']).flat(),
        ...['response.output_audio.done', 'response.output_audio_transcript.done'],
      ),
    )
    expect(fake.bills.map((bill) => [bill.kind, bill.model])).toEqual([
      ['transcription', 'gpt-4o-mini-transcribe'],
      ['response', 'gpt-realtime'],
    ])
    client.close()
  })

  test('a cancelled response ends with what was sent of it, and is billed so', async () => {
    const client = await openRealtimeClient(kind, fake.url)
    client.send(textOnly)
    client.say('#chunks:1000x5ms #in:12')
    client.send({ type: 'response.create' })
    await client.next('response.output_text.delta')
    client.send({ type: 'response.cancel' })
    const { response } = await client.next('response.done')
    const words = client.joined('response.output_text.delta').split(/\s+/).filter(Boolean)
    expect(words.length).toBeLessThan(1000)
    expect(response).toMatchObject({
      ...{ status: 'cancelled', status_details: { type: 'cancelled', reason: 'client_cancelled' } },
      output: [{ status: 'incomplete', content: [{ text: words.join(' ') }] }],
      usage: { input_tokens: 12, output_tokens: words.length },
    })
    await expect.poll(() => fake.bills).toMatchObject([{ status: 'cancelled', usage: response.usage }])
    client.close()
  })
})

test('each faulty event is told with its code and place, and the session goes on', async () => {
  const client = await openRealtimeClient('ws', fake.url)
  const bad: readonly (readonly [event: object, code: string, param: string | null])[] = [
    [{ type: 'nope' }, 'invalid_value', 'type'],
    [{ event_id: 'mine' }, 'invalid_event', null],
    [{ type: 'output_audio_buffer.clear' }, 'invalid_value', 'type'],
    [{ type: 'session.update', session: {} }, 'missing_required_parameter', 'session.type'],
    [{ type: 'session.update', session: { type: 'realtime', bogus: 1 } }, 'unknown_parameter', 'session.bogus'],
    [{ type: 'session.update', session: { type: 'realtime', instructions: 5 } }, 'invalid_type', 'session.instructions'],
    [{ type: 'session.update', session: { type: 'realtime', model: 'gpt-realtime-2.1' } }, 'cannot_update_model', 'session.model'],
    [{ type: 'session.update', session: { type: 'transcription' } }, 'invalid_parameter', 'session.type'],
    [
      { type: 'session.update', session: { type: 'realtime', audio: { input: { format: { type: 'audio/pcm', rate: 16000 } } } } },
      'integer_below_min_value',
      'session.audio.input.format.rate',
    ],
    [{ ...textOnly, session: { type: 'realtime', output_modalities: ['text', 'audio'] } }, 'invalid_value', 'session.output_modalities'],
    [{ type: 'input_audio_buffer.append', audio: 'not base64' }, 'invalid_value', 'audio'],
    [{ type: 'input_audio_buffer.commit' }, 'input_audio_buffer_commit_empty', null],
    [{ type: 'response.cancel' }, 'response_cancel_not_active', null],
    [{ type: 'response.create', response: { modalities: ['text'] } }, 'unknown_parameter', 'response.modalities'],
    [{ type: 'conversation.item.delete', item_id: 'item_none' }, 'item_delete_invalid_item_id', 'item_id'],
    [{ type: 'conversation.item.retrieve', item_id: 'item_none' }, 'item_retrieve_invalid_item_id', 'item_id'],
    [
      { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'call_none', output: '' } },
      'invalid_tool_call_id',
      'item.call_id',
    ],
    [
      { type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'output_text', text: 'a' }] } },
      'invalid_value',
      'item.content[0].type',
    ],
  ]
  for (const [event, code, param] of bad) {
    client.sendAny({ event_id: 'mine', ...event })
    const { error } = await client.next('error')
    expect(error, JSON.stringify(event)).toMatchObject({ type: 'invalid_request_error', code, param, event_id: 'mine' })
  }
  expect(fake.last.received).toHaveLength(bad.length)
  expect(client.errors).toHaveLength(bad.length)
  client.send(textOnly)
  await client.next('session.updated')
  expect(fake.last.events).toEqual([textOnly])
  client.close()
})
