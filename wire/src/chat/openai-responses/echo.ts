import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { WriterOptions } from '../dialect.ts'

/** What a response repeats of its request, and OpenAI's word where the request says nothing. */
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

/**
 * The head of a response that another vendor gives: clients read these fields without asking whether they are there.
 *
 * @param id the response's own, as it is told
 */
export function echoedHead(
  { fallback, request }: WriterOptions,
  told: { id: string; model: string | undefined; createdAt: number | undefined },
): JsonObject {
  const model = told.model ?? fallback?.model ?? request?.model
  const head: JsonObject = {
    id: told.id,
    object: 'response',
    created_at: told.createdAt ?? fallback?.createdAt ?? 0,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model: typeof model === 'string' ? model : '',
    output: [],
    usage: null,
  }
  for (const key of Object.keys(defaults)) head[key] = request?.[key] ?? defaults[key]
  const tier = request?.service_tier
  head.service_tier = typeof tier === 'string' && tier !== 'auto' ? tier : 'default'
  const reasoning = isObject(request?.reasoning) ? request.reasoning : {}
  head.reasoning = { effort: reasoning.effort ?? null, summary: reasoning.summary ?? reasoning.generate_summary ?? null }
  const text = isObject(request?.text) ? request.text : {}
  head.text = { format: text.format ?? { type: 'text' }, verbosity: text.verbosity ?? 'medium' }
  return head
}
