// Google's OpenAI-compatible address: /v1beta/openai/chat/completions. Its errors are Gemini's, in a list of one.
import { type JudgedRequest, type Refusal, rule, type StrictVendor } from '../judge.ts'
import { capabilityRules } from './capability-rules.ts'
import { type Call, contentRules } from './content-rules.ts'
import { generationRules } from './generation-rules.ts'
import { isGemini3, isGemini25, isUnknownToGoogle, readModel } from './models.ts'
import { type ChatCompletion, chatCompletionRequest, readChatCompletion } from './openai-request.ts'
import { parseRules, type Read } from './parse-rules.ts'
import { parseMessage } from './proto.ts'
import { firstRefusal, type Rule, UNNAMED } from './rule.ts'
import { schemaRules } from './schema-rules.ts'
import { thinkingRules } from './thinking-rules.ts'
import { functionNameRule, toolRules } from './tool-rules.ts'
import { turnRules } from './turn-rules.ts'

type ChatCall = Call & { chat: ChatCompletion }

const GUIDE = 'https://ai.google.dev/gemini-api/docs/openai'
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high']

const missingAuthorization: Rule<Read> = rule(
  'no-authorization-header',
  'https://github.com/aradlein/hass-agent-llm/issues/17 (2026-02-11)',
  ({ request: { headers } }) => (headers.authorization ? undefined : 'Missing Authorization header.'),
)

const modelNotFound: Rule<Read> = rule('model-not-found', `${GUIDE}; text as known in 2026-11`, ({ model }) =>
  isUnknownToGoogle(model)
    ? {
        code: 404,
        status: 'NOT_FOUND',
        message: `${model.resource} is not found for API version v1main, or is not supported for generateContent. Call ModelService.ListModels to see the list of available models and their supported methods.`,
      }
    : undefined,
)

const effortRules: readonly Rule<ChatCall>[] = [
  rule(
    'reasoning-effort',
    `${GUIDE}, https://github.com/ctrl-space-labs/gendox-core/issues/480 (2026-01-26)`,
    ({ chat: { reasoningEffort: effort } }) =>
      effort !== undefined && !EFFORTS.includes(effort)
        ? `Invalid reasoning_effort: ${effort}. Valid values are: ${EFFORTS.toReversed().join(', ')}`
        : undefined,
  ),
  // The Flash models of Gemini 3 take it by now.
  rule(
    'reasoning-cannot-be-off',
    `${GUIDE}, https://github.com/HKUDS/DeepTutor/issues/734 (2026-07-31)`,
    ({ chat: { reasoningEffort }, model }) =>
      reasoningEffort === 'none' && model.tier === 'pro' && (isGemini25(model) || isGemini3(model)) ? UNNAMED : undefined,
  ),
  rule(
    'reasoning-effort-with-thinking-config',
    `${GUIDE}: both say the same and cannot be used together; text recorded in 2025`,
    ({ chat: { reasoningEffort, thinking } }) =>
      reasoningEffort !== undefined && (thinking?.thinkingBudget !== undefined || thinking?.thinkingLevel !== undefined)
        ? 'Expected one of either `reasoning_effort` or custom `thinking_config`; found both.'
        : undefined,
  ),
]

const nullContent: Rule<ChatCall> = rule(
  'null-content',
  'https://github.com/3-ark/Cognito-AI_Sidekick/pull/20 (2025-06-13), https://github.com/langchain-ai/langchain/pull/30803 (2025-04-13)',
  ({ chat }) => (chat.hasNullContent ? 'Expected string or list of content parts, got: null' : undefined),
)

const ofThinking: readonly Rule<ChatCall>[] = thinkingRules.map(({ rule: name, source, refuses }) =>
  rule(name, source, ({ model, chat }) => refuses({ model, thinking: chat.thinking ?? {} })),
)

/** Gemini's rules that a chat completion can break; most were recorded at this address too. */
const SHARED = [
  ...['contents-not-specified', 'function-without-name', 'function-name', 'schema-array-without-items', 'function-call-turn-order'],
  ...['function-response-turn-order', 'function-response-count', 'missing-thought-signature', 'ends-with-model-turn'],
  ...['no-system-instruction', 'no-function-calling', 'no-json-mode', 'too-many-functions', 'duplicate-function', 'functions-with-json'],
  ...['temperature', 'top-p', 'max-output-tokens', 'stop-sequences', 'multiple-candidates', 'penalty'],
]

const shared = [
  ...contentRules,
  functionNameRule,
  ...schemaRules,
  ...turnRules,
  ...capabilityRules,
  ...toolRules,
  ...generationRules,
].filter(({ rule }) => SHARED.includes(rule))

const readRules: readonly Rule<Read>[] = [
  ...parseRules.filter(({ rule }) => ['unknown-field', 'wrong-type', 'list-where-one-is-wanted'].includes(rule)),
  missingAuthorization,
  modelNotFound,
]
const chatRules: readonly Rule<ChatCall>[] = [nullContent, ...effortRules, ...ofThinking, ...shared]

/** Google's OpenAI-compatible chat completions. */
export const geminiOpenai: StrictVendor = { name: 'gemini-openai', rules: [...readRules, ...chatRules], judge }

function judge(request: JudgedRequest): Refusal | undefined {
  if (!/^\/v1(beta|alpha)?\/openai\/chat\/completions$/.test(request.path)) return undefined
  const inList = (error: object) => [error]
  const parsed = parseMessage(chatCompletionRequest, request.body)
  const chat = readChatCompletion(parsed.value)
  const model = readModel(chat.model)
  const unread = firstRefusal(readRules, { request, parsed, model, method: 'generateContent' }, inList)
  return unread ?? firstRefusal(chatRules, { chat, model, body: chat.body, request: 'GenerateContentRequest' }, inList)
}
