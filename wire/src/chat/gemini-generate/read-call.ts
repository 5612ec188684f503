// Calls in a stream: whole, as a rule; in pieces where the caller asked for it. A call in pieces ends with a piece that does not say
// `willContinue`, or, where that one is missing, with whatever comes next.
import type { JsonObject } from '../../json.ts'
import { added } from '../../reader.ts'
import type { ChatEvent } from '../event.ts'
import type { Extras } from '../extras.ts'
import type { ToolCallPart } from '../request.ts'
import { NAME } from './name.ts'
import { type ArgumentsBuilder, argumentsBuilder } from './partial-args.ts'
import { readSignature } from './signature.ts'

/** The call of a candidate that comes in pieces, if one is open. */
export interface PieceReader {
  readonly isOpen: boolean
  /** Does this call come in pieces, or go on with the open one? */
  takes(call: JsonObject): boolean
  /** Reads a piece that was said to be taken. */
  push(part: JsonObject, call: JsonObject, events: ChatEvent[]): void
  /** Ends the open call: nothing more comes of it. */
  end(events: ChatEvent[]): void
}

export function pieceReader(
  choice: number,
  { takePart, makeId }: { takePart: () => number; makeId: (given: string | undefined) => string },
): PieceReader {
  let open: { part: number; builder: ArgumentsBuilder } | undefined

  function start(part: JsonObject, call: JsonObject, events: ChatEvent[]): void {
    const given = typeof call.id === 'string' ? call.id : undefined
    const name = typeof call.name === 'string' ? call.name : ''
    const signed = typeof part.thoughtSignature === 'string' ? readSignature(part.thoughtSignature) : {}
    const words = given === undefined ? { spellings: { id: 'absent' } } : {}
    const extras: Extras = { ...asItCame(part, call), ...words }
    const initial: ToolCallPart = { kind: 'tool-call', id: makeId(given), name, argumentsText: '', ...signed, extras }
    open = { part: takePart(), builder: argumentsBuilder(call.args) }
    open.builder.push(call.partialArgs)
    events.push({ kind: 'part-started', choice, part: open.part, initial })
    if (call.willContinue !== true) end(events)
  }

  function end(events: ChatEvent[], extras?: Extras): void {
    if (open === undefined) return
    const { part, builder } = open
    open = undefined
    events.push({ kind: 'part-delta', choice, part, text: JSON.stringify(builder.value), ...(extras && { extras }) })
    events.push({ kind: 'part-ended', choice, part })
  }

  return {
    get isOpen() {
      return open !== undefined
    },
    takes(call) {
      return call.willContinue === true || call.partialArgs !== undefined || (open !== undefined && call.name === undefined)
    },
    push(part, call, events) {
      if (open === undefined || typeof call.name === 'string') {
        end(events)
        start(part, call, events)
        return
      }
      open.builder.push(call.partialArgs)
      const extras = asItCame(part, call)
      if (call.willContinue === true) events.push({ kind: 'part-delta', choice, part: open.part, extras })
      else end(events, extras)
    },
    end,
  }
}

/** The piece as it came, for a writer of this dialect: a client that asked for pieces gets them. */
function asItCame(part: JsonObject, call: JsonObject): Extras {
  let rest: JsonObject | undefined
  for (const key in part) if (key !== 'functionCall' && key !== 'thoughtSignature') rest = added(rest, key, part[key])
  return { dialect: NAME, originals: { functionCall: call }, ...(rest && { fields: rest }) }
}
