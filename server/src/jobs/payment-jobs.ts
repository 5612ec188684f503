import type { Refunds } from '../domain/top-up/refunds.ts'
import type { Job } from './job.ts'

/** Finishes refunds that a crash, or a payment service that did not answer, left open. */
export function paymentJobs(refunds: Pick<Refunds, 'finishOpen'>): Job[] {
  return [{ name: 'finish-open-refunds', everySeconds: 5, run: () => refunds.finishOpen() }]
}
