// The Go types that Ollama reads a request into, and what Go's decoder of JSON says of a value that does not fit. It ignores fields that a type
// does not name and takes null for everything.
import { isObject, type Json } from '../../../src/json.ts'

export type GoType =
  | { go: 'string' | 'bool' | 'int' | 'float64' | 'any' }
  /** Bytes, which JSON holds as base64. */
  | { go: 'bytes' }
  | { go: 'slice'; name: string; of: GoType }
  | { go: 'map'; name: string; of: GoType }
  /** One or several names of types. */
  | { go: 'property-type' }
  | {
      go: 'struct'
      name: string
      fields: Readonly<Record<string, GoType>> /** Read by a decoder of its own: places begin anew. */
      isOwn?: true
    }

export const goString: GoType = { go: 'string' }
export const goBool: GoType = { go: 'bool' }
export const goInt: GoType = { go: 'int' }
export const goFloat: GoType = { go: 'float64' }
export const goAny: GoType = { go: 'any' }

export function slice(name: string, of: GoType): GoType {
  return { go: 'slice', name, of }
}

/** What the decoder says of the first value that does not fit; undefined where all do. */
export function decodeFault(type: GoType, value: Json | undefined, root: string, path: readonly string[] = []): string | undefined {
  if (value === undefined || value === null || type.go === 'any') return undefined
  switch (type.go) {
    case 'slice':
      if (!Array.isArray(value)) return mismatch(value, root, path, type.name)
      return first(value, (one) => decodeFault(type.of, one, root, path))
    case 'map':
      if (!isObject(value)) return mismatch(value, root, path, type.name)
      return first(Object.values(value), (one) => decodeFault(type.of, one, root, path))
    case 'struct':
      return structFault(type, value, root, path)
    default:
      return scalarFault(type, value, root, path)
  }
}

function structFault(type: GoType & { go: 'struct' }, value: Json, root: string, path: readonly string[]): string | undefined {
  if (!isObject(value)) return mismatch(value, root, path, type.name)
  const [base, below] = type.isOwn ? [type.name.replace(/^.*\./, ''), []] : [root, path]
  return first(Object.entries(type.fields), ([name, field]) => decodeFault(field, value[name], base, [...below, name]))
}

function scalarFault(type: GoType, value: Json, root: string, path: readonly string[]): string | undefined {
  switch (type.go) {
    case 'string':
      return typeof value === 'string' ? undefined : mismatch(value, root, path, 'string')
    case 'bool':
      return typeof value === 'boolean' ? undefined : mismatch(value, root, path, 'bool')
    case 'float64':
      return typeof value === 'number' ? undefined : mismatch(value, root, path, 'float64')
    case 'int':
      return Number.isInteger(value) ? undefined : mismatch(value, root, path, 'int')
    case 'property-type':
      return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
        ? undefined
        : mismatch(value, root, path, '[]string')
    default:
      return bytesFault(value, root, path)
  }
}

function bytesFault(value: Json, root: string, path: readonly string[]): string | undefined {
  if (typeof value !== 'string') return mismatch(value, root, path, 'api.ImageData')
  const place = value.search(/[^A-Za-z0-9+/=\r\n]/)
  return place < 0 ? undefined : `illegal base64 data at input byte ${place}`
}

/** What Go calls the kinds of JSON. */
function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value !== 'number') return typeof value
  return Number.isInteger(value) ? 'number' : `number ${value}`
}

function mismatch(value: Json, root: string, path: readonly string[], name: string): string {
  const kind = kindOf(value)
  return path.length === 0
    ? `json: cannot unmarshal ${kind} into Go value of type ${name}`
    : `json: cannot unmarshal ${kind} into Go struct field ${[root, ...path].join('.')} of type ${name}`
}

function first<Item>(items: readonly Item[], faultOf: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = faultOf(item)
    if (fault !== undefined) return fault
  }
  return undefined
}
