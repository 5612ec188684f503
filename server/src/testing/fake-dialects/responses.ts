// OpenAI's Responses. Source: OpenAI's API reference, "Responses", "Streaming events", "Reasoning", 2026, and its recorded answers.
import { parseJson } from '@waystation/wire/encoding/json'
import type { FakeAsk, OfferedTool } from '../fakes/fake-provider-ask.ts'
import { chatDialect, streamComplaint } from './chat.ts'
import { event, type FakeDialect, type FakeRequest, type Fields, fields, firstOf, objects, type Piece, text } from './fake-dialect.ts'
import { shortName, sign } from './signature.ts'

const CREATED = 1_700_000_000

/** Responses stored for callers that continue them, unless the request sets `store` to false. */
export function openResponsesDialect(): FakeDialect {
  const kept = new Map<string, readonly Fields[]>()
  const conversation = ({ body }: FakeRequest): Fields[] => {
    const given = typeof body.input === 'string' ? [{ type: 'message', role: 'user', content: body.input }] : objects(body.input)
    return [...(kept.get(text(body.previous_response_id)) ?? []), ...given]
  }
  const keep = (request: FakeRequest, id: string, output: readonly Fields[]) => {
    if (request.body.store !== false) kept.set(`resp_${id}`, [...conversation(request), ...output])
  }
  const previousComplaint = ({ previous_response_id: id }: Fields) =>
    text(id) === '' || kept.has(text(id)) ? undefined : `Previous response with id '${text(id)}' not found.`
  const isKnown = (id: string) => [...kept.values()].some((items) => items.some((item) => item.id === id))

  return {
    read(request) {
      const { body } = request
      const items = conversation(request)
      const format = fields(fields(body.text).format)
      const choice = body.tool_choice
      return {
        model: text(body.model),
        texts: [...(typeof body.instructions === 'string' ? [body.instructions] : []), ...items.flatMap(itemTexts)],
        images: items.flatMap(partsOf).filter(({ type }) => type === 'input_image').length,
        messages: items.length,
        isStream: body.stream === true,
        wantsUsage: true,
        tools: [body, ...items.filter(({ type }) => type === 'additional_tools')].flatMap(({ tools }) => objects(tools)).flatMap(toolsOf),
        toolChoice: typeof choice === 'object' ? { name: text(fields(choice).name) } : choice === 'required' ? 'any' : noneOf(choice),
        toolRounds: roundsOf(items.slice(lastWords(items) + 1)),
        allToolRounds: roundsOf(items),
        schema: format.type === 'json_schema' ? (format.schema ?? {}) : format.type === 'json_object' ? 'any' : undefined,
        thinks: body.reasoning !== undefined && fields(body.reasoning).effort !== 'none',
      }
    },

    complaint: (request) =>
      streamComplaint(request.body) ?? previousComplaint(request.body) ?? proofComplaint(request.body, conversation(request), isKnown),

    whole(ask, request, id) {
      const output = outputOf(ask, request, id)
      keep(request, id, output)
      return finished(ask, request, id, output)
    },

    stream(ask, request, id) {
      const output = outputOf(ask, request, id)
      keep(request, id, output)
      return streamOf(ask, request, id, output)
    },

    broken: (message) =>
      event('error', { type: 'error', sequence_number: 99, error: { type: 'server_error', code: 'server_error', message, param: null } }),
    error: chatDialect.error,
  }
}

const noneOf = (choice: unknown) => (choice === 'none' ? ('none' as const) : undefined)

/** What can be called of a tool; those of a namespace one by one. */
function toolsOf(tool: Fields): OfferedTool[] {
  if (tool.type === 'namespace') return objects(tool.tools).flatMap((inner) => toolsOf({ ...inner, namespace: tool.name }))
  if (tool.type !== 'function' && tool.type !== 'custom') return []
  const place = typeof tool.namespace === 'string' ? { namespace: tool.namespace } : {}
  return [{ name: text(tool.name), parameters: tool.parameters, ...place, ...(tool.type === 'custom' ? { isCustom: true } : {}) }]
}

/** Answers that called tools: calls that follow each other are one. */
function roundsOf(items: readonly Fields[]): number {
  return items.filter((item, at, all) => isCall(item) && !isCall(all[at - 1])).length
}

