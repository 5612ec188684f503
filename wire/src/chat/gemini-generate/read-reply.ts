import { isObject, type Json, type JsonObject, parseJson } from '../../json.ts'
import { added } from '../../reader.ts'
import type { Frame } from '../../sse.ts'
import type { ReaderOptions, ReplyReader } from '../dialect.ts'
import type { ChatEvent } from '../event.ts'
import type { ToolUses } from '../usage.ts'
import { madeId } from './call-ids.ts'
import { NAME, OWN } from './name.ts'
import { type CandidateReader, candidateReader } from './read-candidate.ts'
import type { IdSource } from './read-part.ts'
import { readWhole } from './read-whole.ts'
import { blocked, failed, isError, started, usageKnown, usesOf } from './reply-events.ts'
import { hasUsage, laterUsage } from './usage.ts'

/**
 * Reads the replies of this dialect: a stream's frames, or a whole reply in one frame. Never throws.
 *
 * A stream has no terminal mark: it is complete when every candidate that was seen has told why it ended, or the question was refused.
 */
export function replyReader({ stream, idPrefix }: ReaderOptions): ReplyReader {
  let made = 0
  const ids: IdSource = {
    call: (_, given) => given ?? madeId(++made, idPrefix),
    result: (_, given) => given ?? '',
  }
  const frames = frameReader(ids)
  let isFailed = false
  let isOver = false

  function readValue(value: Json): ChatEvent[] {
    if (!isObject(value)) return [{ kind: 'unknown', extras: OWN, text: JSON.stringify(value) }]
    if (isError(value.error)) isFailed = true
    if (stream) return frames.push(value)
    isOver = true
    return readWhole(value, ids)
  }

  return {
    push({ data }: Frame) {
      if (data === undefined || isOver) return []
      const value = parseJson(data)
      if (value === undefined) return data.trim() === '' ? [] : [{ kind: 'unknown', extras: OWN, text: data }]
      // Without `alt=sse` Google answers with a list.
      return Array.isArray(value) ? value.flatMap(readValue) : readValue(value)
    },
    end() {
      if (!stream) return []
      const events = frames.close()
      if (!isFailed && frames.isFinished) events.push({ kind: 'reply-ended' })
      return events
    },
    get isComplete() {
      return !isFailed && (isOver || frames.isFinished)
    },
  }
}

interface FrameReader {
  push(frame: JsonObject): ChatEvent[]
  close(): ChatEvent[]
  readonly isFinished: boolean
}

function frameReader(ids: IdSource): FrameReader {
  const candidates = new Map<number, CandidateReader>()
  let isStarted = false
  let isBlocked = false
  let usage: JsonObject | undefined
  let uses: ToolUses = {}

  function readCandidates(list: readonly Json[], events: ChatEvent[]): Json[] | undefined {
    let left: Json[] | undefined
    for (let position = 0; position < list.length; position++) {
      const item = list[position]
      if (!isObject(item)) continue
      const index = typeof item.index === 'number' ? item.index : position
      let candidate = candidates.get(index)
      if (candidate === undefined) {
        candidate = candidateReader(index, ids)
        candidates.set(index, candidate)
      }
      const unread = candidate.push(item, events)
      if (unread === undefined) continue
      left ??= []
      left.push({ ...unread, index })
    }
    return left
  }

  return {
    push(frame) {
      const events: ChatEvent[] = []
      let rest: JsonObject | undefined
      let isHead = false
      for (const key in frame) {
        const value = frame[key]
        switch (key) {
          case 'modelVersion':
          case 'responseId':
          case 'createTime':
            if (typeof value === 'string') isHead = true
            else rest = added(rest, key, value)
            break
          case 'candidates': {
            const left = Array.isArray(value) ? readCandidates(value, events) : undefined
            const searched = usesOf(value)
            if (searched !== undefined) uses = searched
            if (left !== undefined) rest = added(rest, key, left)
            break
          }
          case 'usageMetadata':
            if (!isObject(value)) rest = added(rest, key, value)
            break
          case 'promptFeedback':
            if (isObject(value) && typeof value.blockReason === 'string' && candidates.size === 0) {
              isBlocked = true
              events.push(blocked(value, value.blockReason))
            } else rest = added(rest, key, value)
            break
          case 'error':
            if (isError(value)) events.push(failed(value))
            else rest = added(rest, key, value)
            break
          default:
            rest = added(rest, key, value)
        }
      }
      if (isObject(frame.usageMetadata) && (usage === undefined || hasUsage(frame.usageMetadata))) {
        usage = laterUsage(usage, frame.usageMetadata)
        events.push(usageKnown(usage, uses))
      }
      const isFirst = !isStarted && (isHead || candidates.size > 0)
      if (!isFirst && rest === undefined) return events
      isStarted ||= isFirst
      const head: ChatEvent[] = isFirst ? [started(frame)] : []
      if (rest !== undefined) head.push({ kind: 'unknown', extras: { dialect: NAME, fields: rest } })
      return [...head, ...events]
    },
    close() {
      const events: ChatEvent[] = []
      for (const candidate of candidates.values()) candidate.close(events)
      return events
    },
    get isFinished() {
      if (candidates.size === 0) return isBlocked
      for (const candidate of candidates.values()) if (!candidate.isFinished) return false
      return true
    },
  }
}
