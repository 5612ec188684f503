import type { ChargedUsers, QuotaWarnings } from '../domain/notice/quota-warnings.ts'
import type { Job } from './job.ts'

/** Warns whoever was charged since the last time and has little left. */
export function quotaWarningJob(warnings: Pick<QuotaWarnings, 'warn'>, charged: Pick<ChargedUsers, 'take'>): Job {
  return {
    name: 'warn-of-low-balances',
    everySeconds: 2,
    async run() {
      const userIds = charged.take()
      if (userIds.length > 0) await warnings.warn(userIds)
    },
  }
}
