import type { JsonObject } from '../../json.ts'
import { errorBody } from '../../openai/error.ts'
import { putMissing } from '../../reader.ts'
import { DONE, type Frame } from '../../sse.ts'
import type { ReplyWriter, WriterOptions } from '../dialect.ts'
import type {
  ChatEvent,
  ChoiceEnded,
  PartDelta,
  PartEnded,
  PartStarted,
  ReplyFailed,
  ReplyStarted,
  StopReason,
  UnknownEvent,
  UsageKnown,
} from '../event.ts'
import { nameForeignExtras, ownExtras } from '../extras.ts'
import type { LossLog } from '../loss.ts'
import { joinRests, layUnder } from './lay-under.ts'
import { NAME } from './name.ts'
import { writeUsage } from './usage.ts'
import { deltaOfEnd, deltaOfInitial, deltaOfPart, nameDeltaLosses, type StartedPart } from './write-delta.ts'

interface OpenChoice {
  hasRole: boolean
  calls: number
  /** Characters of text so far. */
  textLength: number
  readonly parts: Map<number, StartedPart>
}

/** Writes a reply as a stream of `chat.completion.chunk`. Usage, where the client requested it, and `[DONE]` come at the end. */
export class ChunkWriter implements ReplyWriter {
  readonly #options: WriterOptions
  readonly #losses: LossLog
  readonly #choices = new Map<number, OpenChoice>()
  readonly #head: JsonObject
  /** Unread fields of the vendor's that wait for the next chunk. */
  #rest: JsonObject | undefined
  #usage: UsageKnown | undefined
  #isFailed = false

  constructor(options: WriterOptions, losses: LossLog) {
    this.#options = options
    this.#losses = losses
    const { id, createdAt, model } = options.fallback ?? {}
    this.#head = { id: id ?? '', object: 'chat.completion.chunk', created: createdAt ?? 0, model: model ?? '' }
  }

  push(event: ChatEvent): Frame[] {
    switch (event.kind) {
      case 'reply-started':
        this.#begin(event)
        return []
      case 'part-started':
        return this.#startPart(event)
      case 'part-delta':
        return this.#continuePart(event)
      case 'part-ended':
        return this.#endPart(event)
      case 'choice-ended':
        return this.#endChoice(event)
      case 'usage-known':
        this.#usage = event
        return []
      case 'reply-failed':
        return this.#fail(event)
      case 'unknown':
        return this.#passUnknown(event)
      default:
        return []
    }
  }

