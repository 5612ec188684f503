// Bedrock's InvokeModel: bodies and answers are the model's own, Claude's, Titan's or Cohere's, and a stream stands in messages of AWS's event
// stream. Sources: AWS, Bedrock API reference ("InvokeModel", "InvokeModelWithResponseStream") and user guide ("Anthropic Claude Messages API",
// "Amazon Titan Text Embeddings", "Cohere Embed"), 2026; the types of Anthropic's library for Bedrock, 1.1.
import { awsEvent, awsException } from '@waystation/wire/testing/aws-event-stream'
import { anthropic } from '@waystation/wire/testing/strict/anthropic/index'
import { refused, signatureRefusal } from './aws-signature.ts'
import { type FakeDialect, type FakeRequest, type Fields, fields, objects, type Piece, text, unknownField } from './fake-dialect.ts'
import { messagesDialect } from './messages.ts'
import { rerankDialect } from './rerank.ts'

const PATH = /^\/model\/([^/]+)\/(invoke|invoke-with-response-stream)$/
const TITAN = new Set(['inputText', 'dimensions', 'normalize', 'embeddingTypes'])
const COHERE = new Set(['input_type', 'texts', 'images', 'inputs', 'embedding_types', 'output_dimension', 'max_tokens', 'truncate'])
const SINCE_4_7 = /claude-(opus|sonnet|haiku)-(4-[7-9]|[5-9])|claude-(fable|mythos)/

const modelOf = ({ path }: FakeRequest) => decodeURIComponent(PATH.exec(path)?.[1] ?? '')
const isStream = ({ path }: FakeRequest) => path.endsWith('-stream')

/** What answers a model here; undefined: it is no address of InvokeModel. */
export function invokedDialect(path: string): FakeDialect | undefined {
  const model = decodeURIComponent(PATH.exec(path)?.[1] ?? '')
  if (model === '') return undefined
  if (model.includes('rerank')) return rerankDialect
  return model.includes('anthropic.claude') ? claudeDialect : vectorsDialect
}

/** The request as Anthropic itself would get it. */
function asMakers(request: FakeRequest): FakeRequest {
  const { anthropic_version: version, anthropic_beta: betas, ...body } = request.body
  const headers = {
    'x-api-key': 'key',
    'anthropic-version': version === '2026-10-21' ? version : '2023-06-01',
    ...(Array.isArray(betas) ? { 'anthropic-beta': betas.join() } : {}),
  }
  const model = modelOf(request)
    .replace(/^.*anthropic\./, '')
    .replace(/-v\d+(:\d+)?$/, '')
  return { ...request, path: '/v1/messages', headers, body: { ...body, model, ...(isStream(request) ? { stream: true } : {}) } }
}

function claudeComplaint(request: FakeRequest): string | undefined {
  const { anthropic_version: version, anthropic_beta: betas, ...body } = request.body
  const odd = ['model', 'stream'].find((name) => name in body)
  if (odd !== undefined) return `${odd}: Extra inputs are not permitted`
  if (version !== 'bedrock-2023-05-31' && version !== '2026-10-21') return 'anthropic_version: Field required'
  if (version === '2026-10-21' && !SINCE_4_7.test(modelOf(request))) return 'anthropic_version: 2026-10-21 is not supported for this model'
  if (betas !== undefined && !Array.isArray(betas)) return 'anthropic_beta: Input should be a valid list'
  const { path, headers, body: judged } = asMakers(request)
  const refusal = anthropic.judge({ path, headers: headers as Record<string, string>, body: judged })
  if (refusal === undefined || refusal.status === 404) return messagesDialect.complaint(asMakers(request))
  return text(fields(fields(refusal.body).error).message)
}

const failing = {
  refuses: signatureRefusal,
  broken: (message: string) => awsException('modelStreamErrorException', { message, originalStatusCode: 529, originalMessage: message }),
  error: (_status: number, message: string) => ({ message }),
  errorHeaders: (status: number) => refused(status, status === 429 ? 'ThrottlingException' : 'ValidationException', '').headers,
}

