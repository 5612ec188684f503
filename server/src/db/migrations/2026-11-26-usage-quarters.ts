import type { Tables } from '../tables/tables.ts'
import type { MigrationStep } from './schema.ts'

// Usage is summed by the quarter of an hour: days of every zone begin with one, so that what lies on both sides of a midnight adds up to the
// whole. The rows of before stay as they are, each at the first quarter of its hour. Where there are some, `usage_quarters_since` in `meta`
// says until when, in unix seconds.
export const up: MigrationStep = async ({ db, rename }) => {
  for (const sums of ['usage', 'usage_model', 'usage_channel']) await rename([`${sums}_hour`, `${sums}_quarter`], ['hour', 'quarter'])
  const tables = db.withTables<Pick<Tables, 'meta' | 'usage_quarter' | 'batch'>>()
  const used =
    (await tables.selectFrom('usage_quarter').select('quarter').limit(1).executeTakeFirst()) ??
    (await tables.selectFrom('batch').select('seq').where('deltas', '!=', '').limit(1).executeTakeFirst())
  const noted = await tables.selectFrom('meta').select('key').where('key', '=', 'usage_quarters_since').executeTakeFirst()
  if (used && !noted)
    await tables
      .insertInto('meta')
      .values({ key: 'usage_quarters_since', value: String(Math.ceil(Date.now() / 1000)) })
      .execute()
}
