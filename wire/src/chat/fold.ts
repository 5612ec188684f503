import { defined } from '../defined.ts'
import type { Json } from '../json.ts'
import type { ChatEvent, ChoiceEnded, PartDelta, ReplyFailed, StopReason, UnknownEvent, UsageKnown } from './event.ts'
import type { Extras, MayCarryExtras } from './extras.ts'
import type { MediaPart, Part } from './request.ts'

/** A reply as one value: what its events say when all have come. */
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

export interface FoldedChoice extends MayCarryExtras {
  readonly choice: number
  readonly parts: readonly Part[]
  /** Absent: the choice was cut off. */
  readonly reason?: StopReason
  readonly rawReason?: string
  readonly stopSequence?: string
  /** One per growth that had any, in order. */
  readonly logprobs?: readonly Json[]
}

/** Takes events one by one and gives the reply as far as it is known. */
export interface Folder {
  push(event: ChatEvent): void
  reply(): FoldedReply
}

/** The reply that these events make up. Never throws: a growth of a part that never started is left out. */
export function fold(events: Iterable<ChatEvent>): FoldedReply {
  const folder = createFolder()
  for (const event of events) folder.push(event)
  return folder.reply()
}

export function createFolder(): Folder {
  const choices = new Map<number, OpenChoice>()
  const unknown: UnknownEvent[] = []
  let head: { id?: string; model?: string; createdAt?: number; extras?: Extras } = {}
  let usage: UsageKnown | undefined
  let failure: ReplyFailed | undefined
  let isEnded = false

  function at(choice: number): OpenChoice {
    let open = choices.get(choice)
    if (open === undefined) {
      open = { parts: new Map(), logprobs: [], end: undefined }
      choices.set(choice, open)
    }
    return open
  }

  return {
    push(event) {
      switch (event.kind) {
        case 'reply-started': {
          const { kind: _, ...fields } = event
          head = { ...head, ...fields }
          return
        }
        case 'part-started':
          at(event.choice).parts.set(event.part, event.initial)
          return
        case 'part-delta': {
          const open = at(event.choice)
          const part = open.parts.get(event.part)
          if (part !== undefined) open.parts.set(event.part, grown(part, event))
          if (event.logprobs !== undefined) open.logprobs.push(event.logprobs)
          return
        }
        case 'choice-ended':
          at(event.choice).end = event
          return
        case 'usage-known':
          usage = event
          return
        case 'reply-failed':
          failure = event
          return
        case 'reply-ended':
          isEnded = true
          return
        case 'unknown':
          unknown.push(event)
      }
    },

    reply() {
      const folded = [...choices].sort(([one], [other]) => one - other).map(([choice, open]) => close(choice, open))
      return defined({ ...head, choices: folded, usage, failure, isEnded, unknown: [...unknown] })
    },
  }
}

/** The events of a whole reply: what a reader of it would give. */
export function unfold(reply: FoldedReply): ChatEvent[] {
  const { id, model, createdAt, extras } = reply
  const events: ChatEvent[] = [defined({ kind: 'reply-started' as const, id, model, createdAt, extras }), ...reply.unknown]
  for (const { choice, parts, logprobs, reason, rawReason, stopSequence, extras: left } of reply.choices) {
    for (const [part, initial] of parts.entries()) {
      events.push({ kind: 'part-started', choice, part, initial })
      // The text is in the initial part; what remains are the probabilities.
      if (part === 0) for (const each of logprobs ?? []) events.push({ kind: 'part-delta', choice, part, logprobs: each })
      events.push({ kind: 'part-ended', choice, part })
    }
    if (reason !== undefined) events.push(defined({ kind: 'choice-ended' as const, choice, reason, rawReason, stopSequence, extras: left }))
  }
  if (reply.usage !== undefined) events.push(reply.usage)
  if (reply.failure !== undefined) events.push(reply.failure)
  if (reply.isEnded) events.push({ kind: 'reply-ended' })
  return events
}

interface OpenChoice {
  readonly parts: Map<number, Part>
  readonly logprobs: Json[]
  end: ChoiceEnded | undefined
}

function close(choice: number, open: OpenChoice): FoldedChoice {
  const parts = [...open.parts].sort(([one], [other]) => one - other).map(([, part]) => part)
  const { reason, rawReason, stopSequence, extras } = open.end ?? {}
  const logprobs = open.logprobs.length > 0 ? open.logprobs : undefined
  return defined({ choice, parts, reason, rawReason, stopSequence, logprobs, extras })
}

function grown(part: Part, event: PartDelta): Part {
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
