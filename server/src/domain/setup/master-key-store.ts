import type { Kysely } from 'kysely'
import { noteOnce } from '../../db/meta.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { writeTask } from '../../db/write-task.ts'

/** A sealed text and the place that it was sealed for. */
export interface SealedValue {
  readonly text: string
  readonly place: string
}

/** What a database reveals about the master key that it was filled with. */
export interface KeyTraces {
  /** The value that is there only to be opened at every start; undefined before the first one that knows of it. */
  readonly check: string | undefined
  /** Some of what else is sealed. */
  readonly samples: readonly SealedValue[]
  readonly hasUsers: boolean
}

const CHECK_KEY = 'master_key_check'
/** Several rows of each kind: one corrupt row must not lock the owner out. */
const MAX_SAMPLES = 5

/** Reads the traces. A database without tables has none. */
export async function findKeyTraces(read: Kysely<Tables>, secretOptions: readonly string[]): Promise<KeyTraces> {
  const tables = new Set((await read.introspection.getTables()).map(({ name }) => name))
  if (!tables.has('meta') || !tables.has('user') || !tables.has('token') || !tables.has('channel_key') || !tables.has('option'))
    return { check: undefined, samples: [], hasUsers: false }
  const check = await read.selectFrom('meta').select('value').where('key', '=', CHECK_KEY).executeTakeFirst()
  const keys = await read.selectFrom('channel_key').select(['key_enc', 'row_uid']).orderBy('id', 'desc').limit(MAX_SAMPLES).execute()
  const tokens = await read
    .selectFrom('token')
    .select(['key_enc', 'row_uid'])
    .where('key_enc', '!=', '')
    .orderBy('id', 'desc')
    .limit(MAX_SAMPLES)
    .execute()
  const settings = await read
    .selectFrom('option')
    .select(['key', 'value'])
    .where('key', 'in', secretOptions)
    .where('value', '!=', '')
    .execute()
  const user = await read.selectFrom('user').select('id').limit(1).executeTakeFirst()
  return {
    check: check?.value,
    samples: [
      ...keys.map(({ key_enc, row_uid }) => ({ text: key_enc, place: `channel_key:key_enc:${row_uid}` })),
      ...tokens.map(({ key_enc, row_uid }) => ({ text: key_enc, place: `token:key_enc:${row_uid}` })),
      ...settings.map(({ key, value }) => ({ text: value, place: `option:value:${key}` })),
    ],
    hasUsers: user !== undefined,
  }
}

/** Where the check is sealed for. */
export const CHECK_PLACE = `meta:value:${CHECK_KEY}`

/** Stores the check, unless there is one. */
export const keepKeyCheck = writeTask<{ sealed: string }, null>('setup.key_check', async (tx, { sealed }) => {
  await noteOnce(tx, CHECK_KEY, sealed)
  return null
})
