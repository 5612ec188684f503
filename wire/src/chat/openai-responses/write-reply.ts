import { isObject, type JsonObject, parseJson } from '../../json.ts'
import { errorBody } from '../../openai/error.ts'
import { putMissing } from '../../reader.ts'
import type { ReplyWriter, WriterOptions } from '../dialect.ts'
import type { ChatEvent, ChoiceEnded, ReplyFailed, ReplyStarted, UnknownEvent, UsageKnown } from '../event.ts'
import { nameForeignExtras, ownExtras } from '../extras.ts'
import type { LossLog } from '../loss.ts'
import { echoedHead } from './echo.ts'
import { errorEvent, responseError } from './error.ts'
import { eventPrinter } from './event-printer.ts'
import { gate, isPartEvent } from './gate.ts'
import { NAME } from './name.ts'
import { namedTools } from './named-tools.ts'
import { writeUsage } from './usage.ts'
import { outputWriter } from './write-output.ts'

/**
 * Writes a reply of any dialect in this one: event by event, or as one response, whose only frame comes from `end`. Both are made in the
 * same way, so a whole response is what the last event of a stream would hold.
 */
export function replyWriter(options: WriterOptions, losses: LossLog): ReplyWriter {
  const printer = eventPrinter(options.stream)
  let head: JsonObject | undefined
  const output = outputWriter({ printer, losses, base: () => bareId(head), tools: namedTools(options.request) })
  const parts = gate((event) => output.push(event))
  let ended: ChoiceEnded | undefined
  let usage: UsageKnown | undefined
  let failure: JsonObject | undefined
  let isCreatedOnly = false

  function begin(event: ReplyStarted): JsonObject {
    if (head !== undefined) return head
    const found = responseIn(ownExtras(NAME, event)?.spellings?.head)
    if (found === undefined) head = echoedHead(options, { id: idOf(event, options), model: event.model, createdAt: event.createdAt })
    else {
      head = { ...found, status: 'in_progress', output: [] }
      if (isObject(head.usage)) head.usage = null
      if (event.id !== undefined) head.id = event.id
      if (event.model !== undefined) head.model = event.model
    }
    // Our copy may be changed by what is laid under it; the frames are printed at once.
    putMissing(head, ownExtras(NAME, event)?.fields)
    nameForeignExtras(NAME, event, 'reply', losses)
    printer.print('response.created', { response: head })
    isCreatedOnly = true
    if (found === undefined) progress()
    return head
  }

  /** Said right after the creation; our own vendor's has an event of its own, which may hold more. */
  function progress(): void {
    if (!isCreatedOnly || head === undefined) return
    isCreatedOnly = false
    printer.print('response.in_progress', { response: head })
  }

  function begun(): JsonObject {
    return begin({ kind: 'reply-started' })
  }

  function final(status: string, more: JsonObject): JsonObject {
    const extras = ended === undefined ? undefined : ownExtras(NAME, ended)
    const found = responseIn(extras?.spellings?.head)
    const response: JsonObject = { ...begun(), ...found, ...more, status, output: output.items() }
    // The id that was told first is the one that clients know.
    if (head?.id !== undefined) response.id = head.id
    if (usage !== undefined) response.usage = ownExtras(NAME, usage)?.fields ?? writeUsage(usage.usage)
    putMissing(response, extras?.fields)
    return response
  }

  function fail(event: ReplyFailed): void {
    const frame = ownExtras(NAME, event)?.spellings?.frame
    const found = frame === undefined ? undefined : parseJson(frame)
    const isOwn = isObject(found) && typeof found.type === 'string'
    begun()
    output.pause()
    if (frame === undefined) {
      nameForeignExtras(NAME, event, 'failure', losses)
      printer.print('error', errorEvent(event))
      printer.print('response.failed', { response: final('failed', { error: responseError(event) }) })
    } else if (isOwn) output.pass(found, String(found.type))
    else printer.print('error', errorEvent(event))
    failure = isObject(found) && Array.isArray(found.output) ? found : errorBody(event)
  }

  function passUnknown(event: UnknownEvent): void {
    const extras = ownExtras(NAME, event)
    nameForeignExtras(NAME, event, 'reply', losses)
    if (extras === undefined) return
    const { fields, spellings } = extras
    if (event.text !== undefined) printer.printText(event.text)
    else if (spellings?.frame !== undefined) {
      const found = parseJson(spellings.frame)
      if (isObject(found)) output.pass(found, String(found.type))
    } else if (spellings?.under !== undefined && fields !== undefined) printer.under(spellings.under, fields)
    else if (fields !== undefined) output.pass(fields, typeof fields.type === 'string' ? fields.type : '')
  }

  function endChoice(event: ChoiceEnded): void {
    ended = event
    parts.close()
    output.settle()
    if (ownExtras(NAME, event) !== undefined) return
    nameForeignExtras(NAME, event, 'choices[0]', losses)
    if (event.stopSequence !== undefined) losses.add('choices[0].stopSequence', 'not-expressible')
  }

  function take(event: ChatEvent): void {
    if (isCreatedOnly && !(event.kind === 'unknown' && event.extras.spellings?.under === 'response.in_progress')) progress()
    if ((isPartEvent(event) || event.kind === 'choice-ended') && event.choice !== 0) {
      losses.add(`choices[${event.choice}]`, 'needed')
    } else if (isPartEvent(event)) {
      begun()
      parts.push(event)
    } else if (event.kind === 'reply-started') begin(event)
    else if (event.kind === 'choice-ended') endChoice(event)
    else if (event.kind === 'usage-known') usage = event
    else if (event.kind === 'reply-failed') fail(event)
    else if (event.kind === 'unknown') passUnknown(event)
  }

  return {
    push(event) {
      take(event)
      return printer.take()
    },
    end() {
      if (options.stream && failure !== undefined) return []
      progress()
      parts.close()
      output.settle()
      if (failure !== undefined) return [{ event: '', data: JSON.stringify(failure) }]
      const { status, details } = statusOf(ended)
      const response = final(status, details === undefined ? {} : { incomplete_details: details })
      if (!options.stream) return [{ event: '', data: JSON.stringify(response) }]
      const type = status === 'incomplete' || status === 'cancelled' ? status : 'completed'
      printer.print(`response.${type}`, { response, ...printer.leftOver() })
      return printer.take()
    },
  }
}

