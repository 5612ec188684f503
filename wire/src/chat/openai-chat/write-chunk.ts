import type { Json, JsonObject } from '../../json.ts'
import { errorBody } from '../../openai/error.ts'
import { putMissing } from '../../reader.ts'
import { DONE, type Frame } from '../../sse.ts'
import type { ReplyWriter, WriterOptions } from '../dialect.ts'
import type { ChatEvent, ChoiceEnded, PartDelta, PartStarted, ReplyFailed, StopReason, UsageKnown } from '../event.ts'
import { nameForeignExtras, ownExtras } from '../extras.ts'
import type { LossLog } from '../loss.ts'
import type { Part } from '../request.ts'
import { shifted, writeCitations } from './citations.ts'
import { joinRests, layUnder } from './lay-under.ts'
import { NAME } from './name.ts'
import { writeUsage } from './usage.ts'
import { writePart } from './write-part.ts'

interface OpenChoice {
  hasRole: boolean
  calls: number
  /** Characters of text so far. */
  said: number
  readonly parts: Map<number, KnownPart>
}

interface KnownPart {
  readonly initial: Part
  /** Its place among the calls. */
  readonly ordinal: number
  /** Where its text begins in the message. */
  readonly offset: number
}

/** Writes a reply as a stream of `chat.completion.chunk`. Usage, where the client asked for it, and `[DONE]` come at the end. */
export function chunkWriter(options: WriterOptions, losses: LossLog): ReplyWriter {
  const choices = new Map<number, OpenChoice>()
  const head: JsonObject = {
    id: options.fallback?.id ?? '',
    object: 'chat.completion.chunk',
    created: options.fallback?.createdAt ?? 0,
    model: options.fallback?.model ?? '',
  }
  let rest: JsonObject | undefined
  let usage: UsageKnown | undefined
  let isFailed = false

  function at(choice: number): OpenChoice {
    let open = choices.get(choice)
    if (open === undefined) {
      open = { hasRole: false, calls: 0, said: 0, parts: new Map() }
      choices.set(choice, open)
    }
    return open
  }

  function print(fields: JsonObject): Frame[] {
    const chunk: JsonObject = { ...head, ...fields }
    if (rest !== undefined) rest = layUnder(chunk, rest)
    return [{ event: '', data: JSON.stringify(chunk) }]
  }

  function printDelta(index: number, delta: JsonObject, more: JsonObject = {}): Frame[] {
    const open = at(index)
    const role = open.hasRole ? {} : { role: 'assistant' }
    open.hasRole = true
    return print({ choices: [{ index, delta: { ...role, ...delta }, finish_reason: null, ...more }] })
  }

  function startPart({ choice, part, initial }: PartStarted): Frame[] {
    const open = at(choice)
    const path = `choices[${choice}].parts[${part}]`
    const isCall =
      initial.kind === 'tool-call' || (initial.kind === 'unknown' && ownExtras(NAME, initial)?.spellings?.place === 'tool_calls')
    const known = { initial, ordinal: isCall ? open.calls++ : 0, offset: open.said }
    open.parts.set(part, known)
    if (initial.kind === 'text') open.said += initial.text.length
    const delta = deltaOfInitial(known, path, losses)
    return delta === undefined ? [] : printDelta(choice, delta)
  }

  function growPart(event: PartDelta): Frame[] {
    const known = at(event.choice).parts.get(event.part)
    if (known === undefined) return []
    nameGrowthLosses(event, losses)
    const citations = event.citation === undefined ? [] : shifted([event.citation], known.offset)
    if (known.initial.kind === 'text') at(event.choice).said += event.text?.length ?? 0
    const place = `choices[${event.choice}].parts[${event.part}].citations`
    const delta = saidOrNothing(deltaOfGrowth(known.initial, known.ordinal, event) ?? {}, writeCitations(citations, place, losses))
    // A proof whose details are carried must not wait for a later chunk, which may be another part's.
    const isCarried = ownExtras(NAME, event) !== undefined && rest?.choices !== undefined
    if (delta === undefined && event.logprobs === undefined && !isCarried) return []
    return printDelta(event.choice, delta ?? {}, event.logprobs === undefined ? {} : { logprobs: event.logprobs })
  }

  function endChoice(event: ChoiceEnded): Frame[] {
    const extras = ownExtras(NAME, event)
    if (extras === undefined) {
      nameForeignExtras(NAME, event, `choices[${event.choice}]`, losses)
      if (event.stopSequence !== undefined) losses.add(`choices[${event.choice}].stopSequence`, 'not-expressible')
    }
    const delta: JsonObject = {}
    putMissing(delta, extras?.nested?.message)
    const more: JsonObject = { finish_reason: finishReason(event) }
    putMissing(more, extras?.fields)
    return printDelta(event.choice, delta, more)
  }

  function fail(event: ReplyFailed): Frame[] {
    isFailed = true
    const own = ownExtras(NAME, event)?.fields
    const chunk: JsonObject = own === undefined ? errorBody(event) : { error: own }
    if (own === undefined) nameForeignExtras(NAME, event, 'failure', losses)
    if (rest !== undefined) rest = layUnder(chunk, rest)
    return [{ event: '', data: JSON.stringify(chunk) }]
  }

  return {
    push(event: ChatEvent): Frame[] {
      switch (event.kind) {
        case 'reply-started': {
          if (event.id !== undefined) head.id = event.id
          if (event.model !== undefined) head.model = event.model
          if (event.createdAt !== undefined) head.created = event.createdAt
          const fields = ownExtras(NAME, event)?.fields
          if (fields !== undefined) rest = joinRests(rest, fields)
          nameForeignExtras(NAME, event, 'reply', losses)
          return []
        }
        case 'part-started':
          return startPart(event)
        case 'part-delta':
          return growPart(event)
        case 'choice-ended':
          return endChoice(event)
        case 'usage-known':
          usage = event
          return []
        case 'reply-failed':
          return fail(event)
        case 'unknown':
          if (ownExtras(NAME, event) === undefined) nameForeignExtras(NAME, event, 'reply', losses)
          else if (event.text !== undefined) return [{ event: '', data: event.text }]
          else if (event.extras.fields !== undefined) rest = joinRests(rest, event.extras.fields)
          return []
        default:
          return []
      }
    },

    end() {
      if (isFailed) return []
      const frames: Frame[] = []
      const tail = rest
      rest = undefined
      // What found no choice or call to stand with, and what came after everything else.
      if (tail !== undefined) frames.push(...print({ choices: [], ...tail }))
      if (usage !== undefined && options.streamUsage) {
        frames.push(...print({ choices: [], usage: ownExtras(NAME, usage)?.fields ?? writeUsage(usage.usage) }))
      }
      frames.push({ event: '', data: DONE })
      return frames
    },
  }
}

