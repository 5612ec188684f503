// Speech and transcription: what is sold by characters, by seconds, or by tokens of sound.
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import { WireError } from '@waystation/wire/wire-error'
import { describe, expect, test } from 'vitest'
import type { FormPart } from '../../lib/bodies/multipart.ts'
import type { FileMeter } from '../form.ts'
import { callAt } from '../testing/step-parts.ts'
import type { Call, RelayEndpoint } from '../types.ts'
import { speech } from './speech.ts'
import { transcription, translation } from './transcription.ts'

const eventOf = (body: JsonObject): Frame => ({ event: '', data: JSON.stringify(body), raw: new Uint8Array(1) })

describe('speech', () => {
  const endpoint: RelayEndpoint = { method: 'POST', path: '/v1/audio/speech', operation: speech, dialect: 'openai-chat' }
  const callOf = (fields: JsonObject = {}) => callAt(endpoint, { model: 'tts-1', input: 'six 😀!', voice: 'alloy', ...fields })
  const format = { operation: 'speech', dialect: 'openai-chat' } as const
  const byCharacters = { unit: 'characters', amount: 6, asTokens: { bucket: 'freshInput', count: 6 } }

  test.each<[what: string, fields: JsonObject, size: object]>([
    ['by characters', {}, { textBytes: 0, measured: byCharacters }],
    ['by the tokens of the text and of its sound', { model: 'gpt-voice', instructions: 'sadly' }, { textBytes: 14, spokenPerToken: 6 }],
    ['by the tokens of the text alone', { model: 'other' }, { textBytes: 9, spokenPerToken: 0 }],
  ])('is sold %s, as the model is', (_what, fields, size) => {
    expect(callOf(fields).facts.size).toEqual({ media: [], maxOutputTokens: 0, choices: 1, ...size })
  })

  test('is sized anew for the model whose price it is', () => {
    const call = callOf({ model: 'other' })
    const { spokenPerToken: _, ...rest } = call.facts.size
    expect(speech.sizeFor({ model: 'tts-1', kind: 'per-token' }, call.facts.size, call.body)).toEqual({
      ...rest,
      textBytes: 0,
      measured: byCharacters,
    })
  })

  test('comes in pieces, as bytes or as events', () => {
    expect(callOf().facts).toMatchObject({ isStream: true, replyFraming: 'bytes' })
    expect(callOf({ stream_format: 'sse' }).facts).not.toHaveProperty('replyFraming')
  })

  test('only vendors that speak are asked', () => {
    expect(speech.formatFor({ operations: ['speech'], formats: {} }, [], 'openai-chat')).toEqual(format)
    expect(speech.formatFor({ operations: ['chat'], formats: {} }, [], 'openai-chat')).toBeUndefined()
  })

  test('the texts are counted only where they are sold', () => {
    expect([...speech.promptTexts(callOf(), 'count')]).toEqual([])
    expect([...speech.promptTexts(callOf({ model: 'gpt-voice', instructions: 'sadly' }), 'count')]).toEqual(['six 😀!', 'sadly'])
  })

  test('of a recording only an orderly end is an end', () => {
    const listener = speech.replyListener(format, { stream: true }, callOf())
    const piece = listener.push({ event: '', data: '', raw: new Uint8Array(3) })
    expect([piece, listener.isComplete]).toEqual([{ text: '', isProduce: true, isEnd: false }, false])
    const end = listener.push({ event: 'end', data: '', raw: new Uint8Array(0) })
    expect([end, listener.isComplete]).toEqual([{ text: '', isProduce: false, isEnd: true }, true])
  })

  test.each([
    ['tts-1', undefined],
    ['gpt-voice', { freshInput: 3, output: 9 }],
  ])('the usage in its events counts where tokens are sold: %s', (model, usage) => {
    const listener = speech.replyListener(format, { stream: true }, callOf({ model, stream_format: 'sse' }))
    expect(listener.push(eventOf({ type: 'speech.audio.delta' }))).toMatchObject({ isProduce: true, isEnd: false })
    const done = listener.push(eventOf({ type: 'speech.audio.done', usage: { input_tokens: 3, output_tokens: 9 } }))
    expect([done.isEnd, listener.isComplete]).toEqual([true, true])
    if (usage) expect(done.usage).toMatchObject(usage)
    else expect(done).not.toHaveProperty('usage')
  })
})

