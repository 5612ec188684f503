// Anthropic's messages. Source: Anthropic's API reference, "Messages", "Streaming", "Extended thinking", 2026, and its recorded answers.
import type { FakeAsk } from '../fakes/fake-provider-ask.ts'
import { event, type FakeDialect, type Fields, fields, firstOf, objects, type Piece, text } from './fake-dialect.ts'
import { shortName, sign } from './signature.ts'

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

export const messagesDialect: FakeDialect = {
  read({ body, path }) {
    const messages = objects(body.messages)
    const blocks = messages.flatMap(blocksOf)
    const format = fields(fields(body.output_config).format ?? body.output_format)
    return {
      model: text(body.model),
      texts: [...systemTexts(body.system), ...blocks.flatMap(textsOf)],
      images: blocks.filter(({ type }) => type === 'image').length,
      messages: messages.length,
      isStream: body.stream === true,
      wantsUsage: true,
      tools: objects(body.tools).map((tool) => ({ name: text(tool.name), parameters: tool.input_schema })),
      toolChoice: choiceOf(fields(body.tool_choice)),
      toolRounds: roundsOf(messages.slice(lastWords(messages) + 1)),
      allToolRounds: roundsOf(messages),
      ...(format.type === 'json_schema' ? { schema: format.schema ?? {} } : {}),
      thinks: isThinking(body),
      isSilent: path.endsWith('/count_tokens'),
    }
  },

  complaint: ({ body }) => proofComplaint(body),

  whole(ask, { path }, id) {
    if (path.endsWith('/count_tokens')) return { input_tokens: ask.usage.prompt_tokens }
    return { ...head(ask, id), content: contentOf(ask, id), stop_reason: stopOf(ask), stop_sequence: null, usage: usageOf(ask) }
  },

  stream(ask, _request, id) {
    const { output_tokens: _, output_tokens_details: __, ...input } = usageOf(ask)
    const message = { ...head(ask, id), content: [], stop_reason: null, stop_sequence: null, usage: { ...input, output_tokens: 1 } }
    return [
      { text: event('message_start', { type: 'message_start', message }), isPiece: false },
      { text: event('ping', { type: 'ping' }), isPiece: false },
      ...contentOf(ask, id).flatMap((block, index) => blockStream(ask, block, index)),
      {
        text: event('message_delta', {
          type: 'message_delta',
          delta: { stop_reason: stopOf(ask), stop_sequence: null },
          usage: usageOf(ask),
        }),
        isPiece: false,
      },
      { text: event('message_stop', { type: 'message_stop' }), isPiece: false },
    ]
  },

  broken: (message) => event('error', { type: 'error', error: { type: 'overloaded_error', message } }),
  error: (status, message) => ({ type: 'error', error: { type: errorTypes[status] ?? 'api_error', message }, request_id: 'req_fake' }),
}

function systemTexts(system: unknown): string[] {
  return typeof system === 'string' ? [system] : objects(system).map((block) => text(block.text))
}

function textsOf(block: Fields): string[] {
  if (block.type === 'text') return [text(block.text)]
  if (block.type !== 'tool_result') return []
  return typeof block.content === 'string' ? [block.content] : objects(block.content).flatMap(textsOf)
}

function choiceOf({ type, name }: Fields) {
  return type === 'tool' ? { name: text(name) } : type === 'any' ? ('any' as const) : type === 'none' ? ('none' as const) : undefined
}

/** Answers that called tools. */
function roundsOf(messages: readonly Fields[]): number {
  return messages.filter((message) => blocksOf(message).some(({ type }) => type === 'tool_use')).length
}

const head = ({ model }: FakeAsk, id: string) => ({ id: `msg_${id}`, type: 'message', role: 'assistant', model })

function contentOf(ask: FakeAsk, id: string): Fields[] {
  const thinking = ask.thought.join('')
  const signature = sign('messages', thinking)
  const mark = thinking === '' ? '' : `_r${shortName(signature)}`
  return [
    ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature }]),
    ...(ask.calls.length === 0 ? [{ type: 'text', text: ask.pieces.join('') }] : []),
    ...ask.calls.map(({ name, argumentText }, at) => ({
      type: 'tool_use',
      id: `toolu_${id}_${at}${mark}`,
      name,
      input: JSON.parse(argumentText) as object,
    })),
  ]
}

