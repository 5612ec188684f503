// Tool calls of a stream. Vendors differ in what they repeat: the index may be missing (Mistral) or 0 for every call (Gemini), the id may
// come once, on every chunk or be blank after the first, and a whole call may come at once.
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { put, reader } from '../../reader.ts'
import type { ChatEvent } from '../event.ts'
import { type Extras, keep } from '../extras.ts'
import { NAME } from './name.ts'
import { unknownPart } from './read-part.ts'

interface Call {
  readonly part: number
  readonly ordinal: number
  id: string
  name: string
  isCustom: boolean
  readonly spellings: Record<string, string | undefined>
  /** A call starts when its name is known; what came before is kept. */
  isStarted: boolean
  early: string
}

/** The calls of one choice. */
export interface CallTracker {
  /** Reads one element of `tool_calls`; gives its unread fields, under the index that a writer gives the call. */
  push(item: Json, events: ChatEvent[]): JsonObject | undefined
  /** Reads a legacy `function_call`; gives its unread fields. */
  pushLegacy(item: JsonObject, events: ChatEvent[]): JsonObject | undefined
  /** Ends the calls that are open. */
  end(events: ChatEvent[]): void
}

/**
 * @param choice the number of the choice
 * @param takePart gives the next part's number; called when a call begins
 */
export function callTracker(choice: number, takePart: () => number): CallTracker {
  let open: Call[] = []
  let byIndex = new Map<number, Call>()
  let count = 0

  function begin(place: string | undefined): Call {
    const call: Call = {
      part: takePart(),
      ordinal: count,
      id: '',
      name: '',
      isCustom: false,
      spellings: { place },
      isStarted: false,
      early: '',
    }
    count += 1
    open.push(call)
    return call
  }

  function find(index: number | undefined, id: string, name: string): Call {
    let call = index === undefined ? undefined : byIndex.get(index)
    // The same index with another id and a name of its own: a vendor that counts all its calls as the first.
    if (call !== undefined && id !== '' && name !== '' && call.id !== '' && call.id !== id) call = undefined
    if (index === undefined) {
      if (id !== '') call = open.find((each) => each.id === id)
      if (call === undefined && name === '') call = open.at(-1)
    }
    call ??= begin(undefined)
    if (index !== undefined) byIndex.set(index, call)
    return call
  }

  function grow(call: Call, text: string, events: ChatEvent[]): void {
    if (!call.isStarted) {
      if (call.name === '') {
        call.early += text
        return
      }
      start(call, events)
    }
    if (text !== '') events.push({ kind: 'part-delta', choice, part: call.part, text })
  }

  function start(call: Call, events: ChatEvent[]): void {
    call.isStarted = true
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

  return {
    push(item, events) {
      if (!isObject(item)) return undefined
      if (isForeign(item)) {
        const initial = unknownPart(reader(item, 'tool_calls'), { place: 'tool_calls' })
        const part = takePart()
        count += 1
        events.push({ kind: 'part-started', choice, part, initial }, { kind: 'part-ended', choice, part })
        return undefined
      }
      const inner = isObject(item.function) ? item.function : isObject(item.custom) ? item.custom : undefined
      const isCustom = inner !== undefined && inner === item.custom
      const id = typeof item.id === 'string' ? item.id : ''
      const name = typeof inner?.name === 'string' ? inner.name : ''
      const before = count
      const call = find(typeof item.index === 'number' ? item.index : undefined, id, name)
      if (call.id === '') call.id = id
      if (call.name === '') call.name = name
      if (isCustom) call.isCustom = true
      if (count > before) {
        call.spellings.type = typeof item.type === 'string' ? undefined : 'absent'
        call.spellings.id = id === '' ? 'absent' : undefined
      }
      grow(call, argumentsOf(inner, isCustom ? 'input' : 'arguments'), events)
      return restOfCall(item, inner, isCustom, call.ordinal)
    },

    pushLegacy(item, events) {
      const call = open.find((each) => each.spellings.place !== undefined) ?? begin('function_call')
      call.id = 'function_call_1'
      if (call.name === '' && typeof item.name === 'string') call.name = item.name
      grow(call, argumentsOf(item, 'arguments'), events)
      return unread(item, ['name', 'arguments'])
    },

    end(events) {
      for (const call of open) {
        // A call that never got a name is still what the model said.
        if (!call.isStarted) start(call, events)
        events.push({ kind: 'part-ended', choice, part: call.part })
      }
      open = []
      byIndex = new Map()
    },
  }
}

/** A call of a type that is neither function nor custom: carried whole, chunk by chunk. */
function isForeign(item: JsonObject): boolean {
  return typeof item.type === 'string' && item.type !== '' && item.type !== 'function' && item.type !== 'custom'
}

function argumentsOf(inner: JsonObject | undefined, key: string): string {
  const found = inner?.[key]
  if (typeof found === 'string') return found
  // A few vendors send the object itself, whole.
  return isObject(found) ? JSON.stringify(found) : ''
}

function restOfCall(item: JsonObject, inner: JsonObject | undefined, isCustom: boolean, ordinal: number): JsonObject | undefined {
  const key = isCustom ? 'custom' : 'function'
  const outerRest = unread(item, inner === undefined ? ['index', 'id', 'type'] : ['index', 'id', 'type', key])
  const innerRest = inner === undefined ? undefined : unread(inner, ['name', isCustom ? 'input' : 'arguments'])
  if (outerRest === undefined && innerRest === undefined) return undefined
  return { index: ordinal, ...outerRest, ...(innerRest && { [key]: innerRest }) }
}

/** The fields of an object but for those named and those that are null. */
export function unread(item: JsonObject, known: readonly string[]): JsonObject | undefined {
  let rest: JsonObject | undefined
  for (const key in item) {
    if (known.includes(key) || item[key] === null) continue
    rest ??= {}
    put(rest, key, item[key])
  }
  return rest
}
