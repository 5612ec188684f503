// The Gemini API as a strict fake vendor: its own address, and its OpenAI-compatible one.
import type { JudgedRequest, Refusal, StrictVendor } from '../judge.ts'
import { capabilityRules } from './capability-rules.ts'
import { type Call, contentRules, mediaRules } from './content-rules.ts'
import { generationRules } from './generation-rules.ts'
import { countTokensRequest, generateContentRequest } from './messages.ts'
import { readModel } from './models.ts'
import { modelNotFound, noApiKey, parseRules, type Read } from './parse-rules.ts'
import { parseMessage } from './proto.ts'
import { referenceRules } from './reference-rules.ts'
import type { GenerateRequest } from './request.ts'
import { firstRefusal, type Rule } from './rule.ts'
import { schemaRules } from './schema-rules.ts'
import { thinkingRulesOfRequest } from './thinking-rules.ts'
import { functionNameRule, toolRules } from './tool-rules.ts'
import { turnRules } from './turn-rules.ts'

export { geminiOpenai } from './openai.ts'

const readRules: readonly Rule<Read>[] = [...parseRules, noApiKey, modelNotFound]

/** Told by Google's message checker, which also looks at requests whose tokens are only counted. */
const messageRules: readonly Rule<Call>[] = [...contentRules, functionNameRule, ...schemaRules]

const meaningRules: readonly Rule<Call>[] = [
  ...mediaRules,
  ...turnRules,
  ...capabilityRules,
  ...toolRules,
  ...referenceRules,
  ...generationRules,
  ...thinkingRulesOfRequest,
]

const CALL = /^\/v1(?:beta|alpha)\/(?:models|tunedModels)\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/

/** generativelanguage.googleapis.com: `models/{model}:generateContent`, `:streamGenerateContent` and `:countTokens`. */
export const gemini: StrictVendor = {
  name: 'gemini',
  rules: [...readRules, ...messageRules, ...meaningRules],
  judge,
}

function judge(request: JudgedRequest): Refusal | undefined {
  const [, modelName = '', method = ''] = CALL.exec(request.path) ?? []
  if (method === '') return undefined
  const model = readModel(decodeURIComponent(modelName))
  const isCounting = method === 'countTokens'
  const parsed = parseMessage(isCounting ? countTokensRequest : generateContentRequest, request.body)
  // A stream that does not come as events is a list, and so is its error.
  const isList = method === 'streamGenerateContent' && request.query?.alt !== 'sse'
  const tell = (error: object) => (isList ? [error] : error)
  const unread = firstRefusal(readRules, { request, parsed, model, method }, tell)
  if (unread) return unread
  // What the parser read has the shape of the messages, so this says no more than the messages do.
  const { generateContentRequest: inner, ...outer } = parsed.value as GenerateRequest & { generateContentRequest?: GenerateRequest }
  const name = inner ? 'CountTokensRequest.generate_content_request' : isCounting ? 'CountTokensRequest' : 'GenerateContentRequest'
  const call: Call = { body: inner ?? outer, model, request: name }
  return firstRefusal(isCounting ? messageRules : [...messageRules, ...meaningRules], call, tell)
}