function blockStream(ask: FakeAsk, block: Fields, index: number): Piece[] {
  const delta = (fields: object) => event('content_block_delta', { type: 'content_block_delta', index, delta: fields })
  const start = (content_block: object) => ({
    text: event('content_block_start', { type: 'content_block_start', index, content_block }),
    isPiece: false,
  })
  const pieces = (list: readonly object[]): Piece[] => list.map((one) => ({ text: delta(one), isPiece: true }))
  const stop = { text: event('content_block_stop', { type: 'content_block_stop', index }), isPiece: false }
  if (block.type === 'thinking')
    return [
      start({ type: 'thinking', thinking: '', signature: '' }),
      ...pieces(ask.thought.map((thinking) => ({ type: 'thinking_delta', thinking }))),
      { text: delta({ type: 'signature_delta', signature: block.signature }), isPiece: false },
      stop,
    ]
  if (block.type === 'text')
    return [start({ type: 'text', text: '' }), ...pieces(ask.pieces.map((piece) => ({ type: 'text_delta', text: piece }))), stop]
  const whole = JSON.stringify(block.input)
  const middle = Math.ceil(whole.length / 2)
  // A call without arguments has only the empty piece.
  const parts = whole === '{}' ? [''] : ['', whole.slice(0, middle), whole.slice(middle)]
  return [
    start({ type: 'tool_use', id: block.id, name: block.name, input: {} }),
    ...pieces(parts.map((partial_json) => ({ type: 'input_json_delta', partial_json }))),
    stop,
  ]
}

function stopOf({ calls, isCutShort }: FakeAsk): string {
  return calls.length > 0 ? 'tool_use' : isCutShort ? 'max_tokens' : 'end_turn'
}

function usageOf({ usage, cacheWrite }: FakeAsk) {
  const read = usage.prompt_tokens_details.cached_tokens
  const thinking_tokens = usage.completion_tokens_details.reasoning_tokens
  return {
    input_tokens: usage.prompt_tokens - read - cacheWrite,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: read,
    output_tokens: usage.completion_tokens,
    ...(thinking_tokens > 0 ? { output_tokens_details: { thinking_tokens } } : {}),
  }
}

/** Signatures that are not ours, and in a conversation that thinks those that are missing. */
function proofComplaint(body: Fields): string | undefined {
  const messages = objects(body.messages)
  return (
    firstOf(messages, (message, at) =>
      firstOf(blocksOf(message), (block, index) => alteredComplaint(block, `messages.${at}.content.${index}`)),
    ) ?? (isThinking(body) ? signatureComplaint(messages) : undefined)
  )
}

function alteredComplaint(block: Fields, where: string): string | undefined {
  if (block.type !== 'thinking') return undefined
  return block.signature === sign('messages', text(block.thinking)) ? undefined : `${where}: Invalid \`signature\` in \`thinking\` block`
}

/** Call ids that came with thinking contain its signature: within a round of tools, the thinking must come before them. */
function signatureComplaint(messages: readonly Fields[]): string | undefined {
  const begin = lastWords(messages) + 1
  return firstOf(messages.slice(begin), (message, offset) => {
    const blocks = blocksOf(message)
    const marked = blocks.map(({ type, id }) => (type === 'tool_use' ? /_r([0-9a-f]{8})$/.exec(text(id))?.[1] : undefined)).find(Boolean)
    const first = blocks[0]
    if (!marked || (first?.type === 'thinking' && shortName(text(first.signature)) === marked)) return undefined
    return `messages.${begin + offset}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${text(first?.type)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`
  })
}

/** The blocks of a message; a text is a list of one. */
function blocksOf({ content }: Fields): Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content)
}

function isThinking(body: Fields): boolean {
  return ['enabled', 'adaptive'].includes(text(fields(body.thinking).type))
}

/** The index of the user's last message. */
function lastWords(messages: readonly Fields[]): number {
  return messages.findLastIndex(
    (message) => message.role === 'user' && blocksOf(message).some(({ type }) => type === 'text' || type === 'image'),
  )
}
