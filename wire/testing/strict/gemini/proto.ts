// How Google's servers read a JSON body into a protocol message, and what they say of a body that does not fit. Google lists every problem of
// a body in one answer; the first one names our rule.
// The texts are recorded ones: see the sources in parse-rules.ts.

export type Scalar = 'string' | 'bool' | 'int32' | 'int64' | 'float' | 'double' | 'bytes' | 'struct' | 'value'

export type Choice = { choice: string; values: readonly string[] }

/** A message's fields by their camelCase names; both that and the snake_case spelling are read. */
export type Message = {
  /** Its name after `type.googleapis.com/`. */
  name: string
  fields: Readonly<Record<string, Field>>
  /** Of the fields of one group only one may be set. */
  oneof?: { name: string; of: readonly string[] }
  /** Unknown names in it are reported under this kind. */
  unknownKind?: ViolationKind
}

export type FieldType = Scalar | Choice | (() => Message)

export type Field = { type: FieldType; shape?: 'list' | 'map' }

export type ViolationKind =
  | 'unknown-field'
  | 'unsupported-schema-keyword'
  | 'list-where-one-is-wanted'
  | 'wrong-type'
  | 'unknown-enum-value'
  | 'two-of-one-group'
  | 'not-base64'

export type Violation = { kind: ViolationKind; field: string; description: string }

export type Parsed = {
  /** Under camelCase names, with a list wherever the field is a list; nulls are gone. */
  value: Readonly<Record<string, unknown>>
  violations: readonly Violation[]
}

export const one = (type: FieldType): Field => ({ type })
export const many = (type: FieldType): Field => ({ type, shape: 'list' })
export const mapOf = (type: FieldType): Field => ({ type, shape: 'map' })
export const choice = (name: string, ...values: string[]): Choice => ({ choice: `google.ai.generativelanguage.v1beta.${name}`, values })

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const snake = (camel: string) => camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Reads a body as a message. */
export function parseMessage(message: Message, body: unknown): Parsed {
  const violations: Violation[] = []
  if (!isObject(body)) {
    const description = 'Invalid JSON payload received. Unknown name "": Root element must be a message.'
    return { value: {}, violations: [{ kind: 'wrong-type', field: '', description }] }
  }
  return { value: readMessage(message, body, '', violations), violations }
}

function readMessage(message: Message, body: Readonly<Record<string, unknown>>, path: string, violations: Violation[]) {
  const read: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(body)) {
    const name = Object.hasOwn(message.fields, key) || snake(camel(key)) !== key ? key : camel(key)
    const field = Object.hasOwn(message.fields, name) ? message.fields[name] : undefined
    if (field === undefined) {
      violations.push(misnamed(message.unknownKind ?? 'unknown-field', key, path, 'Cannot find field.'))
      continue
    }
    if (value === null || value === undefined) continue
    const set = message.oneof?.of.includes(name) ? message.oneof.of.find((other) => read[other] !== undefined) : undefined
    if (set !== undefined) {
      const description = `Invalid value at '${path}' (oneof), oneof field '${message.oneof?.name}' is already set. Cannot set '${key}'`
      violations.push({ kind: 'two-of-one-group', field: path, description })
      continue
    }
    const known = readField(field, key, value, path, violations)
    if (known !== undefined) read[name] = known
  }
  return read
}

function readField(field: Field, key: string, value: unknown, parent: string, violations: Violation[]): unknown {
  const path = parent === '' ? snake(key) : `${parent}.${snake(key)}`
  if (field.shape === 'map') {
    if (!isObject(value)) return readOne(field.type, value, path, violations)
    const entries = Object.entries(value).map(([name, entry], index) => [
      name,
      readOne(field.type, entry, `${path}[${index}].value`, violations),
    ])
    return Object.fromEntries(entries)
  }
  if (field.shape === 'list') {
    // A single value in a list's place is read as a list of one.
    const list = Array.isArray(value) ? value : [value]
    const at = (index: number) => (Array.isArray(value) ? `${path}[${index}]` : path)
    return list.map((entry, index) => readOne(field.type, entry, at(index), violations)).filter((entry) => entry !== undefined)
  }
  if (Array.isArray(value) && field.type !== 'value') {
    violations.push(misnamed('list-where-one-is-wanted', key, parent, 'Proto field is not repeating, cannot start list.'))
    return undefined
  }
  return readOne(field.type, value, path, violations)
}

