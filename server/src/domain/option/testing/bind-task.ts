// Binds a user to another site, as a login there will: for tests of what depends on it.
import { type AnyWriteTask, writeTask } from '../../../db/write-task.ts'

export const bindForTest = writeTask<{ userId: number; provider: string }, null>('test.bind', async (tx, { userId, provider }) => {
  await tx.db
    .insertInto('identity')
    .values({ user_id: userId, provider, issuer: '', subject: `${provider}-${userId}`, created_at: 1 })
    .execute()
  return null
})

export const writeTasks: readonly AnyWriteTask[] = [bindForTest]