function head({ model }: FakeAsk, { body }: FakeRequest, id: string): Fields {
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: CREATED,
    background: false,
    error: null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model,
    parallel_tool_calls: true,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: body.reasoning ?? { effort: null, summary: null },
    store: body.store ?? true,
    temperature: 1,
    text: body.text ?? { format: { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: 1,
    truncation: 'disabled',
    user: null,
    metadata: {},
  }
}

function finished(ask: FakeAsk, request: FakeRequest, id: string, output: readonly Fields[]): Fields {
  return {
    ...head(ask, request, id),
    status: ask.isCutShort ? 'incomplete' : 'completed',
    incomplete_details: ask.isCutShort ? { reason: 'max_output_tokens' } : null,
    output,
    usage: usageOf(ask),
  }
}

export function usageOf({ usage }: FakeAsk): Fields {
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: { cached_tokens: usage.prompt_tokens_details.cached_tokens },
    output_tokens: usage.completion_tokens,
    output_tokens_details: { reasoning_tokens: usage.completion_tokens_details.reasoning_tokens },
    total_tokens: usage.total_tokens,
  }
}

function outputOf(ask: FakeAsk, { body }: FakeRequest, id: string): Fields[] {
  const thought = ask.thought.join('')
  const encrypted = seal(id, thought)
  const mark = thought === '' ? '' : `_r${shortName(encrypted)}`
  const isShown = Array.isArray(body.include) && body.include.includes('reasoning.encrypted_content')
  const reasoning = {
    id: `rs_${id}${mark}`,
    type: 'reasoning',
    summary: fields(body.reasoning).summary === undefined ? [] : [{ type: 'summary_text', text: thought }],
    ...(isShown ? { encrypted_content: encrypted } : {}),
  }
  const message = {
    id: `msg_${id}`,
    type: 'message',
    status: ask.isCutShort ? 'incomplete' : 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', annotations: [], logprobs: [], text: ask.pieces.join('') }],
  }
  const calls = ask.calls.map(({ name, argumentText, isCustom, namespace }, at) => ({
    id: `${isCustom ? 'ctc' : 'fc'}_${id}_${at}`,
    type: isCustom ? 'custom_tool_call' : 'function_call',
    status: 'completed',
    call_id: `call_${id}_${at}${mark}`,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    [isCustom ? 'input' : 'arguments']: argumentText,
  }))
  return [...(thought === '' ? [] : [reasoning]), ...(calls.length > 0 ? calls : [message])]
}

function streamOf(ask: FakeAsk, request: FakeRequest, id: string, output: readonly Fields[]): Piece[] {
  let sequence_number = 0
  const piece = (type: string, more: object, isPiece = false): Piece => ({
    text: event(type, { type, sequence_number: sequence_number++, ...more }),
    isPiece,
  })
  const begun = { ...head(ask, request, id), status: 'in_progress', incomplete_details: null, output: [], usage: null }
  const opening = [piece('response.created', { response: begun }), piece('response.in_progress', { response: begun })]
  const items = output.flatMap((item, output_index) => itemStream(ask, item, output_index, piece))
  const type = ask.isCutShort ? 'response.incomplete' : 'response.completed'
  return [...opening, ...items, piece(type, { response: finished(ask, request, id, output) })]
}

