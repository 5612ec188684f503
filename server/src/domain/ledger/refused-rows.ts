/** Did the database refuse the rows (a broken rule), rather than being away or busy? */
export function isAboutTheRows(error: unknown): boolean {
  const { code, errno, errcode } = (error ?? {}) as { code?: unknown; errno?: unknown; errcode?: unknown }
  // A number out of range, an account that is not there, or a mistake of ours: trying again changes nothing.
  if (error instanceof Error && (/^(Range|Type|Reference)Error$/.test(error.name) || /^account \d+ does not exist$/.test(error.message)))
    return true
  // SQLite 19 is a constraint; PostgreSQL's class 23 and 22 are constraints and bad data; MySQL 1062, 1048, 1264, 4025, 1406 likewise.
  if (typeof errcode === 'number') return (errcode & 0xff) === 19
  if (typeof errno === 'number') return [1062, 1048, 1264, 1406, 3819, 4025].includes(errno)
  return typeof code === 'string' && /^2[23]/.test(code)
}
