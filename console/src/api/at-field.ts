import { CallError } from './call-error.ts'

/** The same failure as the fault of one field of a form. */
export function atField({ message, code, status, requestId, data }: CallError, name: string): CallError {
  return new CallError({ message, code, status, requestId, data, fields: { [name]: message } })
}
