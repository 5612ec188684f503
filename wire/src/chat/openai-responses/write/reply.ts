import { isObject, type JsonObject, parseJson } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { Frame } from '../../../encoding/sse.ts'
import { errorBody } from '../../../openai/error.ts'
import type { ReplyWriter, WriterOptions } from '../../dialect.ts'
import type { LossLog } from '../../losses/loss.ts'
import {
  type ChatEvent,
  type ChoiceEnded,
  isPartEvent,
  type ReplyFailed,
  type ReplyStarted,
  type UnknownEvent,
  type UsageKnown,
} from '../../reply/event.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { echoedHead } from '../echo.ts'
import { errorEvent, responseError } from '../error.ts'
import { NAME } from '../name.ts'
import { namedTools } from '../named-tools.ts'
import { PartSequencer } from '../part-sequencer.ts'
import { writeUsage } from '../usage.ts'
import { EventPrinter } from './event-printer.ts'
import { OutputWriter } from './output.ts'

/**
 * Writes a reply of any dialect in this one: event by event, or as one response, whose only frame comes from `end`. Both are made in the
 * same way, so a whole response equals the last event of a stream.
 */
export class ResponseWriter implements ReplyWriter {
  readonly #options: WriterOptions
  readonly #losses: LossLog
  readonly #printer: EventPrinter
  readonly #output: OutputWriter
  readonly #sequencer: PartSequencer
  #head: JsonObject | undefined
  #ended: ChoiceEnded | undefined
  #usage: UsageKnown | undefined
  /** The failure as a whole body, in place of the response. */
  #failure: JsonObject | undefined
  #mustPrintProgress = false

  constructor(options: WriterOptions, losses: LossLog) {
    this.#options = options
    this.#losses = losses
    this.#printer = new EventPrinter(options.stream)
    this.#output = new OutputWriter(this.#printer, losses, () => bareId(this.#head), namedTools(options.request))
    this.#sequencer = new PartSequencer((event) => this.#output.push(event))
  }

