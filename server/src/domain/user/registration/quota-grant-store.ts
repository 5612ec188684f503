import type { Option } from '@waystation/contract/options/option'
import { decodeOption } from '@waystation/contract/options/registry'
import type { Database } from '../../../db/database.ts'
import { writeTask } from '../../../db/write-task.ts'
import { ensureAccount } from '../../ledger/ledger-tasks.ts'
import { post } from '../../ledger/post.ts'
import { sourceAccount } from '../../ledger/source-account.ts'

export interface QuotaGrant {
  readonly userId: number
  /** Quota units, > 0. */
  readonly amount: number
  /** Names the entry, unique for ever. */
  readonly ref: string
  readonly reason: string
}

/** Gives a user quota from the house, as one entry. */
export const grantQuota = writeTask<QuotaGrant, null>('user.grant-quota', async (tx, { userId, amount, ref, reason }) => {
  const accountId = await ensureAccount(tx, 'user', userId)
  const grant = await sourceAccount(tx, 'grant')
  await post(tx, [{ ref: `grant:${ref}`, from: grant, to: accountId, amount, kind: 'grant', actorId: 0, reason }])
  return null
})

/** The value of an option as it is stored, else its default: for commands that open nothing but the database. Not for secrets. */
export async function findStoredOption<Value>(database: Database, option: Option<Value>): Promise<Value> {
  const row = await database.read.selectFrom('option').select('value').where('key', '=', option.key).executeTakeFirst()
  const stored = row ? decodeOption(option, row.value) : undefined
  return stored?.ok ? stored.value : option.default
}
