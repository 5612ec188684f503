// Turns of which nothing is left in another dialect: a message without content is refused by several vendors.

import type { LossLog } from '../../chat/losses/loss.ts'
import { partLoss } from '../../chat/losses/part-loss.ts'
import { nameForeignExtras } from '../../chat/request/extras.ts'
import { partPath, turnPath } from '../../chat/request/placed-part.ts'
import type { ChatRequest, Part, Turn } from '../../chat/request/request.ts'
import type { Json, JsonObject } from '../../encoding/json.ts'
import { withPlaces } from '../places.ts'

/** The request without instructions that say nothing, and without turns of nothing but what only their own dialect knows. */
export function withoutSilentTurns(request: ChatRequest, dialect: string, losses: LossLog): ChatRequest {
  const isLost = (part: Part) => part.kind === 'unknown' && part.extras?.dialect !== dialect
  const isNothing = (part: Part) => isLost(part) || (part.kind === 'text' && part.text.trim() === '')
  const isSilent = ({ role, parts }: Turn) => {
    if (role === 'system' || role === 'developer') return parts.every(isNothing)
    return role === 'user' ? parts.every(isLost) : role === 'assistant' && parts.length > 0 && parts.every(isLost)
  }
  if (!request.turns.some(isSilent)) return request
  for (const [index, turn] of request.turns.entries()) {
    if (!isSilent(turn)) continue
    const path = turnPath(index)
    nameForeignExtras(dialect, turn, path, losses)
    for (const [at, part] of turn.parts.entries()) if (isLost(part)) losses.add(partPath(path, at), partLoss(part))
  }
  return { ...request, turns: withPlaces(request).turns.filter((turn) => !isSilent(turn)) }
}

/** Names a body without a conversation: no vendor answers it, and none is asked. */
export function nameEmpty({ messages, contents, input }: JsonObject, losses: LossLog): void {
  const isEmpty = (list: Json | undefined) => Array.isArray(list) && list.length === 0
  if ([messages, contents, input].some(isEmpty)) losses.add('turns', 'needed')
}
