// A thought of a reply: an item of the reasoning type with summaries, or with its own words where the vendor shows them.
import type { Json, JsonObject } from '../../../encoding/json.ts'
import type { EventPrinter } from './event-printer.ts'

/** A summary of a thought, or a piece of the thought itself. */
export type SectionKind = 'summary' | 'content'

interface OpenSection {
  readonly kind: SectionKind
  readonly index: number
  text: string
}

/** Writes the events of one thought's text, section by section. */
export class ThoughtWriter {
  readonly #printer: EventPrinter
  readonly #place: JsonObject
  readonly summaries: Json[] = []
  readonly contents: Json[] = []
  #open: OpenSection | undefined

  /** @param place the item's id and index, on every event */
  constructor(printer: EventPrinter, place: JsonObject) {
    this.#printer = printer
    this.#place = place
  }

  /** Begins a section and ends the one before. */
  section(kind: SectionKind): OpenSection {
    this.end()
    const open = { kind, index: this.#listOf(kind).length, text: '' }
    this.#open = open
    const part = { type: partType(kind), text: '' }
    const type = kind === 'content' ? 'response.content_part.added' : 'response.reasoning_summary_part.added'
    this.#printer.print(type, { ...this.#placeOf(open), part })
    return open
  }

  grow(text: string): void {
    const open = this.#open ?? this.section('summary')
    open.text += text
    const type = open.kind === 'content' ? 'response.reasoning_text.delta' : 'response.reasoning_summary_text.delta'
    this.#printer.print(type, { ...this.#placeOf(open), delta: text })
  }

  /** Ends the open section. */
  end(): void {
    const open = this.#open
    if (open === undefined) return
    const { kind, text } = open
    const part = { type: partType(kind), text }
    const place = this.#placeOf(open)
    this.#printer.print(kind === 'content' ? 'response.reasoning_text.done' : 'response.reasoning_summary_text.done', { ...place, text })
    this.#printer.print(kind === 'content' ? 'response.content_part.done' : 'response.reasoning_summary_part.done', { ...place, part })
    this.#listOf(kind).push(part)
    this.#open = undefined
  }

  #listOf(kind: SectionKind): Json[] {
    return kind === 'content' ? this.contents : this.summaries
  }

  #placeOf({ kind, index }: OpenSection): JsonObject {
    return { ...this.#place, [kind === 'content' ? 'content_index' : 'summary_index']: index }
  }
}

function partType(kind: SectionKind): string {
  return kind === 'content' ? 'reasoning_text' : 'summary_text'
}
