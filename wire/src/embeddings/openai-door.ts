// `/v1/embeddings`: OpenAI's clients, who may write the fields of other vendors too, whichever vendor serves them.
import { inputTokensOf } from '../chat/reply/usage.ts'
import { defined } from '../defined.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { type Reader, reader } from '../encoding/reader.ts'
import { BASE64, type EmbeddingDoor, FLOAT, type Placed } from './format.ts'
import { readInputs, truncationIn, typesIn, wholeIn } from './inputs.ts'
import { purposeIn } from './purposes.ts'
import { inBase64 } from './vectors.ts'

export const openaiDoor: EmbeddingDoor = {
  format: 'openai',
  givesTypes: false,

  read(body) {
    const r = reader(body, '')
    const model = r.text('model')
    const isBase64 = r.text('encoding_format') === BASE64
    const inputs = readInputs(r.peek('input'))
    r.take('input')
    const dimensions = wholeIn(r, 'dimensions', 'output_dimension')
    const word = firstOf(r, ['input_type', 'task'], (value) => (typeof value === 'string' ? value : undefined))
    const truncation = firstOf(r, ['truncate', 'truncation'], truncationIn)
    const numbers = firstOf(r, ['output_dtype', 'embedding_type', 'embedding_types'], typesIn)
    const purpose = word && purposeIn(word.path, word.value)
    return { model, inputs, isBase64, ...defined({ dimensions, purpose, truncation, numbers }), extras: r.rest() ?? {}, lost: [] }
  },

  isReply: (reply) => isObject(reply) && Array.isArray(reply.data),
  mend: inAskedEncoding,

  writeReply(request, { id, vectors: byType }, { model, usage, ...parts }) {
    const [type = FLOAT] = request.numbers?.value ?? []
    const vectors = byType[type] ?? byType[FLOAT] ?? []
    const written = (request.isBase64 || type === BASE64 ? vectors.map(inBase64) : vectors).filter((vector) => vector !== undefined)
    if (written.length !== request.inputs.length) return undefined
    const tokens = inputTokensOf(usage)
    return {
      // OpenAI gives its vectors no id, and Mistral's library demands one.
      id: id ?? parts.id,
      object: 'list',
      data: written.map((embedding, index) => ({ object: 'embedding', index, embedding })),
      model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    }
  },
}

/** The first of these fields that says something, which is read by that; the others stay what they are. */
function firstOf<Value>(
  r: Reader,
  names: readonly string[],
  read: (value: Json | undefined) => Value | undefined,
): Placed<Value> | undefined {
  for (const path of names) {
    const value = read(r.peek(path))
    if (value === undefined) continue
    r.take(path)
    return { path, value }
  }
  return undefined
}

/** The reply with its vectors in base64, for clients who asked for that and whose vendor does not give it. */
function inAskedEncoding({ encoding_format: encoding }: JsonObject, reply: Json): string | undefined {
  if (encoding !== BASE64 || !isObject(reply) || !Array.isArray(reply.data)) return undefined
  if (!reply.data.some((item) => isObject(item) && Array.isArray(item.embedding))) return undefined
  const data = reply.data.map((item): Json => {
    const embedding = isObject(item) ? inBase64(item.embedding) : undefined
    return isObject(item) && embedding !== undefined ? { ...item, embedding } : item
  })
  return JSON.stringify({ ...reply, data })
}
