// Tool calls of a stream. Vendors differ in what they repeat: the index may be missing (Mistral) or 0 for every call (Gemini), the id may
// come once, on every chunk or be blank after the first, and a whole call may come at once.
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { put, reader } from '../../../encoding/reader.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { type Extras, keep } from '../../request/extras.ts'
import { NAME } from '../name.ts'
import type { Mends } from './mends.ts'
import { unknownPart } from './part.ts'

/** Numbers the parts of one choice in the order in which they begin. */
export class PartCounter {
  #count = 0

  get count(): number {
    return this.#count
  }

  /** The number of the part that begins now. */
  next(): number {
    return this.#count++
  }
}

interface Call {
  readonly part: number
  readonly ordinal: number
  /** Under which clients know it. */
  readonly index: number
  /** Came it without an id, so that one was made for clients? */
  hasMadeId: boolean
  id: string
  name: string
  isCustom: boolean
  readonly spellings: Record<string, string | undefined>
  /** A call starts when its name is known; the arguments that came before wait here. */
  isStarted: boolean
  early: string
}

/** The calls of one choice. */
export class CallReader {
  readonly #choice: number
  readonly #parts: PartCounter
  readonly #mends: Mends
  readonly #indexes = new Set<number>()
  #open: Call[] = []
  #byIndex = new Map<number, Call>()
  #count = 0

  constructor(choice: number, parts: PartCounter, mends: Mends) {
    this.#choice = choice
    this.#parts = parts
    this.#mends = mends
  }

  /** Reads one element of `tool_calls`, and mends it; gives its unread fields, under the index that a writer gives the call. */
  push(item: Json, events: ChatEvent[]): JsonObject | undefined {
    if (!isObject(item)) return undefined
    if (isOtherType(item)) {
      this.#carry(item, events)
      return undefined
    }
    const inner = isObject(item.function) ? item.function : isObject(item.custom) ? item.custom : undefined
    const isCustom = inner !== undefined && inner === item.custom
    const id = typeof item.id === 'string' ? item.id : ''
    const name = typeof inner?.name === 'string' ? inner.name : ''
    const before = this.#count
    const call = this.#find(typeof item.index === 'number' ? item.index : undefined, id, name)
    if (call.id === '') call.id = id
    if (call.name === '') call.name = name
    if (isCustom) call.isCustom = true
    if (this.#count > before) {
      call.spellings.type = typeof item.type === 'string' ? undefined : 'absent'
      call.spellings.id = id === '' ? 'absent' : undefined
    }
    this.#append(call, argumentsOf(inner, isCustom ? 'input' : 'arguments'), events)
    const rest = unreadOfCall(item, inner, isCustom, call.ordinal)
    this.#mend(item, call, this.#count > before)
    return rest
  }

