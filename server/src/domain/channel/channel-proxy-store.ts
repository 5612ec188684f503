import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'
import type { Secrets } from '../../lib/secret.ts'
import { sealedAfterwards } from './channel-proxy.ts'

/** Puts a setting in the place of another, unless that was changed meanwhile. */
export const replaceSetting = writeTask<{ id: number; before: string; after: string }, null>(
  'channel.replace_setting',
  async (tx, { id, before, after }) => {
    await tx.db.updateTable('channel').set({ setting: after }).where('id', '=', id).where('setting', '=', before).execute()
    return null
  },
)

/** At the start: seals passwords of proxies that an earlier version stored as they were entered. */
export async function sealStoredProxies(database: Database, secrets: Pick<Secrets, 'seal'>): Promise<void> {
  const rows = await database.read.selectFrom('channel').select(['id', 'setting']).where('setting', 'like', '%proxy%').execute()
  for (const { id, setting } of rows) {
    const after = sealedAfterwards(setting, secrets)
    if (after !== undefined) await database.run(replaceSetting, { id: Number(id), before: setting, after })
  }
}
