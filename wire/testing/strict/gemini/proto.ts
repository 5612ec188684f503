// How Google's servers read a JSON body into a protocol message, and what they say of a body that does not fit. Google lists every problem of
// a body in one answer; the first one names our rule.
// The texts are recorded ones: see the sources in parse-rules.ts.

import type { NumberShape, ObjectShape, Shape, TextShape } from '../shape.ts'

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

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const snake = (camel: string) => camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The kinds of content that a part can hold; it holds exactly one. */
export const PART_DATA: readonly string[] = [
  ...['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse', 'executableCode', 'codeExecutionResult'],
  ...['toolCall', 'toolResponse'],
]

/** Types that Google names otherwise than its SDK does. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ Blob_2: 'Blob', FunctionResponseBlob: 'Blob', FunctionResponseFileData: 'FileData', ToolCodeExecution: 'CodeExecution' },
  ...{ GoogleSearch: 'Tool.GoogleSearch', ComputerUse: 'Tool.ComputerUse', Environment: 'Tool.ComputerUse.Environment' },
  ...{ Language: 'ExecutableCode.Language', Outcome: 'CodeExecutionResult.Outcome', Modality: 'GenerationConfig.Modality' },
  ...{ PartMediaResolution: 'Part.MediaResolution', PartMediaResolutionLevel: 'Part.MediaResolution.Level' },
  ...{ FunctionResponseScheduling: 'FunctionResponse.Scheduling', Behavior: 'FunctionDeclaration.Behavior' },
  ...{ FunctionCallingConfigMode: 'FunctionCallingConfig.Mode', DynamicRetrievalConfigMode: 'DynamicRetrievalConfig.Mode' },
  ...{ HarmBlockThreshold: 'SafetySetting.HarmBlockThreshold', MediaResolution: 'GenerationConfig.MediaResolution' },
  ...{ ThinkingLevel: 'ThinkingConfig.ThinkingLevel', LatLng: 'google.type.LatLng' },
}

/** A type's name as Google tells it. */
function typeName({ named = '' }: Shape): string {
  const name = otherNames[named] ?? named
  return `type.googleapis.com/${name.startsWith('google.') ? name : `google.ai.generativelanguage.v1beta.${name}`}`
}

/** Reads a body as a message of this shape. Its fields stand under their camelCase names; both that and the snake_case spelling are read. */
export function parseMessage(shape: Shape, body: unknown): Parsed {
  const violations: Violation[] = []
  if (!isObject(body) || shape.is !== 'object') {
    const description = 'Invalid JSON payload received. Unknown name "": Root element must be a message.'
    return { value: {}, violations: [{ kind: 'wrong-type', field: '', description }] }
  }
  return { value: readMessage(shape, body, '', violations), violations }
}

function readMessage(message: ObjectShape, body: Readonly<Record<string, unknown>>, path: string, violations: Violation[]) {
  const read: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(body)) {
    const name = Object.hasOwn(message.fields, key) || snake(camel(key)) !== key ? key : camel(key)
    const field = Object.hasOwn(message.fields, name) ? message.fields[name] : undefined
    if (field === undefined) {
      const kind = message.named === 'Schema' ? 'unsupported-schema-keyword' : 'unknown-field'
      violations.push(misnamed(kind, key, path, 'Cannot find field.'))
      continue
    }
    if (value === null || value === undefined) continue
    const isOneOf = message.named === 'Part' && PART_DATA.includes(name)
    if (isOneOf && PART_DATA.some((other) => read[other] !== undefined)) {
      const description = `Invalid value at '${path}' (oneof), oneof field 'data' is already set. Cannot set '${key}'`
      violations.push({ kind: 'two-of-one-group', field: path, description })
      continue
    }
    const known = readField(field, key, value, path, violations)
    if (known !== undefined) read[name] = known
  }
  return read
}

