// `/v2/embed`: Cohere's clients. Source: https://docs.cohere.com/reference/embed, 2026.
import { inputTokensOf } from '../chat/reply/usage.ts'
import { defined } from '../defined.ts'
import { isObject, type Json } from '../encoding/json.ts'
import { reader } from '../encoding/reader.ts'
import { WireError } from '../wire-error.ts'
import { BASE64, type EmbeddingDoor, type EmbeddingInput, FLOAT } from './format.ts'
import { readParts, truncationIn, typesIn, wholeIn } from './inputs.ts'
import { purposeIn } from './purposes.ts'
import { inBase64 } from './vectors.ts'

export const cohereDoor: EmbeddingDoor = {
  format: 'cohere',
  givesTypes: true,

  read(body) {
    const r = reader(body, '')
    const model = r.text('model')
    const inputs = (['texts', 'images', 'inputs'] as const).flatMap((field) => inputsOf(r.list(field) ?? [], field))
    if (inputs.length === 0) throw new WireError('texts', 'a list with at least one text')
    const word = r.text('input_type')
    const purpose = word === undefined ? undefined : purposeIn('input_type', word)
    const dimensions = wholeIn(r, 'output_dimension')
    const truncation = placed('truncate', truncationIn(r.text('truncate')))
    const numbers = placed('embedding_types', typesIn(r.list('embedding_types')))
    return { model, inputs, isBase64: false, ...defined({ dimensions, purpose, truncation, numbers }), extras: r.rest() ?? {}, lost: [] }
  },

  isReply: (reply) => isObject(reply) && isObject(reply.embeddings),

  writeReply({ inputs, numbers }, { id, vectors }, parts) {
    const embeddings: Record<string, Json[]> = {}
    for (const type of numbers?.value ?? [FLOAT]) {
      const found = type === BASE64 ? vectors[FLOAT]?.map(inBase64) : vectors[type]
      if (found?.length === inputs.length) embeddings[type] = found.filter((vector) => vector !== undefined)
    }
    const lists = Object.values(embeddings)
    if (lists.length === 0 || lists.some((list) => list.length !== inputs.length)) return undefined
    const texts = inputs.flatMap(({ parts: [part] }) => (part?.kind === 'text' ? [part.text] : []))
    return {
      response_type: 'embeddings_by_type',
      id: id ?? parts.id,
      embeddings,
      ...(texts.length === inputs.length && { texts }),
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: inputTokensOf(parts.usage) } },
    }
  },
}

function inputsOf(list: readonly Json[], field: 'texts' | 'images' | 'inputs'): EmbeddingInput[] {
  return list.map((item, at) => {
    const path = `${field}[${at}]`
    if (field === 'inputs') {
      const parts = isObject(item) ? readParts(item.content) : []
      if (parts.length === 0) throw new WireError(path, 'an object with content')
      return { path, parts }
    }
    if (typeof item !== 'string') throw new WireError(path, 'a string')
    return { path, parts: [field === 'texts' ? { kind: 'text', text: item } : { kind: 'image', image: item }] }
  })
}

const placed = <Value>(path: string, value: Value | undefined) => (value === undefined ? undefined : { path, value })
