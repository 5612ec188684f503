import type { DebtCollector } from '../domain/ledger/debt-collector.ts'
import type { Refunds } from '../domain/top-up/refunds.ts'
import type { Job } from './job.ts'

export interface PaymentJobParts {
  readonly refunds: Pick<Refunds, 'finishOpen'>
  readonly debts: Pick<DebtCollector, 'collect'>
}

/**
 * Finishes refunds that a crash, or a payment service that did not answer, left open; and takes what somebody owes from what calls that are
 * over had held.
 */
export function paymentJobs({ refunds, debts }: PaymentJobParts): Job[] {
  return [
    { name: 'finish-open-refunds', everySeconds: 5, run: () => refunds.finishOpen() },
    { name: 'collect-debts', everySeconds: 10, run: () => debts.collect() },
  ]
}
