// Transcripts of Qwen. Source: Alibaba Cloud Model Studio, "Audio file recognition (Qwen-ASR) API reference", 2026.
import { scenario } from '../fake-provider-script.ts'
import type { TranscriberDoor } from './door.ts'

type Fields = Record<string, unknown>

/** Base64 with its head, at most. */
const MAX_ENCODED = 10 * 1024 * 1024
const DATA = /^data:audio\/[\w.-]+;base64,/

export const dashscopeTranscripts: TranscriberDoor = {
  path: /^\/api\/v1\/services\/aigc\/multimodal-generation\/generation$/,
  keyIn: ({ authorization }) => String(authorization).replace(/^Bearer /, ''),

  fault({ body }, headers) {
    const { input, parameters } = body
    const { asr_options: options } = fieldsOf(parameters)
    const unknown =
      stray(body, ['model', 'input', 'parameters']) ??
      stray(input, ['messages']) ??
      stray(parameters, ['asr_options']) ??
      stray(options, ['language', 'enable_itn'])
    if (unknown !== undefined) return `unknown field ${unknown}`
    if (headers['x-dashscope-sse'] !== undefined) return 'no stream is expected'
    if (!/^qwen3-asr-flash(-us)?(-\d{4}-\d\d-\d\d)?(-us)?$/.test(String(body.model))) return 'Model not exist.'
    const audio = audioIn(body)
    if (!messagesIn(body).every(isMessage) || audio === undefined || !DATA.test(audio)) return 'The audio is missing or no data URL.'
    return audio.length > MAX_ENCODED ? 'The audio is too long' : undefined
  },

  answer({ body }) {
    const seconds = secondsOf(Buffer.byteLength(String(audioIn(body)).replace(DATA, ''), 'base64'))
    const message = {
      ...{ role: 'assistant', content: [{ text: 'Hello there.' }] },
      annotations: [{ type: 'audio_info', language: 'en', emotion: 'neutral' }],
    }
    return scenario.reply(200, {
      output: { choices: [{ finish_reason: 'stop', message }] },
      usage: { input_tokens_details: { text_tokens: 0 }, output_tokens_details: { text_tokens: 3 }, seconds: Math.ceil(seconds) },
      request_id: '568e2bf0',
    })
  },

  refuse: (status, message) => scenario.reply(status, { code: 'InvalidParameter', message, request_id: '568e2bf0' }),
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
const stray = (value: unknown, names: readonly string[]) => Object.keys(fieldsOf(value)).find((name) => !names.includes(name))

function messagesIn({ input }: Fields): Fields[] {
  const { messages } = fieldsOf(input)
  return Array.isArray(messages) ? messages.map(fieldsOf) : []
}

const itemOf = (content: unknown): Fields => fieldsOf(Array.isArray(content) && content.length === 1 ? content[0] : undefined)
const isMessage = ({ role, content }: Fields) => typeof itemOf(content)[role === 'system' ? 'text' : 'audio'] === 'string'

function audioIn(body: Fields): string | undefined {
  const { role, content } = messagesIn(body).at(-1) ?? {}
  const { audio } = itemOf(content)
  return role === 'user' && typeof audio === 'string' ? audio : undefined
}

/** A recording of these tests has 16 000 samples of two bytes a second, behind a head of 44 bytes. */
const secondsOf = (size: number): number => Math.max(0, size - 44) / 32_000
