import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { put } from '../../../encoding/reader.ts'
import { endedAs } from '../../reply/end-meaning.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { wholePart } from '../../reply/part-events.ts'
import { type Extras, keep } from '../../request/extras.ts'
import type { Part } from '../../request/request.ts'
import type { IdSource } from '../call-ids.ts'
import { readCitations } from '../citations.ts'
import { attachLogprobs } from '../logprobs.ts'
import { NAME, OWN } from '../name.ts'
import { endMeaning } from '../stop-reason.ts'
import { readAnyPart } from './part.ts'
import { blocked, failed, isError, started, usageKnown, usesOf } from './reply-events.ts'

/** A whole reply as events. Never throws. */
export function readWhole(body: JsonObject, ids: IdSource): ChatEvent[] {
  const { candidates, usageMetadata, promptFeedback, error } = body
  const events: ChatEvent[] = []
  const read = new Set<string>()
  if (isError(error)) {
    read.add('error')
    events.push(failed(error))
  }
  const list = Array.isArray(candidates) ? candidates : []
  if (Array.isArray(candidates)) {
    read.add('candidates')
    for (const [position, item] of list.entries()) events.push(...readCandidate(item, position, ids))
  }
  if (list.length === 0 && isObject(promptFeedback) && typeof promptFeedback.blockReason === 'string') {
    read.add('promptFeedback')
    events.push(blocked(promptFeedback, promptFeedback.blockReason))
  }
  if (isObject(usageMetadata)) {
    read.add('usageMetadata')
    events.push(usageKnown(usageMetadata, usesOf(candidates) ?? {}))
  }
  const isReply = Array.isArray(candidates) || isObject(promptFeedback) || isObject(usageMetadata)
  const isVoid = events.every((event) => event.kind === 'usage-known')
  if (!isReply) return events.length > 0 ? events : [{ kind: 'unknown', extras: { dialect: NAME, fields: body } }]

  const head = started(body)
  if (head.id !== undefined) read.add('responseId')
  if (head.model !== undefined) read.add('modelVersion')
  if (head.createdAt !== undefined) read.add('createTime')
  const words = { candidates: Array.isArray(candidates) ? undefined : 'absent' }
  const extras: Extras = { dialect: NAME, ...keep(NAME, unread(body, read), {}, words), ...head.extras }
  return [{ ...head, extras }, ...events, { kind: 'reply-ended', ...(isVoid && { isVoid }) }]
}

function readCandidate(item: Json, position: number, ids: IdSource): ChatEvent[] {
  if (!isObject(item)) return []
  const choice = typeof item.index === 'number' ? item.index : position
  const content = isObject(item.content) ? item.content : undefined
  const list = content !== undefined && Array.isArray(content.parts) ? content.parts : undefined
  const parts = (list ?? []).filter(isObject).map((value) => readAnyPart(value, ids))
  const events = partEvents(choice, parts, item)

  const read = new Set(['index', 'content', 'finishReason'])
  const { logprobsResult, finishReason } = item
  if (isObject(logprobsResult) && attachLogprobs(logprobsResult, { choice, part: undefined }, events, 0)) read.add('logprobsResult')
  const rawReason = typeof finishReason === 'string' && finishReason !== '' ? finishReason : undefined
  if (rawReason === undefined) read.delete('finishReason')
  if (content === undefined) read.delete('content')
  const role = content?.role
  const words = {
    index: item.index === undefined ? 'absent' : undefined,
    content: content === undefined ? 'absent' : undefined,
    role: content === undefined || role === 'model' ? undefined : typeof role === 'string' ? role : 'absent',
    parts: content === undefined || list !== undefined ? undefined : 'absent',
  }
  const nested = { content: content && unread(content, new Set(['role', ...(list === undefined ? [] : ['parts'])])) }
  const originals = read.has('logprobsResult') && logprobsResult !== undefined ? { originals: { logprobsResult } } : {}
  const extras: Extras = { ...OWN, ...keep(NAME, unread(item, read), nested, words), ...originals }
  const hasCalls = parts.some((part) => part.kind === 'tool-call')
  const ended = endedAs(rawReason === undefined ? 'unknown' : endMeaning(rawReason, hasCalls))
  events.push({ kind: 'choice-ended', choice, ...ended, ...(rawReason !== undefined && { rawReason }), extras })
  return events
}

function partEvents(choice: number, parts: readonly Part[], item: JsonObject): ChatEvent[] {
  const texts = parts.flatMap((part, index) => (part.kind === 'text' ? [{ index, text: part.text }] : []))
  const citations = readCitations(
    item,
    texts.map((each) => each.text),
  )
  return parts.flatMap((content, part) => {
    const events = wholePart(choice, part, content)
    const mine = citations.filter((each) => texts[each.text]?.index === part)
    const grew = mine.map(({ citation }): ChatEvent => ({ kind: 'part-delta', choice, part, citation, extras: OWN }))
    return [...events.slice(0, -1), ...grew, ...events.slice(-1)]
  })
}

function unread(source: JsonObject, read: ReadonlySet<string>): JsonObject | undefined {
  let rest: JsonObject | undefined
  for (const key of Object.keys(source)) {
    if (read.has(key)) continue
    rest ??= {}
    put(rest, key, source[key])
  }
  return rest
}
