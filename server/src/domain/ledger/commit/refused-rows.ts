import { fieldsOf } from '../../../lib/fields.ts'

/** A number out of range, an account that is not there, or a programming mistake. */
const HOPELESS: ReadonlySet<string> = new Set(['RangeError', 'TypeError', 'ReferenceError', 'UnknownAccount'])

/** Did the database refuse the rows (a broken rule), rather than being away or busy? */
export function isAboutTheRows(error: unknown): boolean {
  const { code, errno, errcode } = fieldsOf(error)
  // Trying again would change nothing. By name, because an error that comes from SQLite's writer thread has lost its class.
  if (error instanceof Error && HOPELESS.has(error.name)) return true
  // SQLite 19 is a constraint; PostgreSQL's class 23 and 22 are constraints and bad data; MySQL 1062, 1048, 1264, 4025, 1406 likewise.
  if (typeof errcode === 'number') return (errcode & 0xff) === 19
  if (typeof errno === 'number') return [1062, 1048, 1264, 1406, 3819, 4025].includes(errno)
  return typeof code === 'string' && /^2[23]/.test(code)
}
