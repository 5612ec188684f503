import type { ChannelRuns } from '../domain/channel/runs/channel-runs.ts'
import type { Job } from './job.ts'

/** Starts tests, balance updates and comparisons of all channels when their time has come. They are leased: of several nodes one does it. */
export function channelJobs(runs: Pick<ChannelRuns, 'testWhenDue' | 'updateBalancesWhenDue' | 'readUpstreamWhenDue'>): Job[] {
  return [
    { name: 'test-channels', everySeconds: 5, isForAll: true, run: () => runs.testWhenDue() },
    { name: 'update-channel-balances', everySeconds: 5, isForAll: true, run: () => runs.updateBalancesWhenDue() },
    { name: 'read-upstream-models', everySeconds: 60, isForAll: true, run: () => runs.readUpstreamWhenDue() },
  ]
}
