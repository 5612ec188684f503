// One candidate of a stream: contents in, parts that start, grow and end out. The dialect has no explicit starts, so they are made here.
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { added } from '../../reader.ts'
import { WireError } from '../../wire-error.ts'
import type { ChatEvent } from '../event.ts'
import type { Extras } from '../extras.ts'
import type { Part } from '../request.ts'
import { readCitations } from './citations.ts'
import { Fields } from './fields.ts'
import { readLogprobs } from './logprobs.ts'
import { NAME, OWN } from './name.ts'
import { pieceReader } from './read-call.ts'
import { type IdSource, readPart, unknownPart } from './read-part.ts'
import { readSignature } from './signature.ts'
import { stopReason } from './stop-reason.ts'

/** A candidate's state over the frames of a stream. */
export interface CandidateReader {
  /** Gives the unread fields of the candidate. */
  push(item: JsonObject, events: ChatEvent[]): JsonObject | undefined
  /** Ends the parts that are open: the stream is over, whether or not the candidate was finished. */
  close(events: ChatEvent[]): void
  readonly isFinished: boolean
}

/** @param choice the number of the candidate */
export function candidateReader(choice: number, ids: IdSource): CandidateReader {
  let parts = 0
  let flow: { kind: 'text' | 'reasoning'; part: number } | undefined
  // The texts of the answer, for citations, which are told by their position and late.
  const spoken: { part: number; text: string }[] = []
  const cited = new Set<string>()
  let hasCalls = false
  let reason: string | undefined
  let partsAtFinish = 0
  const takePart = (): number => parts++
  const pieces = pieceReader(choice, { takePart, makeId: (given) => ids.call('', given) })

  function endFlow(events: ChatEvent[]): void {
    if (flow === undefined) return
    events.push({ kind: 'part-ended', choice, part: flow.part })
    flow = undefined
  }

  function endParts(events: ChatEvent[]): void {
    endFlow(events)
    pieces.end(events)
  }

  function enter(kind: 'text' | 'reasoning', events: ChatEvent[]): number {
    if (flow?.kind === kind) return flow.part
    endParts(events)
    flow = { kind, part: takePart() }
    if (kind === 'text') spoken.push({ part: flow.part, text: '' })
    events.push({ kind: 'part-started', choice, part: flow.part, initial: { kind, text: '' } })
    return flow.part
  }

  function readText(value: JsonObject, text: string, events: ChatEvent[]): void {
    const kind = value.thought === true ? 'reasoning' : 'text'
    let proof: string | undefined
    let rest: JsonObject | undefined
    for (const key in value) {
      if (key === 'text' || (key === 'thought' && value.thought === true)) continue
      const found = value[key]
      if (key === 'thoughtSignature' && typeof found === 'string') proof = found
      else rest = added(rest, key, found)
    }
    const extras: Extras | undefined = rest === undefined ? undefined : { dialect: NAME, fields: rest }
    // A part that is signed stays apart from those that are not: Google wants it back as it was.
    if (proof !== undefined) {
      whole({ kind, text, ...readSignature(proof), ...(extras && { extras }) } as Part, events) // sound: see readSignature
      return
    }
    if (text === '' && extras === undefined) return
    const part = enter(kind, events)
    if (kind === 'text') grown(text)
    events.push({ kind: 'part-delta', choice, part, text, ...(extras && { extras }) })
  }

  function grown(text: string): void {
    const last = spoken.at(-1)
    if (last !== undefined) last.text += text
  }

  function whole(content: Part, events: ChatEvent[]): void {
    endParts(events)
    const part = takePart()
    if (content.kind === 'text') spoken.push({ part, text: content.text })
    events.push(...wholePart(choice, part, content))
  }

  function readOne(value: Json | undefined, events: ChatEvent[]): void {
    if (!isObject(value)) return
    if (typeof value.text === 'string') {
      readText(value, value.text, events)
      return
    }
    const call = value.functionCall
    if (isObject(call)) {
      hasCalls = true
      if (pieces.takes(call)) {
        if (!pieces.isOpen || call.name !== undefined) endParts(events)
        pieces.push(value, call, events)
        return
      }
    }
    whole(isObject(call) && call.name === undefined ? unknownPart(value) : readAnyPart(value, ids), events)
  }

  function readContent(content: JsonObject, events: ChatEvent[]): JsonObject | undefined {
    let rest: JsonObject | undefined
    for (const key in content) {
      const value = content[key]
      if (key === 'parts' && Array.isArray(value)) for (const part of value) readOne(part, events)
      else if (key !== 'role' || value !== 'model') rest = added(rest, key, value)
    }
    return rest
  }

  /** Citations of the text that is still open; those of an earlier part came too late for a stream, and are carried only. */
  function cite(item: JsonObject, events: ChatEvent[]): void {
    for (const { text, citation } of readCitations(
      item,
      spoken.map((each) => each.text),
    )) {
      const part = spoken[text]?.part
      if (part === undefined || part !== flow?.part) continue
      const key = `${citation.start} ${citation.end} ${citation.url ?? citation.title}`
      if (cited.has(key)) continue
      cited.add(key)
      events.push({ kind: 'part-delta', choice, part, citation, extras: OWN })
    }
  }

  function finish(rawReason: string, events: ChatEvent[]): void {
    // A reason that is repeated is nothing new, unless something came in between.
    if (reason === rawReason && parts === partsAtFinish && flow === undefined) return
    endParts(events)
    partsAtFinish = parts
    reason = rawReason
    events.push({ kind: 'choice-ended', choice, reason: stopReason(rawReason, hasCalls), rawReason, extras: OWN })
  }

  return {
    get isFinished() {
      return reason !== undefined
    },
    close: endParts,
    push(item, events) {
      const begin = events.length
      let rest: JsonObject | undefined
      let rawReason: string | undefined
      for (const key in item) {
        const value = item[key]
        if (key === 'index' && typeof value === 'number') continue
        if (key === 'content' && isObject(value)) {
          const unread = readContent(value, events)
          if (unread !== undefined) rest = added(rest, key, unread)
        } else if (key === 'finishReason' && typeof value === 'string' && value !== '') rawReason = value
        else if (key !== 'logprobsResult') rest = added(rest, key, value)
      }
      const { logprobsResult } = item
      if (isObject(logprobsResult) && !attachLogprobs(logprobsResult, { choice, part: flow?.part }, events, begin)) {
        rest = added(rest, 'logprobsResult', logprobsResult)
      }
      if (item.groundingMetadata !== undefined || item.citationMetadata !== undefined) cite(item, events)
      if (rawReason !== undefined) finish(rawReason, events)
      return rest
    },
  }
}

