// The fields of a request to /v1/chat/completions, made from the official SDK's types.
import { sdkDeclarations } from '../../sdk/declarations.ts'
import { type Addition, casesOf, each, sdkShapes } from '../../sdk/shapes.ts'
import { anything, either, flag, list, nullable, open, type Shape, tagged, text } from '../shape.ts'

export const toolName = { max: 64, min: 1, pattern: /^[a-zA-Z0-9_-]+$/ }
const participant = { max: 64, pattern: /^[^\s<|\\/>]+$/ }
const atLeastOne = { min: 1 }
const notNull = { nullable: false }
const penalty = { min: -2, max: 2 }

/** What the vendor checks beside the types in the fields that both of its dialects have. */
export const sharedAdditions: Readonly<Record<string, Addition>> = {
  ...each(['FunctionDefinition.name', 'ResponseFormatJSONSchema.JSONSchema.name'], toolName),
  temperature: { min: 0, max: 2 },
  top_p: { min: 0, max: 1 },
  top_logprobs: { min: 0 },
  user: { max: 64 },
  prompt_cache_key: { max: 64 },
  safety_identifier: { max: 128 },
  Metadata: (shape) => ({ ...shape, maxEntries: 16, maxKey: 64, words: 'a metadata object', values: text({ max: 512 }) }) as Shape,
}

/** Fields of either dialect that are no whole numbers. */
export const decimals = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logit_bias']

/** Beside what the types have, and with the times that other models take. */
export const cacheOptions = { comparison_response_id: nullable(text()), prewarm: flag() }
export const cacheTimes = { oneOf: ['30m', '12h'], nullable: true }

const roles = ['System', 'User', 'Assistant', 'Tool', 'Developer'].map((role) => `ChatCompletion${role}MessageParam`)
const contentWords = { words: 'one of a string or array of objects' }

/** What may stand in a message is checked apart from the structure, but in a developer's message. */
function content(shape: Shape): Shape {
  const refusal = casesOf(shapes('ChatCompletionContentPartRefusal'))
  const { text: texts, image_url, input_audio, ...files } = casesOf(shapes('ChatCompletionContentPart'))
  const part = tagged('type', { text: texts, image_url, input_audio, ...refusal, audio: open({}), ...files } as Record<string, Shape>)
  const { required: _, ...whole } = { ...shape, ...either(text(), list(part)), ...contentWords, nullable: true }
  return whole
}

/** A developer's message has a schema of its own and is read more strictly than the others. */
function developerContent(shape: Shape): Shape {
  const [part] = Object.values(casesOf(shapes('ChatCompletionContentPartText')))
  return {
    ...shape,
    ...either(text(), list(tagged('type', { text: { ...(part ?? open({})), others: 'refused' } as Shape }))),
    ...contentWords,
  }
}

/** The roles as the vendor lists them. */
function inOrder(shape: Shape): Shape {
  const { system, assistant, user, function: called, tool, developer } = casesOf(shape)
  return { ...shape, cases: { system, assistant, user, function: called, tool, developer } } as Shape
}

/** A type that it does not know is read as a function. */
function toolChoice(shape: Shape): Shape {
  const shapes = (shape.is === 'either' ? shape.shapes : []).map((one) =>
    one.is === 'tagged' ? { ...one, strangersAre: 'function' } : one,
  )
  return { ...either(...shapes), words: "one of one of 'none', 'auto', or 'required' or object" }
}

const shapes = sdkShapes(sdkDeclarations(['openai/resources/chat/completions/completions.d.ts', 'openai/resources/shared.d.ts']), {
  others: 'ignored',
  optionalMeansNull: true,
  decimals,
  additions: {
    ...sharedAdditions,
    presence_penalty: penalty,
    frequency_penalty: penalty,
    ...each(
      [
        'ChatCompletionMessageFunctionToolCall.Function',
        'ChatCompletionMessageCustomToolCall.Custom',
        'ChatCompletionCustomTool.Custom',
      ].map((type) => `${type}.name`),
      toolName,
    ),
    'ChatCompletionCreateParams.Function.name': toolName,
    ...each(
      roles.filter((role) => !role.includes('Tool')).map((role) => `${role}.name`),
      participant,
    ),
    ...each(
      roles.map((role) => `${role}.content`),
      content,
    ),
    'ChatCompletionDeveloperMessageParam.content': developerContent,
    'ChatCompletionMessageFunctionToolCall.id': { max: 64 },
    'ChatCompletionMessageCustomToolCall.id': { max: 64 },
    tool_call_id: { max: 64 },
    tool_calls: atLeastOne,
    ChatCompletionMessageToolCall: { words: 'an object' },
    ChatCompletionToolChoiceOption: toolChoice,
    ChatCompletionMessageParam: inOrder,
    messages: atLeastOne,
    'ChatCompletionCreateParamsBase.model': anything(),
    reasoning_effort: anything(),
    functions: { min: 1, max: 128, words: 'an array of function definitions' },
    'ChatCompletionCreateParamsBase.tools': { min: 1, max: 128 },
    max_tokens: atLeastOne,
    max_completion_tokens: atLeastOne,
    n: { min: 1, max: 128 },
    logit_bias: (shape) => ({ ...shape, values: { is: 'number', whole: false, min: -100, max: 100 } }) as Shape,
    modalities: atLeastOne,
    service_tier: { oneOf: ['auto', 'default', 'fast', 'flex', 'priority'] },
    stop: (shape) => ({ ...shape, ...either(text(), list(text(), { max: 4 })) }),
    ttl: notNull,
    'ChatCompletionCustomTool.Custom.format': notNull,
    'ChatCompletionCreateParams.PromptCacheOptions.ttl': cacheTimes,
  },
  also: { 'ChatCompletionCreateParams.PromptCacheOptions': cacheOptions },
  closed: new Set([
    ...['ChatCompletionDeveloperMessageParam', 'ChatCompletionContentPart.File.File', 'ChatCompletionStreamOptions'],
    'ChatCompletionCreateParams.PromptCacheOptions',
  ]),
})

/** Every field that Chat Completions knows. The model and the effort of reasoning are judged apart. */
export const chatFields: Readonly<Record<string, Shape>> = fieldsOf(shapes('ChatCompletionCreateParamsBase'))

/** The fields of an object's shape. */
export function fieldsOf(shape: Shape): Readonly<Record<string, Shape>> {
  return shape.is === 'object' ? shape.fields : {}
}
