// What Bedrock refuses of a Converse request, in its words as far as they are known. Source: AWS, Bedrock API reference, "Converse" and the
// types below it; user guide, "Tool use", "Extended thinking", 2026.
import { type FakeRequest, type Fields, fields, firstOf, objects, text, unknownField } from './fake-dialect.ts'
import { shortName, sign } from './signature.ts'

const FIELDS = new Set([
  ...['messages', 'system', 'inferenceConfig', 'toolConfig', 'guardrailConfig', 'additionalModelRequestFields', 'promptVariables'],
  ...['additionalModelResponseFieldPaths', 'requestMetadata', 'performanceConfig', 'serviceTier', 'outputConfig'],
])
const INFERENCE = new Set(['maxTokens', 'temperature', 'topP', 'stopSequences'])
const BLOCKS = new Set(['text', 'image', 'document', 'video', 'toolUse', 'toolResult', 'guardContent', 'cachePoint', 'reasoningContent'])
const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const CALL_ID = /^[a-zA-Z0-9_.:-]{1,64}$/
/** Claude's models from the end of 2024 on are served by a profile. */
const PROFILE_ONLY = /^anthropic\.claude-(?:3-7|(?:opus|sonnet|haiku|fable)-\d)/
const MIN_BUDGET = 1024

export function converseComplaint({ body, path }: FakeRequest): string | undefined {
  const model = decodeURIComponent(path.split('/')[2] ?? '')
  if (PROFILE_ONLY.test(model))
    return `Invocation of model ID ${model} with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.`
  const odd = unknownField(body, FIELDS) ?? unknownField(fields(body.inferenceConfig), INFERENCE)
  if (odd !== undefined) return `Unexpected field type: ${odd}`
  const messages = objects(body.messages)
  if (messages.length === 0)
    return 'A conversation must start with a user message. Try again with a conversation that starts with a user message.'
  return (
    settingsComplaint(body) ??
    firstOf(objects(fields(body.toolConfig).tools), toolComplaint) ??
    firstOf(messages, (message, at) => messageComplaint(message, at, messages)) ??
    undeclaredTools(body, messages) ??
    (isThinking(body) ? lostThinkingComplaint(messages) : undefined)
  )
}

function settingsComplaint(body: Fields): string | undefined {
  const { temperature, topP, maxTokens } = fields(body.inferenceConfig)
  const outside = ([name, value]: [string, unknown]) => (typeof value === 'number' && (value < 0 || value > 1) ? name : undefined)
  const wrong = outside(['temperature', temperature]) ?? outside(['topP', topP])
  if (wrong !== undefined)
    return `Value at 'inferenceConfig.${wrong}' failed to satisfy constraint: Member must have value less than or equal to 1`
  if (maxTokens !== undefined && !(Number(maxTokens) >= 1)) return `Value at 'inferenceConfig.maxTokens' failed to satisfy constraint`
  if (body.toolConfig !== undefined && objects(fields(body.toolConfig).tools).length === 0)
    return `Value at 'toolConfig.tools' failed to satisfy constraint: Member must have length greater than or equal to 1`
  if (!isThinking(body)) return undefined
  if (temperature !== undefined && temperature !== 1)
    return 'The model returned the following errors: `temperature` may only be set to 1 when thinking is enabled.'
  const { any, tool } = fields(fields(body.toolConfig).toolChoice)
  if (any !== undefined || tool !== undefined)
    return 'The model returned the following errors: Thinking may not be enabled when tool_choice forces tool use.'
  const { type, budget_tokens: budget } = thinkingOf(body)
  if (type !== 'enabled') return undefined
  if (!(Number(budget) >= MIN_BUDGET))
    return `The model returned the following errors: thinking.enabled.budget_tokens: Input should be greater than or equal to ${MIN_BUDGET}`
  // Without a number it is the model's own maximum.
  return Number(budget) < Number(maxTokens ?? Number.POSITIVE_INFINITY)
    ? undefined
    : 'The model returned the following errors: `max_tokens` must be greater than `thinking.budget_tokens`.'
}

function toolComplaint({ toolSpec, cachePoint }: Fields, at: number): string | undefined {
  if (cachePoint !== undefined) return undefined
  const { name, description, inputSchema } = fields(toolSpec)
  if (!NAME.test(text(name)))
    return `Value at 'toolConfig.tools.${at}.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+`
  if (description === '')
    return `Value at 'toolConfig.tools.${at}.member.toolSpec.description' failed to satisfy constraint: Member must have length greater than or equal to 1`
  return fields(fields(inputSchema).json).type === 'object'
    ? undefined
    : `The value at toolConfig.tools.${at}.toolSpec.inputSchema.json.type must be one of the following: object.`
}

function messageComplaint(message: Fields, at: number, messages: readonly Fields[]): string | undefined {
  const role = text(message.role)
  if (at === 0 && role !== 'user')
    return 'A conversation must start with a user message. Try again with a conversation that starts with a user message.'
  if (role !== (at % 2 === 0 ? 'user' : 'assistant'))
    return 'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.'
  const blocks = blocksOf(message)
  if (blocks.length === 0)
    return `The content field in the Message object at messages.${at} is empty. Add a ContentBlock object to the content field and try again.`
  const before = messages[at - 1]
  return (
    firstOf(blocks, (block, index) => blockComplaint(block, `messages.${at}.content.${index}`, role)) ??
    pairComplaint(blocks, at, before && blocksOf(before))
  )
}

