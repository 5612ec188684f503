// Every reply of a vendor that we have, recorded or written by hand, as the frames in which its vendor's dialect is read.
import type { DialectName } from '@waystation/wire/chat/dialects'
import { isObject, type JsonObject } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import { messageReplies, messageStreams } from '@waystation/wire/testing/anthropic-messages-replies'
import { cohereReplies, cohereStreams } from '@waystation/wire/testing/cohere-replies'
import { cozeStreams } from '@waystation/wire/testing/coze-replies'
import { difyReplies, difyStreams } from '@waystation/wire/testing/dify-replies'
import { geminiReplies, geminiStreams } from '@waystation/wire/testing/gemini-replies'
import { ollamaReplies, ollamaStreams } from '@waystation/wire/testing/ollama-replies'
import { responsesReplies, responsesStreams } from '@waystation/wire/testing/openai-responses-replies'
import { object, recordings } from '@waystation/wire/testing/recordings'
import { chatReplies, chatStreams } from '@waystation/wire/testing/replies'

export interface VendorReply {
  readonly name: string
  readonly dialect: DialectName
  readonly isStream: boolean
  readonly isRecorded: boolean
  readonly frames: readonly Frame[]
}

interface Source {
  readonly dialect: DialectName
  readonly folders: readonly string[]
  readonly replies: Readonly<Record<string, JsonObject>>
  readonly streams: Readonly<Record<string, readonly JsonObject[]>>
  /** Which of the recorded whole bodies are replies; errors and answers of other endpoints stand among them. */
  isReply(body: JsonObject): boolean
}

const always = () => true
const sources: readonly Source[] = [
  {
    dialect: 'openai-chat',
    folders: ['openai-chat', 'openai-compatible-chat', 'deepseek-chat', 'groq', 'mistral', 'xai', 'alibaba', 'moonshotai', 'perplexity'],
    replies: chatReplies,
    streams: chatStreams,
    isReply: ({ choices }) => choices !== undefined,
  },
  {
    dialect: 'openai-responses',
    folders: ['openai-responses', 'xai-responses', 'open-responses-responses', 'azure'],
    replies: responsesReplies,
    streams: responsesStreams,
    isReply: (body) => body.object === 'response',
  },
  {
    dialect: 'anthropic-messages',
    folders: ['anthropic', 'anthropic-skills'],
    replies: messageReplies,
    streams: messageStreams,
    isReply: ({ type }) => type === 'message',
  },
  {
    dialect: 'gemini-generate',
    folders: ['google'],
    replies: geminiReplies,
    streams: geminiStreams,
    isReply: ({ candidates }) => candidates !== undefined,
  },
  { dialect: 'cohere-chat', folders: ['cohere'], replies: cohereReplies, streams: cohereStreams, isReply: always },
  { dialect: 'coze-bot', folders: [], replies: {}, streams: cozeStreams, isReply: always },
  { dialect: 'dify-app', folders: [], replies: difyReplies, streams: difyStreams, isReply: always },
  { dialect: 'ollama-chat', folders: [], replies: ollamaReplies, streams: ollamaStreams, isReply: always },
  { dialect: 'bedrock-converse', folders: ['amazon-bedrock'], replies: {}, streams: {}, isReply: ({ output }) => output !== undefined },
]

export const vendorReplies: readonly VendorReply[] = sources.flatMap((source) => {
  const recorded = recordings(source.folders)
  const { dialect, isReply } = source
  const whole = (name: string, body: JsonObject, isRecorded: boolean): VendorReply => {
    return { name, dialect, isStream: false, isRecorded, frames: [{ event: '', data: JSON.stringify(body) }] }
  }
  const stream = (name: string, events: readonly JsonObject[], isRecorded: boolean): VendorReply => {
    return { name, dialect, isStream: true, isRecorded, frames: framesOf(dialect, events) }
  }
  return [
    ...recorded.flatMap(({ name, body }) => (body !== undefined && isReply(object(body)) ? [whole(name, object(body), true)] : [])),
    ...recorded.flatMap(({ name, chunks }) => (chunks === undefined ? [] : [stream(name, chunks.map(object), true)])),
    ...Object.entries(source.replies).map(([name, body]) => whole(name, body, false)),
    ...Object.entries(source.streams).map(([name, events]) => stream(name, events, false)),
  ]
})

/** The frames that the vendor sends for these events, its terminal mark included. */
function framesOf(dialect: DialectName, events: readonly JsonObject[]): Frame[] {
  if (dialect === 'bedrock-converse') {
    return events.flatMap((each) => Object.entries(each).map(([event, data]) => ({ event, data: JSON.stringify(data) })))
  }
  if (dialect === 'coze-bot') return events.map(({ event, data }) => ({ event: String(event), data: JSON.stringify(data) }))
  const isNamed = events.every(({ type }) => typeof type === 'string')
  const frames = events.map((each) => ({ event: isNamed ? String(each.type) : '', data: JSON.stringify(each) }))
  const isFailed = events.some(({ error }) => isObject(error))
  return dialect === 'openai-chat' && !isFailed ? [...frames, { event: '', data: '[DONE]' }] : frames
}
