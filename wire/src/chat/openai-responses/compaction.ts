// `POST /v1/responses/compact`: a long conversation made short, to go on from. OpenAI answers with the caller's own messages and one item that
// only it can read; where a vendor has no such endpoint, its model sums the conversation up, and the summary is a message that any vendor can
// read later. Source: OpenAI's API reference, "Compact a response", 2026.
import { isObject, type Json, type JsonArray, type JsonObject } from '../../encoding/json.ts'
import { hasUsage, readUsage } from '../../openai/usage.ts'
import type { ChatEvent } from '../reply/event.ts'
import { fold } from '../reply/fold.ts'
import type { WireUsage } from '../reply/usage.ts'
import type { ChatRequest } from '../request/request.ts'
import { writeUsage } from './usage.ts'

const QUESTION = [
  'Write a summary of this conversation that takes its place: whoever goes on from here will see the messages of the user and your summary,',
  'and nothing else. Say what is wanted, what was found out and decided, what has been done (with the names of files, functions, commands',
  'and values that matter, exactly), what failed and why, what is under way, and what comes next. Do not go on with the work, call no tool,',
  'and write nothing but the summary.',
].join(' ')

const HEADING = 'Summary of the conversation up to here:'

/** The question for a model that is to sum a conversation up. */
export function summaryRequest(conversation: ChatRequest): ChatRequest {
  // What shapes the answer was meant for the conversation, not for its summary.
  const { output: _, stop: __, choices: ___, maxOutputTokens: ____, verbosity: _____, ...rest } = conversation
  return {
    ...rest,
    stream: false,
    ...(conversation.tools ? { toolChoice: { kind: 'none' } } : {}),
    turns: [...conversation.turns, { role: 'user', parts: [{ kind: 'text', text: QUESTION }] }],
  }
}

/**
 * The answer from the text of the model; undefined where that is empty.
 * @param input the items of the conversation
 * @param createdAt Unix seconds
 */
export function writeCompaction(
  events: readonly ChatEvent[],
  { id, input, createdAt }: { readonly id: string; readonly input: JsonArray; readonly createdAt: number },
): JsonObject | undefined {
  const reply = fold(events)
  const text = (reply.choices[0]?.parts ?? []).flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')
  if (text.trim() === '') return undefined
  const prompts = input.filter((item) => isObject(item) && (item.type ?? 'message') === 'message' && item.role === 'user')
  const summary = { type: 'message', role: 'user', content: [{ type: 'input_text', text: `${HEADING}\n\n${text}` }] }
  return {
    id,
    object: 'response.compaction',
    created_at: createdAt,
    output: [...prompts, summary],
    ...(reply.usage ? { usage: writeUsage(reply.usage.usage) } : {}),
  }
}

/** Is this a vendor's own answer, and not an error with a status of success? */
export function isCompaction(reply: Json): boolean {
  return isObject(reply) && Array.isArray(reply.output)
}

/** The usage that a vendor's own answer reports. */
export function compactionUsage(reply: Json): WireUsage | undefined {
  return isObject(reply) && hasUsage(reply.usage) ? readUsage(reply.usage) : undefined
}
