// The message of a reply that goes on, and the parts of its content: texts, refusals, and what else the vendor puts there.
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { putMissing } from '../../reader.ts'
import type { PartDelta } from '../event.ts'
import { ownExtras } from '../extras.ts'
import type { LossLog } from '../loss.ts'
import type { Citation, Part } from '../request.ts'
import { writeCitation } from './citations.ts'
import type { EventPrinter } from './event-printer.ts'
import { NAME } from './name.ts'

/** Writes one part of a message's content. */
export interface ContentWriter {
  grow(event: PartDelta): void
  /** @returns the part, whole */
  end(): JsonObject
}

/**
 * Begins a part of a message's content.
 *
 * @param place the message's id and index and the part's own, on every event
 * @param path where the part stood
 */
export function contentWriter(initial: Part, place: JsonObject, path: string, printer: EventPrinter, losses: LossLog): ContentWriter {
  if (initial.kind === 'refusal') return refusalWriter(initial, place, printer)
  if (initial.kind === 'text') return textWriter(initial, place, path, printer, losses)
  const value = initial.kind === 'unknown' ? initial.value : {}
  printer.print('response.content_part.added', { ...place, part: value })
  return {
    grow: () => undefined,
    end() {
      printer.print('response.content_part.done', { ...place, part: value })
      return value
    },
  }
}

function refusalWriter(initial: Part & { kind: 'refusal' }, place: JsonObject, printer: EventPrinter): ContentWriter {
  let extras = ownExtras(NAME, initial)
  let text = ''
  const append = (delta: string): void => {
    text += delta
    printer.print('response.refusal.delta', { ...place, delta })
  }
  printer.print('response.content_part.added', { ...place, part: { type: 'refusal', refusal: '' } })
  if (initial.text !== '') append(initial.text)
  return {
    grow(event) {
      extras = ownExtras(NAME, event) ?? extras
      if (event.text) append(event.text)
    },
    end() {
      const part: JsonObject = { type: 'refusal', refusal: text }
      putMissing(part, extras?.fields)
      printer.print('response.refusal.done', { ...place, refusal: text })
      printer.print('response.content_part.done', { ...place, part })
      return part
    },
  }
}

function textWriter(
  initial: Part & { kind: 'text' },
  place: JsonObject,
  path: string,
  printer: EventPrinter,
  losses: LossLog,
): ContentWriter {
  let extras = ownExtras(NAME, initial)
  let text = ''
  let cited = 0
  const annotations: Json[] = []
  const logprobs: Json[] = []
  const type = extras?.spellings?.textType ?? 'output_text'

  function append(delta: string, more: readonly Json[]): void {
    text += delta
    logprobs.push(...more)
    printer.print('response.output_text.delta', { ...place, delta, logprobs: [...more] })
  }
  function cite(citation: Citation): void {
    const annotation = writeCitation(citation, text.length, `${path}.citations[${cited++}]`, losses)
    if (annotation === undefined) return
    printer.print('response.output_text.annotation.added', { ...place, annotation_index: annotations.length, annotation })
    annotations.push(annotation)
  }

  printer.print('response.content_part.added', { ...place, part: { type, annotations: [], logprobs: [], text: '' } })
  if (initial.text !== '') append(initial.text, [])
  for (const citation of initial.citations ?? []) cite(citation)
  return {
    grow(event) {
      extras = ownExtras(NAME, event) ?? extras
      const more = tokensOf(event.logprobs, path, losses)
      if (event.text) append(event.text, more)
      else logprobs.push(...more)
      if (event.citation !== undefined) cite(event.citation)
    },
    end() {
      const part: JsonObject = { type, annotations, logprobs, text }
      putMissing(part, extras?.fields)
      printer.print('response.output_text.done', { ...place, text, logprobs })
      printer.print('response.content_part.done', { ...place, part })
      return part
    },
  }
}

/** The tokens of log probabilities; those of a refusal have no place here. */
function tokensOf(logprobs: Json | undefined, path: string, losses: LossLog): Json[] {
  if (!isObject(logprobs)) return []
  if (Array.isArray(logprobs.refusal) && logprobs.refusal.length > 0) losses.add(`${path}.logprobs`, 'not-expressible')
  return Array.isArray(logprobs.content) ? logprobs.content : []
}
