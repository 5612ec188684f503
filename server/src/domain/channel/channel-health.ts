// When the gateway turns a failing channel off (server-behaviour 3.10).
import { automaticDisableChannelEnabled, automaticDisableKeywords } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import { autoDisableChannel } from './channel-health-store.ts'

/** How an attempt at a channel failed, in the vendor's words. */
export interface ChannelFailure {
  readonly channelId: number
  readonly mayAutoDisable: boolean
  readonly status: number
  readonly message: string
  readonly type?: string | undefined
  readonly code?: string | undefined
}

export interface ChannelHealth {
  /** Notes a failed attempt; turns the channel off when it says that its key or account is dead. */
  failed(failure: ChannelFailure): void
}

const DEAD_CODES = new Set(['invalid_api_key', 'account_deactivated', 'billing_not_active'])
const DEAD_TYPES = new Set(['insufficient_quota', 'insufficient_user_quota', 'authentication_error', 'permission_error', 'forbidden'])

export interface HealthParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly invalidation: Invalidation
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export function channelHealth({ database, options, invalidation, onTrouble }: HealthParts): ChannelHealth {
  return {
    failed(failure) {
      if (
        !options.get(automaticDisableChannelEnabled) ||
        !failure.mayAutoDisable ||
        !isDead(failure, options.get(automaticDisableKeywords))
      )
        return
      database
        .run(autoDisableChannel, { channelId: failure.channelId, reason: failure.message.slice(0, 500) })
        .then((isChanged) => {
          if (!isChanged) return
          invalidation.publish('channel', failure.channelId)
          onTrouble(undefined, { event: 'channel_auto_disabled', channelId: failure.channelId, reason: failure.message.slice(0, 200) })
        })
        .catch((error) => onTrouble(error, { event: 'auto_disable_failed', channelId: failure.channelId }))
    },
  }
}

/** Does a failure say that the channel's key or account is of no use any more? */
export function isDead(failure: Pick<ChannelFailure, 'status' | 'message' | 'type' | 'code'>, keywords: readonly string[]): boolean {
  if (failure.status === 401 || DEAD_CODES.has(failure.code ?? '') || DEAD_TYPES.has(failure.type ?? '')) return true
  const message = failure.message.toLowerCase()
  return keywords.some((keyword) => keyword !== '' && message.includes(keyword.toLowerCase()))
}
