import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'

/**
 * Fields that a reader met and did not know, carried so that a writer of the same dialect can put it back where it was, and a writer of
 * another can name it as lost.
 *
 * `fields` are the unread fields of the object itself. Where the hub flattens a nested object (OpenAI's `function` inside a tool,
 * `image_url` inside a part), the nested object's unread fields stand in `nested` under its key.
 */
export interface Extras {
  readonly dialect: string
  readonly fields?: JsonObject
  readonly nested?: Readonly<Record<string, JsonObject>>
  /**
   * Which of the dialect's synonyms was used, where it was not the one its writer would choose: `{ stop: 'text' }`, `{ role: 'function' }`.
   * Never a loss: another dialect has its own form of the same.
   */
  readonly spellings?: Readonly<Record<string, string>>
  /**
   * The original form of fields that were converted to the canonical form, by field name: the same dialect writes them back exactly.
   * Never a loss: another dialect was given the hub's words.
   */
  readonly originals?: Readonly<Record<string, Json>>
}

/** Anything of the canonical model that may carry extras. */
export interface MayCarryExtras {
  readonly extras?: Extras
}

/** Builds extras without empty records; undefined when nothing is left. A nested or spelling value of undefined is skipped. */
export function keep(
  dialect: string,
  fields: JsonObject | undefined,
  nested?: Readonly<Record<string, JsonObject | undefined>>,
  spellings?: Readonly<Record<string, string | undefined>>,
): Extras | undefined {
  const inner = nested && definedEntries(nested)
  const words = spellings && definedEntries(spellings)
  if (fields === undefined && inner === undefined && words === undefined) return undefined
  return { dialect, ...(fields && { fields }), ...(inner && { nested: inner }), ...(words && { spellings: words }) }
}

/** The extras if they are of this dialect: what its writer may put back. */
export function ownExtras(dialect: string, carrier: MayCarryExtras): Extras | undefined {
  return carrier.extras?.dialect === dialect ? carrier.extras : undefined
}

/**
 * Names as lost what a writer of another dialect cannot write back: every unread field, but for nulls, which mean nothing.
 *
 * @param path where the carrier stood, such as `turns[2].parts[0]`; empty for the request or reply itself
 */
export function nameForeignExtras(dialect: string, carrier: MayCarryExtras, path: string, losses: LossLog): void {
  const extras = carrier.extras
  if (extras === undefined || extras.dialect === dialect) return
  const prefix = path ? `${path}.` : ''
  if (prefix === '') nameContext(extras.fields, losses)
  nameFields(extras.fields, prefix, losses)
  for (const key in extras.nested) nameFields(extras.nested[key], `${prefix}${key}.`, losses)
}

/** Fields that name what stands before the conversation by its id: without it the answer would be one to another question. */
const CONTEXT_FIELDS = ['conversation', 'cachedContent', 'cached_content', 'prompt'] as const

function nameContext(fields: JsonObject | undefined, losses: LossLog): void {
  for (const key of CONTEXT_FIELDS) {
    const value = fields?.[key]
    // A stored prompt is named by an object; a text of that name is a stray field, as of a body for completions.
    const isNamed = key === 'prompt' ? isObject(value) : (value ?? '') !== ''
    if (isNamed) losses.add(key, 'needed')
  }
}

function nameFields(fields: JsonObject | undefined, prefix: string, losses: LossLog): void {
  for (const key in fields) {
    const value = fields[key]
    if (value !== null && value !== undefined) losses.add(`${prefix}${key}`, 'unknown-field')
  }
}

function definedEntries<T>(record: Readonly<Record<string, T | undefined>>): Record<string, T> | undefined {
  let entries: Record<string, T> | undefined
  for (const key in record) {
    const value = record[key]
    if (value === undefined) continue
    entries ??= {}
    entries[key] = value
  }
  return entries
}
