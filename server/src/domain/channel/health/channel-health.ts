// What a vendor's refusal means for the key that was used: whether it must wait, or no longer works and is to be disabled (server-behaviour
// 3.10, decision D48).
import { automaticDisableChannelEnabled, automaticDisableKeywords } from '@waystation/contract/options/logs'
import type { Option } from '@waystation/contract/options/option'
import type { ChannelKey } from '../../catalog/routable-channel.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import type { AutoStatus } from './auto-status.ts'

/** How an attempt at a channel was refused, in the vendor's words without our secrets. */
export interface Refusal {
  readonly channelId: number
  readonly key: Pick<ChannelKey, 'id'>
  /** The model's name upstream. */
  readonly model: string
  readonly mayAutoDisable: boolean
  /** What the refusal means as an HTTP status. */
  readonly status: number
  readonly message: string
  /** Does the vendor say by its codes that the key, or its account, cannot be used any more? */
  readonly isKeyDead: boolean
  /** How long the vendor wants to be left alone. */
  readonly retryAfterSeconds?: number | undefined
}

export interface ChannelHealth {
  /**
   * Notes a refusal: a 429 has the key cool, a dead key is disabled, and with the last one its channel.
   * Answers whether the refusal is about the key, so that another key of the same channel may do better.
   */
  refused(refusal: Refusal): boolean
}

/** What another key of the same channel may be spared: not signed in, not paid, not allowed, too many. */
const ABOUT_KEY = new Set([401, 402, 403, 429])
const TOO_MANY = 429
/** Source of the second: Anthropic, "Errors", 2026. */
const OVERLOADED = new Set([503, 529])

export interface HealthParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly keys: Pick<KeyRing, 'cool'>
  readonly auto: Pick<AutoStatus, 'disableKey'>
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export function channelHealth({ options, keys, auto, onTrouble }: HealthParts): ChannelHealth {
  /** Many calls under way may fail with one dead key. */
  const disabling = new Set<number>()
  const disable = ({ channelId, key: { id: keyId }, message }: Refusal) => {
    if (disabling.has(keyId)) return
    disabling.add(keyId)
    auto
      .disableKey({ channelId, keyId, message })
      .catch((error) => onTrouble(error, { event: 'auto_disable_failed', channelId }))
      .finally(() => disabling.delete(keyId))
  }

  return {
    refused(refusal) {
      const { status, key, model, mayAutoDisable, retryAfterSeconds = 0 } = refusal
      // A vendor that names no time may take the very next call; one that is overloaded names one, too.
      if ((status === TOO_MANY || OVERLOADED.has(status)) && retryAfterSeconds > 0) keys.cool(key.id, model, retryAfterSeconds)
      const isKeyDead = isDead(refusal, options.get(automaticDisableKeywords))
      if (isKeyDead && mayAutoDisable && options.get(automaticDisableChannelEnabled)) disable(refusal)
      return isKeyDead || ABOUT_KEY.has(status)
    },
  }
}

/**
 * Does a refusal mean that the key or its account cannot be used any more? "Too many requests" never does by itself, however it is worded;
 * but an exhausted account gets that status too, with a code of its own.
 */
export function isDead(refusal: Pick<Refusal, 'status' | 'message' | 'isKeyDead'>, keywords: readonly string[]): boolean {
  if (refusal.isKeyDead || refusal.status === 401) return true
  if (refusal.status === TOO_MANY) return false
  const message = refusal.message.toLowerCase()
  return keywords.some((keyword) => keyword !== '' && message.includes(keyword.toLowerCase()))
}