  #mend(item: JsonObject, call: Call, isNew: boolean): void {
    const mends = this.#mends
    if (item.index !== call.index) mends.set(item, 'index', call.index)
    const hasId = typeof item.id === 'string' && item.id !== ''
    if (isNew && !hasId) {
      call.hasMadeId = true
      mends.set(item, 'id', mends.callId(this.#choice, call.ordinal))
    } else if (hasId && call.hasMadeId) mends.drop(item, 'id')
    if (isNew && typeof item.type !== 'string') mends.set(item, 'type', call.isCustom ? 'custom' : 'function')
    mends.call(item)
  }

  /** Reads a legacy `function_call`; gives its unread fields. */
  pushLegacy(item: JsonObject, events: ChatEvent[]): JsonObject | undefined {
    const call = this.#open.find((each) => each.spellings.place !== undefined) ?? this.#begin('function_call', undefined)
    call.id = 'function_call_1'
    if (call.name === '' && typeof item.name === 'string') call.name = item.name
    this.#append(call, argumentsOf(item, 'arguments'), events)
    return unreadFields(item, ['name', 'arguments'])
  }

  /** Ends the calls that are open. */
  end(events: ChatEvent[]): void {
    for (const call of this.#open) {
      // A call that never got a name is still output of the model.
      if (!call.isStarted) this.#start(call, events)
      events.push({ kind: 'part-ended', choice: this.#choice, part: call.part })
    }
    this.#open = []
    this.#byIndex = new Map()
  }

  #begin(place: string | undefined, given: number | undefined): Call {
    const call: Call = {
      part: this.#parts.next(),
      ordinal: this.#count,
      index: this.#freeIndex(given),
      hasMadeId: false,
      id: '',
      name: '',
      isCustom: false,
      spellings: { place },
      isStarted: false,
      early: '',
    }
    this.#count += 1
    this.#open.push(call)
    return call
  }

  /** The index that a vendor gave a call, unless another has it; else the next one that is free. */
  #freeIndex(given: number | undefined): number {
    let index = given === undefined || this.#indexes.has(given) ? this.#count : given
    while (this.#indexes.has(index)) index += 1
    this.#indexes.add(index)
    return index
  }

  #find(index: number | undefined, id: string, name: string): Call {
    let call = index === undefined ? undefined : this.#byIndex.get(index)
    // The same index with another id and a name of its own: a vendor that counts all its calls as the first.
    if (call !== undefined && id !== '' && name !== '' && call.id !== '' && call.id !== id) call = undefined
    if (index === undefined) {
      if (id !== '') call = this.#open.find((each) => each.id === id)
      if (call === undefined && name === '') call = this.#open.at(-1)
    }
    call ??= this.#begin(undefined, index)
    if (index !== undefined) this.#byIndex.set(index, call)
    return call
  }

  #append(call: Call, text: string, events: ChatEvent[]): void {
    if (!call.isStarted) {
      if (call.name === '') {
        call.early += text
        return
      }
      this.#start(call, events)
    }
    if (text !== '') events.push({ kind: 'part-delta', choice: this.#choice, part: call.part, text })
  }

  #start(call: Call, events: ChatEvent[]): void {
    call.isStarted = true
    const choice = this.#choice
    const { part, id, name, isCustom, early } = call
    const extras: Extras | undefined = keep(NAME, undefined, {}, call.spellings)
    events.push({
      kind: 'part-started',
      choice,
      part,
      initial: { kind: 'tool-call', id, name, argumentsText: '', ...(isCustom && { isCustom }), ...(extras && { extras }) },
    })
    if (early !== '') events.push({ kind: 'part-delta', choice, part, text: early })
  }

  #carry(item: JsonObject, events: ChatEvent[]): void {
    const choice = this.#choice
    const initial = unknownPart(reader(item, 'tool_calls'), { place: 'tool_calls' })
    const part = this.#parts.next()
    this.#count += 1
    events.push({ kind: 'part-started', choice, part, initial }, { kind: 'part-ended', choice, part })
  }
}

/** A call of a type that is neither function nor custom: carried whole, chunk by chunk. */
function isOtherType(item: JsonObject): boolean {
  return typeof item.type === 'string' && item.type !== '' && item.type !== 'function' && item.type !== 'custom'
}

function argumentsOf(inner: JsonObject | undefined, key: string): string {
  const found = inner?.[key]
  if (typeof found === 'string') return found
  // A few vendors send the object itself, whole.
  return isObject(found) ? JSON.stringify(found) : ''
}

function unreadOfCall(item: JsonObject, inner: JsonObject | undefined, isCustom: boolean, ordinal: number): JsonObject | undefined {
  const key = isCustom ? 'custom' : 'function'
  const outerRest = unreadFields(item, inner === undefined ? ['index', 'id', 'type'] : ['index', 'id', 'type', key])
  const innerRest = inner === undefined ? undefined : unreadFields(inner, ['name', isCustom ? 'input' : 'arguments'])
  if (outerRest === undefined && innerRest === undefined) return undefined
  return { index: ordinal, ...outerRest, ...(innerRest && { [key]: innerRest }) }
}

/** The fields of an object but for those named and those that are null. */
export function unreadFields(item: JsonObject, known: readonly string[]): JsonObject | undefined {
  let rest: JsonObject | undefined
  for (const key in item) {
    if (known.includes(key) || item[key] === null) continue
    rest ??= {}
    put(rest, key, item[key])
  }
  return rest
}
