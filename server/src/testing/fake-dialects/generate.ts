// Google's generateContent. Source: Google's Gemini API reference, "Generating content", "Thought signatures", "Token counting", 2026, and
// its recorded answers: calls have no ids, every call of the third generation's models is signed, thinking is counted apart from the
// answer.
import type { FakeAsk } from '../fakes/fake-provider-ask.ts'
import { bare, type FakeDialect, type FakeRequest, type Fields, fields, firstOf, objects, type Piece, text } from './fake-dialect.ts'
import { sign } from './signature.ts'

/** Documented stand-ins for the signature of a call that was made elsewhere. */
const STAND_INS = new Set(['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'])
/** Of a signature, before what it proves. */
const MARK_BYTES = 32

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

export const generateDialect: FakeDialect = {
  read({ body: given, path }) {
    const body = fields(given.generateContentRequest ?? given)
    const contents = contentsOf(body)
    const parts = contents.flatMap((content) => objects(content.parts))
    const config = fields(body.generationConfig)
    const calling = fields(fields(body.toolConfig).functionCallingConfig)
    const [allowed] = Array.isArray(calling.allowedFunctionNames) ? calling.allowedFunctionNames : []
    const thinking = fields(config.thinkingConfig)
    const isJson = config.responseMimeType === 'application/json'
    return {
      model: decodeURIComponent(/\/models\/([^:]+):/.exec(path)?.[1] ?? ''),
      texts: [...objects(fields(body.systemInstruction).parts), ...parts].flatMap(textsOf),
      images: parts.filter(({ inlineData, fileData }) => inlineData !== undefined || fileData !== undefined).length,
      messages: contents.length,
      isStream: path.endsWith(':streamGenerateContent'),
      wantsUsage: true,
      tools: objects(body.tools)
        .flatMap((tool) => objects(tool.functionDeclarations))
        .map((tool) => ({ name: text(tool.name), parameters: tool.parametersJsonSchema ?? tool.parameters })),
      toolChoice:
        calling.mode === 'ANY' ? (typeof allowed === 'string' ? { name: allowed } : 'any') : calling.mode === 'NONE' ? 'none' : undefined,
      toolRounds: roundsAfter(contents, lastWords(contents)),
      allToolRounds: roundsAfter(contents, -1),
      schema: isJson ? (config.responseJsonSchema ?? config.responseSchema ?? 'any') : undefined,
      thinks: thinking.includeThoughts === true && thinking.thinkingBudget !== 0,
      isSilent: path.endsWith(':countTokens'),
    }
  },

  complaint: ({ body, path }) => (path.endsWith(':countTokens') ? undefined : signatureComplaint(contentsOf(body))),

  whole(ask, { path }, id) {
    if (path.endsWith(':countTokens')) {
      const totalTokens = ask.usage.prompt_tokens
      return { totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] }
    }
    const content = { parts: partsOf(ask), role: 'model' }
    return { candidates: [{ content, finishReason: finishOf(ask), index: 0 }], usageMetadata: usageOf(ask), ...foot(ask, id) }
  },

  stream(ask, request, id) {
    const chunks = streamParts(ask).map((parts, at, all) => {
      const isLast = at === all.length - 1
      const candidate = { content: { parts, role: 'model' }, ...(isLast ? { finishReason: finishOf(ask) } : {}), index: 0 }
      const share = isLast ? 1 : (at + 1) / all.length
      return { candidates: [candidate], usageMetadata: usageOf(ask, share), ...foot(ask, id) }
    })
    return isArray(request) ? arrayOf(chunks) : chunks.map((chunk) => ({ text: bare(chunk), isPiece: true }))
  },

  streamType: (request) => (isArray(request) ? 'application/json; charset=UTF-8' : 'text/event-stream'),
  broken: (message) => bare(errorBody(503, message)),
  error: errorBody,
}

function errorBody(status: number, message: string): object {
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' }
  return {
    error: {
      code: status,
      message,
      status: statuses[status] ?? 'UNKNOWN',
      ...(status === 429 ? { details: [retry] } : {}),
    },
  }
}

const isArray = ({ query }: FakeRequest) => query.get('alt') !== 'sse'

function arrayOf(chunks: readonly object[]): Piece[] {
  return chunks.map((chunk, at) => ({
    text: `${at === 0 ? '[' : ',\r\n'}${JSON.stringify(chunk, null, 2)}${at === chunks.length - 1 ? '\n]\n' : ''}`,
    isPiece: true,
  }))
}

function textsOf(part: Fields): string[] {
  if (part.functionResponse !== undefined) return [resultText(fields(part.functionResponse).response)]
  return typeof part.text === 'string' && part.thought !== true ? [part.text] : []
}

/** What a tool gave: by custom below `output` or `result`. */
function resultText(response: unknown): string {
  const { output, result, content } = fields(response)
  const given = output ?? result ?? content ?? response
  return typeof given === 'string' ? given : JSON.stringify(given)
}

