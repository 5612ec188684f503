// Calls in a stream: whole, as a rule; in pieces where the caller requested that. A call in pieces ends with a piece that does not have
// `willContinue`, or, where that one is missing, with whatever comes next.
import type { JsonObject } from '../../../encoding/json.ts'
import { added } from '../../../encoding/reader.ts'
import type { ChatEvent } from '../../reply/event.ts'
import type { Extras } from '../../request/extras.ts'
import type { ToolCallPart } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { readSignature } from '../signature.ts'
import { ArgumentsBuilder } from './partial-args.ts'

interface PartNumbers {
  /** The number of the next part. */
  takePart(): number
  /** The id of a call, which the vendor may have left out. */
  makeId(given: string | undefined): string
}

/** The call of a candidate that comes in pieces, if one is open. */
export class PieceReader {
  readonly #choice: number
  readonly #numbers: PartNumbers
  #open: { readonly part: number; readonly builder: ArgumentsBuilder } | undefined

  constructor(choice: number, numbers: PartNumbers) {
    this.#choice = choice
    this.#numbers = numbers
  }

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  /** Does this call come in pieces, or go on with the open one? */
  takes(call: JsonObject): boolean {
    return call.willContinue === true || call.partialArgs !== undefined || (this.#open !== undefined && call.name === undefined)
  }

  /** Reads a piece that `takes` accepted. */
  push(part: JsonObject, call: JsonObject, events: ChatEvent[]): void {
    if (this.#open === undefined || typeof call.name === 'string') {
      this.end(events)
      this.#start(part, call, events)
      return
    }
    this.#open.builder.push(call.partialArgs)
    const extras = asItCame(part, call)
    if (call.willContinue === true) events.push({ kind: 'part-delta', choice: this.#choice, part: this.#open.part, extras })
    else this.end(events, extras)
  }

  /** Ends the open call: nothing more comes of it. */
  end(events: ChatEvent[], extras?: Extras): void {
    if (this.#open === undefined) return
    const choice = this.#choice
    const { part, builder } = this.#open
    this.#open = undefined
    events.push({ kind: 'part-delta', choice, part, text: JSON.stringify(builder.value), ...(extras && { extras }) })
    events.push({ kind: 'part-ended', choice, part })
  }

  #start(part: JsonObject, call: JsonObject, events: ChatEvent[]): void {
    const given = typeof call.id === 'string' ? call.id : undefined
    const initial: ToolCallPart = {
      kind: 'tool-call',
      id: this.#numbers.makeId(given),
      name: typeof call.name === 'string' ? call.name : '',
      argumentsText: '',
      ...(typeof part.thoughtSignature === 'string' && readSignature(part.thoughtSignature)),
      extras: { ...asItCame(part, call), ...(given === undefined && { spellings: { id: 'absent' } }) },
    }
    const open = { part: this.#numbers.takePart(), builder: new ArgumentsBuilder(call.args) }
    this.#open = open
    open.builder.push(call.partialArgs)
    events.push({ kind: 'part-started', choice: this.#choice, part: open.part, initial })
    if (call.willContinue !== true) this.end(events)
  }
}

/** The piece as it came, for a writer of this dialect: a client that requested pieces gets them. */
function asItCame(part: JsonObject, call: JsonObject): Extras {
  let rest: JsonObject | undefined
  for (const key in part) if (key !== 'functionCall' && key !== 'thoughtSignature') rest = added(rest, key, part[key])
  return { dialect: NAME, originals: { functionCall: call }, ...(rest && { fields: rest }) }
}