const claudeDialect: FakeDialect = {
  ...failing,
  read: (request) => ({ ...messagesDialect.read(asMakers(request)), model: modelOf(request), isStream: isStream(request) }),
  complaint: claudeComplaint,
  whole: (ask, request, id) => messagesDialect.whole(ask, asMakers(request), id),
  stream: (ask, request, id) => messagesDialect.stream(ask, asMakers(request), id).filter(isEvent).map(inMessage),
  streamType: () => 'application/vnd.amazon.eventstream',
}

/** AWS sends no keep-alives of Anthropic's. */
const isEvent = ({ text: sent }: Piece) => !String(sent).startsWith('event: ping')

function inMessage({ text: sent, isPiece }: Piece): Piece {
  const data = /^data: (.*)$/m.exec(String(sent))?.[1] ?? ''
  return { isPiece, text: awsEvent('chunk', { bytes: Buffer.from(data).toString('base64'), p: 'abcdef' }) }
}

const isTitan = (request: FakeRequest) => modelOf(request).includes('titan')
const textsOf = ({ body }: FakeRequest): string[] => {
  const parts = objects(body.inputs).map(({ content }) =>
    objects(content)
      .map((part) => text(part.text))
      .join('\n'),
  )
  return [
    ...(Array.isArray(body.texts) ? body.texts.map(text) : []),
    ...parts,
    ...(body.inputText === undefined ? [] : [text(body.inputText)]),
  ]
}

const vectorsDialect: FakeDialect = {
  ...failing,
  read: (request) => ({
    ...{ model: modelOf(request), texts: textsOf(request), images: 0, messages: textsOf(request).length, isStream: false, isSilent: true },
  }),
  complaint(request) {
    const odd = unknownField(request.body, isTitan(request) ? TITAN : COHERE)
    if (odd !== undefined)
      return `Malformed input request: extraneous key [${odd}] is not permitted, please reformat your input and try again.`
    if (isTitan(request))
      return typeof request.body.inputText === 'string' ? undefined : 'Malformed input request: #: required key [inputText] not found'
    return cohereComplaint(request)
  },
  whole(ask, request, id) {
    const { dimensions, output_dimension: length = dimensions ?? 16, embedding_types: types = ['float'] } = request.body
    const vector = (index: number) => Array.from({ length: Number(length) }, (_, at) => Math.fround(Math.sin(index + at + 1)))
    const floats = textsOf(request).map((_, index) => vector(index))
    if (isTitan(request))
      return { embedding: floats[0], inputTextTokenCount: ask.usage.prompt_tokens, embeddingsByType: { float: floats[0] } }
    const embeddings = Object.fromEntries((types as string[]).map((type) => [type, floats]))
    return { response_type: 'embeddings_by_type', id: `fake-${id}`, embeddings, texts: request.body.texts ?? [] }
  },
  stream: () => [],
}

function cohereComplaint(request: FakeRequest): string | undefined {
  const { body } = request
  const isEmbed4 = modelOf(request).includes('embed-v4')
  const truncations = isEmbed4 ? ['NONE', 'LEFT', 'RIGHT'] : ['NONE', 'START', 'END']
  if (!['search_document', 'search_query', 'classification', 'clustering'].includes(text(body.input_type)))
    return 'Malformed input request: #/input_type: is not a valid enum value'
  if (body.truncate !== undefined && !truncations.includes(text(body.truncate)))
    return 'Malformed input request: #/truncate: is not a valid enum value'
  const pictures = objects(body.inputs).flatMap(({ content }) => objects(content).filter(({ type }: Fields) => type === 'image_url'))
  return pictures.some(({ image_url: url }) => typeof url !== 'string')
    ? 'Malformed input request: #/inputs: expected type: String'
    : undefined
}