/** This dialect's word for why a choice ended: the vendor's own where it came in this dialect. */
export function finishReason(event: Pick<ChoiceEnded, 'reason' | 'rawReason' | 'extras'>): string | null {
  if (ownExtras(NAME, event) !== undefined) return event.rawReason ?? null
  return words[event.reason]
}

const words: Record<StopReason, string> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  refusal: 'content_filter',
  pause: 'stop',
  unknown: 'stop',
}

function deltaOfInitial({ initial, ordinal: index, offset }: KnownPart, path: string, losses: LossLog): JsonObject | undefined {
  const extras = ownExtras(NAME, initial)
  if (extras === undefined) nameForeignExtras(NAME, initial, path, losses)
  switch (initial.kind) {
    case 'text':
      for (const key of Object.keys(extras?.fields ?? {})) losses.add(`${path}.${key}`, 'unknown-field')
      return saidOrNothing(
        initial.text === '' ? {} : { content: initial.text },
        writeCitations(shifted(initial.citations, offset), `${path}.citations`, losses),
      )
    case 'refusal':
      return initial.text === '' ? undefined : { refusal: initial.text }
    case 'reasoning':
      if (extras === undefined) nameProofs(initial, path, losses)
      return initial.text === '' ? undefined : reasoningDelta(initial, initial.text)
    case 'tool-call': {
      if (extras === undefined && initial.signature !== undefined) losses.add(`${path}.signature`, 'not-expressible')
      const type = initial.isCustom ? 'custom' : 'function'
      const inner: JsonObject = { name: initial.name, [initial.isCustom ? 'input' : 'arguments']: initial.argumentsText }
      if (extras?.spellings?.place === 'function_call') return { function_call: inner }
      putMissing(inner, extras?.nested?.[type])
      const id = extras?.spellings?.id === 'absent' ? {} : { id: initial.id }
      const call: JsonObject = { index, ...id, type, [type]: inner }
      putMissing(call, extras?.fields)
      return { tool_calls: [call] }
    }
    case 'audio': {
      const audio: JsonObject = { ...(initial.id !== undefined && { id: initial.id }) }
      if (initial.source.kind === 'base64' && initial.source.data !== '') audio.data = initial.source.data
      if (initial.transcript !== undefined) audio.transcript = initial.transcript
      putMissing(audio, extras?.nested?.audio)
      return { audio }
    }
    case 'image': {
      const value = writePart(initial, path, losses)
      return value && { images: [value] }
    }
    case 'unknown': {
      if (extras?.spellings?.place === 'tool_calls') return { tool_calls: [{ index, ...initial.value }] }
      const value = writePart(initial, path, losses)
      return value && { content: [value] }
    }
    default:
      losses.add(path, 'not-expressible')
      return undefined
  }
}

