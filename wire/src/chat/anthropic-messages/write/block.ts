import { isObject, type Json, type JsonObject, parseJson } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { partLoss } from '../../losses/part-loss.ts'
import { ownExtras } from '../../request/extras.ts'
import { freeTextInput } from '../../request/free-text-tool.ts'
import { UNKNOWN_SIGNER, wrapOpaque } from '../../request/opaque.ts'
import type { Citation, MediaPart, Part, ReasoningPart, TextPart, ToolCallPart } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { heldSignature } from '../text-signature.ts'
import { writeCacheMark, writeExtras } from './extras.ts'
import { foreignMedium, ownMedium } from './media.ts'

/** What is being written: a request for the vendor, or a reply for a client, which returns other vendors' tokens later. */
export interface BlockTarget {
  readonly isReply: boolean
  /** Was the turn read in this dialect? What it held is then given back, whether or not the vendor takes it. */
  readonly isOwn: boolean
  readonly isAssistant: boolean
}

/**
 * The blocks of a part that is neither a tool's call nor its result: one, none where it is empty or the loss was named, and two
 * where thinking has both words and an encrypted form.
 */
export function writeBlocks(part: Part, path: string, target: BlockTarget, losses: LossLog): JsonObject[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return writeText(part.kind === 'text' ? part : { ...part, kind: 'text' }, path, target, losses)
    case 'reasoning':
      return writeReasoning(part, path, target, losses)
    case 'unknown':
      if (ownExtras(NAME, part) !== undefined) return [part.value]
      losses.add(path, partLoss(part))
      return []
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      return writeMedium(part, path, target, losses)
    default:
      return []
  }
}

/** Whose tokens the part holds, as they are marked for a client. */
export function signerOf(part: Pick<Part, 'signedBy'>): string {
  return part.signedBy ?? UNKNOWN_SIGNER
}

/** Is this thinking that the vendor itself made, or that this dialect's reader read without a word of whose it is? */
export function isOwnThinking(part: ReasoningPart): boolean {
  return part.signedBy === NAME || (part.signedBy === undefined && ownExtras(NAME, part) !== undefined)
}

/**
 * The arguments of a call as the object that this dialect wants. None, or null, is `{}`; the free text of a custom tool is wrapped as
 * `{"input": …}`. Anything but a JSON object is wrapped as the vendor advises, and named as a loss.
 */
export function toolInput(part: ToolCallPart, path: string, losses: LossLog): Json {
  const text = part.argumentsText
  if (part.isCustom) return freeTextInput(text)
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (value === null) return {}
  if (isObject(value)) return value
  if (ownExtras(NAME, part) !== undefined && value !== undefined) return value
  losses.add(`${path}.argumentsText`, 'not-expressible')
  return { INVALID_JSON: text }
}

/** A citation in a reply for a client. Undefined, with the loss named, when it has no address that a client could show. */
export function writeCitation(citation: Citation, part: Part, path: string, losses: LossLog): JsonObject | undefined {
  if (ownExtras(NAME, citation) !== undefined) return citation.value
  if (citation.url === undefined) {
    losses.add(path, 'not-expressible')
    return undefined
  }
  // Here a citation is of a whole block; the place within its text is another vendor's.
  if (citation.start !== undefined) losses.add(`${path}.start`, 'not-expressible')
  if (citation.end !== undefined) losses.add(`${path}.end`, 'not-expressible')
  writeExtras({}, citation, path, losses)
  const signedBy = signerOf(part)
  return {
    type: 'web_search_result_location',
    url: citation.url,
    title: citation.title ?? null,
    cited_text: citation.quote ?? '',
    // The vendor's own token belongs here; our placeholder marks its absence, so that the citation is never sent to the vendor.
    encrypted_index: wrapOpaque({ text: '', signedBy: signedBy === NAME ? UNKNOWN_SIGNER : signedBy }, NAME),
  }
}

/** Names as lost the signature of another vendor's part, which has no place here. */
export function loseSignature(part: Part, path: string, losses: LossLog): void {
  if (part.signature !== undefined) losses.add(`${path}.signature`, 'not-expressible')
}

function writeText(part: TextPart, path: string, target: BlockTarget, losses: LossLog): JsonObject[] {
  const held = target.isReply ? heldSignature(part) : undefined
  if (held !== undefined) {
    const { signature: _, signedBy: __, ...bare } = part
    return [...writeText(bare, path, target, losses), { type: 'redacted_thinking', data: held }]
  }
  if (part.signature !== undefined) loseSignature(part, path, losses)
  // The vendor refuses blocks without a word in them; one that only held another vendor's signature has none.
  if (part.text === '' && heldSignature(part) !== undefined) return []
  if (!target.isOwn && ownExtras(NAME, part) === undefined && part.text.trim() === '') {
    if (part.text !== '') losses.add(path, 'not-expressible')
    return []
  }
  const block = textBlock(part)
  if (part.citations !== undefined) {
    const list: Json[] = []
    for (const [index, citation] of part.citations.entries()) {
      const place = `${path}.citations[${index}]`
      const value = target.isReply ? writeCitation(citation, part, place, losses) : ownCitation(citation, place, losses)
      if (value !== undefined) list.push(value)
    }
    if (list.length > 0) block.citations = list
  } else if (ownExtras(NAME, part)?.spellings?.citations === 'empty') block.citations = []
  return [finished(block, part, path, losses)]
}

