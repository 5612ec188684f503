// The fields of a request to /v1/responses, made from the official SDK's types.
import { sdkDeclarations } from '../../sdk/declarations.ts'
import { type Addition, casesOf, each, sdkShapes } from '../../sdk/shapes.ts'
import { anything, closed, decimal, dictionary, either, list, nullable, open, required, type Shape, tagged, text, words } from '../shape.ts'
import { cacheOptions, cacheTimes, decimals, fieldsOf, sharedAdditions, toolName } from './chat-fields.ts'

const callId = { min: 1, max: 64 }
const calledName = { min: 1, pattern: /^[a-zA-Z0-9_-]+$/ }
const optional = { required: false }
const notNull = { nullable: false }

const allParts = [
  ...['input_text', 'input_image', 'input_audio', 'output_text', 'refusal', 'input_file'],
  ...['computer_screenshot', 'summary_text', 'encrypted_content'],
]

function content(parts: Readonly<Record<string, Shape>>): Shape {
  return required(either(text(), list(tagged('type', parts, { known: allParts, atObject: true }))))
}

/** A message by its role: the vendor's own parts stand in its answers only. */
function message(): Shape {
  const audio = open({ input_audio: required(open({ data: required(text()), format: required(words('mp3', 'wav')) })) })
  const input = { ...casesOf(shapes('ResponseInputContent')), scoped_content: open({}), input_audio: audio }
  const output = { ...casesOf(shapes('ResponseOutputText')), ...casesOf(shapes('ResponseOutputRefusal')) }
  const status = nullable(words('in_progress', 'completed', 'incomplete'))
  const head = { type: anything(), role: anything(), id: nullable(text({ max: 64 })), status }
  const phase = nullable(words('commentary', 'final_answer'))
  const fromClient = closed({ ...head, content: content(input) })
  const assistant = closed({ ...head, phase, content: content(output) })
  return tagged('role', { assistant, system: fromClient, developer: fromClient, user: fromClient }, { atObject: true })
}

/** An item by its type, as the vendor lists them, with those that the SDK has in its beta only. */
function inputItem(shape: Shape): Shape {
  const cases = {
    ...casesOf(shape),
    message: message(),
    agent_message: open({}),
    multi_agent_call: open({}),
    multi_agent_call_output: open({}),
  }
  return { ...tagged('type', cases, { otherwise: 'message', atObject: true }), words: 'an input item' }
}

function toolChoice(shape: Shape): Shape {
  const named = shape.is === 'either' ? shape.shapes.flatMap((one) => Object.entries(casesOf(one))) : []
  const more = ['web_search', 'local_shell', 'tool_search'].map((type) => [type, open({})] as const)
  const choice = either(
    words('none', 'auto', 'required'),
    tagged('type', { ...Object.fromEntries([...more, ...named]), ...casesOf(shapes('ToolChoiceMcp')) }),
  )
  return { ...choice, nullable: true, words: "one of an object or 'none', 'auto', or 'required'" }
}

const effort = "one of one of 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', or 'max' or integer"

const additions: Readonly<Record<string, Addition>> = {
  ...sharedAdditions,
  ...each(['FunctionTool.name', 'CustomTool.name', 'ResponseFormatTextJSONSchemaConfig.name'], toolName),
  ...each(['ResponseFunctionToolCall.name', 'ResponseCustomToolCall.name'], calledName),
  ...each(['FunctionTool.parameters', 'FunctionTool.strict'], { ...optional, nullable: true }),
  // The thoughts go back by their summary and the sealed text; the open text is refused.
  'ResponseReasoningItem.content': { max: 0 },
  'ResponseReasoningItem.id': { ...optional, nullable: true, max: 64 },
  id: { max: 64 },
  ...each(['ResponseInputItem.ItemReference.id', 'ResponsePrompt.id', 'ResponseConversationParam.id'], { max: undefined }),
  call_id: callId,
  ResponseInputItem: inputItem,
  'ResponseCreateParamsBase.model': { required: true, nullable: false },
  'ResponseCreateParamsBase.input': { nullable: false, words: 'one of a string or array of input items' },
  'ResponseCreateParamsBase.tools': { words: 'an array of tools' },
  'ResponseCreateParamsBase.tool_choice': toolChoice,
  async: notNull,
  'ResponseInputImage.detail': { ...optional, nullable: true },
  image_url: { words: 'an image URL' },
  'Reasoning.effort': { words: effort },
  'ResponseOutputText.annotations': optional,
  max_output_tokens: { min: 16 },
  max_tool_calls: { min: 1 },
  max_num_results: { min: 1, max: 50 },
  partial_images: { min: 0, max: 3 },
  top_logprobs: { min: 0, max: 20 },
  compact_threshold: { min: 1000 },
  ttl: notNull,
  'ResponseCreateParams.PromptCacheOptions.ttl': cacheTimes,
  service_tier: { oneOf: ['auto', 'default', 'fast', 'flex', 'priority', 'ultrafast'] },
}

const shapes = sdkShapes(
  sdkDeclarations([
    'openai/resources/responses/responses.d.ts',
    'openai/resources/shared.d.ts',
    ...['conversations/conversations', 'containers/containers', 'vector-stores/vector-stores'].map(
      (file) => `openai/resources/${file}.d.ts`,
    ),
  ]),
  {
    others: 'ignored',
    optionalMeansNull: true,
    decimals: [...decimals, 'logprob', 'score', 'text_weight', 'embedding_weight', 'score_threshold'],
    additions,
    also: {
      'ResponseCreateParams.PromptCacheOptions': cacheOptions,
      ResponseCustomToolCall: { status: { as: 'ResponseFunctionToolCall.status' } },
      ResponseCustomToolCallOutput: { status: { as: 'ResponseFunctionToolCall.status' } },
      ResponseCreateParamsBase: {
        // Not in the reference. The vendor's command line sends it with every request: https://github.com/justrach/codegraff2/issues/92 (2026-05-20)
        client_metadata: nullable(dictionary(anything())),
        presence_penalty: nullable(decimal({ min: -2, max: 2 })),
        frequency_penalty: nullable(decimal({ min: -2, max: 2 })),
      },
    },
    closed: new Set([
      ...['ResponseInputText', 'ResponseInputImage', 'ResponseInputFile'].flatMap((part) => [
        ...[part, `${part}Content`, `${part}.PromptCacheBreakpoint`, `${part}Content.PromptCacheBreakpoint`],
      ]),
      ...['ResponseOutputText', 'ResponseOutputRefusal'],
      ...['ResponseFunctionToolCall', 'ResponseInputItem.FunctionCallOutput', 'ResponseCustomToolCall', 'ResponseCustomToolCallOutput'],
      ...['ResponseReasoningItem', 'ResponseReasoningItem.Summary', 'ResponseTextConfig', 'Reasoning'],
      ...['ResponseCreateParams.StreamOptions', 'ResponseCreateParams.PromptCacheOptions'],
    ]),
  },
)

/** Every field that Responses knows. */
export const responsesFields: Readonly<Record<string, Shape>> = fieldsOf(shapes('ResponseCreateParamsBase'))
