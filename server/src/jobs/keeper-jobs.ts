import type { Job } from './job.ts'

/** What is kept for callers has a lifetime; these take out what is past it. */
export function keeperJobs(keepers: Readonly<Record<string, { purge(): Promise<number> }>>): Job[] {
  return Object.entries(keepers).map(([name, keeper]) => ({
    name: `purge-${name}`,
    everySeconds: 3600,
    async run() {
      await keeper.purge()
    },
  }))
}
