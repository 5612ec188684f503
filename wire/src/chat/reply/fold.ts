import { defined } from '../../defined.ts'
import type { Json } from '../../encoding/json.ts'
import type { MayCarryExtras } from '../request/extras.ts'
import type { MediaPart, Part } from '../request/request.ts'
import type { ChatEvent, ChoiceEnded, PartDelta, ReplyFailed, ReplyStarted, StopReason, UnknownEvent, UsageKnown } from './event.ts'

/** A reply as one value, built from all its events. */
export interface FoldedReply extends MayCarryExtras {
  readonly id?: string
  readonly model?: string
  /** Unix seconds. */
  readonly createdAt?: number
  /** By their numbers. */
  readonly choices: readonly FoldedChoice[]
  /** The last that was reported. */
  readonly usage?: UsageKnown
  readonly failure?: ReplyFailed
  /** Was the terminal mark seen? */
  readonly isEnded: boolean
  readonly unknown: readonly UnknownEvent[]
}

/** One answer of a reply. */
export interface FoldedChoice extends MayCarryExtras {
  readonly choice: number
  readonly parts: readonly Part[]
  /** Absent: the choice was cut off. */
  readonly reason?: StopReason
  readonly failure?: string
  readonly rawReason?: string
  readonly stopSequence?: string
  /** One per growth that had any, in order. */
  readonly logprobs?: readonly Json[]
}

/** The reply that these events make up. Never throws: a growth of a part that never started is left out. */
export function fold(events: Iterable<ChatEvent>): FoldedReply {
  const folder = new Folder()
  for (const event of events) folder.push(event)
  return folder.reply()
}

/** Takes events one by one and gives the reply as far as it is known. */
export class Folder {
  readonly #choices = new Map<number, OpenChoice>()
  readonly #unknown: UnknownEvent[] = []
  #head: ReplyHead = {}
  #usage: UsageKnown | undefined
  #failure: ReplyFailed | undefined
  #isEnded = false

  push(event: ChatEvent): void {
    switch (event.kind) {
      case 'part-delta':
        this.#grow(event)
        return
      case 'part-started':
        this.#choice(event.choice).parts.set(event.part, event.initial)
        return
      case 'choice-ended':
        this.#choice(event.choice).end = event
        return
      case 'reply-started': {
        const { kind: _, ...head } = event
        this.#head = { ...this.#head, ...head }
        return
      }
      case 'usage-known':
        this.#usage = event
        return
      case 'reply-failed':
        this.#failure = event
        return
      case 'reply-ended':
        this.#isEnded = true
        return
      case 'unknown':
        this.#unknown.push(event)
    }
  }

  reply(): FoldedReply {
    const choices = [...this.#choices].sort(([one], [other]) => one - other).map(([choice, open]) => close(choice, open))
    const unknown = [...this.#unknown]
    return defined({ ...this.#head, choices, usage: this.#usage, failure: this.#failure, isEnded: this.#isEnded, unknown })
  }

  #grow(event: PartDelta): void {
    const open = this.#choice(event.choice)
    const part = open.parts.get(event.part)
    if (part !== undefined) open.parts.set(event.part, grownPart(part, event))
    if (event.logprobs !== undefined) open.logprobs.push(event.logprobs)
  }

  #choice(choice: number): OpenChoice {
    let open = this.#choices.get(choice)
    if (open === undefined) {
      open = { parts: new Map(), logprobs: [], end: undefined }
      this.#choices.set(choice, open)
    }
    return open
  }
}

/** The events of a whole reply: what a reader of it would give. */
export function unfold(reply: FoldedReply): ChatEvent[] {
  const { id, model, createdAt, extras } = reply
  const events: ChatEvent[] = [defined({ kind: 'reply-started' as const, id, model, createdAt, extras }), ...reply.unknown]
  for (const { choice, parts, logprobs, reason, failure, rawReason, stopSequence, extras: left } of reply.choices) {
    for (const [part, initial] of parts.entries()) {
      events.push({ kind: 'part-started', choice, part, initial })
      // The text is in the initial part; what remains are the probabilities.
      if (part === 0) for (const each of logprobs ?? []) events.push({ kind: 'part-delta', choice, part, logprobs: each })
      events.push({ kind: 'part-ended', choice, part })
    }
    if (reason !== undefined)
      events.push(defined({ kind: 'choice-ended' as const, choice, reason, failure, rawReason, stopSequence, extras: left }))
  }
  if (reply.usage !== undefined) events.push(reply.usage)
  if (reply.failure !== undefined) events.push(reply.failure)
  if (reply.isEnded) events.push({ kind: 'reply-ended' })
  return events
}

type ReplyHead = Omit<ReplyStarted, 'kind'>

interface OpenChoice {
  readonly parts: Map<number, Part>
  readonly logprobs: Json[]
  end: ChoiceEnded | undefined
}

function close(choice: number, open: OpenChoice): FoldedChoice {
  const parts = [...open.parts].sort(([one], [other]) => one - other).map(([, part]) => part)
  const { reason, failure, rawReason, stopSequence, extras } = open.end ?? {}
  const logprobs = open.logprobs.length > 0 ? open.logprobs : undefined
  return defined({ choice, parts, reason, failure, rawReason, stopSequence, logprobs, extras })
}

/** The part with one delta more. */
export function grownPart(part: Part, event: PartDelta): Part {
  const { text, signature, encrypted, citation } = event
  switch (part.kind) {
    case 'text':
      return {
        ...part,
        text: part.text + (text ?? ''),
        ...(citation !== undefined && { citations: [...(part.citations ?? []), citation] }),
      }
    case 'refusal':
      return { ...part, text: part.text + (text ?? '') }
    case 'reasoning':
      return {
        ...part,
        text: part.text + (text ?? ''),
        ...(signature !== undefined && { signature }),
        ...(encrypted !== undefined && { encrypted }),
      }
    case 'tool-call':
      return { ...part, argumentsText: part.argumentsText + (text ?? ''), ...(signature !== undefined && { signature }) }
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      return grownMedium(part, event)
    default:
      return part
  }
}

function grownMedium(part: MediaPart, { data, transcript }: PartDelta): MediaPart {
  return {
    ...part,
    ...(data !== undefined && part.source.kind === 'base64' && { source: { kind: 'base64', data: part.source.data + data } }),
    ...(transcript !== undefined && { transcript: (part.transcript ?? '') + transcript }),
  }
}