function saidOrNothing(delta: JsonObject, annotations: JsonObject[]): JsonObject | undefined {
  if (annotations.length > 0) return { ...delta, annotations }
  return Object.keys(delta).length > 0 ? delta : undefined
}

function deltaOfGrowth(initial: Part, index: number, event: PartDelta): JsonObject | undefined {
  const { text, data, transcript } = event
  if (initial.kind === 'audio') {
    if (data === undefined && transcript === undefined) return undefined
    return { audio: { ...(data !== undefined && { data }), ...(transcript !== undefined && { transcript }) } }
  }
  if (text === undefined || text === '') return undefined
  switch (initial.kind) {
    case 'text':
      return { content: text }
    case 'refusal':
      return { refusal: text }
    case 'reasoning':
      return reasoningDelta(initial, text)
    case 'tool-call':
      if (ownExtras(NAME, initial)?.spellings?.place === 'function_call') return { function_call: { arguments: text } }
      return { tool_calls: [{ index, ...(initial.isCustom ? { custom: { input: text } } : { function: { arguments: text } }) }] }
    default:
      return undefined
  }
}

function reasoningDelta(initial: Part, text: string): JsonObject | undefined {
  switch (ownExtras(NAME, initial)?.spellings?.place) {
    case 'reasoning':
      return { reasoning: text }
    case 'details':
      // The details are carried beside it, with this text in them.
      return undefined
    case 'thinking':
      return { content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] satisfies Json[] }
    default:
      return { reasoning_content: text }
  }
}

function nameProofs(part: { signature?: string; encrypted?: string; id?: string }, path: string, losses: LossLog): void {
  if (part.signature !== undefined) losses.add(`${path}.signature`, 'not-expressible')
  if (part.encrypted !== undefined) losses.add(`${path}.encrypted`, 'not-expressible')
  if (part.id !== undefined) losses.add(`${path}.id`, 'not-expressible')
}

function nameGrowthLosses(event: PartDelta, losses: LossLog): void {
  if (ownExtras(NAME, event) !== undefined) return
  const path = `choices[${event.choice}].parts[${event.part}]`
  nameForeignExtras(NAME, event, path, losses)
  nameProofs(event, path, losses)
}