  push(event: ChatEvent): Frame[] {
    if (this.#mustPrintProgress && !isVendorsProgress(event)) this.#printProgress()
    this.#write(event)
    return this.#printer.take()
  }

  end(): Frame[] {
    const { stream } = this.#options
    if (stream && this.#failure !== undefined) return []
    this.#printProgress()
    this.#sequencer.close()
    this.#output.endMessage()
    if (this.#failure !== undefined) return [{ event: '', data: JSON.stringify(this.#failure) }]
    const { status, details } = statusOf(this.#ended)
    const response = this.#whole(status, details === undefined ? {} : { incomplete_details: details })
    if (!stream) return [{ event: '', data: JSON.stringify(response) }]
    const type = status === 'incomplete' || status === 'cancelled' ? status : 'completed'
    this.#printer.print(`response.${type}`, { response, ...this.#printer.takeCarried() })
    return this.#printer.take()
  }

  #write(event: ChatEvent): void {
    // Nothing follows a failure; the ends of parts that were open come late.
    if (this.#failure !== undefined && isPartEvent(event)) return
    if ((isPartEvent(event) || event.kind === 'choice-ended') && event.choice !== 0) {
      this.#losses.add(`choices[${event.choice}]`, 'needed')
    } else if (isPartEvent(event)) {
      this.#begin()
      this.#sequencer.push(event)
    } else if (event.kind === 'reply-started') this.#begin(event)
    else if (event.kind === 'choice-ended') this.#endChoice(event)
    else if (event.kind === 'usage-known') this.#usage = event
    else if (event.kind === 'reply-failed') this.#fail(event)
    else if (event.kind === 'unknown') this.#carry(event)
  }

  /** @returns the head, which the first call makes and prints */
  #begin(event: ReplyStarted = { kind: 'reply-started' }): JsonObject {
    if (this.#head !== undefined) return this.#head
    const extras = ownExtras(NAME, event)
    const vendors = responseIn(extras?.spellings?.head)
    const head = vendors === undefined ? echoedHead(this.#options, event) : carriedHead(vendors, event)
    putMissing(head, extras?.fields)
    this.#head = head
    nameForeignExtras(NAME, event, 'reply', this.#losses)
    this.#printer.print('response.created', { response: head })
    this.#mustPrintProgress = true
    if (vendors === undefined) this.#printProgress()
    return head
  }

  /** Right after the creation. Our own vendor sends an event of its own, which may hold more: ours is printed where that does not come. */
  #printProgress(): void {
    if (!this.#mustPrintProgress || this.#head === undefined) return
    this.#mustPrintProgress = false
    this.#printer.print('response.in_progress', { response: this.#head })
  }

  /** The response with its output. */
  #whole(status: string, fields: JsonObject): JsonObject {
    const extras = this.#ended && ownExtras(NAME, this.#ended)
    const head = this.#begin()
    const response: JsonObject = { ...head, ...responseIn(extras?.spellings?.head), ...fields, status, output: this.#output.items() }
    // Clients know the response by the id that came first.
    if (head.id !== undefined) response.id = head.id
    if (this.#usage !== undefined) response.usage = ownExtras(NAME, this.#usage)?.fields ?? writeUsage(this.#usage.usage)
    putMissing(response, extras?.fields)
    return response
  }

  #endChoice(event: ChoiceEnded): void {
    this.#ended = event
    this.#sequencer.close()
    this.#output.endMessage()
    if (ownExtras(NAME, event) !== undefined) return
    nameForeignExtras(NAME, event, 'choices[0]', this.#losses)
    if (event.stopSequence !== undefined) this.#losses.add('choices[0].stopSequence', 'not-expressible')
  }

  #fail(event: ReplyFailed): void {
    const frame = ownExtras(NAME, event)?.spellings?.frame
    const value = frame === undefined ? undefined : parseJson(frame)
    this.#begin()
    this.#output.endWholeMessage()
    if (frame === undefined) {
      nameForeignExtras(NAME, event, 'failure', this.#losses)
      this.#printer.print('error', errorEvent(event))
      this.#printer.print('response.failed', { response: this.#whole('failed', { error: responseError(event) }) })
    } else if (isObject(value) && typeof value.type === 'string') this.#output.pass(value, value.type)
    else this.#printer.print('error', errorEvent(event))
    this.#failure = isObject(value) && Array.isArray(value.output) ? value : errorBody(event)
  }

  #carry(event: UnknownEvent): void {
    const extras = ownExtras(NAME, event)
    nameForeignExtras(NAME, event, 'reply', this.#losses)
    if (extras === undefined) return
    const { fields, spellings } = extras
    if (event.text !== undefined) this.#printer.printText(event.text)
    else if (spellings?.frame !== undefined) {
      const value = parseJson(spellings.frame)
      if (isObject(value)) this.#output.pass(value, String(value.type))
    } else if (spellings?.under !== undefined && fields !== undefined) this.#printer.carry(spellings.under, fields)
    else if (fields !== undefined) this.#output.pass(fields, typeof fields.type === 'string' ? fields.type : '')
  }
}

/** Does the event belong to the vendor's own `response.in_progress`? */
function isVendorsProgress(event: ChatEvent): boolean {
  return event.kind === 'unknown' && event.extras.spellings?.under === 'response.in_progress'
}

/** The head of a reply that came in this dialect, as it stands while the response is in progress. */
function carriedHead(vendors: JsonObject, { id, model }: ReplyStarted): JsonObject {
  const head: JsonObject = { ...vendors, status: 'in_progress', output: [] }
  if (isObject(head.usage)) head.usage = null
  if (id !== undefined) head.id = id
  if (model !== undefined) head.model = model
  return head
}

/** The response that a frame holds, or is. */
function responseIn(text: string | undefined): JsonObject | undefined {
  const value = text === undefined ? undefined : parseJson(text)
  if (!isObject(value)) return undefined
  return isObject(value.response) ? value.response : value
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
  if (end.reason === 'length' || end.reason === 'pause') return { status: 'incomplete', details: { reason: 'max_output_tokens' } }
  if (end.reason === 'content-filter' || end.reason === 'refusal') return { status: 'incomplete', details: { reason: 'content_filter' } }
  return { status: 'completed' }
}
