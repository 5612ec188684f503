import type { Ledger } from '../domain/ledger/ledger.ts'
import type { Job } from './job.ts'

/** The ledger's chores at their intervals; the lease lasts four renewals (reliability.md 5.6). */
export function ledgerJobs(ledger: Ledger, onRecovered: (count: { recovered: number; released: number }) => void): Job[] {
  return [
    { name: 'renew-lease', everySeconds: 5, run: () => ledger.chores.renew() },
    {
      name: 'recover-abandoned-holds',
      everySeconds: 10,
      isForAll: true,
      async run() {
        const count = await ledger.chores.recover()
        if (count.recovered + count.released > 0) onRecovered(count)
      },
    },
    {
      name: 'fold-counters',
      everySeconds: 1,
      isForAll: true,
      async run() {
        await ledger.chores.fold()
      },
    },
    { name: 'purge-ledger', everySeconds: 300, isForAll: true, run: () => ledger.chores.purge() },
  ]
}
