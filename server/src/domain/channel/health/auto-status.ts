// Channels and keys that the gateway disables and enables by itself: the one place that does it, for calls, tests and balances.
import type { Database } from '../../../db/database.ts'
import type { Invalidation } from '../../../lib/shared/invalidation.ts'
import { findChannelName } from '../channel-store.ts'
import { type AutoDisabled, autoDisableKey } from '../keys/channel-key-store.ts'
import type { Cause } from './auto-disabled.ts'
import { type AutoEnabled, disableChannel, enableTested } from './auto-status-store.ts'
import type { ChannelNotices } from './channel-notices.ts'

/** A key that its vendor will not take any more, in the vendor's words. */
export interface DeadKey {
  readonly channelId: number
  readonly keyId: number
  readonly message: string
}

export interface AutoStatus {
  /** Disables an enabled key, and with the last one its channel. */
  disableKey(dead: DeadKey): Promise<AutoDisabled>
  /** Disables an enabled channel; answers whether it did. */
  disable(id: number, cause: Cause): Promise<boolean>
  /** Enables what the gateway had disabled, after a test with this key has passed. */
  enableTested(channelId: number, keyId: number): Promise<AutoEnabled>
}

export interface AutoStatusParts {
  readonly database: Database
  readonly invalidation: Invalidation
  readonly notices: Pick<ChannelNotices, 'disabled' | 'enabled' | 'keyDisabled' | 'keyEnabled' | 'wake'>
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

const MAX_REASON = 500
const MAX_LOGGED = 200

export function autoStatus({ database, invalidation, notices, onTrouble }: AutoStatusParts): AutoStatus {
  /** Undefined: it was deleted meanwhile. */
  const named = async (id: number) => {
    const name = await findChannelName(database, id)
    return name === undefined ? undefined : { id, name }
  }
  const changed = (event: string, facts: { readonly channelId: number; readonly keyId?: number; readonly reason?: string }) => {
    invalidation.publish('channel', facts.channelId)
    notices.wake()
    onTrouble(undefined, { event, ...facts, ...(facts.reason === undefined ? {} : { reason: facts.reason.slice(0, MAX_LOGGED) }) })
  }

  return {
    async disableKey({ channelId, keyId, message }) {
      const channel = await named(channelId)
      if (!channel) return 'nothing'
      const reason = message.slice(0, MAX_REASON)
      const [telling, keyTelling] = await Promise.all([
        notices.disabled(channel, { reason }),
        notices.keyDisabled(channel, keyId, { reason }),
      ])
      const done = await database.run(autoDisableKey, { channelId, keyId, reason, telling, keyTelling })
      if (done !== 'nothing')
        changed(done === 'channel' ? 'channel_auto_disabled' : 'channel_key_auto_disabled', { channelId, keyId, reason })
      return done
    },
    async disable(id, cause) {
      const channel = await named(id)
      if (!channel) return false
      const isDone = await database.run(disableChannel, { id, cause, telling: await notices.disabled(channel, cause) })
      if (isDone) changed('channel_auto_disabled', { channelId: id, reason: cause.reason })
      return isDone
    },
    async enableTested(channelId, keyId) {
      const channel = await named(channelId)
      if (!channel) return 'nothing'
      const [telling, keyTelling] = await Promise.all([notices.enabled(channel), notices.keyEnabled(channel, keyId)])
      const done = await database.run(enableTested, { channelId, keyId, telling, keyTelling })
      if (done !== 'nothing') changed(done === 'channel' ? 'channel_auto_enabled' : 'channel_key_auto_enabled', { channelId, keyId })
      return done
    },
  }
}