function itemStream(
  ask: FakeAsk,
  item: Fields,
  output_index: number,
  piece: (type: string, more: object, isPiece?: boolean) => Piece,
): Piece[] {
  const at = { item_id: item.id, output_index }
  const added = (fields: object) => piece('response.output_item.added', { output_index, item: { ...item, ...fields } })
  const done = () => piece('response.output_item.done', { output_index, item })
  if (isCall(item)) {
    const [field, name] = item.type === 'function_call' ? ['arguments', 'function_call_arguments'] : ['input', 'custom_tool_call_input']
    const whole = text(item[field])
    const middle = Math.ceil(whole.length / 2)
    return [
      added({ status: 'in_progress', [field]: '' }),
      ...[whole.slice(0, middle), whole.slice(middle)].map((delta) =>
        piece(`response.${name}.delta`, { ...at, delta, obfuscation: 'x' }, true),
      ),
      piece(`response.${name}.done`, { ...at, [field]: whole }),
      done(),
    ]
  }
  if (item.type === 'reasoning') {
    const [part] = objects(item.summary)
    if (!part) return [added({}), done()]
    const place = { ...at, summary_index: 0 }
    return [
      added({ summary: [] }),
      piece('response.reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text: '' } }),
      ...ask.thought.map((delta) => piece('response.reasoning_summary_text.delta', { ...place, delta, obfuscation: 'x' }, true)),
      piece('response.reasoning_summary_text.done', { ...place, text: part.text }),
      piece('response.reasoning_summary_part.done', { ...place, part }),
      done(),
    ]
  }
  const [part] = objects(item.content)
  const place = { ...at, content_index: 0 }
  return [
    added({ status: 'in_progress', content: [] }),
    piece('response.content_part.added', { ...place, part: { ...part, text: '' } }),
    ...ask.pieces.map((delta) => piece('response.output_text.delta', { ...place, delta, logprobs: [], obfuscation: 'x' }, true)),
    piece('response.output_text.done', { ...place, text: part?.text, logprobs: [] }),
    piece('response.content_part.done', { ...place, part }),
    done(),
  ]
}

/** Thinking that is missing or altered, and items that were never stored. */
function proofComplaint(body: Fields, items: readonly Fields[], isKnown: (id: string) => boolean): string | undefined {
  return (
    firstOf(items, (item) => unknownItemComplaint(item, isKnown)) ??
    (body.reasoning === undefined ? undefined : signatureComplaint(items, isKnown))
  )
}

function unknownItemComplaint({ type, id, encrypted_content: sealed }: Fields, isKnown: (id: string) => boolean): string | undefined {
  if (type === 'item_reference' && !isKnown(text(id))) return `Item with id '${text(id)}' not found.`
  if (type !== 'reasoning') return undefined
  if (typeof sealed === 'string')
    return isSealed(sealed) ? undefined : `The encrypted content ${sealed.slice(0, 8)}... could not be verified.`
  return isKnown(text(id)) ? undefined : `Item with id '${text(id)}' not found. Items are not persisted when \`store\` is set to false.`
}

/** Is it a call of one of the caller's tools? */
function isCall(item: Fields | undefined): boolean {
  return item?.type === 'function_call' || item?.type === 'custom_tool_call'
}

/** Call ids that came with thinking contain its id: within a round of tools, the thinking must come before them. */
function signatureComplaint(items: readonly Fields[], isKnown: (id: string) => boolean): string | undefined {
  const begin = lastWords(items) + 1
  return firstOf(items.slice(begin), (item, offset) => {
    const { type, call_id, id } = item
    const mark = isCall(item) ? /_r([0-9a-f]{8})$/.exec(text(call_id))?.[1] : undefined
    if (mark === undefined) return undefined
    const before = items.slice(begin, begin + offset)
    const isProven = before.some(
      (one) =>
        (one.type === 'reasoning' || one.type === 'item_reference') &&
        (typeof one.encrypted_content === 'string'
          ? shortName(one.encrypted_content) === mark
          : isKnown(text(one.id)) && text(one.id).endsWith(mark)),
    )
    return isProven
      ? undefined
      : `Item '${text(id)}' of type '${text(type)}' was provided without its required 'reasoning' item: 'rs_..._r${mark}'.`
  })
}

/** Encrypted thinking that only the vendor can read, with a signature against changes. */
function seal(id: string, thought: string): string {
  const inner = Buffer.from(JSON.stringify({ id, thought, mac: sign('responses', id + thought) })).toString('base64url')
  return `gAAAA${inner}`
}

function isSealed(sealed: string): boolean {
  const { id, thought, mac } = fields(parseJson(Buffer.from(sealed.replace(/^gAAAA/, ''), 'base64url').toString()))
  return sealed.startsWith('gAAAA') && mac === sign('responses', `${id}${thought}`)
}

/** The index of the user's last message. */
function lastWords(items: readonly Fields[]): number {
  return items.findLastIndex(({ role }) => role === 'user')
}

function partsOf({ content }: Fields): Fields[] {
  return objects(content)
}

function itemTexts(item: Fields): string[] {
  if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output')
    return typeof item.output === 'string' ? [item.output] : objects(item.output).map((part) => text(part.text))
  if (item.type !== undefined && item.type !== 'message') return []
  if (typeof item.content === 'string') return [item.content]
  return partsOf(item).flatMap((part) => (typeof part.text === 'string' ? [part.text] : []))
}
