// Items of stored replies as another vendor, or the same without its memory, takes them.
import { isItemReference } from '@waystation/wire/chat/vendor-ids'
import { isObject, type Json, type JsonArray, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import type { ResponseRecord } from '../../domain/response/response-service.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'

/** The items of a text of JSON; none where it is no list. */
export function itemsOf(text: string): JsonArray {
  const items = parseJson(text)
  return Array.isArray(items) ? items : []
}

/** The items of a reply that are objects. */
export function outputItems(reply: Json | undefined): JsonObject[] {
  return isObject(reply) && Array.isArray(reply.output) ? reply.output.filter(isObject) : []
}

/**
 * An item without its vendor's memory: ids name things that others do not know, and thinking that can only be looked up by its id is left
 * out.
 */
export function carried(item: JsonObject): JsonObject[] {
  if (item.type === 'reasoning' && typeof item.encrypted_content !== 'string') return []
  const { id: _, status: __, ...rest } = item
  return [rest]
}

export interface Resolved {
  readonly items: JsonArray
  /** Channels whose vendors have the items that were looked up; 0: one that no vendor has. */
  readonly channelIds: readonly number[]
  /** Those that were looked up. */
  readonly knownIds: readonly string[]
}

/** Items with those of kept replies in the place of references to them; a reference that cannot be looked up stays. */
export async function withReferenced(items: JsonArray, caller: Caller, { responses }: Pick<Gateway, 'responses'>): Promise<Resolved> {
  const ids = items.flatMap((item) => (isItemReference(item) ? [item.id] : []))
  if (ids.length === 0) return { items, channelIds: [], knownIds: [] }
  const found = itemsById(await responses.holders(caller, ids))
  const left = new Set(found.keys())
  const channelIds = new Set<number>()
  const resolved = items.flatMap((item) => {
    const known = isItemReference(item) ? found.get(item.id) : undefined
    if (!known || !isItemReference(item)) return [item]
    // Named twice, an item would stand there twice, and many times it would make a small request a huge one.
    if (!left.delete(item.id)) return []
    channelIds.add(known.channelId)
    return carried(known.item)
  })
  return { items: resolved, channelIds: [...channelIds], knownIds: [...found.keys()] }
}

function itemsById(records: readonly ResponseRecord[]) {
  const known = new Map<string, { readonly item: JsonObject; readonly channelId: number }>()
  for (const { body, channelId } of records)
    for (const item of outputItems(parseJson(body))) if (typeof item.id === 'string') known.set(item.id, { item, channelId })
  return known
}