function readField(field: Shape, key: string, value: unknown, parent: string, violations: Violation[]): unknown {
  const path = parent === '' ? snake(key) : `${parent}.${snake(key)}`
  if (field.is === 'dictionary' && field.values.is !== 'anything') {
    if (!isObject(value)) return readOne(field.values, value, path, violations)
    const entries = Object.entries(value).map(([name, entry], index) => [
      name,
      readOne(field.values, entry, `${path}[${index}].value`, violations),
    ])
    return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined))
  }
  if (field.is === 'list') {
    // A single value in a list's place is read as a list of one.
    const list = Array.isArray(value) ? value : [value]
    const at = (index: number) => (Array.isArray(value) ? `${path}[${index}]` : path)
    return list.map((entry, index) => readOne(field.of, entry, at(index), violations)).filter((entry) => entry !== undefined)
  }
  if (Array.isArray(value) && field.is !== 'anything') {
    violations.push(misnamed('list-where-one-is-wanted', key, parent, 'Proto field is not repeating, cannot start list.'))
    return undefined
  }
  return readOne(field, value, path, violations)
}

function readOne(shape: Shape, value: unknown, path: string, violations: Violation[]): unknown {
  if ((value === null || value === undefined) && shape.is !== 'anything') return undefined
  if (shape.is === 'object') {
    if (isObject(value)) return readMessage(shape, value, path, violations)
    violations.push(invalid('wrong-type', path, typeName(shape), value))
    return undefined
  }
  if (shape.is === 'text' && shape.oneOf) return readWord(shape, value, path, violations)
  const problem = scalarProblem(shape, value, path)
  if (problem !== undefined) violations.push(problem)
  return problem === undefined ? plain(shape, value) : undefined
}

function readWord(shape: TextShape, value: unknown, path: string, violations: Violation[]): unknown {
  if (Number.isInteger(value)) return value
  const word = typeof value === 'string' ? value.toUpperCase() : undefined
  const meant = shape.oneOf?.find((known) => known.toUpperCase() === word)
  if (meant === undefined) violations.push(invalid('unknown-enum-value', path, typeName(shape), value))
  return meant
}

const MAXIMUM_INT32 = 2 ** 31 - 1

function scalarProblem(shape: Shape, value: unknown, path: string): Violation | undefined {
  switch (shape.is) {
    case 'anything':
      return undefined
    case 'dictionary':
      return isObject(value) ? undefined : invalid('wrong-type', path, 'type.googleapis.com/google.protobuf.Struct', value)
    case 'flag':
      // Google reads numbers and words as flags too; only what has parts is surely refused.
      return typeof value === 'object' ? invalid('wrong-type', path, 'TYPE_BOOL', value) : undefined
    case 'number':
      return numberProblem(shape, value) ? invalid('wrong-type', path, numberType(shape), value) : undefined
    default:
      if (shape.words === BYTES) return bytesProblem(value, path)
      return typeof value === 'string' ? undefined : invalid('wrong-type', path, 'TYPE_STRING', value)
  }
}

/** What a shape has for its words where the type alone does not tell: bytes, and numbers of twice the size. */
export const BYTES = 'TYPE_BYTES'
export const INT64 = 'TYPE_INT64'
export const DOUBLE = 'TYPE_DOUBLE'

const numberType = ({ words, whole }: NumberShape) => words ?? (whole ? 'TYPE_INT32' : 'TYPE_FLOAT')

function numberProblem(shape: NumberShape, value: unknown): boolean {
  // A number may come as text, as protocol JSON has it for large ones.
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return true
  const read = Number(value)
  if (!shape.whole) return Number.isNaN(read)
  return !Number.isInteger(read) || (numberType(shape) === 'TYPE_INT32' && Math.abs(read) > MAXIMUM_INT32 + 1)
}

function bytesProblem(value: unknown, path: string): Violation | undefined {
  if (typeof value !== 'string') return invalid('wrong-type', path, 'TYPE_BYTES', value)
  const digits = value.replace(/\s/g, '').replace(/={0,2}$/, '')
  if (/^[A-Za-z0-9+/_-]*$/.test(digits) && digits.length % 4 !== 1) return undefined
  return { kind: 'not-base64', field: path, description: `Invalid value at '${path}' (TYPE_BYTES), Base64 decoding failed for "${value}"` }
}

const plain = (shape: Shape, value: unknown) => (typeof value === 'string' && shape.is === 'number' ? Number(value) : value)

function invalid(kind: ViolationKind, path: string, type: string, value: unknown): Violation {
  return { kind, field: path, description: `Invalid value at '${path}' (${type}), ${JSON.stringify(value)}` }
}

function misnamed(kind: ViolationKind, name: string, path: string, why: string): Violation {
  const at = path === '' ? '' : ` at '${path}'`
  return { kind, field: path, description: `Invalid JSON payload received. Unknown name "${name}"${at}: ${why}` }
}
