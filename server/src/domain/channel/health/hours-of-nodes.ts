// The last hour of channels over all nodes: each tells the others once a second how its attempts ended.
import type { Clock } from '../../../lib/clock.ts'
import type { Bus } from '../../../lib/shared/bus.ts'
import type { AttemptOutcome, ChannelHours } from './channel-hours.ts'

/** Of one attempt: its channel, when it ended (unix milliseconds), 1 where it failed, milliseconds to the first byte (-1: none), and of all. */
type Told = readonly [channelId: number, atMs: number, failed: 0 | 1, firstMs: number, totalMs: number]

const TELL_EVERY_MS = 1000
/** Of one second; what is beyond is counted on this node alone. */
const MAX_TOLD = 2000

/** The hours with those of the other nodes: what is noted here is told, what they tell is noted. */
export function hoursOfNodes(
  own: ChannelHours,
  bus: Bus,
  { clock, now }: { clock: Pick<Clock, 'every'>; now: () => number },
): ChannelHours {
  let untold: Told[] = []
  clock.every(TELL_EVERY_MS, () => {
    if (untold.length === 0) return
    bus.tell('attempts', untold)
    untold = []
  })
  bus.hear('attempts', (told) => {
    for (const [channelId, atMs, failed, firstMs, totalMs] of told as readonly Told[])
      own.note({ channelId, isFailed: failed === 1, firstMs: firstMs < 0 ? null : firstMs, totalMs }, atMs)
  })
  return {
    note(outcome: AttemptOutcome, atMs?: number) {
      own.note(outcome, atMs)
      // What is read from the log, with a time, every node reads for itself.
      if (atMs !== undefined || untold.length >= MAX_TOLD) return
      untold.push([outcome.channelId, now(), outcome.isFailed ? 1 : 0, outcome.firstMs ?? -1, Math.round(outcome.totalMs)])
    },
    slices: (channelId, count) => own.slices(channelId, count),
    hour: (channelId) => own.hour(channelId),
    failures: (channelId) => own.failures(channelId),
    known: (sinceSeconds) => own.known(sinceSeconds),
  }
}
