import type { JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import { DONE, type Frame } from '../../../encoding/sse.ts'
import { errorBody } from '../../../openai/error.ts'
import type { ReplyWriter, WriterOptions } from '../../dialect.ts'
import type { LossLog } from '../../losses/loss.ts'
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
} from '../../reply/event.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { NAME } from '../name.ts'
import { writeUsage } from '../usage.ts'
import { deltaOfEnd, deltaOfInitial, deltaOfPart, nameDeltaLosses, type StartedPart } from './delta.ts'
import { fillMissing, joinRests } from './fill-missing.ts'

interface OpenChoice {
  hasRole: boolean
  calls: number
  /** By their ordinals, the calls of functions that have no arguments so far. */
  readonly bareCalls: Set<number>
  isEnded: boolean
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
  /** Does the reply come in this dialect, so that it ends as its vendor ended it? */
  #isOwn = false

  constructor(options: WriterOptions, losses: LossLog) {
    this.#options = options
    this.#losses = losses
    const { id, createdAt, model } = options.fallback ?? {}
    this.#head = { id: id ?? '', object: 'chat.completion.chunk', created: createdAt ?? 0, model: model ?? '' }
  }

  push(event: ChatEvent): Frame[] {
    if ('extras' in event && ownExtras(NAME, event) !== undefined) this.#isOwn = true
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
    const frames = this.#isOwn ? [] : this.#endsOfOthers()
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

  /** Libraries demand an answer, and an end of each. */
  #endsOfOthers(): Frame[] {
    if (this.#choices.size === 0) this.#at(0)
    const open = [...this.#choices].filter(([, { isEnded }]) => !isEnded)
    return open.flatMap(([choice, { hasRole }]) => [
      ...(hasRole ? [] : this.#deltaChunk(choice, { content: '' })),
      ...this.#endChoice({ kind: 'choice-ended', choice, reason: 'unknown' }),
    ])
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
    if (initial.kind === 'tool-call' && !initial.isCustom && initial.argumentsText === '') open.bareCalls.add(started.ordinal)
    if (initial.kind === 'text') open.textLength += initial.text.length
    const delta = deltaOfInitial(started, `choices[${choice}].parts[${part}]`, this.#losses)
    return delta === undefined ? [] : this.#deltaChunk(choice, delta)
  }

  #continuePart(event: PartDelta): Frame[] {
    const open = this.#at(event.choice)
    const started = open.parts.get(event.part)
    if (started === undefined) return []
    nameDeltaLosses(event, this.#losses)
    if (event.text && started.initial.kind === 'tool-call') open.bareCalls.delete(started.ordinal)
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
    const open = this.#at(event.choice)
    open.isEnded = true
    const frames = extras === undefined ? this.#bareArguments(event.choice, open) : []
    if (extras === undefined) {
      nameForeignExtras(NAME, event, `choices[${event.choice}]`, this.#losses)
      if (event.stopSequence !== undefined) this.#losses.add(`choices[${event.choice}].stopSequence`, 'not-expressible')
    }
    const delta: JsonObject = {}
    putMissing(delta, extras?.nested?.message)
    const more: JsonObject = { finish_reason: finishReason(event, open.calls > 0) }
    putMissing(more, extras?.fields)
    return [...frames, ...this.#deltaChunk(event.choice, delta, more)]
  }

  /** Clients parse the arguments of a call, and an empty text is no JSON. */
  #bareArguments(choice: number, { bareCalls }: OpenChoice): Frame[] {
    const calls = [...bareCalls].map((index) => ({ index, function: { arguments: '{}' } }))
    bareCalls.clear()
    return calls.length === 0 ? [] : this.#deltaChunk(choice, { tool_calls: calls })
  }

  #fail(event: ReplyFailed): Frame[] {
    // Some vendors report a failure twice, and nothing may follow the first.
    if (this.#isFailed) return []
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
      open = { hasRole: false, calls: 0, bareCalls: new Set(), isEnded: false, textLength: 0, parts: new Map() }
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
    if (this.#rest !== undefined) this.#rest = fillMissing(body, this.#rest)
    return { event: '', data: JSON.stringify(body) }
  }
}

/**
 * This dialect's word for why a choice ended: the vendor's own where it came in this dialect. Clients that read `tool_calls` look for calls, and
 * another vendor may have called a tool that has no place here.
 */
export function finishReason(event: Pick<ChoiceEnded, 'reason' | 'rawReason' | 'extras'>, hasCalls: boolean): string | null {
  if (ownExtras(NAME, event) !== undefined) return event.rawReason ?? null
  if (event.reason === 'tool-calls' && !hasCalls) return words.stop
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
