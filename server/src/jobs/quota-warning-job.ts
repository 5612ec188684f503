import type { ChargedUsers } from '../domain/notice/quota-warnings.ts'
import type { Job } from './job.ts'

/** Looks at users who were charged, and tells those who should know. */
export interface Warner {
  warn(userIds: readonly number[]): Promise<number>
}

/** Warns whoever was charged since the last time and has little left, of the balance or of a budget. */
export function quotaWarningJob(warners: readonly Warner[], charged: Pick<ChargedUsers, 'take'>): Job {
  return {
    name: 'warn-of-low-balances',
    everySeconds: 2,
    async run() {
      const userIds = charged.take()
      if (userIds.length > 0) for (const warner of warners) await warner.warn(userIds)
    },
  }
}
