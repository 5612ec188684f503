// A thought of a reply: an item of the reasoning type with summaries, or with its own words where the vendor shows them.
import type { Json, JsonObject } from '../../json.ts'
import type { EventPrinter } from './event-printer.ts'

/** Writes the events of one thought's text, section by section. */
export interface ThoughtWriter {
  /** Begins a section: a summary, or a piece of what was thought itself. */
  section(kind: 'summary' | 'content'): void
  grow(text: string): void
  /** Ends the section that goes on. */
  end(): void
  readonly summaries: readonly Json[]
  readonly contents: readonly Json[]
}

/** @param place the item's id and index, on every event */
export function thoughtWriter(printer: EventPrinter, place: JsonObject): ThoughtWriter {
  const lists = { summary: [] as Json[], content: [] as Json[] }
  let open: { kind: 'summary' | 'content'; index: number; text: string } | undefined

  function at(): JsonObject {
    return { ...place, [open?.kind === 'content' ? 'content_index' : 'summary_index']: open?.index ?? 0 }
  }

  function end(): void {
    if (open === undefined) return
    const { kind, text } = open
    const part = { type: `${kind === 'content' ? 'reasoning' : 'summary'}_text`, text }
    printer.print(kind === 'content' ? 'response.reasoning_text.done' : 'response.reasoning_summary_text.done', { ...at(), text })
    printer.print(kind === 'content' ? 'response.content_part.done' : 'response.reasoning_summary_part.done', { ...at(), part })
    lists[kind].push(part)
    open = undefined
  }

  function section(kind: 'summary' | 'content'): void {
    end()
    open = { kind, index: lists[kind].length, text: '' }
    const part = { type: `${kind === 'content' ? 'reasoning' : 'summary'}_text`, text: '' }
    printer.print(kind === 'content' ? 'response.content_part.added' : 'response.reasoning_summary_part.added', { ...at(), part })
  }

  return {
    section,
    grow(text) {
      if (open === undefined) section('summary')
      if (open === undefined) return
      open.text += text
      printer.print(open.kind === 'content' ? 'response.reasoning_text.delta' : 'response.reasoning_summary_text.delta', {
        ...at(),
        delta: text,
      })
    },
    end,
    summaries: lists.summary,
    contents: lists.content,
  }
}
