// What a body breaks of a schema, in the words of Replicate's 422: "Input validation failed", each field with the type of its fault. The words are those
// of gojsonschema, as recorded from the service by many.
import type { z } from 'zod'
import { expectedOf } from '../integer.ts'

export interface InvalidField {
  readonly type: string
  /** With points; of a field that is missing or not known, what it should stand in. */
  readonly field: string
  readonly description: string
}

/** All faults of a body. */
export function invalidFields(schema: z.ZodType, body: unknown): InvalidField[] {
  const { error } = schema.safeParse(body, { reportInput: true })
  return (error?.issues ?? []).flatMap((issue): InvalidField[] => {
    const field = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        ...{ type: 'additional_property_not_allowed', field, description: `Additional property ${key} is not allowed` },
      }))
    const name = String(issue.path.at(-1) ?? '')
    if (issue.input === undefined) {
      const holder = issue.path.slice(0, -1).join('.')
      return [{ type: 'required', field: holder, description: `${name} is required` }]
    }
    return [{ field, ...told(issue, name) }]
  })
}

/** The answer's body. */
export function validationFailed(fields: readonly InvalidField[]): object {
  const detail = fields.map(({ field, description }) => `- ${field === '' ? '' : `${field}: `}${description}\n`).join('')
  return { detail, status: 422, title: 'Input validation failed', invalid_fields: fields }
}

function told(issue: z.core.$ZodIssue, name: string): Pick<InvalidField, 'type' | 'description'> {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = expectedOf(issue).replace(/^int$/, 'integer')
      return { type: 'invalid_type', description: `Invalid type. Expected: ${expected}, given: ${typeOf(issue.input)}` }
    }
    case 'too_small':
      return { type: 'number_gte', description: `Must be greater than or equal to ${issue.minimum}` }
    case 'too_big':
      return issue.origin === 'array'
        ? { type: 'array_max_items', description: `Array must have at most ${issue.maximum} items` }
        : { type: 'number_lte', description: `Must be less than or equal to ${issue.maximum}` }
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value)).join(', ')
      return typeof issue.input === 'string'
        ? { type: 'enum', description: `${name} must be one of the following: ${values}` }
        : { type: 'invalid_type', description: `Invalid type. Expected: string, given: ${typeOf(issue.input)}` }
    }
    default:
      return { type: 'format', description: `Does not match format 'uri'` }
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
