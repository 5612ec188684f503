import { beginMonth, type MonthZoneParts } from '../domain/statement/month-zones.ts'
import type { StatementMails } from '../domain/statement/statement-mails.ts'
import type { Job } from './job.ts'

export interface StatementJobParts extends MonthZoneParts {
  readonly mails: Pick<StatementMails, 'send'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Notes in which zone each month begins, and mails statements when one is over. */
export function statementJobs(parts: StatementJobParts): Job[] {
  return [
    { name: 'begin-statement-month', everySeconds: 60, isForAll: true, run: () => beginMonth(parts, parts.now()) },
    { name: 'mail-statements', everySeconds: 300, isForAll: true, run: async () => void (await parts.mails.send()) },
  ]
}
