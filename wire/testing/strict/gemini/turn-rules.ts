// Rules on the order of turns: what a function call may follow, what must follow it, and how a conversation may end.
import { rule } from '../judge.ts'
import type { Call } from './content-rules.ts'
import { isGemini3, isStrictAboutTurns } from './models.ts'
import { type Content, type FunctionName, isCall, isResponse, parts } from './request.ts'
import { type Rule, UNNAMED } from './rule.ts'

const isModelTurn = (content: Content | undefined): boolean => content?.role?.toLowerCase() === 'model'
const hasCalls = (content: Content | undefined): boolean => isModelTurn(content) && parts(content).some(isCall)
const hasResponses = (content: Content | undefined): boolean => !isModelTurn(content) && parts(content).some(isResponse)

/** The names of roles that Gemini 3.6 and later tell when they refuse one. */
const ROLES = ['SYSTEM', 'SYSTEM_1', 'USER', 'ASSISTANT', 'DEVELOPER', 'CONTEXT', 'USER_CONTEXT', 'MODEL', 'USER']

/** The answers that follow the calls of this turn, however many contents they are spread over. */
function responsesAfter(contents: readonly Content[], index: number): FunctionName[] {
  const rest = contents.slice(index + 1)
  const end = rest.findIndex((content) => !hasResponses(content))
  const answers = end === -1 ? rest : rest.slice(0, end)
  return answers.flatMap((content) => parts(content).flatMap(({ functionResponse }) => functionResponse ?? []))
}

/** Each call that is not the last thing of a conversation, with the answers to its turn. */
function answeredCalls(contents: readonly Content[]): { call: FunctionName; responses: FunctionName[] }[] {
  return contents.slice(0, -1).flatMap((content, index) => {
    if (!hasCalls(content)) return []
    const responses = responsesAfter(contents, index)
    return parts(content).flatMap(({ functionCall }) => (functionCall ? [{ call: functionCall, responses }] : []))
  })
}

/** The contents after the user's last own words; Gemini 3 wants the signatures of these only. */
function currentTurnStart(contents: readonly Content[]): number {
  return contents.findLastIndex((content) => !isModelTurn(content) && parts(content).some((part) => !isResponse(part))) + 1
}

export const turnRules: readonly Rule<Call>[] = [
  rule('role', 'https://github.com/the-open-agent/openagent/issues/1666 (2025-10-19)', ({ body, model }) => {
    if (isStrictAboutTurns(model)) return undefined
    // Models whose name says nothing may be of the newer kind, which knows more roles.
    const known = ['user', 'model', 'function', 'tool', '', ...(model.version === undefined ? ROLES : [])].map((role) => role.toLowerCase())
    const isUnknown = body.contents?.some(({ role = '' }) => !known.includes(role.toLowerCase()))
    return isUnknown ? 'Please use a valid role: user, model.' : undefined
  }),
  rule(
    'role-of-newer-models',
    'https://github.com/blakeblackshear/frigate/pull/24013 (2026-08-16), https://github.com/genkit-ai/genkit/pull/5780 (2026-07-21)',
    ({ body, model }) => {
      if (!isStrictAboutTurns(model)) return undefined
      const unknown = body.contents?.find(({ role }) => role && !ROLES.includes(role.toUpperCase()))?.role
      return unknown && `Role '${unknown}' is not supported. Please use a valid role: ${ROLES.join(', ')}.`
    },
  ),
  rule(
    'function-call-turn-order',
    'https://github.com/google-gemini/gemini-cli/issues/11814 (2025-10-23), https://github.com/lobehub/lobehub/issues/10049 (2025-11-04)',
    ({ body: { contents = [] } }) => {
      const isMisplaced = contents.some((content, index) => hasCalls(content) && (index === 0 || isModelTurn(contents[index - 1])))
      return isMisplaced
        ? 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
        : undefined
    },
  ),
  rule(
    'function-response-turn-order',
    'https://github.com/BerriAI/litellm/issues/26755 (2026-04), https://github.com/langchain-ai/langchain/issues/27799 (2024-10)',
    ({ body: { contents = [] } }) => {
      const isMisplaced = contents.some((content, index) => {
        if (!hasResponses(content)) return false
        const before = contents[index - 1]
        return !hasCalls(before) && !hasResponses(before)
      })
      return isMisplaced ? 'Please ensure that function response turn comes immediately after a function call turn.' : undefined
    },
  ),
  rule('function-response-count', 'https://github.com/microsoft/vscode/issues/299295 (2026-03-04)', ({ body: { contents = [] } }) => {
    const isUneven = contents.some((content, index) => {
      // A conversation may end with the calls.
      if (!hasCalls(content) || index === contents.length - 1) return false
      return parts(content).filter(isCall).length !== responsesAfter(contents, index).length
    })
    return isUneven
      ? 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
      : undefined
  }),
  rule(
    'function-response-without-id-of-call',
    'https://github.com/ShinChven/remix-studio/pull/35 (2026-08-02), https://ai.google.dev/gemini-api/docs/function-calling: give the exact id back',
    ({ body: { contents = [] }, model }) =>
      isStrictAboutTurns(model) &&
      answeredCalls(contents).some(({ call, responses }) => call.id && !responses.some(({ id }) => id === call.id))
        ? UNNAMED
        : undefined,
  ),
  // Measured at Vertex AI, which runs the same model.
  rule(
    'function-response-with-other-name',
    'https://github.com/archestra-ai/archestra/pull/7583 (2026-08-31)',
    ({ body: { contents = [] }, model }) =>
      isStrictAboutTurns(model) && answeredCalls(contents).some(({ call, responses }) => !responses.some(({ name }) => name === call.name))
        ? UNNAMED
        : undefined,
  ),
  // Of parallel calls only the first has a signature, so only the first is looked at.
  rule(
    'missing-thought-signature',
    'https://github.com/lbjlaq/Antigravity-Manager/issues/3202 (2026-06-22), https://ai.google.dev/gemini-api/docs/thought-signatures',
    ({ body: { contents = [] }, model }) => {
      if (!isGemini3(model)) return undefined
      const start = currentTurnStart(contents)
      const index = contents.findIndex((content, at) => at >= start && hasCalls(content) && !parts(content).find(isCall)?.thoughtSignature)
      const call = parts(contents[index]).find(isCall)
      return call && missingSignature(call.functionCall?.name ?? '', index + 1)
    },
  ),
  // Also where the last content has other parts after its function responses.
  rule(
    'ends-with-model-turn',
    'https://github.com/LibreChat-AI/agents/pull/323 (2026-07-21), https://github.com/MoonshotAI/kimi-code/issues/3274 (2026-08-26)',
    ({ body, model }) => {
      if (!isStrictAboutTurns(model)) return undefined
      const last = body.contents?.at(-1)
      const kinds = parts(last).map(isResponse)
      const hasPartAfterResponse = kinds.includes(true) && kinds.lastIndexOf(false) > kinds.indexOf(true)
      return isModelTurn(last) || hasPartAfterResponse ? 'Requests ending with a model turn are not supported.' : undefined
    },
  ),
]

/** What Gemini 3 says of a call that lost its signature. */
const missingSignature = (name: string, position: number): string =>
  `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`
