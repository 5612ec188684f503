import { isObject, type JsonObject, parseJson } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { nameLostPart, namePartLosses } from '../../losses/name-losses.ts'
import { nameForeignExtras } from '../../request/extras.ts'
import { freeTextInput } from '../../request/free-text-tool.ts'
import type { CacheMark, MediaPart, Part, ReasoningPart, ToolCallPart } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { cachesPrompts, isClaude } from './family.ts'
import { bareName, mediaBlock } from './media.ts'
import { isReplayable } from './thinking.ts'

export interface BlockTarget {
  readonly model: string
  readonly isAssistant: boolean
  readonly nameDocument: (fileName: string | undefined) => string
}

/**
 * The blocks of a part that is neither a tool's call nor its result, with the cache point after it; none where it is empty or the
 * loss was named.
 */
export function writeBlocks(part: Part, path: string, target: BlockTarget, losses: LossLog): JsonObject[] {
  const blocks = blocksOf(part, path, target, losses)
  if (blocks.length > 0) namePartLosses(NAME, part, path, losses, expressedFields(part, blocks))
  return withCachePoint(blocks, part, target.model, path, losses)
}

/** A cache point after these blocks. Thinking cannot be marked, nor nothing. */
export function withCachePoint(blocks: JsonObject[], part: Part, model: string, path: string, losses: LossLog): JsonObject[] {
  if (part.cacheMark === undefined) return blocks
  if (blocks.length === 0 || part.kind === 'reasoning') {
    losses.add(`${path}.cacheMark`, 'not-expressible')
    return blocks
  }
  const point = cachePoint(part.cacheMark, model, path, losses)
  return point === undefined ? blocks : [...blocks, point]
}

/** The block that marks a prompt up to its place, with the lifetime nearest to the requested one: five minutes or an hour. */
export function cachePoint(mark: CacheMark, model: string, path: string, losses: LossLog): JsonObject | undefined {
  if (!cachesPrompts(model)) {
    losses.add(`${path}.cacheMark`, 'not-expressible')
    return undefined
  }
  nameForeignExtras(NAME, mark, `${path}.cacheMark`, losses)
  // Only some models take a lifetime, so the usual one is left out.
  return { cachePoint: { type: 'default', ...((mark.lifetimeSeconds ?? 0) > 300 && { ttl: '1h' }) } }
}

/**
 * The arguments of a call as the object that Converse wants. None, or null, is `{}`; the free text of a custom tool is wrapped as
 * `{"input": …}`. Anything but a JSON object is wrapped as Claude's vendor advises, and named as a loss.
 */
export function toolInput(part: ToolCallPart, path: string, losses: LossLog): JsonObject {
  const text = part.argumentsText
  if (part.isCustom) return freeTextInput(text)
  const value = text.trim() === '' ? null : parseJson(text)
  if (value === null) return {}
  if (isObject(value)) return value
  losses.add(`${path}.argumentsText`, 'not-expressible')
  return { INVALID_JSON: text }
}

function blocksOf(part: Part, path: string, target: BlockTarget, losses: LossLog): JsonObject[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return textBlocks(part, path, losses)
    case 'reasoning':
      return reasoningBlocks(part, path, target, losses)
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      return mediaBlocks(part, path, target, losses)
    default:
      nameLostPart(part, path, losses)
      return []
  }
}

/** Blocks without a word in them are refused. */
function textBlocks(part: Part & { readonly text: string }, path: string, losses: LossLog): JsonObject[] {
  if (part.text.trim() !== '') return [{ text: part.text }]
  if (part.text !== '') losses.add(path, 'not-expressible')
  return []
}

/** A model takes back its own thinking only, and Claude no thinking that it did not sign. */
function reasoningBlocks(part: ReasoningPart, path: string, { model }: BlockTarget, losses: LossLog): JsonObject[] {
  if (!isReplayable(part, model) || (part.signature === undefined && part.encrypted === undefined && isClaude(model))) {
    losses.add(path, 'not-expressible')
    return []
  }
  const blocks: JsonObject[] = []
  if (part.text !== '' || part.signature !== undefined) {
    const reasoningText: JsonObject = { text: part.text, ...(part.signature !== undefined && { signature: part.signature }) }
    blocks.push({ reasoningContent: { reasoningText } })
  }
  // What Claude's own vendor sealed has another form here.
  if (part.encrypted !== undefined && part.signedBy === NAME) blocks.push({ reasoningContent: { redactedContent: part.encrypted } })
  return blocks
}

function mediaBlocks(part: MediaPart, path: string, target: BlockTarget, losses: LossLog): JsonObject[] {
  const block = target.isAssistant ? undefined : mediaBlock(part, target.nameDocument)
  if (block === undefined) {
    // What the model made itself is no question to it.
    if (target.isAssistant) losses.add(path, 'not-expressible')
    else nameLostPart(part, path, losses)
    // Of audio, the transcript remains.
    const { transcript = '' } = part
    return transcript.trim() === '' ? [] : [{ text: transcript }]
  }
  return [block]
}

/** Fields of a part, its content aside, that its blocks express or that are named as losses elsewhere. */
function expressedFields(part: Part, blocks: readonly JsonObject[]): string[] {
  const said = ['cacheMark']
  if (part.kind === 'reasoning') said.push('signature')
  if (blocks.some(({ reasoningContent: content }) => isObject(content) && content.redactedContent !== undefined)) said.push('encrypted')
  // Of a sound its transcript is left.
  if (blocks[0]?.text !== undefined) said.push('transcript')
  const document = blocks[0]?.document
  if ('fileName' in part && isObject(document) && document.name === bareName(part.fileName)) said.push('fileName')
  return said
}