function callParts({ calls }: FakeAsk): Fields[] {
  return calls.map(({ name, argumentText }, at) => {
    const args = JSON.parse(argumentText) as Fields
    const functionCall = Object.keys(args).length === 0 ? { name } : { name, args }
    // Of calls that are made at once only the first is signed.
    return { functionCall, ...(at === 0 ? { thoughtSignature: callSignature(functionCall) } : {}) }
  })
}

function partsOf(ask: FakeAsk): Fields[] {
  return [
    ...(ask.thought.length > 0 ? [{ text: ask.thought.join(''), thought: true }] : []),
    ...(ask.calls.length > 0 ? callParts(ask) : [{ text: ask.pieces.join('') }]),
  ]
}

/** The parts of each chunk. Where the model thought, the signature of a text comes at its end, with an empty part. */
function streamParts(ask: FakeAsk): (readonly Fields[])[] {
  const thoughts = ask.thought.map((piece) => [{ text: piece, thought: true }])
  if (ask.calls.length > 0) return [...thoughts, ...callParts(ask).map((part) => [part])]
  const words = ask.pieces.map((piece) => [{ text: piece }])
  return thoughts.length > 0 ? [...thoughts, ...words, [{ text: '', thoughtSignature: sign('generate', 'text') }]] : words
}

const foot = ({ model }: FakeAsk, id: string) => ({ modelVersion: model, responseId: `fake${id}` })

const finishOf = ({ isCutShort, calls }: FakeAsk) => (isCutShort && calls.length === 0 ? 'MAX_TOKENS' : 'STOP')

function usageOf({ usage }: FakeAsk, share = 1): Fields {
  const { cached_tokens } = usage.prompt_tokens_details
  const { reasoning_tokens } = usage.completion_tokens_details
  const candidatesTokenCount = Math.floor((usage.completion_tokens - reasoning_tokens) * share)
  return {
    promptTokenCount: usage.prompt_tokens,
    ...(candidatesTokenCount > 0 ? { candidatesTokenCount } : {}),
    totalTokenCount: usage.prompt_tokens + candidatesTokenCount + reasoning_tokens,
    ...(cached_tokens > 0 ? { cachedContentTokenCount: cached_tokens } : {}),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: usage.prompt_tokens }],
    ...(reasoning_tokens > 0 ? { thoughtsTokenCount: reasoning_tokens } : {}),
  }
}

/** The contents; the vendor takes one object for a list of one. */
function contentsOf({ contents }: Fields): Fields[] {
  return Array.isArray(contents) ? objects(contents) : contents === undefined ? [] : [fields(contents)]
}

const calls = (content: Fields | undefined) => objects(content?.parts).filter((part) => part.functionCall !== undefined)
const answers = (content: Fields | undefined) => objects(content?.parts).filter((part) => part.functionResponse !== undefined)

/** The index of the user's last message. */
function lastWords(contents: readonly Fields[]): number {
  return contents.findLastIndex((content) => content.role !== 'model' && answers(content).length === 0)
}

/** Answers that called functions after this place. */
function roundsAfter(contents: readonly Fields[], at: number): number {
  return contents.slice(at + 1).filter((content) => calls(content).length > 0).length
}

/** The signature of a call: of its name and arguments, which it holds. */
function callSignature(call: Fields): string {
  const proven = JSON.stringify([call.name, fields(call.args)])
  return Buffer.concat([Buffer.from(sign('generate', proven), 'base64'), Buffer.from(proven)]).toString('base64')
}

/**
 * Is this the signature of this call? Arguments more than were signed are no offence: Claude Code writes the defaults of its tools into the
 * calls that it gives back, and gateways that hand such calls on with their signatures are served.
 */
function isSignatureOf(signature: string, call: Fields): boolean {
  const bytes = Buffer.from(signature, 'base64')
  const proven = bytes.subarray(MARK_BYTES).toString()
  if (bytes.subarray(0, MARK_BYTES).toString('base64') !== sign('generate', proven)) return false
  const [name, signed] = JSON.parse(proven) as [string, Fields]
  const given = fields(call.args)
  return name === call.name && Object.entries(signed).every(([key, value]) => JSON.stringify(given[key]) === JSON.stringify(value))
}

/** In the current turn the first call of every step must be signed. Text is bytes in either alphabet of base64. */
function signatureComplaint(contents: readonly Fields[]): string | undefined {
  const begin = lastWords(contents) + 1
  return firstOf(contents.slice(begin), (content, offset) => {
    const [first] = calls(content)
    if (!first) return undefined
    const call = fields(first.functionCall)
    const signature = text(first.thoughtSignature)
    const where = `function call \`default_api:${text(call.name)}\`, position ${begin + offset + 1}`
    if (signature === '')
      return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, ${where}.`
    return STAND_INS.has(signature) || isSignatureOf(signature, call)
      ? undefined
      : `Thought signature is not valid. Additional data, ${where}.`
  })
}