function ownCitation(citation: Citation, path: string, losses: LossLog): JsonObject | undefined {
  if (ownExtras(NAME, citation) !== undefined) return citation.value
  losses.add(path, 'not-expressible')
  return undefined
}

/** Text, in the block that it was read from. */
function textBlock(part: TextPart): JsonObject {
  const { text } = part
  const spellings = ownExtras(NAME, part)?.spellings
  switch (spellings?.place) {
    case 'document':
      return {
        type: 'document',
        source: { type: 'text', ...(spellings.mediaType !== 'absent' && { media_type: 'text/plain' }), data: text },
      }
    case 'document-content':
      return {
        type: 'document',
        source: { type: 'content', content: spellings.lengths === undefined ? text : cutTexts(text, spellings.lengths) },
      }
    case 'search-result':
      return { type: 'search_result', content: cutTexts(text, spellings.lengths ?? '') }
    case 'tool-reference':
      return { type: 'tool_reference', tool_name: text }
    default:
      return { type: 'text', text }
  }
}

function cutTexts(text: string, lengths: string): Json[] {
  let at = 0
  return lengths === ''
    ? []
    : lengths.split(',').map((length) => {
        const piece = text.slice(at, at + Number(length))
        at += Number(length) + 1
        return { type: 'text', text: piece }
      })
}

/** The vendor takes back its own thinking only; a client is given any vendor's, with a mark of whose it is. */
function writeReasoning(part: ReasoningPart, path: string, target: BlockTarget, losses: LossLog): JsonObject[] {
  const isOwn = isOwnThinking(part)
  if (!isOwn && !target.isReply) {
    losses.add(path, 'not-expressible')
    return []
  }
  if (part.id !== undefined) losses.add(`${path}.id`, 'not-expressible')
  const signedBy = signerOf(part)
  const wrapped = (text: string) => (isOwn ? text : wrapOpaque({ text, signedBy }, NAME))
  const blocks: JsonObject[] = []
  const spelling = ownExtras(NAME, part)?.spellings?.signature
  if (part.text !== '' || part.signature !== undefined || part.encrypted === undefined) {
    const signature = spelling === 'absent' ? {} : { signature: spelling === 'empty' ? '' : wrapped(part.signature ?? '') }
    blocks.push({ type: 'thinking', thinking: part.text, ...signature })
  }
  if (part.encrypted !== undefined) blocks.push({ type: 'redacted_thinking', data: wrapped(part.encrypted) })
  const first = blocks[0]
  if (first !== undefined) finished(first, part, path, losses)
  return blocks
}

function writeMedium(part: MediaPart, path: string, target: BlockTarget, losses: LossLog): JsonObject[] {
  const isOwn = target.isOwn || ownExtras(NAME, part) !== undefined
  if (part.signature !== undefined && !isOwn) loseSignature(part, path, losses)
  // An assistant's turn holds no sound here: its transcript is written instead.
  const isSaid = target.isAssistant && part.transcript !== undefined && part.transcript.trim() !== ''
  const mayStand = isOwn || (!target.isAssistant && !target.isReply)
  const block = !mayStand ? undefined : isOwn ? ownMedium(part) : foreignMedium(part)
  if (block === undefined) {
    // What the model made itself is no question to it.
    losses.add(path, target.isAssistant && !target.isReply ? 'not-expressible' : 'needed')
    return isSaid ? [{ type: 'text', text: part.transcript ?? '' }] : []
  }
  if (part.detail !== undefined) losses.add(`${path}.detail`, 'not-expressible')
  if (part.id !== undefined) losses.add(`${path}.id`, 'not-expressible')
  if (part.fileName !== undefined && block.title === undefined) losses.add(`${path}.fileName`, 'not-expressible')
  return [finished(block, part, path, losses)]
}

/** Puts the cache mark and the extras of a part into its block. */
export function finished(block: JsonObject, part: Part, path: string, losses: LossLog): JsonObject {
  if (part.cacheMark !== undefined) {
    // Thinking cannot be marked.
    if (block.type === 'thinking' || block.type === 'redacted_thinking') losses.add(`${path}.cacheMark`, 'not-expressible')
    else writeCacheMark(block, part.cacheMark, path, losses)
  }
  writeExtras(block, part, path, losses)
  return block
}
