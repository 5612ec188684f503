// Tests of many channels (server-behaviour 3.10, 3.11). Other than a test of one channel, they switch channels off and on.
import type { RunScope } from '@waystation/contract/channels/state/test-run'
import { AppError, errorMessage } from '@waystation/contract/errors'
import {
  automaticDisableChannelEnabled,
  automaticDisableKeywords,
  automaticEnableChannelEnabled,
  channelDisableThreshold,
} from '@waystation/contract/options/logs'
import type { Option } from '@waystation/contract/options/option'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../../db/database.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import type { Caller } from '../../session/caller.ts'
import { findChannelIds, findTagged } from '../channel-many-store.ts'
import { type ChannelTests, isVerdict, type TestOutcome } from '../channel-test.ts'
import type { Cause } from '../health/auto-disabled.ts'
import type { AutoStatus } from '../health/auto-status.ts'
import { isDead } from '../health/channel-health.ts'
import type { KeyCabinet } from '../keys/channel-keys.ts'
import type { RunStep } from './channel-run.ts'

/** Disabled keys of one channel that a run tries at most: those that were tried longest ago. */
const MAX_KEYS = 20

export interface SweepParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly tests: Pick<ChannelTests, 'test'>
  readonly keys: Pick<KeyCabinet, 'list'>
  readonly auto: AutoStatus
}

/** What a run of tests does: to which channels, and to each of them. */
export interface Sweep {
  /** Best priority first. @throws AppError not_found for a tag that no channel has */
  ids(scope: RunScope): Promise<number[]>
  one(caller: Caller, id: number): Promise<RunStep>
}

export function channelSweep(parts: SweepParts): Sweep {
  return new TestedChannels(parts)
}

class TestedChannels implements Sweep {
  readonly #parts: SweepParts

  constructor(parts: SweepParts) {
    this.#parts = parts
  }

  async ids(scope: RunScope): Promise<number[]> {
    const { database } = this.#parts
    if (scope.tag !== '' && (await findTagged(database, scope.tag)).length === 0) throw new AppError('not_found', { what: 'tag' })
    return findChannelIds(database, scope)
  }

  async one(caller: Caller, id: number): Promise<RunStep> {
    const outcome = await this.#test(caller, id)
    if (!outcome || outcome === 'failed') return { isFailed: outcome === 'failed' }
    const { isOk } = outcome.result
    const isDisabled = outcome.channel.status === channelStatus.enabled && (await this.#disable(id, outcome))
    if (isDisabled) return { isFailed: !isOk, change: 'disabled' }
    return { isFailed: !isOk, change: (await this.#revive(caller, id, outcome)) ? 'enabled' : undefined }
  }

  /** Undefined: the channel was deleted meanwhile, or has no small call to be tried with, and has not failed. */
  async #test(caller: Caller, id: number, keyId?: number): Promise<TestOutcome | 'failed' | undefined> {
    try {
      return await this.#parts.tests.test(caller, id, { keyId }, newRequestId())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return isVerdict(error) ? 'failed' : undefined
    }
  }

  /** Disables an enabled channel whose key its vendor refuses, or which takes too long, where the gateway may do that. */
  async #disable(id: number, outcome: TestOutcome): Promise<boolean> {
    const { options, auto } = this.#parts
    const { result, channel, keyId } = outcome
    if (!channel.autoBan || !options.get(automaticDisableChannelEnabled)) return false
    const refused = result.failure?.refused
    if (refused && isDead(refused, options.get(automaticDisableKeywords)))
      return (await auto.disableKey({ channelId: id, keyId, message: refused.message })) === 'channel'
    const cause = this.#slowness(outcome)
    return cause !== undefined && auto.disable(id, cause)
  }

  /** Why a channel is too slow to be used; undefined: it is not. One that cannot be reached, or refuses the test, is not slow. */
  #slowness({ result, channel }: TestOutcome): Cause | undefined {
    const { options } = this.#parts
    const limit = options.get(channelDisableThreshold)
    if (limit === 0 || !channel.autoBan || !options.get(automaticDisableChannelEnabled)) return undefined
    if (result.totalMs <= limit * 1000 || !(result.isOk || result.failure?.blame === 'model')) return undefined
    const code = 'channel_test_too_slow'
    const facts = { seconds: (result.totalMs / 1000).toFixed(1), limit: String(limit) }
    return { reason: errorMessage(code, facts, 'en'), error: { code, facts } }
  }

  /** Enables the keys that pass a test, and with the first of them their channel. Answers whether the channel was enabled. */
  async #revive(caller: Caller, id: number, outcome: TestOutcome): Promise<boolean> {
    const { options, auto } = this.#parts
    const { channel, keyId } = outcome
    if (channel.status === channelStatus.disabled || !options.get(automaticEnableChannelEnabled)) return false
    const dead = await this.#deadKeys(id)
    const isOfDeadKey = dead.includes(keyId)
    let isEnabled = false
    if (this.#passed(outcome) && (isOfDeadKey || channel.status === channelStatus.autoDisabled))
      isEnabled = (await auto.enableTested(id, keyId)) === 'channel'
    if (!this.#mayOtherKeysDoBetter(outcome)) return isEnabled
    for (const other of dead.filter((key) => key !== keyId).slice(0, MAX_KEYS)) {
      const tested = await this.#test(caller, id, other)
      if (typeof tested !== 'object' || !this.#passed(tested)) continue
      isEnabled = (await auto.enableTested(id, other)) === 'channel' || isEnabled
    }
    return isEnabled
  }

  /** One that would be disabled for it at once is not enabled. */
  #passed(outcome: TestOutcome): boolean {
    return outcome.result.isOk && this.#slowness(outcome) === undefined
  }

  #mayOtherKeysDoBetter({ result: { isOk, failure } }: TestOutcome): boolean {
    return isOk || failure?.blame === 'key' || failure?.blame === 'key-model'
  }

  /** The keys that the gateway disabled, those that were tried longest ago first. */
  async #deadKeys(id: number): Promise<number[]> {
    const keys = await this.#parts.keys.list(id)
    return keys
      .filter(({ status }) => status === channelStatus.autoDisabled)
      .toSorted((one, other) => one.last_used - other.last_used)
      .map((key) => key.id)
  }
}
