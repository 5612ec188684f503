import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { WriterOptions } from '../dialect.ts'
import type { ReplyStarted } from '../reply/event.ts'

/** The fields of the request that a response repeats, with OpenAI's defaults for absent ones. */
const defaults: Readonly<Record<string, Json>> = {
  background: false,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt_cache_key: null,
  safety_identifier: null,
  store: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  user: null,
  metadata: {},
}

/** The head of a response that another vendor gives: clients read these fields without checking that they are there. */
export function echoedHead({ fallback, request }: WriterOptions, reply: Pick<ReplyStarted, 'id' | 'model' | 'createdAt'>): JsonObject {
  const model = reply.model ?? fallback?.model ?? request?.model
  const head: JsonObject = {
    id: ownId(fallback?.id ?? reply.id ?? ''),
    object: 'response',
    created_at: reply.createdAt ?? fallback?.createdAt ?? 0,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model: typeof model === 'string' ? model : '',
    output: [],
    usage: null,
  }
  for (const key of Object.keys(defaults)) head[key] = request?.[key] ?? defaults[key]
  if (Array.isArray(head.tools)) head.tools = head.tools.map(completeTool)
  const tier = request?.service_tier
  head.service_tier = typeof tier === 'string' && tier !== 'auto' ? tier : 'default'
  const reasoning = isObject(request?.reasoning) ? request.reasoning : {}
  head.reasoning = { effort: reasoning.effort ?? null, summary: reasoning.summary ?? reasoning.generate_summary ?? null }
  const text = isObject(request?.text) ? request.text : {}
  head.text = { format: text.format ?? { type: 'text' }, verbosity: text.verbosity ?? 'medium' }
  return head
}

/** A function tool's fields that a request may leave out and a response always has. */
function completeTool(tool: Json): Json {
  return isObject(tool) && tool.type === 'function' ? { parameters: null, strict: null, ...tool } : tool
}

/** An id in this dialect's form. The call's own is taken where there is one, so that the response can be found again. */
function ownId(id: string): string {
  return id.startsWith('resp_') ? id : `resp_${id}`
}
