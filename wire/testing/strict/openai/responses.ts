// POST /v1/responses of api.openai.com: what it refuses, in the order in which it looks.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { rule, type StrictVendor } from '../judge.ts'
import { firstFault, open } from '../shape.ts'
import { modelNotFound } from './chat.ts'
import { ofAnswer, ofFunction } from './chat-tools.ts'
import { isOpenAIName } from './models.ts'
import { type Check, inside, isGiven, objects, openaiVendor, type RuledProblem, textOf, type Walk } from './refusal.ts'
import { responsesFields } from './responses-fields.ts'
import { historyChecks } from './responses-history.ts'
import { responsesModelChecks } from './responses-models.ts'
import { partChecks } from './responses-parts.ts'
import { answerFault, functionFault, schemaRules } from './schema.ts'
import { measured, structureRules, told } from './structure.ts'

/** Fields of Chat Completions that have another name here. */
const moved: Readonly<Record<string, string>> = {
  messages: 'input',
  response_format: 'text.format',
  reasoning_effort: 'reasoning.effort',
}

const requestChecks: readonly Check<JsonObject>[] = [
  rule('parameter-has-moved', measured, (body) => {
    const found = Object.keys(body).find((name) => Object.hasOwn(moved, name))
    if (found === undefined || !isGiven(body.model)) return undefined
    const rest =
      'Try again with the new parameter. See the API documentation for more information: https://platform.openai.com/docs/api-reference/responses/create.'
    const message = `Unsupported parameter: '${found}'. In the Responses API, this parameter has moved to '${moved[found]}'. ${rest}`
    return { message, param: null, code: 'unsupported_parameter' }
  }),
]

/** No list of this endpoint has to have an element: it takes even an empty list of tools. */
const structure: Walk<JsonObject> = { rules: structureRules.filter(({ rule }) => rule !== 'list-empty'), walk: structureFault }

function structureFault(body: JsonObject): RuledProblem | undefined {
  if (body.model === undefined) return told({ kind: 'missing-field', path: ['model'] })
  // What the vendor has stored stands for the input; a response before this one does not.
  if (body.input === undefined && !isGiven(body.prompt) && !isGiven(body.conversation))
    return told({ kind: 'missing-field', path: ['input'] })
  const stranger = Object.keys(body).find((name) => !Object.hasOwn(responsesFields, name))
  if (stranger !== undefined) return told({ kind: 'unknown-field', path: [stranger] })
  const fault = firstFault(open(responsesFields), body)
  return fault && told(fault)
}

const companionChecks: readonly Check<JsonObject>[] = [
  rule('model-not-found', 'https://developers.openai.com/api/docs/guides/error-codes (documentation as known in 2026-11)', (body) =>
    isOpenAIName(textOf(body.model)) ? undefined : modelNotFound(textOf(body.model)),
  ),
  rule('two-histories', measured, (body) => {
    if (!isGiven(body.previous_response_id) || !isGiven(body.conversation)) return undefined
    const message = "Mutually exclusive parameters: ''. Ensure you are only providing one of: 'pre..._id' or 'conversation'."
    return { message, param: null, code: 'mutually_exclusive_parameters' }
  }),
  rule('input-empty', measured, (body) => {
    const isEmpty = body.input === '' || (Array.isArray(body.input) && body.input.length === 0)
    if (!isEmpty || [body.previous_response_id, body.conversation, body.prompt].some(isGiven)) return undefined
    const message = `One of "input" or "previous_response_id" or 'prompt' or 'conversation' must be provided.`
    return { message, param: null, code: 'missing_required_parameter' }
  }),
  rule('background-without-store', 'https://developers.openai.com/api/docs/guides/background#limits', (body) => {
    if (body.background !== true || body.store !== false) return undefined
    return { message: 'Background mode requires store=true.', param: 'background', code: null }
  }),
  rule(
    'tool-choice-without-tools',
    'https://developers.openai.com/api/reference/resources/responses (tool_choice; documentation as known in 2026-11)',
    (body) => {
      if (body.tool_choice !== 'required' || objects(body.tools).length > 0 || isGiven(body.prompt)) return undefined
      return { message: "Tool choice 'required' must be specified with 'tools' parameter.", param: 'tool_choice', code: null }
    },
  ),
  rule('tool-choice-of-unknown-tool', 'https://github.com/raine/claude-code-proxy/issues/10 (2026-06-15)', (body) => {
    const choice = inside(body.tool_choice)
    if (choice.type !== 'function' || isGiven(body.prompt)) return undefined
    // A search for tools may bring more of them, and namespaces hold their own.
    const isOpen = objects(body.tools).some(({ type }) => type === 'tool_search' || type === 'namespace')
    if (isOpen || objects(body.tools).some((tool) => tool.type === 'function' && tool.name === choice.name)) return undefined
    return { message: "Tool choice 'function' not found in 'tools' parameter.", param: 'tool_choice', code: null }
  }),
]

const schemas: Walk<JsonObject> = {
  rules: schemaRules,
  walk(body) {
    for (const [index, tool] of objects(body.tools).entries()) {
      const found = tool.type === 'function' ? functionFault(tool) : undefined
      if (found) return ofFunction(found, textOf(tool.name), `tools[${index}].parameters`)
    }
    const format = inside(inside(body.text).format)
    const found = format.strict === true ? answerFault(format.schema ?? null) : undefined
    return found && ofAnswer(found, textOf(format.name), 'text.format.schema')
  },
}

/** The judge of requests to Responses. */
export const openaiResponses: StrictVendor = openaiVendor('openai responses', '/v1/responses', [
  ...requestChecks,
  structure,
  ...companionChecks,
  schemas,
  ...partChecks,
  ...historyChecks,
  ...responsesModelChecks,
])
