// What was sent, read with the contract's schemas. What is wrong is told field by field, as error codes.
import { AppError, type ErrorCode, errorStatus, errors, type Words } from '@waystation/contract/errors'
import { type EmptyFields, saysNothing } from '@waystation/contract/nulls'
import { z } from 'zod'

type Fields = Record<string, ErrorCode>

const NO_FORM: Words = {
  zh: '请求体须为 JSON 对象，且包含该接口的字段',
  en: 'the body must be a JSON object with the fields of this call',
}

/**
 * Decodes a form. Fields that the schema does not know are left out (decision D34).
 * @throws AppError bad_form naming the fields; bad_request when it is no form at all
 */
export function decodeForm<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = z.safeDecode(schema, value as z.input<Schema>)
  if (read.success) return read.data
  throw formError(fieldsOf(read.error.issues, value))
}

/**
 * Decodes the fields that were sent, and no others: a default must not overwrite what was left out. A field that says nothing (null) gets
 * its value of `empty`, and counts as left out when it has none.
 * @throws AppError bad_form
 */
export function decodeSent<Shape extends z.ZodRawShape>(
  shape: Shape,
  sent: Readonly<Record<string, unknown>>,
  empty: EmptyFields<z.ZodObject<Shape>>,
): Partial<z.output<z.ZodObject<Shape>>> {
  const decoded: Record<string, unknown> = {}
  const fields: Fields = {}
  for (const [name, schema] of Object.entries(shape)) {
    if (!Object.hasOwn(sent, name)) continue
    const field = schema as z.ZodType<unknown, unknown>
    const value = saysNothing(field, sent[name]) ? (empty as Readonly<Record<string, unknown>>)[name] : sent[name]
    if (value === undefined) continue
    const read = z.safeDecode(field, value)
    if (read.success) decoded[name] = read.data
    else fields[name] = codeOf(read.error.issues[0], false)
  }
  if (Object.keys(fields).length > 0) throw formError(fields)
  // Every entry was made by the schema of its name.
  return decoded as Partial<z.output<z.ZodObject<Shape>>>
}

/** A refusal that names fields. A field's own error takes the lead where it has a status of its own, as the setup's have. */
function formError(fields: Fields): AppError {
  if ('' in fields) return new AppError('bad_request', { detail: NO_FORM })
  const leading = Object.values(fields).find((code) => errorStatus(code) !== 200)
  return new AppError(leading ?? 'bad_form', {}, { fields })
}

function fieldsOf(issues: readonly z.core.$ZodIssue[], value: unknown): Fields {
  const fields: Fields = {}
  for (const issue of issues) {
    if (issue.code === 'invalid_union' && issue.path.length === 0) return nearest(issue.errors, value)
    const name = String(issue.path[0] ?? '')
    const isMissing = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name] === undefined
    fields[name] ??= codeOf(issue, isMissing)
  }
  return fields
}

/** Of several forms that would have done, the one that was missed by least. */
function nearest(branches: readonly (readonly z.core.$ZodIssue[])[], value: unknown): Fields {
  const found = branches.map((issues) => fieldsOf(issues, value)).toSorted((a, b) => Object.keys(a).length - Object.keys(b).length)
  return found[0] ?? { '': 'bad_request' }
}

function codeOf(issue: z.core.$ZodIssue | undefined, isMissing: boolean): ErrorCode {
  if (!issue) return 'field_invalid'
  // The contract's own rules give error codes as their messages.
  if (Object.hasOwn(errors, issue.message)) return issue.message as ErrorCode
  const isText = 'origin' in issue && issue.origin === 'string'
  if (issue.code === 'too_small') return isText ? (Number(issue.minimum) <= 1 ? 'field_required' : 'field_too_short') : 'field_too_small'
  if (issue.code === 'too_big') return isText ? 'field_too_long' : 'field_too_big'
  if (isMissing) return 'field_required'
  return 'field_invalid'
}
