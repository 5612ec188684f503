// What a stream of this dialect says, worked out from its JSON alone and not with the code under test: events are put together as the
// vendor's own libraries do it. Fields of frames that nobody knows are gathered under a name for the frame, at the block or at the whole.
import { isObject, type JsonObject } from '../json.ts'

const known = new Set(['type', 'index', 'message', 'content_block', 'delta', 'usage'])
const payloads: Readonly<Record<string, string>> = { text_delta: 'text', thinking_delta: 'thinking', compaction_delta: 'content' }

/** The whole that the events make; nulls, empty citations and empty signatures left out, since they say nothing. */
export function accumulateMessages(events: readonly JsonObject[]): JsonObject {
  let message: JsonObject | undefined
  const whole: JsonObject = {}
  const blocks: JsonObject[] = []
  const open = new Map<unknown, { block: JsonObject; json: string }>()
  let isOver = false
  const close = (index: unknown) => {
    const there = open.get(index)
    if (there === undefined) return
    open.delete(index)
    if (there.json.trim() === '') return
    try {
      there.block.input = JSON.parse(there.json)
    } catch {
      there.block.input = there.json
    }
  }

  for (const event of events) {
    if (isOver) break
    const others = Object.fromEntries(Object.entries(event).filter(([key, value]) => !known.has(key) && value !== null))
    const gather = (target: JsonObject, name: string, extra: JsonObject = {}) => {
      const all = { ...(target[name] as JsonObject | undefined), ...others, ...extra }
      if (Object.keys(all).length > 0) target[name] = all
    }
    switch (event.type) {
      case 'message_start': {
        const next = event.message as JsonObject
        if (message !== undefined) {
          if (next.id === message.id) break
          for (const index of [...open.keys()]) close(index)
          isOver = true
          whole.$error = { error: { type: 'api_error', message: 'the upstream began a second message inside the first' } }
          break
        }
        message = structuredClone(next)
        for (const block of (next.content as JsonObject[] | undefined) ?? []) blocks.push(structuredClone(block))
        delete message.content
        gather(whole, '$start')
        break
      }
      case 'content_block_start': {
        const block = structuredClone(event.content_block as JsonObject)
        blocks.push(block)
        open.set(event.index, { block, json: '' })
        gather(block, '$start')
        break
      }
      case 'content_block_delta': {
        const there = open.get(event.index)
        if (there === undefined) throw new Error('a delta of no block')
        grow(there, event.delta as JsonObject, gather)
        break
      }
      case 'content_block_stop':
        gather(open.get(event.index)?.block ?? {}, '$stop')
        close(event.index)
        break
      case 'message_delta': {
        const { usage, delta } = event
        message = { ...message, ...(delta as JsonObject), ...others }
        if (isObject(usage)) message.usage = { ...(message.usage as JsonObject | undefined), ...usage }
        break
      }
      case 'message_stop':
        gather(whole, '$stop')
        isOver = true
        break
      case 'ping':
        gather(whole, '$ping')
        break
      case 'error':
        gather(whole, '$error')
        isOver = true
        break
      default:
        whole.$other = [...((whole.$other as JsonObject[] | undefined) ?? []), event]
    }
  }
  return withoutNulls({ ...whole, ...message, content: blocks }) as JsonObject
}

type Gather = (target: JsonObject, name: string, extra?: JsonObject) => void

function grow(there: { block: JsonObject; json: string }, delta: JsonObject, gather: Gather): void {
  const { block } = there
  const { type, ...fields } = delta
  const others: JsonObject = {}
  const payload = payloads[type as string]
  for (const [key, value] of Object.entries(fields)) {
    if (key === payload) block[key] = ((block[key] as string | null) ?? '') + (value as string)
    else if (key === 'partial_json') there.json += value as string
    else if (key === 'signature' && type === 'signature_delta') block.signature = value
    else if (key === 'citation') block.citations = [...((block.citations as JsonObject[] | null) ?? []), value as JsonObject]
    else if (type === 'compaction_delta' || type === 'new_delta') block[key] = value
    else others[key] = value
  }
  gather(block, '$delta', others)
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