  end(): Frame[] {
    if (this.#isFailed) return []
    const frames: Frame[] = []
    const tail = this.#rest
    const usage = this.#usage
    this.#rest = undefined
    // What found no choice or call to stand with, and what came after everything else.
    if (tail !== undefined) frames.push(this.#chunk({ choices: [], ...tail }))
    if (usage !== undefined && this.#options.streamUsage) {
      frames.push(this.#chunk({ choices: [], usage: ownExtras(NAME, usage)?.fields ?? writeUsage(usage.usage) }))
    }
    frames.push({ event: '', data: DONE })
    return frames
  }

  #begin(event: ReplyStarted): void {
    if (event.id !== undefined) this.#head.id = event.id
    if (event.model !== undefined) this.#head.model = event.model
    if (event.createdAt !== undefined) this.#head.created = event.createdAt
    const fields = ownExtras(NAME, event)?.fields
    if (fields !== undefined) this.#rest = joinRests(this.#rest, fields)
    nameForeignExtras(NAME, event, 'reply', this.#losses)
  }

  #startPart({ choice, part, initial }: PartStarted): Frame[] {
    const open = this.#at(choice)
    const isCall =
      initial.kind === 'tool-call' || (initial.kind === 'unknown' && ownExtras(NAME, initial)?.spellings?.place === 'tool_calls')
    const started = { initial, ordinal: isCall ? open.calls++ : 0, offset: open.textLength, waiting: [] }
    open.parts.set(part, started)
    if (initial.kind === 'text') open.textLength += initial.text.length
    const delta = deltaOfInitial(started, `choices[${choice}].parts[${part}]`, this.#losses)
    return delta === undefined ? [] : this.#deltaChunk(choice, delta)
  }

  #continuePart(event: PartDelta): Frame[] {
    const open = this.#at(event.choice)
    const started = open.parts.get(event.part)
    if (started === undefined) return []
    nameDeltaLosses(event, this.#losses)
    if (started.initial.kind === 'text') open.textLength += event.text?.length ?? 0
    const delta = deltaOfPart(started, event, this.#losses)
    // A signature whose details are carried must not wait for a later chunk, which may be another part's.
    const isCarried = ownExtras(NAME, event) !== undefined && this.#rest?.choices !== undefined
    if (delta === undefined && event.logprobs === undefined && !isCarried) return []
    return this.#deltaChunk(event.choice, delta ?? {}, event.logprobs === undefined ? {} : { logprobs: event.logprobs })
  }

  #endPart({ choice, part }: PartEnded): Frame[] {
    const open = this.#at(choice)
    const started = open.parts.get(part)
    if (started === undefined || started.waiting.length === 0) return []
    const delta = deltaOfEnd(started, open.textLength, `choices[${choice}].parts[${part}]`, this.#losses)
    return delta === undefined ? [] : this.#deltaChunk(choice, delta)
  }

  #endChoice(event: ChoiceEnded): Frame[] {
    const extras = ownExtras(NAME, event)
    if (extras === undefined) {
      nameForeignExtras(NAME, event, `choices[${event.choice}]`, this.#losses)
      if (event.stopSequence !== undefined) this.#losses.add(`choices[${event.choice}].stopSequence`, 'not-expressible')
    }
    const delta: JsonObject = {}
    putMissing(delta, extras?.nested?.message)
    const more: JsonObject = { finish_reason: finishReason(event) }
    putMissing(more, extras?.fields)
    return this.#deltaChunk(event.choice, delta, more)
  }

  #fail(event: ReplyFailed): Frame[] {
    this.#isFailed = true
    const own = ownExtras(NAME, event)?.fields
    if (own === undefined) nameForeignExtras(NAME, event, 'failure', this.#losses)
    return [this.#frame(own === undefined ? errorBody(event) : { error: own })]
  }

  #passUnknown(event: UnknownEvent): Frame[] {
    if (ownExtras(NAME, event) === undefined) nameForeignExtras(NAME, event, 'reply', this.#losses)
    else if (event.text !== undefined) return [{ event: '', data: event.text }]
    else if (event.extras.fields !== undefined) this.#rest = joinRests(this.#rest, event.extras.fields)
    return []
  }

  #at(choice: number): OpenChoice {
    let open = this.#choices.get(choice)
    if (open === undefined) {
      open = { hasRole: false, calls: 0, textLength: 0, parts: new Map() }
      this.#choices.set(choice, open)
    }
    return open
  }

  #deltaChunk(index: number, fields: JsonObject, more: JsonObject = {}): Frame[] {
    const open = this.#at(index)
    const delta: JsonObject = open.hasRole ? fields : { role: 'assistant', ...fields }
    open.hasRole = true
    return [this.#chunk({ choices: [{ index, delta, finish_reason: null, ...more }] })]
  }

  #chunk(fields: JsonObject): Frame {
    return this.#frame({ ...this.#head, ...fields })
  }

  #frame(body: JsonObject): Frame {
    if (this.#rest !== undefined) this.#rest = layUnder(body, this.#rest)
    return { event: '', data: JSON.stringify(body) }
  }
}

/** This dialect's word for why a choice ended: the vendor's own where it came in this dialect. */
export function finishReason(event: Pick<ChoiceEnded, 'reason' | 'rawReason' | 'extras'>): string | null {
  if (ownExtras(NAME, event) !== undefined) return event.rawReason ?? null
  return words[event.reason]
}

const words: Record<StopReason, string> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  refusal: 'content_filter',
  // The answer is to be continued, as one that reached its limit.
  pause: 'length',
  unknown: 'stop',
}
