import type { Job } from './job.ts'

/** Data stored for callers expires; these jobs delete what has. */
export function expiryJobs(stores: Readonly<Record<string, { purge(): Promise<number> }>>): Job[] {
  return Object.entries(stores).map(([name, store]) => ({
    name: `purge-${name}`,
    everySeconds: 3600,
    isForAll: true,
    async run() {
      await store.purge()
    },
  }))
}
