/** Rows that an export reads at once. */
const BATCH = 1000

/**
 * All rows of a question, from the newest to the oldest and so many at once: the end of a long answer costs what its beginning does. Rows that
 * are written meanwhile are left out.
 * @param find gives the newest rows whose id is lower, as many at most
 */
export async function* newestFirst<Row extends { readonly id: unknown }>(
  find: (page: { readonly before: number; readonly limit: number }) => Promise<readonly Row[]>,
): AsyncIterable<readonly Row[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await find({ before, limit: BATCH })
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    before = Number(rows.at(-1)?.id)
  }
}
