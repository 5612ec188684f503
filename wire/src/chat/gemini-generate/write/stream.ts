import type { Json, JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { Frame } from '../../../encoding/sse.ts'
import type { ReplyWriter, WriterOptions } from '../../dialect.ts'
import type { LossLog } from '../../losses/loss.ts'
import type { ChatEvent, ChoiceEnded, ReplyStarted, UnknownEvent, UsageKnown } from '../../reply/event.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { NAME } from '../name.ts'
import { type CandidatePiece, CandidateWriter } from './candidate.ts'
import { fillMissing, joinRests } from './fill-missing.ts'
import { failureOf, feedbackOf, finishReason, headOf, replyContext, usageOf } from './head.ts'
import type { WriteContext } from './part.ts'

/**
 * Writes a reply as a stream: a small object for each piece, and one last with the reasons why the candidates ended and what they cost. That
 * one comes from `end`; there is no other mark.
 */
export class StreamWriter implements ReplyWriter {
  readonly #fallback: WriterOptions['fallback']
  readonly #losses: LossLog
  readonly #context: WriteContext
  readonly #candidates = new Map<number, CandidateWriter>()
  readonly #ends = new Map<number, ChoiceEnded>()
  #head: JsonObject
  /** Unread fields that wait for a frame in which they find their place. */
  #rest: JsonObject | undefined
  #usage: UsageKnown | undefined
  #isFailed = false
  /** Does the reply come in this dialect, so that it ends as its vendor ended it? */
  #isOwn = false

  constructor({ fallback }: WriterOptions, losses: LossLog) {
    this.#fallback = fallback
    this.#losses = losses
    this.#context = replyContext(false, losses)
    this.#head = headOf({}, fallback)
  }

  push(event: ChatEvent): Frame[] {
    if ('extras' in event && ownExtras(NAME, event) !== undefined) this.#isOwn = true
    switch (event.kind) {
      case 'part-delta':
        return this.#printAll(event.choice, this.#candidate(event.choice).grow(event))
      case 'part-started':
        return this.#printAll(event.choice, this.#candidate(event.choice).start(event.part, event.initial))
      case 'part-ended':
        return this.#printAll(event.choice, this.#candidate(event.choice).end(event.part))
      case 'choice-ended':
        this.#ends.set(event.choice, event)
        return this.#printAll(event.choice, this.#candidate(event.choice).close())
      case 'reply-started':
        this.#start(event)
        return []
      case 'usage-known':
        this.#usage = event
        return []
      case 'reply-failed':
        // Some vendors report a failure twice, and nothing may follow the first.
        if (this.#isFailed) return []
        this.#isFailed = true
        return [{ event: '', data: JSON.stringify(failureOf(event)) }]
      case 'unknown':
        return this.#carry(event)
      default:
        return []
    }
  }

  end(): Frame[] {
    if (this.#isFailed) return []
    // Libraries demand a candidate.
    if (!this.#isOwn && this.#candidates.size === 0) this.#candidate(0)
    const frames = [...this.#candidates].flatMap(([index, candidate]) => this.#printAll(index, candidate.close()))
    const last = this.#lastFrame()
    const left = this.#rest === undefined ? undefined : fillMissing(last, this.#rest)
    this.#rest = undefined
    // What found no candidate to stand with.
    if (Array.isArray(left?.candidates)) last.candidates = [...(Array.isArray(last.candidates) ? last.candidates : []), ...left.candidates]
    frames.push(this.#print(last))
    return frames
  }

  #start(event: ReplyStarted): void {
    this.#head = headOf(event, this.#fallback)
    this.#keep(ownExtras(NAME, event)?.fields)
    nameForeignExtras(NAME, event, 'reply', this.#losses)
  }

  #carry(event: UnknownEvent): Frame[] {
    nameForeignExtras(NAME, event, 'reply', this.#losses)
    if (ownExtras(NAME, event) === undefined) return []
    if (event.text !== undefined) return [{ event: '', data: event.text }]
    this.#keep(event.extras.fields)
    return []
  }

  #keep(fields: JsonObject | undefined): void {
    if (fields !== undefined) this.#rest = joinRests(this.#rest, fields)
  }

  #candidate(choice: number): CandidateWriter {
    let candidate = this.#candidates.get(choice)
    if (candidate === undefined) {
      candidate = new CandidateWriter(`choices[${choice}]`, this.#context)
      this.#candidates.set(choice, candidate)
    }
    return candidate
  }

  #printAll(index: number, pieces: readonly CandidatePiece[]): Frame[] {
    const frames: Frame[] = []
    for (const { part, logprobsResult } of pieces) {
      const candidate: JsonObject = { content: { parts: [part ?? { text: '' }], role: 'model' }, index }
      if (logprobsResult !== undefined) candidate.logprobsResult = logprobsResult
      frames.push(this.#print({ candidates: [candidate] }))
    }
    return frames
  }

  #print(frame: JsonObject): Frame {
    Object.assign(frame, this.#head)
    if (this.#rest !== undefined) this.#rest = fillMissing(frame, this.#rest)
    return { event: '', data: JSON.stringify(frame) }
  }

  #lastFrame(): JsonObject {
    const list: Json[] = []
    const frame: JsonObject = {}
    for (const index of new Set([...this.#candidates.keys(), ...this.#ends.keys()])) {
      const end = this.#ends.get(index)
      const feedback = end && feedbackOf(end)
      if (feedback !== undefined) frame.promptFeedback = feedback
      else list.push(lastOf(index, end ?? this.#missingEnd(index), this.#candidate(index), this.#losses))
    }
    if (list.length > 0) frame.candidates = list
    if (this.#usage !== undefined) frame.usageMetadata = usageOf(this.#usage)
    return frame
  }

  /** The end of a candidate that another vendor did not end. */
  #missingEnd(choice: number): ChoiceEnded | undefined {
    return this.#isOwn ? undefined : { kind: 'choice-ended', choice, reason: 'unknown' }
  }
}

/** A candidate's last piece. Google writes an empty text into it, and libraries expect a part. */
function lastOf(index: number, end: ChoiceEnded | undefined, candidate: CandidateWriter, losses: LossLog): JsonObject {
  const extras = end && ownExtras(NAME, end)
  const content: JsonObject = { parts: [{ text: '' }], role: 'model' }
  putMissing(content, extras?.nested?.content)
  const value: JsonObject = { content }
  const reason = end && finishReason(end)
  if (reason !== undefined) value.finishReason = reason
  value.index = index
  const grounding = candidate.grounding()
  if (grounding !== undefined) value.groundingMetadata = grounding
  putMissing(value, extras?.fields)
  if (end !== undefined) nameForeignExtras(NAME, end, `choices[${index}]`, losses)
  if (end?.stopSequence !== undefined) losses.add(`choices[${index}].stopSequence`, 'not-expressible')
  return value
}
