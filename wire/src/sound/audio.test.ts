import { describe, expect, test } from 'vitest'
import { isEndOfBytes } from '../encoding/bytes.ts'
import { endsAtClose, frameCutter, isFramed } from '../encoding/framing.ts'
import { charactersOf, countsCharacters, readSpeech, readSpeechEvent, soundPerToken } from './speech.ts'
import { readTranscription, readTranscriptionEvent, readTranscriptionReply, soundTokens } from './transcription.ts'

const frame = (data: object) => ({ event: '', data: JSON.stringify(data) })

describe('recordings', () => {
  // Test vector 10 of server-behaviour.
  test.each([
    [61.2, 1033],
    [62, 1033],
    [60, 1000],
    [0.2, 17],
    [3600, 60_000],
  ])('%d seconds are %d tokens', (seconds, tokens) => expect(soundTokens(seconds)).toBe(tokens))

  test('a form has its model, and a text field for streaming', () => {
    expect(readTranscription({ model: 'whisper-1' })).toEqual({ model: 'whisper-1', stream: false })
    expect(readTranscription({ model: 'whisper-1', stream: 'True' })).toEqual({ model: 'whisper-1', stream: true })
    expect(() => readTranscription({ stream: 'true' })).toThrow('model: expected a string')
    expect(() => readTranscription({ model: 'whisper-1', stream: '1' })).toThrow('stream: expected "true" or "false"')
  })

  test.each([
    ['a duration', { text: 'a', usage: { type: 'duration', seconds: 62 } }, { seconds: 62, freshInput: 1033 }],
    [
      'a duration beside segments',
      { task: 'transcribe', duration: 30, text: 'a', segments: [], usage: { type: 'duration', seconds: 31 } },
      { seconds: 31, freshInput: 517 },
    ],
    ['Mistral’s seconds', { text: 'a', usage: { prompt_audio_seconds: 30, prompt_tokens: 4 } }, { seconds: 30, freshInput: 500 }],
    ['whisper’s own word', { text: 'a', duration: '8.47' }, { seconds: 8.47, freshInput: 150, raw: { duration: 8.47 } }],
    [
      'tokens',
      {
        text: 'a',
        duration: 30,
        usage: { type: 'tokens', input_tokens: 14, input_token_details: { text_tokens: 4, audio_tokens: 10 }, output_tokens: 5 },
      },
      { freshInput: 4, audioInput: 10, output: 5 },
    ],
  ])('the usage of a reply may be %s', (_, body, usage) => {
    expect(readTranscriptionReply(JSON.stringify(body), 'freshInput', undefined)).toMatchObject({ isProduce: true, usage })
  })

  test('lengths that cannot be are no usage', () => {
    for (const seconds of [0, -3, 1e12, 'long', null])
      expect(readTranscriptionReply(JSON.stringify({ text: 'a', usage: { seconds } }), 'freshInput', 'json')?.usage).toBeUndefined()
  })

  test('a text is a reply where text was requested, and an HTML page never is', () => {
    expect(readTranscriptionReply('Hello.\n', 'freshInput', 'text')).toMatchObject({ isProduce: true })
    expect(readTranscriptionReply('', 'freshInput', 'vtt')).toMatchObject({ isProduce: true })
    expect(readTranscriptionReply('Hello.\n', 'freshInput', undefined)).toBeUndefined()
    expect(readTranscriptionReply(' <!DOCTYPE html><p>', 'freshInput', 'text')).toBeUndefined()
    expect(readTranscriptionReply('{"status":"ok"}', 'freshInput', 'json')).toBeUndefined()
    expect(readTranscriptionReply('{"error":{"message":"no"}}', 'freshInput', 'text')?.error).toEqual({ message: 'no' })
  })

  test('a stream ends with its end event', () => {
    expect(readTranscriptionEvent(frame({ type: 'transcript.text.delta', delta: 'a' }), 'freshInput')).toEqual({
      isProduce: true,
      isEnd: false,
    })
    expect(readTranscriptionEvent(frame({ type: 'transcript.text.done', text: 'a' }), 'freshInput')).toMatchObject({ isEnd: true })
    expect(readTranscriptionEvent(frame({ error: 'broken' }), 'freshInput')).toMatchObject({ isEnd: false, error: { message: 'broken' } })
    expect(readTranscriptionEvent({ event: '', data: '[DONE]' }, 'freshInput')).toEqual({ isProduce: false, isEnd: false })
  })
})

describe('speech', () => {
  test('a body has its model, its text, and whether events are requested', () => {
    const body = { model: 'tts-1', input: 'Hello', voice: 'alloy' }
    expect(readSpeech(body)).toEqual({ model: 'tts-1', input: 'Hello', instructions: '', isEvents: false })
    expect(readSpeech({ ...body, instructions: 'calmly', stream_format: 'sse' })).toMatchObject({ instructions: 'calmly', isEvents: true })
    expect(() => readSpeech({ ...body, input: '' })).toThrow('input: expected a text that is not empty')
  })

  test('a sign is one character, wherever it stands in Unicode', () => expect(charactersOf('aé世😀')).toBe(4))

  test('which models are sold by the character, and which by tokens of sound too', () => {
    expect(['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'cosyvoice'].map(countsCharacters)).toEqual([true, true, false, false])
    expect(['gpt-4o-mini-tts', 'cosyvoice'].map(soundPerToken)).toEqual([6, 0])
  })

  test('the last event has the usage', () => {
    expect(readSpeechEvent(frame({ type: 'speech.audio.delta', audio: 'AAAA' }))).toEqual({ isProduce: true, isEnd: false })
    const usage = { input_tokens: 3, output_tokens: 40, total_tokens: 43 }
    expect(readSpeechEvent(frame({ type: 'speech.audio.done', usage }))).toMatchObject({
      isEnd: true,
      usage: { freshInput: 3, output: 40 },
    })
  })
})

describe('bytes', () => {
  const open = () => frameCutter('bytes', () => '', 10)

  test('come as they are, and their end is one frame more', () => {
    const cutter = open()
    const [first] = cutter.push(new Uint8Array([0, 255, 10]))
    expect(first).toEqual({ event: '', data: '', raw: new Uint8Array([0, 255, 10]) })
    expect(isEndOfBytes(first!)).toBe(false)
    expect(cutter.push(new Uint8Array(0))).toEqual([])
    expect(cutter.end().map(isEndOfBytes)).toEqual([true])
    expect(endsAtClose('bytes')).toBe(true)
  })

  test('that never came have no end', () => expect(open().end()).toEqual([]))

  test('of more than the limit are refused', () => expect(() => open().push(new Uint8Array(11))).toThrow(RangeError))

  test('may be of any type that is not text', () => {
    const types = ['audio/mpeg', 'application/octet-stream', '', 'application/json', 'text/html; charset=utf-8', 'text/event-stream']
    expect(types.map((type) => isFramed('bytes', type))).toEqual([true, true, true, false, false, false])
    expect([isFramed('sse', 'text/event-stream; charset=utf-8'), isFramed('sse', 'audio/mpeg')]).toEqual([true, false])
    const unspecific = ['', 'text/plain; charset=utf-8', 'application/octet-stream', 'binary/octet-stream']
    expect(unspecific.every((type) => isFramed('sse', type))).toBe(true)
    expect(['application/json', 'text/html', 'text/plainer'].some((type) => isFramed('sse', type))).toBe(false)
  })
})