/** The response that a frame holds, or is. */
function responseIn(text: string | undefined): JsonObject | undefined {
  const value = text === undefined ? undefined : parseJson(text)
  if (!isObject(value)) return undefined
  return isObject(value.response) ? value.response : value
}

/** An id of this dialect for a reply of another: the call's own, so that it can be found again. */
function idOf(event: ReplyStarted, { fallback }: WriterOptions): string {
  const id = fallback?.id ?? event.id ?? ''
  return id.startsWith('resp_') ? id : `resp_${id}`
}

function bareId(head: JsonObject | undefined): string {
  const id = typeof head?.id === 'string' ? head.id : ''
  return id.startsWith('resp_') ? id.slice('resp_'.length) : id
}

/** How a response ended: the vendor's own word where it came in this dialect. */
function statusOf(end: ChoiceEnded | undefined): { status: string; details?: JsonObject } {
  if (end === undefined) return { status: 'completed' }
  if (ownExtras(NAME, end) !== undefined) {
    switch (end.rawReason) {
      case undefined:
      case 'completed':
      case 'cancelled':
      case 'in_progress':
      case 'queued':
        return { status: end.rawReason ?? 'completed' }
      default:
        // The reason stands in the head that is carried.
        return { status: 'incomplete' }
    }
  }
  if (end.reason === 'length') return { status: 'incomplete', details: { reason: 'max_output_tokens' } }
  if (end.reason === 'content-filter' || end.reason === 'refusal') return { status: 'incomplete', details: { reason: 'content_filter' } }
  return { status: 'completed' }
}
