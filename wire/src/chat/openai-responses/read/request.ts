import { defined } from '../../../defined.ts'
import { isObject, type Json } from '../../../encoding/json.ts'
import { type Reader, reader } from '../../../encoding/reader.ts'
import { WireError } from '../../../wire-error.ts'
import { keep } from '../../request/extras.ts'
import type { ChatRequest, OutputFormat, ReasoningRequest, Sampling, Tool, Turn } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { readInput } from './input.ts'
import { itemTools, readToolChoice, readTools } from './tools.ts'

/** What `include` requests that other dialects can give too. */
export const INCLUDE_LOGPROBS = 'message.output_text.logprobs'
export const INCLUDE_ENCRYPTED = 'reasoning.encrypted_content'

/**
 * A body of `POST /v1/responses` as a canonical request. Unmapped fields go into extras.
 *
 * Throws WireError, with the path, where the body is not of this dialect: no model, an input that is no text and no list, a field of the
 * wrong type. Source: OpenAI's API reference, "Create a model response", 2026.
 */
export function readRequest(body: Json): ChatRequest {
  const r = reader(body, '')
  const model = r.needText('model')
  const input = readTurns(r)
  const tools = r.list('tools')
  const toolChoice = r.peek('tool_choice')
  if (toolChoice !== null && toolChoice !== undefined) r.take('tool_choice')
  const include = readInclude(r)
  const text = r.object('text')
  const format = text === undefined ? undefined : readFormat(text)

  const fields = {
    model,
    turns: input.turns,
    tools: withItemTools(tools === undefined ? undefined : readTools(tools, 'tools'), r.peek('input')),
    toolChoice: toolChoice === null || toolChoice === undefined ? undefined : readToolChoice(toolChoice),
    parallelToolCalls: r.boolean('parallel_tool_calls'),
    output: format,
    reasoning: readReasoningRequest(r),
    sampling: readSampling(r, include.hasLogprobs),
    maxOutputTokens: r.number('max_output_tokens'),
    stream: r.boolean('stream'),
    endUser: r.text('user'),
    metadata: r.object('metadata')?.source,
    serviceTier: r.text('service_tier'),
    store: r.boolean('store'),
    verbosity: text?.text('verbosity'),
    cacheKey: r.text('prompt_cache_key'),
    safetyIdentifier: r.text('safety_identifier'),
  }
  const { sampling } = fields
  const spellings = {
    input: input.form,
    include: include.spelling,
    penalties: sampling?.presencePenalty !== undefined || sampling?.frequencyPenalty !== undefined ? 'given' : undefined,
    // An empty object of the request is written back.
    tools: tools?.length === 0 ? 'empty' : undefined,
    text: text === undefined || format !== undefined || fields.verbosity !== undefined ? undefined : 'given',
  }
  const extras = keep(NAME, r.rest(), { text: text?.rest() }, spellings) ?? { dialect: NAME }
  return defined({ ...fields, extras })
}

/** The tools with those that items of the input bring, each once; they stay in their items where these are written again. */
function withItemTools(tools: Tool[] | undefined, input: Json | undefined): Tool[] | undefined {
  const brought = itemTools(input).map((tool): Tool => {
    const extras = tool.extras ?? { dialect: NAME }
    return { ...tool, extras: { ...extras, spellings: { ...extras.spellings, place: 'item' } } }
  })
  const names = new Set(tools?.map(nameOf))
  const fresh = brought.filter((tool) => tool.kind !== 'vendor' && !names.has(nameOf(tool)) && names.add(nameOf(tool)))
  return fresh.length === 0 ? tools : [...(tools ?? []), ...fresh]
}

function nameOf(tool: Tool): string {
  return tool.kind === 'vendor' ? tool.type : tool.name
}

/** Where the prompt may stand instead of in the input. */
const ELSEWHERE = ['previous_response_id', 'prompt', 'conversation'] as const

/** The instructions, if there are any, and the input: a text, a list of items, or nothing where a stored prompt holds everything. */
function readTurns(r: Reader): { turns: Turn[]; form: string | undefined } {
  const turns: Turn[] = []
  const instructions = r.peek('instructions')
  if (typeof instructions === 'string') {
    r.take('instructions')
    turns.push({
      role: 'system',
      parts: [{ kind: 'text', text: instructions }],
      extras: { dialect: NAME, spellings: { place: 'instructions' } },
    })
  } else if (instructions !== undefined && instructions !== null) throw new WireError('instructions', 'a string')
  const input = r.peek('input')
  if (input === undefined || input === null) {
    if (!ELSEWHERE.some((name) => (r.peek(name) ?? null) !== null)) throw new WireError('input', 'a string or a list of items')
    return { turns, form: 'absent' }
  }
  r.take('input')
  if (typeof input === 'string') {
    turns.push({ role: 'user', parts: [{ kind: 'text', text: input }] })
    return { turns, form: 'text' }
  }
  if (!Array.isArray(input)) throw new WireError('input', 'a string or a list of items')
  turns.push(...readInput(input))
  return { turns, form: undefined }
}

/** Unmapped values of `include` are carried, and are losses in other dialects; the original list is remembered. */
function readInclude(r: Reader): { hasLogprobs: boolean; spelling: string | undefined } {
  const list = r.peek('include')
  if (!Array.isArray(list)) {
    r.list('include')
    return { hasLogprobs: false, spelling: undefined }
  }
  const isMapped = list.every((each) => each === INCLUDE_LOGPROBS || each === INCLUDE_ENCRYPTED)
  if (isMapped) r.take('include')
  return { hasLogprobs: list.includes(INCLUDE_LOGPROBS), spelling: isMapped ? JSON.stringify(list) : undefined }
}

function readSampling(r: Reader, logprobs: boolean): Sampling | undefined {
  const sampling = defined({
    temperature: r.number('temperature'),
    topP: r.number('top_p'),
    presencePenalty: r.number('presence_penalty'),
    frequencyPenalty: r.number('frequency_penalty'),
    logprobs: logprobs || undefined,
    topLogprobs: r.number('top_logprobs'),
  })
  return Object.keys(sampling).length === 0 ? undefined : sampling
}

/** `generate_summary` is the older word for `summary`. */
function readReasoningRequest(r: Reader): ReasoningRequest | undefined {
  const inner = r.object('reasoning')
  if (inner === undefined) return undefined
  const effort = inner.text('effort')
  const summary = inner.text('summary')
  const older = summary === undefined ? inner.text('generate_summary') : undefined
  const extras = keep(NAME, inner.rest(), undefined, { summary: older === undefined ? undefined : 'generate_summary' })
  return defined({ effort, summary: summary ?? older, extras: extras ?? { dialect: NAME } })
}

function readFormat(text: Reader): OutputFormat | undefined {
  const r = text.object('format')
  if (r === undefined) return undefined
  const type = r.peek('type')
  if (type === 'text' || type === 'json_object') {
    r.take('type')
    return defined({ kind: type === 'text' ? ('text' as const) : ('json' as const), extras: keep(NAME, r.rest()) })
  }
  if (type === 'json_schema' && isObject(r.peek('schema'))) {
    r.take('type')
    const schema = r.needObject('schema').source
    const named = { name: r.text('name'), strict: r.boolean('strict'), description: r.text('description') }
    return defined({ kind: 'json-schema' as const, schema, ...named, extras: keep(NAME, r.rest()) ?? { dialect: NAME } })
  }
  return { kind: 'unknown', value: r.source, extras: { dialect: NAME } }
}
