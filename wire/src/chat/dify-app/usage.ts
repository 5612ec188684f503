import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { appUsage, countOf } from '../apps/app-usage.ts'
import type { WireUsage } from '../reply/usage.ts'

/** What the end of a message counts, in tokens; undefined where it counts nothing. Never gives anything but whole numbers from 0 up. */
export function readUsage(usage: Json | undefined): WireUsage | undefined {
  if (!isObject(usage) || (usage.prompt_tokens === undefined && usage.completion_tokens === undefined)) return undefined
  return appUsage(usage.prompt_tokens, usage.completion_tokens, usage.total_tokens, usage)
}

/**
 * Adds up what the nodes of a workflow count. The end of a run has a total and no parts; what no node accounts for counts as input, and where
 * none says anything of its output that is counted by whoever bills it.
 */
export class NodeUsage {
  #prompt = 0
  #completion = 0

  /** The data of a node that has finished. */
  add({ process_data: work, outputs }: JsonObject): void {
    const usage = [work, outputs].map((place) => (isObject(place) ? place.usage : undefined)).find(isObject)
    if (!usage) return
    this.#prompt += countOf(usage.prompt_tokens)
    this.#completion += countOf(usage.completion_tokens)
  }

  /** @param total as the run reports it */
  whole(total: Json | undefined): WireUsage | undefined {
    const tokens = countOf(total)
    if (tokens === 0 && this.#prompt === 0 && this.#completion === 0) return undefined
    const raw = { total_tokens: tokens, prompt_tokens: this.#prompt, completion_tokens: this.#completion }
    return appUsage(this.#prompt, this.#completion, tokens, raw)
  }
}
