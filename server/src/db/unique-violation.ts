import { fieldsOf } from '../lib/fields.ts'

/**
 * Did an insert fail because a unique column already has this value? The index or column is recognised by a part of its name, which is all
 * that the errors of the three databases have in common.
 */
export function isUniqueViolation(error: unknown, column: string): boolean {
  const { code, errno, constraint, message } = fieldsOf(error)
  const words = String(message ?? '')
  if (code === '23505') return String(constraint ?? '').includes(column) // PostgreSQL
  if (errno === 1062) return (/for key '([^']*)'/.exec(words)?.[1] ?? '').includes(column) // MySQL: Duplicate entry … for key …
  return /^UNIQUE constraint failed: /.test(words) && words.includes(`.${column}`) // SQLite
}

/**
 * Did an insert fail because the table has a row of this primary key? PostgreSQL names the key's constraint, which contains the table's
 * name, SQLite the columns, and MySQL neither.
 * @param column one of the key's
 */
export function isRepeatedKey(error: unknown, table: string, column: string): boolean {
  return [table, column, 'PRIMARY'].some((name) => isUniqueViolation(error, name))
}