/** A part of any kind; one that is not what the dialect describes is carried whole. Never throws. */
export function readAnyPart(value: JsonObject, ids: IdSource): Part {
  try {
    return readPart(new Fields(value), ids)
  } catch (error) {
    if (error instanceof WireError) return unknownPart(value)
    throw error
  }
}

/** A whole part as events: what is known at its start, the text by which it grows, its end. */
export function wholePart(choice: number, part: number, content: Part): ChatEvent[] {
  const { initial, text } = split(content)
  const grew: ChatEvent[] = text === '' ? [] : [{ kind: 'part-delta', choice, part, text }]
  return [{ kind: 'part-started', choice, part, initial }, ...grew, { kind: 'part-ended', choice, part }]
}

function split(part: Part): { initial: Part; text: string } {
  if (part.kind === 'text' || part.kind === 'reasoning') return { initial: { ...part, text: '' }, text: part.text }
  return part.kind === 'tool-call' ? { initial: { ...part, argumentsText: '' }, text: part.argumentsText } : { initial: part, text: '' }
}

/** Log probabilities go with the first text that grew among these events, else with the text that is open; false when neither is there. */
export function attachLogprobs(
  result: JsonObject,
  open: { choice: number; part: number | undefined },
  events: ChatEvent[],
  begin: number,
): boolean {
  const logprobs = readLogprobs(result)
  if (logprobs === undefined) return false
  const originals = { logprobsResult: result }
  for (let at = begin; at < events.length; at++) {
    const event = events[at]
    if (event?.kind !== 'part-delta' || event.text === undefined) continue
    events[at] = { ...event, logprobs, extras: { ...(event.extras ?? OWN), originals: { ...event.extras?.originals, ...originals } } }
    return true
  }
  if (open.part === undefined) return false
  events.push({ kind: 'part-delta', choice: open.choice, part: open.part, logprobs, extras: { dialect: NAME, originals } })
  return true
}
