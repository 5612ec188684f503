// The issues of zod 4, the library that OpenRouter checks a request with, and how their list stands in an error.
import type { Json, JsonObject } from '../../../src/json.ts'
import { type Fault, type Shape, type Wanted, wanted } from '../shape.ts'

/** The message of a ZodError: the printed list of its issues. */
export function zodMessage(issue: JsonObject): string {
  return JSON.stringify([issue], null, 2)
}

/** The fault as zod tells it. */
export function zodIssue(fault: Fault): JsonObject {
  const path = [...fault.path]
  switch (fault.kind) {
    case 'wrong-type':
      return typeIssue(fault.shape, typeName(fault.value), path)
    case 'missing-field':
      return typeIssue({ is: 'text' }, 'undefined', path)
    case 'not-in-list': {
      const message = `Invalid option: expected one of ${fault.allowed.map((value) => `"${value}"`).join('|')}`
      return { code: 'invalid_value', values: [...fault.allowed], path, message }
    }
    case 'too-small':
    case 'too-large':
      return numberIssue(fault, path)
    default:
      return sizeIssue(fault, path)
  }
}

function typeIssue(shape: Shape, received: string, path: (string | number)[]): JsonObject {
  const expected = shape.is === 'dictionary' ? 'record' : expectations[wanted(shape)]
  if (expected === '') return { code: 'invalid_union', errors: [], path, message: 'Invalid input' }
  return { expected, code: 'invalid_type', path, message: `Invalid input: expected ${expected}, received ${received}` }
}

const expectations: Wanted = {
  ...{ text: 'string', integer: 'int', decimal: 'number', flag: 'boolean', list: 'array', object: 'object', either: '' },
}

function typeName(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function numberIssue(fault: Fault & { kind: 'too-small' | 'too-large' }, path: (string | number)[]): JsonObject {
  const { limit } = fault
  return fault.kind === 'too-small'
    ? { origin: 'number', code: 'too_small', minimum: limit, inclusive: true, path, message: `Too small: expected number to be >=${limit}` }
    : { origin: 'number', code: 'too_big', maximum: limit, inclusive: true, path, message: `Too big: expected number to be <=${limit}` }
}

function sizeIssue(fault: Fault, path: (string | number)[]): JsonObject {
  if (fault.kind === 'text-too-long' || fault.kind === 'key-too-long') {
    const message = `Too big: expected string to have <=${fault.limit} characters`
    return { origin: 'string', code: 'too_big', maximum: fault.limit, inclusive: true, path, message }
  }
  return { code: 'custom', path, message: 'Invalid input' }
}
