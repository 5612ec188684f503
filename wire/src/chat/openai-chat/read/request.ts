import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { type Reader, reader } from '../../../encoding/reader.ts'
import { WireError } from '../../../wire-error.ts'
import { keep } from '../../request/extras.ts'
import type { ChatRequest, FunctionTool, OutputFormat, ReasoningRequest, Sampling, Tool, ToolChoice } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { type LegacyIds, readTurn } from './message.ts'
import { readCacheMark } from './part.ts'
import { plainTurn } from './plain.ts'

/**
 * A body of `POST /v1/chat/completions` as a canonical request. Unmapped fields go into extras.
 *
 * Throws WireError, with the path, where the body is not of this dialect: no model, no list of messages, a field of the wrong type.
 * Source: OpenAI's API reference, "Create chat completion"; additions of other vendors as noted where they are read.
 */
export function readRequest(body: Json): ChatRequest {
  const r = reader(body, '')
  const legacy: LegacyIds = { last: '', count: 0 }
  const model = r.needText('model')
  const messages = r.list('messages')
  if (messages === undefined) throw new WireError('messages', 'a list')
  const turns = messages.map((message, index) => plainTurn(message) ?? readTurn(reader(message, `messages[${index}]`), legacy))
  const tools = readTools(r)
  const toolChoice = readToolChoice(r)
  const limit = readLimit(r)
  const stop = readStop(r)
  const streamOptions = r.object('stream_options')
  const modalities = readModalities(r)

  const fields = {
    model,
    turns,
    tools: tools.tools,
    toolChoice: toolChoice.choice,
    parallelToolCalls: r.boolean('parallel_tool_calls'),
    output: readOutput(r),
    reasoning: readReasoning(r),
    sampling: readSampling(r),
    maxOutputTokens: limit.tokens,
    stop: stop.words,
    choices: r.number('n'),
    stream: r.boolean('stream'),
    streamUsage: streamOptions?.boolean('include_usage'),
    modalities,
    endUser: r.text('user'),
    metadata: r.object('metadata')?.source,
    serviceTier: r.text('service_tier'),
    store: r.boolean('store'),
    verbosity: r.text('verbosity'),
    cacheKey: r.text('prompt_cache_key'),
    safetyIdentifier: r.text('safety_identifier'),
  }
  const spellings = {
    maxOutputTokens: limit.spelling,
    stop: stop.spelling,
    tools: tools.spelling,
    toolChoice: toolChoice.spelling,
    topK: fields.sampling?.topK === undefined ? undefined : 'top_k',
    // An empty object of the request is written back.
    streamOptions: streamOptions === undefined || fields.streamUsage !== undefined ? undefined : 'given',
  }
  return defined({ ...fields, extras: keep(NAME, r.rest(), { stream_options: streamOptions?.rest() }, spellings) })
}

/** The newer name counts where both are given; the older one is then carried. */
function readLimit(r: Reader): { tokens: number | undefined; spelling: string | undefined } {
  const tokens = r.number('max_completion_tokens')
  if (tokens !== undefined) return { tokens, spelling: 'max_completion_tokens' }
  return { tokens: r.number('max_tokens'), spelling: undefined }
}

function readStop(r: Reader): { words: string[] | undefined; spelling: string | undefined } {
  if (typeof r.peek('stop') === 'string') return { words: [r.needText('stop')], spelling: 'text' }
  const words = r.list('stop')?.map((word, index) => {
    if (typeof word !== 'string') throw new WireError(`stop[${index}]`, 'a string')
    return word
  })
  return { words, spelling: undefined }
}

function readModalities(r: Reader): ChatRequest['modalities'] {
  const found = r.peek('modalities')
  if (!Array.isArray(found)) {
    r.list('modalities')
    return undefined
  }
  const known: ('text' | 'image' | 'audio')[] = []
  for (const item of found) {
    // A kind that we do not know: the list stays unread and is carried whole.
    if (item !== 'text' && item !== 'image' && item !== 'audio') return undefined
    known.push(item)
  }
  r.take('modalities')
  return known
}

function readSampling(r: Reader): Sampling | undefined {
  const sampling = defined({
    temperature: r.number('temperature'),
    topP: r.number('top_p'),
    topK: r.number('top_k'),
    presencePenalty: r.number('presence_penalty'),
    frequencyPenalty: r.number('frequency_penalty'),
    seed: r.number('seed'),
    logprobs: r.boolean('logprobs'),
    topLogprobs: r.number('top_logprobs'),
  })
  return Object.keys(sampling).length === 0 ? undefined : sampling
}

/** `reasoning_effort` of OpenAI, else the `reasoning` object of OpenRouter; where both are given the second is carried. */
function readReasoning(r: Reader): ReasoningRequest | undefined {
  const effort = r.text('reasoning_effort')
  if (effort !== undefined) return { effort }
  if (!isObject(r.peek('reasoning'))) return undefined
  const inner = r.needObject('reasoning')
  return defined({
    effort: inner.text('effort'),
    budgetTokens: inner.number('max_tokens'),
    isEnabled: inner.boolean('enabled'),
    summary: inner.text('summary'),
    extras: keep(NAME, undefined, { reasoning: inner.rest() }, { place: 'reasoning' }),
  })
}

