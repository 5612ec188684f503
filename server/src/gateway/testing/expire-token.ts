import type { Database } from '../../db/database.ts'
import { changeToken } from '../../domain/token/token-store.ts'

/** The time of a token is over, as it would be after a wait. Nobody is told. Answers when it was over. */
export async function expireToken(database: Database, { userId, id }: { userId: number; id: number }): Promise<number> {
  const expiresAt = Math.floor(Date.now() / 1000) - 1
  await database.run(changeToken, { userId, id, columns: { expires_at: expiresAt }, ref: `expire-${id}` })
  return expiresAt
}
