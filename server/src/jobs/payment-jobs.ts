import type { DebtCollector } from '../domain/ledger/debts/debt-collector.ts'
import type { Refunds } from '../domain/top-up/refunds.ts'
import type { UnpaidOrders } from '../domain/top-up/unpaid-orders.ts'
import type { Job } from './job.ts'

export interface PaymentJobParts {
  readonly refunds: Pick<Refunds, 'finishOpen'>
  readonly unpaid: Pick<UnpaidOrders, 'askOpen'>
  readonly debts: Pick<DebtCollector, 'collect'>
}

/**
 * Finishes refunds that a crash, or a payment service that did not answer, left open; asks about orders that nobody told of; and takes what
 * somebody owes from what calls that are over had held.
 */
export function paymentJobs({ refunds, unpaid, debts }: PaymentJobParts): Job[] {
  return [
    { name: 'finish-open-refunds', everySeconds: 5, isForAll: true, run: () => refunds.finishOpen() },
    { name: 'ask-about-orders', everySeconds: 60, isForAll: true, run: () => unpaid.askOpen() },
    { name: 'collect-debts', everySeconds: 10, isForAll: true, run: () => debts.collect() },
  ]
}
