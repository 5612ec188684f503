// Log probabilities: Google keeps chosen tokens and the candidates of each step in two lists, the hub one list with the candidates inside.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { ChatEvent } from '../reply/event.ts'
import { NAME, OWN } from './name.ts'

/** `logprobsResult` in the hub's shape; undefined when it has no token. */
export function readLogprobs(result: JsonObject): JsonObject | undefined {
  const chosen = list(result.chosenCandidates)
  const steps = list(result.topCandidates)
  if (chosen.length === 0) return undefined
  const content = chosen.map((token, index) => {
    const step = steps[index]
    const top = isObject(step) ? list(step.candidates) : []
    return { ...entry(token), top_logprobs: top.map(entry) }
  })
  return { content, refusal: null }
}

/** The hub's log probabilities as `logprobsResult`; undefined when they are of another shape. */
export function writeLogprobs(logprobs: Json): JsonObject | undefined {
  if (!isObject(logprobs) || !Array.isArray(logprobs.content)) return undefined
  const content = logprobs.content.filter(isObject)
  return {
    chosenCandidates: content.map(candidate),
    topCandidates: content.map((token) => ({ candidates: list(token.top_logprobs).filter(isObject).map(candidate) })),
  }
}

/** Results of several frames as one: their lists one after the other, the rest of the last. */
export function joinLogprobs(results: readonly JsonObject[]): JsonObject | undefined {
  let joined: JsonObject | undefined
  for (const result of results) {
    const chosenCandidates = [...list(joined?.chosenCandidates), ...list(result.chosenCandidates)]
    const topCandidates = [...list(joined?.topCandidates), ...list(result.topCandidates)]
    joined = { ...joined, ...result, chosenCandidates, topCandidates }
  }
  return joined
}

function entry(value: Json): JsonObject {
  const { token, logProbability } = isObject(value) ? value : {}
  return { token: token ?? '', logprob: logProbability ?? 0, bytes: null }
}

function candidate(token: JsonObject): JsonObject {
  return { token: token.token ?? '', logProbability: token.logprob ?? 0 }
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
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