function blockComplaint(block: Fields, where: string, role: string): string | undefined {
  const kinds = Object.keys(block)
  const [kind = ''] = kinds
  if (kinds.length !== 1 || !BLOCKS.has(kind)) return `Unexpected field type: ${where}.${kinds.join()}`
  if (kind === 'text' && text(block.text).trim() === '')
    return `The text field in the ContentBlock object at ${where} is blank. Add text to the text field, and try again.`
  if (role === 'user' && (kind === 'toolUse' || kind === 'reasoningContent')) return `${where}: ${kind} is not allowed in a user message`
  if (role === 'assistant' && kind === 'toolResult') return `${where}: toolResult is not allowed in an assistant message`
  const { toolUseId, input } = fields(block.toolUse ?? block.toolResult)
  if ((kind === 'toolUse' || kind === 'toolResult') && !CALL_ID.test(text(toolUseId)))
    return `Value at '${where}.${kind}.toolUseId' failed to satisfy constraint`
  if (kind === 'toolUse' && (typeof input !== 'object' || input === null || Array.isArray(input)))
    return `The format of the value at ${where}.toolUse.input is invalid. Provide a json object for the field and try again.`
  const { format, source } = fields(block.image)
  if (kind === 'image' && !(['png', 'jpeg', 'gif', 'webp'].includes(text(format)) && typeof fields(source).bytes === 'string'))
    return `Value at '${where}.image' failed to satisfy constraint`
  return kind === 'reasoningContent' ? signatureComplaint(block, where) : undefined
}

function signatureComplaint(block: Fields, where: string): string | undefined {
  const { text: thought, signature } = fields(fields(block.reasoningContent).reasoningText)
  if (signature === sign('converse', text(thought))) return undefined
  return `The model returned the following errors: ${where}: Invalid \`signature\` in \`thinking\` block`
}

/** Results answer all calls of the message before, and come before all other blocks. */
function pairComplaint(blocks: readonly Fields[], at: number, before: readonly Fields[] = []): string | undefined {
  const called = before.flatMap(({ toolUse }) => (toolUse === undefined ? [] : [text(fields(toolUse).toolUseId)]))
  const answered = blocks.flatMap(({ toolResult }) => (toolResult === undefined ? [] : [text(fields(toolResult).toolUseId)]))
  if (answered.length > called.length)
    return `The number of toolResult blocks at messages.${at}.content exceeds the number of toolUse blocks of previous turn.`
  const missing = called.filter((id) => !answered.includes(id))
  if (missing.length > 0) return `Expected toolResult blocks at messages.${at}.content for the following Ids: ${missing.join(', ')}`
  const first = blocks.findIndex(({ toolResult, cachePoint }) => toolResult === undefined && cachePoint === undefined)
  const isMixed = first !== -1 && blocks.slice(first).some(({ toolResult }) => toolResult !== undefined)
  return isMixed ? `The model returned the following errors: messages.${at}: tool_result blocks must come first` : undefined
}

function undeclaredTools(body: Fields, messages: readonly Fields[]): string | undefined {
  const isUsed = messages.some((message) =>
    blocksOf(message).some(({ toolUse, toolResult }) => toolUse !== undefined || toolResult !== undefined),
  )
  return isUsed && body.toolConfig === undefined
    ? 'The toolConfig field must be defined when using toolUse and toolResult content blocks.'
    : undefined
}

/** Call ids that came with thinking contain its signature: within a round of tools, the thinking must come before them. */
function lostThinkingComplaint(messages: readonly Fields[]): string | undefined {
  const begin = lastWords(messages) + 1
  return firstOf(messages.slice(begin), (message, offset) => {
    const blocks = blocksOf(message)
    const marked = blocks.map(({ toolUse }) => /_r([0-9a-f]{8})$/.exec(text(fields(toolUse).toolUseId))?.[1]).find(Boolean)
    const { signature } = fields(fields(blocks[0]?.reasoningContent).reasoningText)
    if (!marked || shortName(text(signature)) === marked) return undefined
    return `The model returned the following errors: messages.${begin + offset}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${Object.keys(blocks[0] ?? {}).join()}\`.`
  })
}

export const blocksOf = ({ content }: Fields): Fields[] => objects(content)

/** Claude's own field for thinking. */
export const thinkingOf = (body: Fields): Fields => fields(fields(body.additionalModelRequestFields).thinking)

export const isThinking = (body: Fields): boolean => ['enabled', 'adaptive'].includes(text(thinkingOf(body).type))

/** The index of the user's last message. */
export function lastWords(messages: readonly Fields[]): number {
  return messages.findLastIndex(
    (message) => message.role === 'user' && blocksOf(message).some(({ text: words, image }) => words !== undefined || image !== undefined),
  )
}