function readOne(type: FieldType, value: unknown, path: string, violations: Violation[]): unknown {
  if ((value === null || value === undefined) && type !== 'value') return undefined
  if (typeof type === 'function') {
    const message = type()
    if (isObject(value)) return readMessage(message, value, path, violations)
    violations.push(invalid('wrong-type', path, `type.googleapis.com/${message.name}`, value))
    return undefined
  }
  if (typeof type === 'object') {
    const word = typeof value === 'string' ? value.toUpperCase() : undefined
    if (Number.isInteger(value)) return value
    const meant = type.values.find((known) => known.toUpperCase() === word)
    if (meant === undefined) violations.push(invalid('unknown-enum-value', path, `type.googleapis.com/${type.choice}`, value))
    return meant
  }
  const problem = scalarProblem(type, value, path)
  if (problem !== undefined) violations.push(problem)
  return problem === undefined ? plain(type, value) : undefined
}

const MAXIMUM_INT32 = 2 ** 31 - 1

function scalarProblem(type: Scalar, value: unknown, path: string): Violation | undefined {
  switch (type) {
    case 'value':
      return undefined
    case 'struct':
      return isObject(value) ? undefined : invalid('wrong-type', path, 'type.googleapis.com/google.protobuf.Struct', value)
    case 'bool':
      // Google reads numbers and words as flags too; only what has parts is surely refused.
      return typeof value === 'object' ? invalid('wrong-type', path, 'TYPE_BOOL', value) : undefined
    case 'string':
      return typeof value === 'string' ? undefined : invalid('wrong-type', path, 'TYPE_STRING', value)
    case 'bytes':
      return bytesProblem(value, path)
    default:
      return numberProblem(type, value) ? invalid('wrong-type', path, `TYPE_${type.toUpperCase()}`, value) : undefined
  }
}

function numberProblem(type: 'int32' | 'int64' | 'float' | 'double', value: unknown): boolean {
  // A number may come as text, as protocol JSON has it for large ones.
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return true
  const read = Number(value)
  if (type === 'float' || type === 'double') return Number.isNaN(read)
  return !Number.isInteger(read) || (type === 'int32' && Math.abs(read) > MAXIMUM_INT32 + 1)
}

function bytesProblem(value: unknown, path: string): Violation | undefined {
  if (typeof value !== 'string') return invalid('wrong-type', path, 'TYPE_BYTES', value)
  const digits = value.replace(/\s/g, '').replace(/={0,2}$/, '')
  if (/^[A-Za-z0-9+/_-]*$/.test(digits) && digits.length % 4 !== 1) return undefined
  return { kind: 'not-base64', field: path, description: `Invalid value at '${path}' (TYPE_BYTES), Base64 decoding failed for "${value}"` }
}

const plain = (type: Scalar, value: unknown) =>
  typeof value === 'string' && ['int32', 'int64', 'float', 'double'].includes(type) ? Number(value) : value

function invalid(kind: ViolationKind, path: string, type: string, value: unknown): Violation {
  return { kind, field: path, description: `Invalid value at '${path}' (${type}), ${JSON.stringify(value)}` }
}

function misnamed(kind: ViolationKind, name: string, path: string, why: string): Violation {
  const at = path === '' ? '' : ` at '${path}'`
  return { kind, field: path, description: `Invalid JSON payload received. Unknown name "${name}"${at}: ${why}` }
}
