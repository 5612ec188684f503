// Media as the model takes them. A medium that it does not take is needed: without it the model would answer another question.
import type { LossLog } from '../chat/losses/loss.ts'
import { textOfBase64 } from '../chat/media/text-of-base64.ts'
import { partPath, turnPath } from '../chat/request/placed-part.ts'
import { type ChatRequest, isMedium, type MediaPart, type Part, type Turn } from '../chat/request/request.ts'
import { analysisOf, hasMedia } from './analysis.ts'
import type { MediaRule } from './vendors/chat-rules.ts'

/** Files of text become text; what the model does not take is named. */
export function limitMedia(request: ChatRequest, rule: MediaRule, losses: LossLog, analysis = analysisOf(request.turns)): ChatRequest {
  if (!hasMedia(analysis)) return request
  let isChanged = false
  const turns = request.turns.map((turn, index) => {
    const parts = limitedParts(turn.parts, turn, rule, turnPath(index), losses)
    isChanged ||= parts !== turn.parts
    return parts === turn.parts ? turn : { ...turn, parts }
  })
  return isChanged ? { ...request, turns } : request
}

function limitedParts(parts: readonly Part[], turn: Turn, rule: MediaRule, path: string, losses: LossLog): readonly Part[] {
  let isChanged = false
  const limited = parts.flatMap((part, index): readonly Part[] => {
    const place = partPath(path, index)
    const next = limitedPart(part, turn, rule, place, losses)
    isChanged ||= next !== part
    return next === undefined ? [] : [next]
  })
  return isChanged ? limited : parts
}

function limitedPart(part: Part, turn: Turn, rule: MediaRule, path: string, losses: LossLog): Part | undefined {
  if (part.kind === 'tool-result') {
    const inner = limitedParts(part.parts, turn, rule, path, losses)
    return inner === part.parts ? part : { ...part, parts: inner }
  }
  if (!isMedium(part)) return part
  const text = part.kind === 'file' ? textOfFile(part) : undefined
  if (text !== undefined && (rule.filesArePdf || !rule.taken.includes('file'))) return { kind: 'text', text }
  if (isTaken(part, rule)) return part
  // What the model made itself is no question to it.
  losses.add(path, turn.role === 'assistant' ? 'not-expressible' : 'needed')
  return turn.role === 'assistant' ? undefined : part
}

function isTaken(part: MediaPart, { taken, refusesAddresses, imageTypes, filesArePdf }: MediaRule): boolean {
  if (!taken.includes(part.kind)) return false
  if (part.kind === 'file' && filesArePdf && part.source.kind === 'base64')
    return (part.mediaType ?? 'application/pdf') === 'application/pdf'
  if (part.kind !== 'image') return true
  if (refusesAddresses && part.source.kind === 'url') return false
  return imageTypes === undefined || part.mediaType === undefined || imageTypes.includes(part.mediaType)
}

/** The text of a file that holds nothing else, with its name before it. */
export function textOfFile({ source, mediaType = '', fileName }: MediaPart): string | undefined {
  if (source.kind !== 'base64' || !mediaType.startsWith('text/')) return undefined
  const text = textOfBase64(source.data)
  return text === undefined || fileName === undefined ? text : `${fileName}:\n${text}`
}
