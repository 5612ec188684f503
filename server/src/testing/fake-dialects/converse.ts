// Bedrock's Converse, whole and streamed, and its lists of models. Source: AWS, Bedrock API reference ("Converse", "ConverseStream",
// "ListFoundationModels", "ListInferenceProfiles"), 2026.

import { awsEvent, awsException } from '@waystation/wire/testing/aws-event-stream'
import type { FakeAsk } from '../fakes/fake-provider-ask.ts'
import { refused, signatureRefusal } from './aws-signature.ts'
import { blocksOf, converseComplaint, isThinking, lastWords, thinkingOf } from './converse-check.ts'
import { type FakeDialect, type FakeRequest, type Fields, fields, objects, type Piece, text } from './fake-dialect.ts'
import { shortName, sign } from './signature.ts'

const exceptions: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  503: 'ServiceUnavailableException',
}

const isStream = ({ path }: FakeRequest) => path.endsWith('/converse-stream')

export const converseDialect: FakeDialect = {
  read(request) {
    const { body, path } = request
    const messages = objects(body.messages)
    const blocks = messages.flatMap(blocksOf)
    const { tools, toolChoice } = fields(body.toolConfig)
    return {
      model: decodeURIComponent(path.split('/')[2] ?? ''),
      texts: [...objects(body.system).map((block) => text(block.text)), ...blocks.flatMap(textsOf)].filter((each) => each !== ''),
      images: blocks.filter(({ image }) => image !== undefined).length,
      messages: messages.length,
      isStream: isStream(request),
      wantsUsage: true,
      tools: objects(tools).flatMap(({ toolSpec }) => {
        const { name, inputSchema } = fields(toolSpec)
        return name === undefined ? [] : [{ name: text(name), parameters: fields(inputSchema).json }]
      }),
      toolChoice: choiceOf(fields(toolChoice), fields(fields(body.additionalModelRequestFields).tool_choice)),
      toolRounds: roundsOf(messages.slice(lastWords(messages) + 1)),
      allToolRounds: roundsOf(messages),
      ...schemaOf(body),
      thinks: isThinking(body),
    }
  },

  refuses: signatureRefusal,
  complaint: converseComplaint,

  whole(ask, request, id) {
    return {
      output: { message: { role: 'assistant', content: contentOf(ask, request, id) } },
      stopReason: stopOf(ask),
      usage: usageOf(ask),
      metrics: { latencyMs: 7 },
    }
  },

  stream(ask, request, id) {
    const event = (type: string, payload: object): Piece => ({ text: awsEvent(type, { ...payload, p: 'abcdef' }), isPiece: false })
    return [
      event('messageStart', { role: 'assistant' }),
      ...contentOf(ask, request, id).flatMap((block, index) => blockStream(ask, block, index)),
      event('messageStop', { stopReason: stopOf(ask) }),
      event('metadata', { usage: usageOf(ask), metrics: { latencyMs: 7 } }),
    ]
  },

  streamType: () => 'application/vnd.amazon.eventstream',
  broken: (message) => awsException('modelStreamErrorException', { message, originalStatusCode: 500, originalMessage: message }),
  error: (_status, message) => ({ message }),
  errorHeaders: (status) => refused(status, exceptions[status] ?? 'InternalServerException', '').headers,
}

/** The response to a list of models at this address; undefined where there is none. */
export function listing({ path, query }: FakeRequest): object | undefined {
  const model = (modelId: string, ...inferenceTypesSupported: string[]) => ({
    ...{ modelArn: `arn:aws:bedrock:us-east-1::foundation-model/${modelId}`, modelId, outputModalities: ['TEXT'] },
    ...{ inferenceTypesSupported, modelLifecycle: { status: 'ACTIVE' } },
  })
  if (path === '/foundation-models' && query.get('byOutputModality') === 'EMBEDDING')
    return { modelSummaries: [model('amazon.titan-embed-text-v2:0', 'ON_DEMAND')] }
  if (path === '/foundation-models')
    return { modelSummaries: [model('amazon.nova-lite-v1:0', 'ON_DEMAND'), model('anthropic.claude-opus-4-6-v1', 'INFERENCE_PROFILE')] }
  if (path !== '/inference-profiles') return undefined
  const profile = { inferenceProfileId: 'us.anthropic.claude-opus-4-6-v1', status: 'ACTIVE', type: 'SYSTEM_DEFINED' }
  return { inferenceProfileSummaries: [profile] }
}

