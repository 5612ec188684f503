/**
 * Did an insert fail because a unique column already has this value? The index or column is recognised by a part of its name, which is
 * all that the three databases tell in common.
 */
export function isUniqueViolation(error: unknown, column: string): boolean {
  const { code, errno, constraint, message = '' } = error as { code?: unknown; errno?: unknown; constraint?: string; message?: string }
  if (code === '23505') return (constraint ?? '').includes(column) // PostgreSQL
  if (errno === 1062) return (/for key '([^']*)'/.exec(message)?.[1] ?? '').includes(column) // MySQL: Duplicate entry … for key …
  return /^UNIQUE constraint failed: /.test(message) && message.includes(`.${column}`) // SQLite
}
