import type { LossLog } from '../chat/losses/loss.ts'
import { noTokens } from '../chat/reply/usage.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { readUsage } from '../openai/usage.ts'
import { cohere } from './cohere.ts'
import { type EmbeddingFormat, type EmbeddingRequest, FLOAT } from './format.ts'
import { textsOnly } from './inputs.ts'

/** Cohere's newest model has other words there than Cohere itself; the older one has Cohere's. */
const truncationsOfEmbed4: Readonly<Record<string, string>> = { NONE: 'NONE', START: 'LEFT', END: 'RIGHT' }

/**
 * Vectors by Bedrock's InvokeModel, whose body is the model's own: Titan's, of one text, or Cohere's. The model stands in the address. Titan
 * counts tokens; what Cohere's models read is not counted in the answer. Source: AWS, Bedrock user guide, "Amazon Titan Text Embeddings",
 * "Cohere Embed v3" and "Cohere Embed v4", 2026.
 */
export const bedrock: EmbeddingFormat = {
  fields: new Set(['normalize', 'max_tokens']),
  numberTypes: cohere.numberTypes,

  writeRequest(request, model, { normalize, ...extras }, losses) {
    if (!model.includes('cohere.')) return titanBody(request, model, { normalize, ...extras }, losses)
    if (normalize !== undefined) losses.add('normalize', 'not-expressible')
    const { model: _, ...body } = cohere.writeRequest(request, model, extras, losses)
    return model.includes('embed-v4') ? asEmbed4(body) : body
  },

  readReply(reply, numbers) {
    if (isObject(reply) && Array.isArray(reply.embedding)) return { vectors: { [FLOAT]: [reply.embedding] } }
    return cohere.readReply(reply, numbers)
  },

  readUsage(reply) {
    if (!isObject(reply) || typeof reply.inputTextTokenCount !== 'number') return undefined
    const { inputTextTokenCount } = reply
    return { ...noTokens, freshInput: readUsage({ prompt_tokens: inputTextTokenCount }).freshInput, raw: { inputTextTokenCount } }
  },
}

/** A body of one text; other makers' models have bodies that are not known here. */
function titanBody(
  { inputs, dimensions, purpose, truncation, numbers }: EmbeddingRequest,
  model: string,
  { normalize, ...extras }: JsonObject,
  losses: LossLog,
): JsonObject {
  if (!model.includes('titan-embed-text')) losses.add('model', 'needed')
  const [text = ''] = textsOnly(inputs, losses)
  for (const { path } of inputs.slice(1)) losses.add(path, 'needed')
  if (numbers && !numbers.value.includes(FLOAT)) losses.add(numbers.path, 'needed')
  for (const { path } of [purpose, truncation].filter((one) => one !== undefined)) losses.add(path, 'not-expressible')
  for (const name of Object.keys(extras)) losses.add(name, 'not-expressible')
  return { inputText: text, ...(dimensions && { dimensions: dimensions.value }), ...(normalize !== undefined && { normalize }) }
}

/** Pictures are addresses without an object around them, and texts are cut at their left or right. */
function asEmbed4({ truncate, inputs, ...body }: JsonObject): JsonObject {
  return {
    ...body,
    ...(Array.isArray(inputs) && { inputs: inputs.map((input) => (isObject(input) ? withAddresses(input) : input)) }),
    ...(typeof truncate === 'string' && { truncate: truncationsOfEmbed4[truncate] ?? truncate }),
  }
}

function withAddresses(input: JsonObject): JsonObject {
  const content: readonly Json[] = Array.isArray(input.content) ? input.content : []
  return {
    content: content.map((part): Json => (isObject(part) && isObject(part.image_url) ? { ...part, image_url: part.image_url.url } : part)),
  }
}
