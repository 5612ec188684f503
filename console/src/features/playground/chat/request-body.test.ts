import { describe, expect, test } from 'vitest'
import type { Message } from './message.ts'
import { workOf } from './model-work.ts'
import { chatBody, requestOf } from './request-body.ts'

const settings = { model: 'm', group: 'vip', temperature: 0, maxTokens: 0, systemPrompt: '  ', isStream: true }
const message = (fields: Partial<Message>) => ({ role: 'user', text: '', images: [], status: 'complete', ...fields }) as Message

test('what is left to the model is not in the body, and the group never is', () => {
  expect(chatBody(settings, [message({ text: 'Hi' })])).toEqual({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] })
})

test('what is set is', () => {
  expect(chatBody({ ...settings, temperature: 0.7, maxTokens: 100, systemPrompt: ' Be brief ', isStream: false }, [])).toEqual({
    model: 'm',
    stream: false,
    temperature: 0.7,
    max_tokens: 100,
    messages: [{ role: 'system', content: 'Be brief' }],
  })
})

test('pictures go as parts, with or without words; a model’s own pictures do not go back', () => {
  const url = 'data:image/png;base64,AAAA'
  const part = { type: 'image_url', image_url: { url } }
  expect(
    chatBody(settings, [
      message({ text: 'What?', images: [url] }),
      message({ role: 'assistant', text: 'A cat', images: [url] }),
      message({ images: [url] }),
    ]).messages,
  ).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'What?' }, part] },
    { role: 'assistant', content: 'A cat' },
    { role: 'user', content: [part] },
  ])
})

test('truncated responses are sent again, failed and empty ones are not', () => {
  const answers = [
    message({ role: 'assistant', text: 'half', status: 'incomplete' }),
    message({ role: 'assistant', text: 'broken', status: 'error' }),
    message({ role: 'assistant', text: '', status: 'complete' }),
  ]
  expect(chatBody(settings, answers).messages).toEqual([{ role: 'assistant', content: 'half' }])
})

describe('a model that makes pictures', () => {
  const drawing = { ...settings, model: 'gpt-image-2' }
  const picture = 'data:image/png;base64,AA=='

  test('is asked for one by the last question', () => {
    expect(requestOf(drawing, [message({ text: 'Hi' }), message({ text: ' a cat ' })])).toEqual({
      path: 'images/generations',
      body: { model: 'gpt-image-2', prompt: 'a cat' },
    })
  })

  test('changes the pictures of the question, or those of the answer before it', () => {
    const images = [{ image_url: picture }]
    expect(requestOf(drawing, [message({ text: 'in red', images: [picture] })])).toEqual({
      path: 'images/edits',
      body: { model: 'gpt-image-2', prompt: 'in red', images },
    })
    const answer = message({ role: 'assistant', images: [picture] })
    expect(requestOf(drawing, [message({ text: 'a cat' }), answer, message({ text: 'in red' })]).body).toMatchObject({ images })
  })

  test('others are asked as ever', () => {
    expect(requestOf(settings, [message({ text: 'Hi' })])).toEqual({
      path: 'chat/completions',
      body: chatBody(settings, [message({ text: 'Hi' })]),
    })
  })
})

describe('models of sound', () => {
  test('speak the last question, in the voice and format that are set, else in the usual ones', () => {
    const speaking = { ...settings, model: 'tts-1' }
    const said = [message({ text: 'before' }), message({ text: ' Good morning ' })]
    const body = { model: 'tts-1', input: 'Good morning', voice: 'alloy', response_format: 'mp3' }
    expect(requestOf(speaking, said)).toEqual({ path: 'audio/speech', body })
    expect(requestOf({ ...speaking, speechVoice: ' nova ', speechFormat: 'wav' }, said).body).toEqual({
      ...body,
      voice: 'nova',
      response_format: 'wav',
    })
  })

  test('write the last recording down', () => {
    const sound = new Blob(['RIFF'])
    expect(requestOf({ ...settings, model: 'whisper-1' }, [message({ sound })])).toEqual({
      path: 'audio/transcriptions',
      body: { model: 'whisper-1' },
      file: sound,
    })
  })

  test('are those that the operator states, whatever their names say', () => {
    expect(requestOf({ ...settings, model: 'reader', work: 'speech' }, [message({ text: 'Hi' })]).path).toBe('audio/speech')
    expect(requestOf({ ...settings, model: 'tts-1', work: 'chat' }, [message({ text: 'Hi' })]).path).toBe('chat/completions')
  })

  test('a chat gets neither recordings nor what was spoken and not written down', () => {
    const spoken = message({ isSpoken: true })
    expect(chatBody(settings, [spoken, message({ sound: new Blob() }), message({ text: 'Hi' })]).messages).toEqual([
      { role: 'user', content: 'Hi' },
    ])
  })
})

test.each([
  ['gpt-realtime', 'realtime'],
  ['qwen-omni-realtime', 'realtime'],
  ['gpt-4o-mini-tts', 'speech'],
  ['gpt-4o-transcribe', 'transcription'],
  ['gpt-image-2', 'image'],
  ['gpt-5-mini', 'chat'],
  ['text-embedding-3-small', 'chat'],
])('with %s one does: %s', (model, work) => {
  expect(workOf(model)).toBe(work)
})
