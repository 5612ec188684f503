// What a body breaks of a schema, as FastAPI tells it: errors of pydantic 2, with a type, a place and words. Source: pydantic, "Validation Errors";
// the form in which Black Forest Labs gives them was recorded from its service in 2026.
import type { z } from 'zod'
import { expectedOf } from './integer.ts'

export interface PydanticError {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly input?: unknown
  readonly ctx?: object
}
type Told = Pick<PydanticError, 'type' | 'msg' | 'ctx'>
type Issue = z.core.$ZodIssue

/** All errors of a body, in the order of its fields. */
export function pydanticErrors(schema: z.ZodType, body: unknown): PydanticError[] {
  const { error } = schema.safeParse(body, { reportInput: true })
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          ...{ type: 'extra_forbidden', loc: [...path(issue), key], msg: 'Extra inputs are not permitted' },
        }))
      : [{ ...told(issue), loc: path(issue), input: issue.input }],
  )
}

const path = (issue: Issue): (string | number)[] => issue.path.map((step) => (typeof step === 'number' ? step : String(step)))

/** By what was expected: the type of the error, and its words. */
const ofType: Readonly<Record<string, Told>> = {
  string: { type: 'string_type', msg: 'Input should be a valid string' },
  int: { type: 'int_type', msg: 'Input should be a valid integer' },
  number: { type: 'float_type', msg: 'Input should be a valid number' },
  boolean: { type: 'bool_type', msg: 'Input should be a valid boolean' },
  array: { type: 'list_type', msg: 'Input should be a valid list' },
  object: { type: 'dict_type', msg: 'Input should be a valid dictionary' },
}

function told(issue: Issue): Told {
  if (issue.code !== 'custom' && issue.input === undefined) return { type: 'missing', msg: 'Field required' }
  switch (issue.code) {
    case 'invalid_type':
      return ofType[expectedOf(issue)] ?? valueError(issue.message)
    case 'too_small':
      return tooFew(issue.origin, Number(issue.minimum))
    case 'too_big':
      return tooMany(issue.origin, Number(issue.maximum))
    case 'not_multiple_of':
      return { type: 'multiple_of', msg: `Input should be a multiple of ${issue.divisor}`, ctx: { multiple_of: issue.divisor } }
    case 'invalid_value': {
      const [last = '', ...others] = issue.values.map((value) => `'${String(value)}'`).reverse()
      const expected = others.length > 0 ? `${others.reverse().join(', ')} or ${last}` : last
      return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } }
    }
    case 'invalid_format':
      return { type: 'url_parsing', msg: 'Input should be a valid URL' }
    default:
      return valueError(issue.message)
  }
}

const valueError = (message: string): Told => ({ type: 'value_error', msg: `Value error, ${message}` })

function tooFew(origin: string, ge: number): Told {
  if (origin === 'array') return { type: 'too_short', msg: `List should have at least ${ge} items`, ctx: { min_length: ge } }
  if (origin === 'string') return { type: 'string_too_short', msg: `String should have at least ${ge} characters`, ctx: { min_length: ge } }
  return { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${ge}`, ctx: { ge } }
}

function tooMany(origin: string, le: number): Told {
  if (origin === 'array') return { type: 'too_long', msg: `List should have at most ${le} items`, ctx: { max_length: le } }
  if (origin === 'string') return { type: 'string_too_long', msg: `String should have at most ${le} characters`, ctx: { max_length: le } }
  return { type: 'less_than_equal', msg: `Input should be less than or equal to ${le}`, ctx: { le } }
}
