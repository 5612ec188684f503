import type { Outbox } from '../domain/outbox/outbox.ts'
import type { Job } from './job.ts'

/** Delivers what waits for its next try; what is new is delivered at once, without this. */
export function outboxJobs(outbox: Pick<Outbox, 'deliverDue'>): Job[] {
  return [{ name: 'deliver-outbox', everySeconds: 10, isForAll: true, run: () => outbox.deliverDue() }]
}
