import { accumulate } from '../../../testing/accumulate.ts'
import { testLaws } from '../../../testing/laws.ts'
import { chatReplies, chatStreams } from '../../../testing/replies.ts'
import { requestsOf } from '../../../testing/requests/index.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { openaiChat } from './dialect.ts'

testLaws({
  dialect: openaiChat,
  folders: ['openai-chat', 'openai-compatible-chat', 'deepseek-chat', 'groq', 'mistral', 'xai', 'alibaba', 'moonshotai', 'perplexity'],
  // A transcription stands among Mistral's answers; it is no chat.
  isReply: (body) => body.choices !== undefined,
  requests: requestsOf('openai-chat'),
  replies: chatReplies,
  streams: chatStreams,
  frames: (chunks) => [
    ...chunks.map((chunk) => ({ event: '', data: JSON.stringify(chunk) })),
    ...(chunks.some((chunk) => chunk.error !== undefined) ? [] : [{ event: '', data: '[DONE]' }]),
  ],
  accumulate: (chunks) => normal(accumulate(chunks)),
  isFailed: (chunks) => chunks.some((chunk) => chunk.error !== undefined),
  endsChoice: (chunk) => /"finish_reason":"[^"]/.test(JSON.stringify(chunk)),
})

/** The contents of a stream, up to the synonyms of the dialect: where usage stands, and a tool call's type where it is the usual one. */
function normal(whole: JsonObject): JsonObject {
  const result = structuredClone(whole)
  const groq = result.x_groq
  for (const choice of list(result.choices)) {
    result.usage ??= choice.usage
    // The writer repeats the role, whether or not the vendor sent it.
    if (isObject(choice.message)) choice.message.role = 'assistant'
    else choice.message = { role: 'assistant' }
    for (const call of list(isObject(choice.message) ? choice.message.tool_calls : undefined)) {
      if (call.custom === undefined) call.type = 'function'
      for (const inner of [call.function, call.custom])
        if (isObject(inner) && inner.arguments === undefined && inner.input === undefined) inner.arguments = ''
    }
  }
  if (isObject(groq)) result.usage ??= groq.usage
  return result
}

function list(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