function textsOf(block: Fields): string[] {
  if (typeof block.text === 'string') return [block.text]
  return objects(fields(block.toolResult).content).map((inner) =>
    inner.json === undefined ? text(inner.text) : JSON.stringify(inner.json),
  )
}

function choiceOf({ any, tool }: Fields, { type, name }: Fields) {
  if (tool !== undefined || type === 'tool') return { name: text(fields(tool).name ?? name) }
  return any !== undefined || type === 'any' ? ('any' as const) : type === 'none' ? ('none' as const) : undefined
}

function schemaOf(body: Fields): { schema?: unknown } {
  const { schema } = fields(fields(fields(fields(body.outputConfig).textFormat).structure).jsonSchema)
  return typeof schema === 'string' ? { schema: JSON.parse(schema) as unknown } : {}
}

/** Answers that called tools. */
function roundsOf(messages: readonly Fields[]): number {
  return messages.filter((message) => blocksOf(message).some(({ toolUse }) => toolUse !== undefined)).length
}

function contentOf(ask: FakeAsk, request: FakeRequest, id: string): Fields[] {
  const thought = ask.thought.join('')
  const signature = sign('converse', thought)
  const mark = thought === '' ? '' : `_r${shortName(signature)}`
  // What must not be shown comes sealed.
  const reasoning = thinkingOf(request.body).display === 'omitted' ? { text: '', signature } : { text: thought, signature }
  return [
    ...(thought === '' ? [] : [{ reasoningContent: { reasoningText: reasoning } }]),
    ...(ask.calls.length === 0 ? [{ text: ask.pieces.join('') }] : []),
    ...ask.calls.map(({ name, argumentText }, at) => ({
      toolUse: { toolUseId: `tooluse_${id}_${at}${mark}`, name, input: JSON.parse(argumentText) as object },
    })),
  ]
}

/** A block as deltas; only calls have a start event. */
function blockStream(ask: FakeAsk, block: Fields, contentBlockIndex: number): Piece[] {
  const event = (type: string, payload: object, isPiece = false): Piece => ({
    text: awsEvent(type, { contentBlockIndex, ...payload }),
    isPiece,
  })
  const delta = (value: object) => event('contentBlockDelta', { delta: value }, true)
  const stop = event('contentBlockStop', {})
  const { reasoningText } = fields(block.reasoningContent)
  if (reasoningText !== undefined) {
    const shown = text(fields(reasoningText).text) === '' ? [] : ask.thought
    const signature = event('contentBlockDelta', { delta: { reasoningContent: { signature: fields(reasoningText).signature } } })
    return [...shown.map((piece) => delta({ reasoningContent: { text: piece } })), signature, stop]
  }
  if (typeof block.text === 'string') return [...ask.pieces.map((piece) => delta({ text: piece })), stop]
  const { toolUseId, name, input } = fields(block.toolUse)
  const whole = JSON.stringify(input)
  const middle = Math.ceil(whole.length / 2)
  // A call without arguments has only the empty piece.
  const parts = whole === '{}' ? [''] : [whole.slice(0, middle), whole.slice(middle)]
  return [
    event('contentBlockStart', { start: { toolUse: { toolUseId, name } } }),
    ...parts.map((part) => delta({ toolUse: { input: part } })),
    stop,
  ]
}

function stopOf({ calls, isCutShort }: FakeAsk): string {
  return calls.length > 0 ? 'tool_use' : isCutShort ? 'max_tokens' : 'end_turn'
}

/**
 * Tokens read from and written to the cache are not part of the input count; thinking is part of the output, and its size is not reported.
 */
function usageOf({ usage, cacheWrite }: FakeAsk) {
  const read = usage.prompt_tokens_details.cached_tokens
  return {
    inputTokens: usage.prompt_tokens - read - cacheWrite,
    outputTokens: usage.completion_tokens,
    totalTokens: usage.total_tokens,
    cacheReadInputTokens: read,
    cacheWriteInputTokens: cacheWrite,
    ...(cacheWrite > 0 && { cacheDetails: [{ ttl: '5m', inputTokens: cacheWrite }] }),
  }
}
