// Recent activity of channels, for the console.
import type { ChannelUsage } from '@waystation/contract/channels/channel'
import type { ChannelHealth, ChannelHour } from '@waystation/contract/channels/state/channel-health'
import type { Database } from '../../../db/database.ts'
import type { ChannelHours } from './channel-hours.ts'
import { readHours } from './channel-hours-store.ts'
import { channelUsage, type UsageSpan } from './channel-usage.ts'

const HOUR_SECONDS = 3600
/** Slices of three minutes. */
const LIST_SLICES = 20

export interface ChannelActivity {
  /** The last hour of these channels in short; unknown ids count as idle. */
  health(ids: readonly number[]): Promise<ChannelHealth[]>
  /** Failures of the last hour by channel. */
  failures(ids: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** The last hour of a channel, minute by minute. */
  hour(id: number): Promise<ChannelHour>
  usage(id: number, span: UsageSpan): Promise<ChannelUsage>
}

export interface ActivityParts {
  readonly database: Database
  readonly hours: ChannelHours
  /** Unix milliseconds. */
  readonly now: () => number
  /** The site's time zone. */
  readonly zone: () => string
  /** Does the log hold calls and failures alike? With only one of them the hour before the start would be wrong. */
  readonly isLogWhole: () => boolean
}

export function channelActivity({ database, hours, now, zone, isLogWhole }: ActivityParts): ChannelActivity {
  const startedAt = hours.known()
  let past: Promise<void> | undefined
  /** The hour before the start is read once, when it is first of interest. */
  const remembered = async () => {
    if (now() / 1000 - startedAt >= HOUR_SECONDS || !isLogWhole()) return
    if (!past) {
      const reading = readHours(database, hours, startedAt)
      // Not twice: what was read before a failure has been counted.
      past = reading.catch(() => undefined)
      await reading
    }
    await past
  }

  return {
    async health(ids) {
      await remembered()
      return ids.map((id) => ({ id, slices: hours.slices(id, LIST_SLICES) }))
    },
    async failures(ids) {
      await remembered()
      return new Map(ids.map((id) => [id, hours.failures(id)]))
    },
    async hour(id) {
      await remembered()
      return hours.hour(id)
    },
    usage: (id, span) => channelUsage(database, id, span, { now: now(), zone: zone() }),
  }
}
