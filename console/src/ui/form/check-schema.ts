// The errors of a contract schema for a form, in the user's language. The schemas' own messages are error codes of the contract.
import type { z } from 'zod'
import { text } from '../../i18n/index.ts'
import { errorWords } from './error-words.ts'
import type { FieldErrors, Values } from './form-store.ts'

/** Field name to message; the first problem of each field. `loadErrorWords` must have been waited for, or some say less. */
export function checkSchema(schema: z.ZodType, values: Values): FieldErrors {
  const result = schema.safeParse(values)
  if (result.success) return {}
  const found: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '')
    found[name] ??= wordsOf(issue)
  }
  return found
}

function wordsOf(issue: z.core.$ZodIssue): string {
  const words = errorWords(issue.message)
  if (words !== undefined) return words
  if (issue.code === 'too_small') {
    if (issue.origin === 'string')
      return Number(issue.minimum) <= 1 ? text('form.required') : text('form.tooShort', { min: String(issue.minimum) })
    if (issue.origin === 'array') return text('form.required')
    return text('form.tooSmall', { min: String(issue.minimum) })
  }
  if (issue.code === 'too_big') return text(issue.origin === 'string' ? 'form.tooLong' : 'form.tooBig', { max: String(issue.maximum) })
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined || issue.input === null) return text('form.required')
    return issue.expected === 'number' ? text('form.notNumber') : issue.expected === 'int' ? text('form.notInteger') : text('form.invalid')
  }
  if (issue.code === 'invalid_format') return text(issue.format === 'url' ? 'form.notUrl' : 'form.invalid')
  return text('form.invalid')
}
