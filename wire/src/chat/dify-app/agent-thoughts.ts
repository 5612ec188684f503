import type { JsonObject } from '../../encoding/json.ts'
import { textOf } from './error.ts'

/** What one event adds to the thinking of an agent. */
export interface Thought {
  /** The model's own words, as far as they are new. */
  readonly words: string | undefined
  /** What the app tells of the use of a tool. */
  readonly notes: readonly string[]
}

/** The thoughts of an agent: each comes several times, with more fields filled each time. */
export class AgentThoughts {
  readonly #known = new Map<string, string>()

  read({ id, thought, tool, tool_input: input, observation }: JsonObject): Thought {
    const place = textOf(id) ?? ''
    const called = textOf(tool)
    const call = called === undefined ? undefined : `${called} ${textOf(input) ?? ''}`.trim()
    return {
      words: this.#new(`${place} thought`, textOf(thought)),
      notes: [this.#new(`${place} tool`, call), this.#new(`${place} observation`, textOf(observation))].filter(
        (note) => note !== undefined,
      ),
    }
  }

  /** What a text has more than the last time. */
  #new(key: string, text: string | undefined): string | undefined {
    if (text === undefined) return undefined
    const before = this.#known.get(key) ?? ''
    if (text === before) return undefined
    this.#known.set(key, text)
    return text.startsWith(before) ? text.slice(before.length) : text
  }
}
