// Decodes input with the contract's schemas. Invalid fields are reported one by one, as error codes.
import { AppError, type ErrorCode, errorStatus, isErrorCode, type Words } from '@waystation/contract/errors'
import { z } from 'zod'
import { hasFields } from '../../lib/fields.ts'

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
    const isMissing = !hasFields(value) || value[name] === undefined
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
  if (isErrorCode(issue.message)) return issue.message
  const isText = 'origin' in issue && issue.origin === 'string'
  if (issue.code === 'too_small') return isText ? (Number(issue.minimum) <= 1 ? 'field_required' : 'field_too_short') : 'field_too_small'
  if (issue.code === 'too_big') return isText ? 'field_too_long' : 'field_too_big'
  if (isMissing) return 'field_required'
  return 'field_invalid'
}
