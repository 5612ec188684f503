// The frames of a stream. Each has the shape of a whole reply and holds only new content.
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { added } from '../../../encoding/reader.ts'
import type { ChatEvent } from '../../reply/event.ts'
import type { ToolUses } from '../../reply/usage.ts'
import type { IdSource } from '../call-ids.ts'
import { NAME } from '../name.ts'
import { hasUsage, laterUsage } from '../usage.ts'
import { CandidateReader } from './candidate.ts'
import { blocked, failed, isError, started, usageKnown, usesOf } from './reply-events.ts'

/** Reads the frames of one stream. */
export class StreamReader {
  readonly #ids: IdSource
  readonly #candidates = new Map<number, CandidateReader>()
  #usage: JsonObject | undefined
  #uses: ToolUses = {}
  #isStarted = false
  #isBlocked = false

  constructor(ids: IdSource) {
    this.#ids = ids
  }

  /** Has every candidate that was seen a reason why it ended, or was the question refused? */
  get isFinished(): boolean {
    if (this.#candidates.size === 0) return this.#isBlocked
    for (const candidate of this.#candidates.values()) if (!candidate.isFinished) return false
    return true
  }

  push(frame: JsonObject): ChatEvent[] {
    const events: ChatEvent[] = []
    let rest: JsonObject | undefined
    for (const key in frame) {
      const unread = this.#readField(key, frame[key], events)
      if (unread !== undefined) rest = added(rest, key, unread)
    }
    if (isObject(frame.usageMetadata)) this.#addUsage(frame.usageMetadata, events)
    const isFirst = !this.#isStarted && (hasHead(frame) || this.#candidates.size > 0)
    if (!isFirst && rest === undefined) return events
    const head: ChatEvent[] = []
    if (isFirst) head.push(started(frame))
    this.#isStarted ||= isFirst
    if (rest !== undefined) head.push({ kind: 'unknown', extras: { dialect: NAME, fields: rest } })
    return [...head, ...events]
  }

  /** Ends the open parts: the stream is over. */
  close(): ChatEvent[] {
    const events: ChatEvent[] = []
    for (const candidate of this.#candidates.values()) candidate.close(events)
    return events
  }

  /** Returns the unread rest of the field; undefined when all of it was read. The head and the usage are read by `push`. */
  #readField(key: string, value: Json | undefined, events: ChatEvent[]): Json | undefined {
    switch (key) {
      case 'candidates':
        this.#uses = usesOf(value) ?? this.#uses
        return Array.isArray(value) ? this.#readCandidates(value, events) : undefined
      case 'modelVersion':
      case 'responseId':
      case 'createTime':
        return typeof value === 'string' ? undefined : value
      case 'usageMetadata':
        return isObject(value) ? undefined : value
      case 'promptFeedback':
        if (!isObject(value) || typeof value.blockReason !== 'string' || this.#candidates.size > 0) return value
        this.#isBlocked = true
        events.push(blocked(value, value.blockReason))
        return undefined
      case 'error':
        if (!isError(value)) return value
        events.push(failed(value))
        return undefined
      default:
        return value
    }
  }

  #readCandidates(list: readonly Json[], events: ChatEvent[]): Json[] | undefined {
    let rest: Json[] | undefined
    for (let position = 0; position < list.length; position++) {
      const item = list[position]
      if (!isObject(item)) continue
      const index = typeof item.index === 'number' ? item.index : position
      const unread = this.#candidate(index).push(item, events)
      if (unread === undefined) continue
      rest ??= []
      rest.push({ ...unread, index })
    }
    return rest
  }

  #candidate(index: number): CandidateReader {
    let candidate = this.#candidates.get(index)
    if (candidate === undefined) {
      candidate = new CandidateReader(index, this.#ids)
      this.#candidates.set(index, candidate)
    }
    return candidate
  }

  #addUsage(value: JsonObject, events: ChatEvent[]): void {
    if (this.#usage !== undefined && !hasUsage(value)) return
    this.#usage = laterUsage(this.#usage, value)
    events.push(usageKnown(this.#usage, this.#uses))
  }
}

function hasHead({ modelVersion, responseId, createTime }: JsonObject): boolean {
  return typeof modelVersion === 'string' || typeof responseId === 'string' || typeof createTime === 'string'
}