describe('transcription', () => {
  const endpoint: RelayEndpoint = { method: 'POST', path: '/v1/audio/transcriptions', operation: transcription, dialect: 'openai-chat' }
  const callOf = (fields: JsonObject = {}) => callAt(endpoint, { model: 'whisper-1', ...fields })
  const files: FileMeter = { seconds: async () => 61.2, knownSeconds: async () => 61.2, pdfPages: async () => 1, close: async () => {} }
  const recording = (bytes: number): FormPart => ({ name: 'file', fileName: 'a.mp3', type: 'audio/mpeg', bytes: Buffer.alloc(bytes) })

  test('a stream is asked for in words', () => {
    expect(callOf().facts).toMatchObject({ model: 'whisper-1', isStream: false, size: { textBytes: 0 } })
    expect(callOf({ stream: 'TRUE' }).facts.isStream).toBe(true)
    expect(() => callOf({ stream: 'yes' })).toThrow(WireError)
  })

  test.each([
    ['whisper-1', 'freshInput'],
    ['gpt-4o-transcribe', 'audioInput'],
  ])('a recording is measured in seconds, and charged as tokens of %s', async (model, bucket) => {
    const measured = { unit: 'seconds', amount: 61.2, asTokens: { bucket, count: 1033 } }
    expect(await transcription.measure([{ name: 'model', text: model }, recording(3)], model, files)).toEqual({ measured })
  })

  test.each<[what: string, form: FormPart[]]>([
    ['no file', [{ name: 'model', text: 'whisper-1' }]],
    ['a text in its place', [{ name: 'file', text: 'abc' }]],
    ['an empty file', [recording(0)]],
  ])('a form with %s is none', async (_what, form) => {
    await expect(transcription.measure(form, 'whisper-1', files)).rejects.toThrow(new WireError('file', 'a recording'))
  })

  test('is sized anew for the model whose price it is', () => {
    const { size } = callOf().facts
    const measured = { unit: 'seconds', amount: 60, asTokens: { bucket: 'freshInput', count: 1000 } } as const
    const resized = transcription.sizeFor({ model: 'gpt-4o-transcribe', kind: 'per-token' }, { ...size, measured }, {})
    expect(resized.measured?.asTokens).toEqual({ bucket: 'audioInput', count: 1000 })
    expect(transcription.sizeFor({ model: 'gpt-4o-transcribe', kind: 'per-token' }, size, {})).toBe(size)
  })

  test('each of the two asks the vendors that have it, and counts no text', () => {
    expect(transcription.formatFor({ operations: ['transcription'], formats: {} }, [], 'openai-chat')?.operation).toBe('transcription')
    expect(translation.formatFor({ operations: ['transcription'], formats: {} }, [], 'openai-chat')).toBeUndefined()
    expect([...transcription.promptTexts(callOf(), 'count')]).toEqual([])
  })

  const listen = (call: Call) =>
    transcription.replyListener({ operation: 'transcription', dialect: 'openai-chat' }, { stream: false }, call)

  test.each<[what: string, fields: JsonObject, frame: Frame, reading: object, isComplete: boolean]>([
    ['a whole reply of JSON', {}, { event: '', data: '{"text":"hi","duration":6}' }, { isProduce: true, usage: { seconds: 6 } }, true],
    ['a whole reply of text', { response_format: 'srt' }, { event: '', data: '1\nhi' }, { isProduce: true }, true],
    ['a page of a proxy', { response_format: 'srt' }, { event: '', data: '<html>' }, { isProduce: false }, false],
    ['an error', {}, { event: '', data: '{"error":{"message":"no"}}' }, { error: { message: 'no' } }, false],
    ['an event of a stream', {}, eventOf({ type: 'transcript.text.delta', delta: 'hi' }), { isProduce: true }, false],
    ['the last event of a stream', {}, eventOf({ type: 'transcript.text.done' }), { isEnd: true }, true],
  ])('%s is read', (_what, fields, frame, reading, isComplete) => {
    const listener = listen(callOf(fields))
    expect(listener.push(frame)).toMatchObject({ text: '', ...reading })
    expect(listener.isComplete).toBe(isComplete)
  })

  test('seconds that the vendor reports are charged as the recording is', () => {
    const call = callOf()
    const measured = { unit: 'seconds', amount: 60, asTokens: { bucket: 'audioInput', count: 1000 } } as const
    const listener = listen({ ...call, facts: { ...call.facts, size: { ...call.facts.size, measured } } })
    expect(listener.push({ event: '', data: '{"text":"hi","duration":6}' }).usage).toMatchObject({ audioInput: 100, freshInput: 0 })
  })
})
