// Reads a JSON object field by field and remembers what was read. What nobody read is carried along: so an unknown field survives without
// a list of fields to keep in step.
import { isObject, type Json, type JsonArray, type JsonObject } from './json.ts'
import { WireError } from './wire-error.ts'

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
  const source = value
  const seen = new Set<string>()

  function read(key: string): Json | undefined {
    if (!Object.hasOwn(source, key)) return undefined
    const found = source[key]
    if (found === null || found === undefined) return undefined
    seen.add(key)
    return found
  }
  function place(key: string): string {
    return path ? `${path}.${key}` : key
  }
  function wrong(key: string, expected: string): WireError {
    return new WireError(place(key), expected)
  }

  const self: Reader = {
    path,
    source,
    text(key) {
      const found = read(key)
      if (found !== undefined && typeof found !== 'string') throw wrong(key, 'a string')
      return found
    },
    needText(key) {
      const found = self.text(key)
      if (found === undefined) throw wrong(key, 'a string')
      return found
    },
    number(key) {
      const found = read(key)
      if (found !== undefined && typeof found !== 'number') throw wrong(key, 'a number')
      return found
    },
    boolean(key) {
      const found = read(key)
      if (found !== undefined && typeof found !== 'boolean') throw wrong(key, 'true or false')
      return found
    },
    list(key) {
      const found = read(key)
      if (found !== undefined && !Array.isArray(found)) throw wrong(key, 'a list')
      return found
    },
    object(key) {
      const found = read(key)
      return found === undefined ? undefined : reader(found, place(key))
    },
    needObject(key) {
      const found = self.object(key)
      if (found === undefined) throw wrong(key, 'an object')
      return found
    },
    peek(key) {
      return own(source, key)
    },
    take(key) {
      seen.add(key)
    },
    rest() {
      let left: JsonObject | undefined
      for (const key of Object.keys(source)) {
        if (seen.has(key)) continue
        left ??= {}
        put(left, key, source[key])
      }
      return left
    },
  }
  return self
}

/** An own field of an object; a field of its prototype reads as undefined. */
export function own(source: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(source, key) ? source[key] : undefined
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

/**
 * Throws WireError when the value is nested deeper than `limit`, naming the place. Does not recurse, so no depth exhausts the stack.
 */
export function checkDepth(value: Json, limit: number): void {
  const open: { value: Json; path: string; depth: number }[] = [{ value, path: '', depth: 0 }]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item.value !== 'object' || item.value === null) continue
    if (item.depth >= limit) throw new WireError(shortened(item.path) || 'body', `nesting of at most ${limit} levels`)
    const depth = item.depth + 1
    if (Array.isArray(item.value)) {
      for (const [index, child] of item.value.entries()) {
        if (typeof child === 'object' && child !== null) open.push({ value: child, path: `${item.path}[${index}]`, depth })
      }
      continue
    }
    for (const key of Object.keys(item.value)) {
      const child = item.value[key]
      if (typeof child === 'object' && child !== null) open.push({ value: child, path: item.path ? `${item.path}.${key}` : key, depth })
    }
  }
}

function shortened(path: string): string {
  return path.length > 120 ? `${path.slice(0, 120)}…` : path
}
