import type { JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import type { ChatRequest, Sampling } from '../request/request.ts'

/** Cohere's names and ranges; a value out of range is refused. Source: Cohere API reference, "Chat". */
const scales: readonly { from: keyof Sampling; to: string; min: number; max: number }[] = [
  { from: 'temperature', to: 'temperature', min: 0, max: Number.POSITIVE_INFINITY },
  { from: 'topP', to: 'p', min: 0.01, max: 0.99 },
  { from: 'topK', to: 'k', min: 0, max: 500 },
  { from: 'frequencyPenalty', to: 'frequency_penalty', min: 0, max: 1 },
  { from: 'presencePenalty', to: 'presence_penalty', min: 0, max: 1 },
  { from: 'seed', to: 'seed', min: 0, max: Number.MAX_SAFE_INTEGER },
]
const MAX_STOP_SEQUENCES = 5

/** Writes how the answer is drawn; a number beyond its scale as the nearest end of it. */
export function writeSampling(body: JsonObject, { sampling }: ChatRequest, losses: LossLog): void {
  if (sampling === undefined) return
  for (const { from, to, min, max } of scales) {
    const value = sampling[from]
    if (typeof value !== 'number') continue
    body[to] = Math.min(Math.max(value, min), max)
    // A top-p of all tokens is the same as none: the nearest allowed value has the same effect.
    if (body[to] !== value && !(from === 'topP' && value === 1)) losses.add(`sampling.${from}`, 'not-expressible')
  }
  if (sampling.logprobs !== undefined) body.logprobs = sampling.logprobs
  if (sampling.topLogprobs !== undefined && sampling.topLogprobs > 0) losses.add('sampling.topLogprobs', 'not-expressible')
}

/** Writes the stop words, as many as Cohere takes. */
export function writeStop(body: JsonObject, { stop }: ChatRequest, losses: LossLog): void {
  if (stop === undefined) return
  if (stop.length > 0) body.stop_sequences = stop.slice(0, MAX_STOP_SEQUENCES)
  for (let index = MAX_STOP_SEQUENCES; index < stop.length; index++) losses.add(`stop[${index}]`, 'not-expressible')
}
