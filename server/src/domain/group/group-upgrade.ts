// Once, at the first start: groups that somebody is in and that have no ratio get the one that they were charged with so far. From then on
// calls of a group without a ratio are refused.
import { groupRatio } from '@waystation/contract/options/pricing'
import type { Database } from '../../db/database.ts'
import { noteOnce } from '../../db/meta.ts'
import { writeTask } from '../../db/write-task.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { auditService } from '../audit/audit-service.ts'
import type { OptionService } from '../option/option-service.ts'
import { groupsInUse } from './group-store.ts'

const DONE_KEY = 'groups_priced'
/** What calls of a group without a ratio were charged with. */
const RATIO_SO_FAR = 1

export const noteGroupsPriced = writeTask<null, null>('group.note_priced', async (tx) => {
  await noteOnce(tx, DONE_KEY, '1')
  return null
})

/** Writes the ratio of each group in use down, with a row in the audit log. A start that is cut off does it again. */
export async function priceUsedGroups(database: Database, options: OptionService): Promise<void> {
  const done = await database.read.selectFrom('meta').select('key').where('key', '=', DONE_KEY).executeTakeFirst()
  if (done) return
  const before = options.get(groupRatio)
  const missing = (await groupsInUse(database.read)).filter((group) => !Object.hasOwn(before, group))
  if (missing.length > 0) {
    const after = JSON.stringify({ ...before, ...Object.fromEntries(missing.map((group) => [group, RATIO_SO_FAR])) })
    await auditService(database).write({
      ...{ actorId: 0, actorName: 'upgrade', clientIp: '', action: 'option.update', target: groupRatio.key, requestId: newRequestId() },
      detail: { before: options.storedText(groupRatio.key), after },
    })
    await options.setMany({ [groupRatio.key]: after })
  }
  await database.run(noteGroupsPriced, null)
}
