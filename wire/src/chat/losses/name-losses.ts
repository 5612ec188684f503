// Names as lost what a dialect has no place for, for dialects that only vendors speak: nothing is ever read in them, so there is nothing of
// their own to put back.
import { nameForeignExtras } from '../request/extras.ts'
import { type ChatRequest, isMedium, type Part, type Turn } from '../request/request.ts'
import type { LossLog } from './loss.ts'
import { partLoss } from './part-loss.ts'

/** Names the losses of a turn itself, without its parts. @param path the turn's place */
export function nameTurnLosses(dialect: string, turn: Turn, path: string, losses: LossLog): void {
  nameForeignExtras(dialect, turn, path, losses)
  if (turn.name !== undefined) losses.add(`${path}.name`, 'not-expressible')
}

/**
 * Names the losses of a written part, its content aside.
 *
 * @param written fields that the dialect has a place for
 */
export function namePartLosses(dialect: string, part: Part, path: string, losses: LossLog, written: readonly string[] = []): void {
  nameForeignExtras(dialect, part, path, losses)
  for (const field of fieldsBesideContent(part)) if (!written.includes(field)) losses.add(`${path}.${field}`, 'not-expressible')
}

/** Names a part that cannot be written at all. A medium is needed: without it the model would answer a different question. */
export function nameLostPart(part: Part, path: string, losses: LossLog): void {
  losses.add(path, isMedium(part) ? 'needed' : partLoss(part))
}

/** Names the settings of a request that mean nothing to vendors without service tiers, stores, caches by key and accounts of end users. */
export function nameSettingLosses(request: ChatRequest, losses: LossLog): void {
  const { choices, modalities, parallelToolCalls, serviceTier, store, metadata } = request
  if (choices !== undefined && choices > 1) losses.add('choices', 'needed')
  if (modalities?.some((kind) => kind !== 'text')) losses.add('modalities', 'needed')
  if (parallelToolCalls === false) losses.add('parallelToolCalls', 'not-expressible')
  if (serviceTier !== undefined && serviceTier !== 'auto' && serviceTier !== 'default') losses.add('serviceTier', 'not-expressible')
  // Not to be stored is what happens here anyway.
  if (store === true) losses.add('store', 'not-expressible')
  if (metadata !== undefined && Object.keys(metadata).length > 0) losses.add('metadata', 'not-expressible')
  for (const key of ['endUser', 'verbosity', 'cacheKey', 'safetyIdentifier'] as const)
    if (request[key] !== undefined) losses.add(key, 'not-expressible')
}

function fieldsBesideContent(part: Part): string[] {
  const fields: string[] = []
  if (part.cacheMark !== undefined) fields.push('cacheMark')
  if (part.signature !== undefined) fields.push('signature')
  switch (part.kind) {
    case 'text':
      if (part.citations !== undefined && part.citations.length > 0) fields.push('citations')
      break
    case 'reasoning':
      for (const key of ['encrypted', 'id'] as const) if (part[key] !== undefined) fields.push(key)
      break
    case 'tool-result':
      if (part.isError === true) fields.push('isError')
      break
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      for (const key of ['fileName', 'id', 'transcript'] as const) if (part[key] !== undefined) fields.push(key)
      if (part.detail !== undefined && part.detail !== 'auto') fields.push('detail')
  }
  return fields
}
