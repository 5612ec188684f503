// Reads a JSON object field by field and remembers what was read. Unread fields are carried along, so an unknown field survives without
// a list of fields to keep in step.

import { WireError } from '../wire-error.ts'
import { isObject, type Json, type JsonArray, type JsonObject } from './json.ts'

/**
 * Reads the fields of one object. An accessor marks its field as read. A field that is null counts as absent and stays unread, so it
 * survives; a field of the wrong type throws WireError with its path. Only own properties count.
 */
export interface Reader {
  readonly path: string
  readonly source: JsonObject
  text(key: string): string | undefined
  /** Throws WireError when it is absent or null. */
  needText(key: string): string
  number(key: string): number | undefined
  boolean(key: string): boolean | undefined
  list(key: string): JsonArray | undefined
  /** A reader of the object under the key. */
  object(key: string): Reader | undefined
  /** Throws WireError when it is absent or null. */
  needObject(key: string): Reader
  /** The value as it stands, null included, not marked as read. */
  peek(key: string): Json | undefined
  /** Marks as read a field that was peeked at. */
  take(key: string): void
  /** The unread fields; undefined when there are none. */
  rest(): JsonObject | undefined
}

/**
 * A reader of an object.
 *
 * @param path the name of the object's place, such as `messages[0]`; empty for the body itself
 * Throws WireError when the value is not an object.
 */
export function reader(value: Json | undefined, path: string): Reader {
  if (!isObject(value)) throw new WireError(path || 'body', 'an object')
  return new ObjectReader(value, path)
}

/** Room that is made at once: a list that grows from nothing takes room for seventeen. */
const USUAL_FIELDS = 6

/**
 * The base of the object readers: they remember which fields were read, and hold simple ones to their type. A long conversation makes
 * hundreds of these, each of a handful of fields.
 */
export abstract class FieldReader {
  readonly source: JsonObject
  readonly #seen: string[] = new Array(USUAL_FIELDS)
  #count = 0

  constructor(source: JsonObject) {
    this.source = source
  }

  /** Marks a field as read, by the name that it has in the object. */
  protected see(name: string): void {
    this.#seen[this.#count++] = name
  }

  /** The field, marked as read; undefined and unread when it is absent or null. */
  protected abstract read(key: string): Json | undefined
  /** The error of a field that is not what it should be, with its place. */
  protected abstract wrong(key: string, expected: string): WireError

  text(key: string): string | undefined {
    const found = this.read(key)
    if (found !== undefined && typeof found !== 'string') throw this.wrong(key, 'a string')
    return found
  }

  needText(key: string): string {
    const found = this.text(key)
    if (found === undefined) throw this.wrong(key, 'a string')
    return found
  }

  boolean(key: string): boolean | undefined {
    const found = this.read(key)
    if (found !== undefined && typeof found !== 'boolean') throw this.wrong(key, 'true or false')
    return found
  }

  /** The unread fields; undefined when there are none. */
  rest(): JsonObject | undefined {
    let left: JsonObject | undefined
    for (const name in this.source) {
      if (!this.#seen.includes(name)) left = added(left, name, this.source[name])
    }
    return left
  }
}

class ObjectReader extends FieldReader implements Reader {
  readonly path: string

  constructor(source: JsonObject, path: string) {
    super(source)
    this.path = path
  }

  number(key: string): number | undefined {
    const found = this.read(key)
    if (found !== undefined && typeof found !== 'number') throw this.wrong(key, 'a number')
    return found
  }

  list(key: string): JsonArray | undefined {
    const found = this.read(key)
    if (found !== undefined && !Array.isArray(found)) throw this.wrong(key, 'a list')
    return found
  }

  object(key: string): Reader | undefined {
    const found = this.read(key)
    return found === undefined ? undefined : reader(found, this.#place(key))
  }

  needObject(key: string): Reader {
    const found = this.object(key)
    if (found === undefined) throw this.wrong(key, 'an object')
    return found
  }

  peek(key: string): Json | undefined {
    return own(this.source, key)
  }

  take(key: string): void {
    this.see(key)
  }

  protected read(key: string): Json | undefined {
    const found = own(this.source, key)
    if (found === null || found === undefined) return undefined
    this.see(key)
    return found
  }

  #place(key: string): string {
    return this.path ? `${this.path}.${key}` : key
  }

  protected wrong(key: string, expected: string): WireError {
    return new WireError(this.#place(key), expected)
  }
}

/** An own field of an object; a field of its prototype reads as undefined. */
export function own(source: JsonObject, key: string): Json | undefined {
  const found = source[key]
  // What JSON's objects inherit are functions, which no JSON holds, and `__proto__`. An own-property check would double the cost.
  if (typeof found === 'function' || (key === '__proto__' && !Object.hasOwn(source, key))) return undefined
  return found
}

/** Sets a field, whatever its name: plain assignment to `__proto__` would exchange the prototype instead. */
export function put(target: JsonObject, key: string, value: Json | undefined): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  else target[key] = value
}

/** Sets a field in a record that is only made when there is something to set. */
export function added(target: JsonObject | undefined, key: string, value: Json | undefined): JsonObject {
  const record = target ?? {}
  put(record, key, value)
  return record
}

/** Copies all own fields of `fields` that `target` does not have. */
export function putMissing(target: JsonObject, fields: JsonObject | undefined): void {
  if (fields === undefined) return
  for (const key of Object.keys(fields)) {
    if (!Object.hasOwn(target, key)) put(target, key, fields[key])
  }
}
