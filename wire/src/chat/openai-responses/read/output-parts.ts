// The parts of a reply's items as they begin and as they end.
import { attempt } from '../../../attempt.ts'
import type { Json, JsonObject } from '../../../encoding/json.ts'
import { reader } from '../../../encoding/reader.ts'
import type { Extras } from '../../request/extras.ts'
import type { Citation, Part } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { messageHeader, readCall, readItem, readReasoning, unknownItem } from './item.ts'

/** An item that was carried as it came: what it is in the end. */
export function opaque(value: JsonObject, index: number): Part[] {
  const words = { added: String(index) }
  const image = value.type === 'image_generation_call' ? attempt(() => readItem(value, 'item', 'reply')) : undefined
  const [part] = image ?? []
  if (part?.kind !== 'image') return [unknownItem(value, words)]
  return [{ ...part, extras: { dialect: NAME, ...part.extras, spellings: { ...part.extras?.spellings, ...words } } }]
}

/** An item at its start: the extras of a message, or the part that the item is; undefined for any other. */
export function initialOf(value: JsonObject): Part | Extras | undefined {
  const r = reader(value, 'item')
  switch (value.type) {
    case 'message':
      r.take('content')
      return begun(messageHeader(r, 'reply'))
    case 'function_call':
    case 'custom_tool_call': {
      const call = readCall(r, 'reply')
      return { ...call, argumentsText: '', extras: begun(call.extras ?? { dialect: NAME }) }
    }
    case 'reasoning': {
      const { text: _, encrypted: __, signature: ___, ...thought } = readReasoning(r, 'reply')
      return { ...thought, text: '', signedBy: NAME, extras: withoutThoughts(begun(thought.extras ?? { dialect: NAME })) }
    }
    default:
      return undefined
  }
}

/** The status at the start does not predict the one at the end. */
function begun(extras: Extras): Extras {
  const { itemStatus: _, ...spellings } = extras.spellings ?? {}
  return { ...extras, spellings }
}

function withoutThoughts(extras: Extras): Extras {
  const { summary: _, content: __, ...spellings } = extras.spellings ?? {}
  return { ...extras, spellings }
}

/** A whole part as its start and what follows it. */
export function splitPart(part: Part): { initial: Part; text: string; logprobs?: Json; citations: readonly Citation[] } {
  switch (part.kind) {
    case 'text': {
      const { citations = [], ...initial } = part
      const { logprobs, ...others } = part.extras?.fields ?? {}
      if (!Array.isArray(logprobs) || part.extras === undefined) return { initial: { ...initial, text: '' }, text: part.text, citations }
      const { fields: _, ...carried } = part.extras
      const extras: Extras = Object.keys(others).length > 0 ? { ...carried, fields: others } : carried
      return { initial: { ...initial, text: '', extras }, text: part.text, logprobs, citations }
    }
    case 'refusal':
      return { initial: { ...part, text: '' }, text: part.text, citations: [] }
    case 'reasoning':
      return { initial: { ...part, text: '' }, text: part.text, citations: [] }
    case 'tool-call':
      return { initial: { ...part, argumentsText: '' }, text: part.argumentsText, citations: [] }
    default:
      return { initial: part, text: '', citations: [] }
  }
}
