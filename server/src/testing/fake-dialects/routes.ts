// Which dialect a request to the fake provider is in, by its address.
import type { IncomingMessage } from 'node:http'
import type { PlainRequest } from '../fakes/fake-provider-ask.ts'
import { openaisAddress } from '../fakes/strict-azure.ts'
import { vendorPath } from '../fakes/strict-vendors.ts'
import { makersAddress } from '../fakes/strict-vertex.ts'
import { audioDialect } from './audio.ts'
import { chatDialect } from './chat.ts'
import { compactDialect } from './compact.ts'
import { converseDialect } from './converse.ts'
import { embedDialect } from './embed.ts'
import { type FakeDialect, type FakeRequest, fields } from './fake-dialect.ts'
import { fimDialect } from './fim.ts'
import { generateDialect } from './generate.ts'
import { imagesDialect } from './images.ts'
import { invokedDialect } from './invoke.ts'
import { messagesDialect } from './messages.ts'
import { ownRerankDialect } from './own-rerank.ts'
import { pagesDialect } from './pages.ts'
import { rerankDialect } from './rerank.ts'
import { openResponsesDialect } from './responses.ts'
import { vectorsDialect } from './vectors.ts'
import { verdictsDialect } from './verdicts.ts'

export interface FakeDialects {
  readonly chat: FakeDialect
  readonly responses: FakeDialect
  readonly messages: FakeDialect
  readonly generate: FakeDialect
}

export interface FakeRoute {
  /** Without the query, the version, and what some vendors put in front of it. */
  readonly path: string
  readonly dialect: FakeDialect
  readonly request: FakeRequest
  readonly parsed: PlainRequest
  /** Does this address exist? */
  readonly isKnown: boolean
}

/** Versions that some vendors have in place of the usual one: Zhipu, Volcano Ark, Qianfan; DeepSeek for what is not a chat. */
const OTHER_VERSIONS = /^(?:(?:\/api\/paas\/v4|\/api\/v3|\/v2)(?=\/chat\/completions$)|\/beta(?=\/completions$))/

/** The dialects of one provider; some of them remember. */
export function openDialects(): FakeDialects {
  return { chat: chatDialect, responses: openResponsesDialect(), messages: messagesDialect, generate: generateDialect }
}

/** @param content the request's body as it came and as it was read */
export function route(
  { url = '', method = '', headers }: IncomingMessage,
  { rawBody, body: given }: { readonly rawBody: string; readonly body: unknown },
  dialects: FakeDialects,
): FakeRoute {
  const { pathname, searchParams } = new URL(url, 'http://fake')
  const maker = makersAddress(pathname) ?? openaisAddress(pathname)
  const path = vendorPath(maker?.path ?? pathname)
    .replace(/^\/v1beta\/openai(?=\/)/, '')
    .replace(/^\/v1(beta|alpha)?(?=\/)/, '')
    .replace(OTHER_VERSIONS, '')
  const body = maker?.model === undefined ? fields(given) : { ...fields(given), model: maker.model }
  const request: FakeRequest = { path, method, target: url, query: searchParams, headers, body, rawBody }
  const found = dialectAt(path, dialects)
  const dialect = found ?? dialects.chat
  const isPlain = found === undefined && (path === '/completions' || path === '/embeddings')
  const parsed = isPlain ? plain(body, path === '/embeddings') : dialect.read(request)
  return { path, dialect, request, parsed, isKnown: found !== undefined || isPlain }
}

function dialectAt(path: string, dialects: FakeDialects): FakeDialect | undefined {
  if (path === '/chat/completions') return dialects.chat
  if (/^\/audio\/(speech|transcriptions|translations)$/.test(path)) return audioDialect
  if (path === '/moderations' || path === '/chat/moderations') return verdictsDialect
  if (path === '/fim/completions') return fimDialect
  if (path === '/ocr') return pagesDialect
  if (/^\/images\/(generations|edits|variations)$/.test(path)) return imagesDialect
  if (path === '/responses') return dialects.responses
  if (path === '/responses/compact') return compactDialect(dialects.responses)
  if (path === '/messages' || path === '/messages/count_tokens') return dialects.messages
  if (/^\/(model\/[^/]+\/converse(-stream)?|foundation-models|inference-profiles)$/.test(path)) return converseDialect
  if (path === '/v2/embed' || path === '/voyage/v1/embeddings') return vectorsDialect
  if (/^(\/v2|\/voyage\/v1)?\/rerank(ers)?$|\/text-rerank$/.test(path)) return rerankDialect
  if (/^\/(sglang\/v1|tei)\/rerank$|^\/ranking$|^\/inference\//.test(path)) return ownRerankDialect
  if (/^\/models\/[^:]+:(embedContent|batchEmbedContents)$/.test(path)) return embedDialect
  return (
    invokedDialect(path) ??
    (/^\/models\/[^:]+:(generateContent|streamGenerateContent|countTokens)$/.test(path) ? dialects.generate : undefined)
  )
}

/** Requests of legacy completions and of embeddings. */
function plain(body: FakeRequest['body'], isSilent: boolean): PlainRequest {
  const prompt = body.prompt ?? body.input ?? ''
  const isTokens = Array.isArray(prompt) && prompt.every((item) => typeof item === 'number')
  const prompts = !isSilent && Array.isArray(prompt) && !isTokens ? prompt.length : 1
  return {
    model: String(body.model ?? ''),
    texts: (Array.isArray(prompt) ? prompt : [prompt]).map(String),
    images: 0,
    messages: 1,
    isStream: body.stream === true,
    wantsUsage: fields(body.stream_options).include_usage === true,
    wantsLogprobs: body.logprobs === true || typeof body.logprobs === 'number',
    choices: (typeof body.n === 'number' ? body.n : 1) * prompts,
    isSilent,
  }
}
