// A part of a stream or of a whole reply as events.
import type { JsonObject } from '../../json.ts'
import { WireError } from '../../wire-error.ts'
import type { ChatEvent } from '../event.ts'
import type { Part } from '../request.ts'
import type { IdSource } from './call-ids.ts'
import { Fields } from './fields.ts'
import { readLogprobs } from './logprobs.ts'
import { NAME, OWN } from './name.ts'
import { readPart, unknownPart } from './read-part.ts'

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

/**
 * Log probabilities go with the first text among the events from `begin` on, else with the text part that is open; false when neither is
 * there.
 */
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