function readOutput(r: Reader): OutputFormat | undefined {
  const outer = r.object('response_format')
  if (outer === undefined) return undefined
  const type = outer.peek('type')
  if (type === 'text' || type === 'json_object') {
    outer.take('type')
    return defined({ kind: type === 'text' ? ('text' as const) : ('json' as const), extras: keep(NAME, outer.rest()) })
  }
  if (type === 'json_schema' && isObject(outer.peek('json_schema'))) {
    outer.take('type')
    const inner = outer.needObject('json_schema')
    if (isObject(inner.peek('schema'))) {
      const schema = inner.needObject('schema').source
      const named = { name: inner.text('name'), strict: inner.boolean('strict'), description: inner.text('description') }
      return defined({ kind: 'json-schema' as const, schema, ...named, extras: keep(NAME, outer.rest(), { json_schema: inner.rest() }) })
    }
  }
  return { kind: 'unknown', value: outer.source, extras: { dialect: NAME } }
}

/** The tools, or the legacy functions where there are no tools. */
function readTools(r: Reader): { tools: Tool[] | undefined; spelling: string | undefined } {
  const list = r.list('tools')
  if (list !== undefined) return { tools: list.map((tool, index) => readTool(reader(tool, `tools[${index}]`))), spelling: undefined }
  const functions = r.list('functions')
  if (functions === undefined) return { tools: undefined, spelling: undefined }
  const tools = functions.map((item, index) => {
    const inner = reader(item, `functions[${index}]`)
    const tool = readFunction(inner)
    return defined({ ...tool, extras: keep(NAME, undefined, { function: inner.rest() }) })
  })
  return { tools, spelling: 'functions' }
}

function readTool(r: Reader): Tool {
  const type = r.peek('type')
  if (type === 'function' && isObject(r.peek('function'))) {
    r.take('type')
    const inner = r.needObject('function')
    const cacheMark = readCacheMark(r)
    return defined({ ...readFunction(inner), cacheMark, extras: keep(NAME, r.rest(), { function: inner.rest() }) })
  }
  if (type === 'custom' && isObject(r.peek('custom'))) {
    r.take('type')
    const inner = r.needObject('custom')
    const named = { name: inner.needText('name'), description: inner.text('description'), format: inner.object('format')?.source }
    return defined({ kind: 'custom' as const, ...named, extras: keep(NAME, r.rest(), { custom: inner.rest() }) ?? { dialect: NAME } })
  }
  return { kind: 'vendor', type: typeof type === 'string' ? type : '', value: r.source, extras: { dialect: NAME } }
}

function readFunction(inner: Reader): FunctionTool {
  return defined({
    kind: 'function' as const,
    name: inner.needText('name'),
    description: inner.text('description'),
    parameters: inner.object('parameters')?.source,
    strict: inner.boolean('strict'),
  })
}

function readToolChoice(r: Reader): { choice: ToolChoice | undefined; spelling: string | undefined } {
  const found = r.peek('tool_choice')
  if (found !== undefined && found !== null) {
    r.take('tool_choice')
    return { choice: readChoice(found, 'tool_choice'), spelling: undefined }
  }
  const legacy = r.peek('function_call')
  if (legacy === undefined || legacy === null) return { choice: undefined, spelling: undefined }
  r.take('function_call')
  if (isObject(legacy) && typeof legacy.name === 'string') {
    const inner = reader(legacy, 'function_call')
    const name = inner.needText('name')
    return {
      choice: defined({ kind: 'tool' as const, name, extras: keep(NAME, undefined, { function: inner.rest() }) }),
      spelling: 'function_call',
    }
  }
  return { choice: readChoice(legacy, 'function_call'), spelling: 'function_call' }
}

function readChoice(found: Json, path: string): ToolChoice {
  if (found === 'auto' || found === 'none' || found === 'required') return { kind: found }
  if (!isObject(found)) {
    if (typeof found !== 'string') throw new WireError(path, 'a string or an object')
    return { kind: 'unknown', value: found, extras: { dialect: NAME } }
  }
  const r = reader(found, path)
  for (const key of ['function', 'custom'] as const) {
    const inner = r.peek(key)
    if (found.type !== key || !isObject(inner) || typeof inner.name !== 'string') continue
    r.take('type')
    const named = r.needObject(key)
    const name = named.needText('name')
    const spellings = { type: key === 'custom' ? key : undefined }
    return defined({ kind: 'tool' as const, name, extras: keep(NAME, r.rest(), { [key]: named.rest() }, spellings) })
  }
  return allowedTools(found) ?? { kind: 'unknown', value: found, extras: { dialect: NAME } }
}

/** `allowed_tools`, in the exact form of the reference; with anything more in it, it is carried whole. */
function allowedTools(found: JsonObject): ToolChoice | undefined {
  const inner = found.allowed_tools
  if (found.type !== 'allowed_tools' || !isObject(inner) || !Array.isArray(inner.tools)) return undefined
  if (Object.keys(found).length !== 2 || Object.keys(inner).length !== 2) return undefined
  if (inner.mode !== 'auto' && inner.mode !== 'required') return undefined
  const names: string[] = []
  for (const tool of inner.tools) {
    if (!isObject(tool) || tool.type !== 'function' || !isObject(tool.function) || typeof tool.function.name !== 'string') return undefined
    if (Object.keys(tool).length !== 2 || Object.keys(tool.function).length !== 1) return undefined
    names.push(tool.function.name)
  }
  return { kind: 'some', names, isRequired: inner.mode === 'required' }
}
