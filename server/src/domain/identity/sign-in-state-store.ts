// What was begun at another site and what was accepted from it. Each counts once: of many who bring it at the same time one gets it.
import { AppError } from '@waystation/contract/errors'
import { locked } from '../../db/locked.ts'
import type { SignInStateRow } from '../../db/tables/tables.ts'
import { isRepeatedKey } from '../../db/unique-violation.ts'
import { writeTask } from '../../db/write-task.ts'

export const openSignInState = writeTask<SignInStateRow, null>('sign-in-state.open', async (tx, row) => {
  await tx.db.insertInto('sign_in_state').values(row).execute()
  return null
})

/** Takes a state out of the table, whoever brings it; null: there is none. The caller checks whose it is and whether it is in time. */
export const takeSignInState = writeTask<{ stateHash: string }, SignInStateRow | null>('sign-in-state.take', async (tx, { stateHash }) => {
  const query = tx.db.selectFrom('sign_in_state').selectAll().where('state_hash', '=', stateHash)
  const found = await locked(tx, query).executeTakeFirst()
  if (!found) return null
  await tx.db.deleteFrom('sign_in_state').where('state_hash', '=', stateHash).execute()
  return { ...found, user_id: Number(found.user_id), expires_at: Number(found.expires_at) }
})

/**
 * Marks a proof as used until it is worth nothing by itself.
 * @throws AppError sign_in_repeated when it was used before
 */
export const spendProof = writeTask<{ proofHash: string; expiresAt: number }, null>('sign-in-proof.spend', async (tx, proof) => {
  const insert = tx.db.insertInto('sign_in_proof').values({ proof_hash: proof.proofHash, expires_at: proof.expiresAt })
  await insert.execute().catch((error) => {
    throw isRepeatedKey(error, 'sign_in_proof', 'proof_hash') ? new AppError('sign_in_repeated') : error
  })
  return null
})

/** Deletes states and proofs whose time is over, and returns how many. */
export const purgeSignIns = writeTask<{ now: number }, number>('sign-in.purge', async (tx, { now }) => {
  const states = await tx.db.deleteFrom('sign_in_state').where('expires_at', '<=', now).executeTakeFirst()
  const proofs = await tx.db.deleteFrom('sign_in_proof').where('expires_at', '<=', now).executeTakeFirst()
  return Number(states.numDeletedRows) + Number(proofs.numDeletedRows)
})
