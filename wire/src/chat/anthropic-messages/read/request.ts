import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { type Reader, reader } from '../../../encoding/reader.ts'
import { WireError } from '../../../wire-error.ts'
import { keep } from '../../request/extras.ts'
import type { ChatRequest, OutputFormat, Part, ReasoningRequest, Sampling, Turn } from '../../request/request.ts'
import { NAME, OWN } from '../name.ts'
import { readBlocks, readContent, usualContent } from './block.ts'
import { readToolChoice, readTools } from './tools.ts'

/**
 * A body of `POST /v1/messages` as a canonical request. Unmapped fields go into extras.
 *
 * Instructions that stand in the middle of the conversation, as messages of the role `system`, stay where they are. `max_tokens` may be
 * missing: the vendor demands it, but the gateway fills it in.
 * Throws WireError, with the path, where the body is not of this dialect: no model, no list of messages, a field of the wrong type.
 * Source: Anthropic's API reference, "Create a Message", and its SDK's beta types, 2026.
 */
export function readRequest(body: Json): ChatRequest {
  const r = reader(body, '')
  const model = r.needText('model')
  const messages = r.list('messages')
  if (messages === undefined) throw new WireError('messages', 'a list')
  const system = readSystem(r)
  const turns = messages.map((message, index) => plainTurn(message, index) ?? readTurn(reader(message, `messages[${index}]`)))
  const { choice, parallel } = readToolChoice(r)
  const config = r.object('output_config')
  const metadata = r.object('metadata')
  const tier = r.text('service_tier')

  const fields = {
    model,
    turns: system === undefined ? turns : [system, ...turns],
    tools: readTools(r),
    toolChoice: choice,
    parallelToolCalls: parallel,
    output: readOutput(r, config),
    reasoning: readReasoning(r, config),
    sampling: readSampling(r),
    maxOutputTokens: r.number('max_tokens'),
    stop: readStop(r),
    stream: r.boolean('stream'),
    endUser: metadata?.text('user_id'),
    // What OpenAI calls the default tier.
    serviceTier: tier === 'standard_only' ? 'default' : tier,
  }
  const nested = { metadata: metadata?.rest(), output_config: config?.rest() }
  // An empty object of the request is written back.
  const spellings = { metadata: metadata && 'given', output_config: config && 'given' }
  return defined({ ...fields, extras: keep(NAME, r.rest(), nested, spellings) ?? OWN })
}

function readSystem(r: Reader): Turn | undefined {
  const found = r.peek('system')
  if (found === undefined || found === null) return undefined
  if (typeof found !== 'string' && !Array.isArray(found)) throw new WireError('system', 'a string or a list of blocks')
  const { parts, spelling } = readContent(r, 'system')
  return { role: 'system', parts, extras: keep(NAME, undefined, {}, { place: 'system', content: spelling }) ?? OWN }
}

/** A message with nothing but a role and content: read in place, since a conversation of an agent has hundreds of them. */
function plainTurn(message: Json, index: number): Turn | undefined {
  if (!isObject(message)) return undefined
  let fields = 0
  for (const _ in message) fields += 1
  const { role, content } = message
  if (fields !== 2 || (role !== 'user' && role !== 'assistant')) return undefined
  if (typeof content === 'string') return { role, parts: [{ kind: 'text', text: content }], extras: OWN }
  return Array.isArray(content) ? turnOf(role, readBlocks(content, `messages[${index}].content`), undefined) : undefined
}

function readTurn(r: Reader): Turn {
  const role = r.needText('role')
  if (role !== 'user' && role !== 'assistant' && role !== 'system') throw new WireError(`${r.path}.role`, 'user, assistant or system')
  const found = r.peek('content')
  if (typeof found !== 'string' && !Array.isArray(found)) throw new WireError(`${r.path}.content`, 'a string or a list of blocks')
  const parts = typeof found === 'string' ? [{ kind: 'text' as const, text: found }] : readBlocks(found, `${r.path}.content`)
  r.take('content')
  return turnOf(role, parts, r.rest(), typeof found === 'string')
}

function turnOf(role: 'user' | 'assistant' | 'system', parts: Part[], rest: JsonObject | undefined, isText = false): Turn {
  // A message of results is the tools', though its role is the user's.
  const isAnswer = role === 'user' && parts.length > 0 && parts.every((part) => part.kind === 'tool-result')
  const content = !isText && usualContent(parts) === 'text' ? 'list' : undefined
  const extras = rest === undefined && content === undefined ? OWN : keep(NAME, rest, {}, { content })
  return { role: isAnswer ? 'tool' : role, parts, extras: extras ?? OWN }
}

function readStop(r: Reader): string[] | undefined {
  return r.list('stop_sequences')?.map((word, index) => {
    if (typeof word !== 'string') throw new WireError(`stop_sequences[${index}]`, 'a string')
    return word
  })
}

function readSampling(r: Reader): Sampling | undefined {
  const sampling = defined({ temperature: r.number('temperature'), topP: r.number('top_p'), topK: r.number('top_k') })
  return Object.keys(sampling).length === 0 ? undefined : sampling
}

/** `thinking` in the forms that are known, and the effort; any other form of `thinking` stays unread. */
function readReasoning(r: Reader, config: Reader | undefined): ReasoningRequest | undefined {
  const effort = config?.text('effort')
  const found = r.peek('thinking')
  const type = isObject(found) ? found.type : undefined
  if (type !== 'enabled' && type !== 'adaptive' && type !== 'disabled') {
    return effort === undefined ? undefined : { effort, extras: OWN }
  }
  const inner = r.needObject('thinking')
  inner.take('type')
  return defined({
    effort,
    isEnabled: type !== 'disabled',
    budgetTokens: inner.number('budget_tokens'),
    summary: inner.text('display'),
    extras: keep(NAME, undefined, { thinking: inner.rest() }, { thinking: type === 'adaptive' ? 'adaptive' : undefined }) ?? OWN,
  })
}

/** `output_config.format`, else the older `output_format`; where both are given the second is carried. */
function readOutput(r: Reader, config: Reader | undefined): OutputFormat | undefined {
  const isNew = isObject(config?.peek('format'))
  const found = isNew ? config?.object('format') : isObject(r.peek('output_format')) ? r.object('output_format') : undefined
  if (found === undefined) return undefined
  const spellings = { place: isNew ? undefined : 'output_format' }
  const schema = found.peek('schema')
  if (found.peek('type') !== 'json_schema' || !isObject(schema)) {
    return { kind: 'unknown', value: found.source, extras: keep(NAME, undefined, {}, spellings) ?? OWN }
  }
  for (const key of ['type', 'schema'] as const) found.take(key)
  return { kind: 'json-schema', schema, extras: keep(NAME, found.rest(), {}, spellings) ?? OWN }
}
