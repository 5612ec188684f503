// The contents of a stream of this dialect, computed from its JSON alone, without the code under test: events are put together as the
// vendor's own libraries do it. Unknown fields of frames are gathered under a name for the frame, at the block or at the whole.
import { isObject, type JsonObject } from '../src/encoding/json.ts'

const known = new Set(['type', 'index', 'message', 'content_block', 'delta', 'usage'])
const payloads: Readonly<Record<string, string>> = { text_delta: 'text', thinking_delta: 'thinking', compaction_delta: 'content' }

/** The whole that the events make; nulls, empty citations and empty signatures left out, since they mean nothing. */
export function accumulateMessages(events: readonly JsonObject[]): JsonObject {
  const accumulator = new Accumulator()
  for (const event of events) accumulator.push(event)
  return accumulator.whole()
}

interface OpenBlock {
  readonly block: JsonObject
  json: string
}

class Accumulator {
  #message: JsonObject | undefined
  readonly #whole: JsonObject = {}
  readonly #blocks: JsonObject[] = []
  readonly #open = new Map<unknown, OpenBlock>()
  #isOver = false

  whole(): JsonObject {
    return withoutNulls({ ...this.#whole, ...this.#message, content: this.#blocks }) as JsonObject
  }

  push(event: JsonObject): void {
    if (this.#isOver) return
    switch (event.type) {
      case 'message_start':
        this.#start(event)
        break
      case 'content_block_start':
        this.#startBlock(event)
        break
      case 'content_block_delta':
        this.#growBlock(event)
        break
      case 'content_block_stop':
        gather(this.#open.get(event.index)?.block ?? {}, '$stop', othersOf(event))
        this.#close(event.index)
        break
      case 'message_delta': {
        const { usage, delta } = event
        this.#message = { ...this.#message, ...(delta as JsonObject), ...othersOf(event) }
        if (isObject(usage)) this.#message.usage = { ...(this.#message.usage as JsonObject | undefined), ...usage }
        break
      }
      case 'ping':
        gather(this.#whole, '$ping', othersOf(event))
        break
      case 'message_stop':
      case 'error':
        this.#isOver = true
        gather(this.#whole, event.type === 'error' ? '$error' : '$stop', othersOf(event))
        break
      default:
        this.#whole.$other = [...((this.#whole.$other as JsonObject[] | undefined) ?? []), event]
    }
  }

  #start(event: JsonObject): void {
    const next = event.message as JsonObject
    if (this.#message !== undefined) {
      if (next.id === this.#message.id) return
      for (const index of [...this.#open.keys()]) this.#close(index)
      this.#isOver = true
      this.#whole.$error = { error: { type: 'api_error', message: 'the upstream began a second message inside the first' } }
      return
    }
    this.#message = structuredClone(next)
    for (const block of (next.content as JsonObject[] | undefined) ?? []) this.#blocks.push(structuredClone(block))
    delete this.#message.content
    gather(this.#whole, '$start', othersOf(event))
  }

  #startBlock(event: JsonObject): void {
    const block = structuredClone(event.content_block as JsonObject)
    this.#blocks.push(block)
    this.#open.set(event.index, { block, json: '' })
    gather(block, '$start', othersOf(event))
  }

  #growBlock(event: JsonObject): void {
    const open = this.#open.get(event.index)
    if (open === undefined) throw new Error('a delta of no block')
    gather(open.block, '$delta', { ...othersOf(event), ...grow(open, event.delta as JsonObject) })
  }

  #close(index: unknown): void {
    const open = this.#open.get(index)
    if (open === undefined) return
    this.#open.delete(index)
    if (open.json.trim() === '') return
    try {
      open.block.input = JSON.parse(open.json)
    } catch {
      open.block.input = open.json
    }
  }
}

/** The unknown fields of a frame. */
function othersOf(event: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(event).filter(([key, value]) => !known.has(key) && value !== null))
}

function gather(target: JsonObject, name: string, fields: JsonObject): void {
  const all = { ...(target[name] as JsonObject | undefined), ...fields }
  if (Object.keys(all).length > 0) target[name] = all
}

/** Puts a delta into its block. Returns the unknown fields of the delta. */
function grow(open: OpenBlock, delta: JsonObject): JsonObject {
  const { block } = open
  const { type, ...fields } = delta
  const others: JsonObject = {}
  const payload = payloads[type as string]
  for (const [key, value] of Object.entries(fields)) {
    if (key === payload) block[key] = ((block[key] as string | null) ?? '') + (value as string)
    else if (key === 'partial_json') open.json += value as string
    else if (key === 'signature' && type === 'signature_delta') block.signature = value
    else if (key === 'citation') block.citations = [...((block.citations as JsonObject[] | null) ?? []), value as JsonObject]
    else if (type === 'compaction_delta' || type === 'new_delta') block[key] = value
    else others[key] = value
  }
  return others
}

function withoutNulls(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item))
  if (!isObject(value as JsonObject)) return value
  // Arguments and schemas are the caller's own JSON.
  if (key === 'input') return value
  const entries = Object.entries(value as JsonObject).filter(
    ([name, each]) =>
      each !== null && !(name === 'citations' && Array.isArray(each) && each.length === 0) && !(name === 'signature' && each === ''),
  )
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutNulls(each, name)]))
}
