// Tests of channels: one small call, or a request for the upstream's models. Sources: server-behaviour 3.11, decision D39.

import type { LogOther } from '@waystation/contract/calls/log'
import { channelType } from '@waystation/contract/channels/channel-type'
import { defaultTestModel, FALLBACK_TEST_MODEL } from '@waystation/contract/channels/default-model'
import { AppError, type ErrorCode } from '@waystation/contract/errors'
import type { ReadTraits } from '@waystation/contract/models/traits'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import { type RoutableChannel, routableChannel } from '../catalog/routable-channel.ts'
import type { LogDraft } from '../ledger/operation.ts'
import { channelTestRow } from '../log/row-type.ts'
import type { ProbeResult, Prober, ProbeTarget } from '../ports.ts'
import type { PriceTable } from '../pricing/price-table.ts'
import type { Caller } from '../session/caller.ts'
import { userSettingOf } from '../user/accounts/user-setting.ts'
import { findUser } from '../user/user-store.ts'
import { type ChannelWithKeyCount, noteChannelTest } from './channel-store.ts'
import type { KeyCabinet } from './keys/channel-keys.ts'

/** The length of the column, and of a text of which each character may become six in JSON. */
const MAX_FAILURE = 2000
const CUT_DETAIL = 300

export interface ChannelTestParts {
  readonly database: Database
  readonly prober: Prober
  readonly prices: Pick<PriceTable, 'isPriced'>
  readonly traits: ReadTraits
  readonly invalidation: Invalidation
  readonly ledger: { note(id: string, log: LogDraft): void }
  /** A stored channel. @throws AppError not_found */
  readonly stored: (id: number) => Promise<StoredTarget>
  readonly keys: Pick<KeyCabinet, 'forTest'>
}

/** A stored channel as a probe needs it, but for the key, and the models it may be tried with. */
export type StoredTarget = Omit<ProbeTarget, 'model' | 'key' | 'keyId'> &
  Pick<RoutableChannel, 'models' | 'status' | 'autoBan'> & { readonly testModel: string }

/** An unsaved draft, as a probe needs it, with the models of which one is chosen when none is named. */
export type DraftTarget = ProbeTarget & Pick<StoredTarget, 'testModel' | 'models'>

export function channelTarget(row: ChannelWithKeyCount): StoredTarget {
  const { keys: _none, ...channel } = routableChannel(row, [])
  return { ...channel, testModel: row.test_model }
}

export interface DraftOutcome {
  readonly model: string
  readonly result: ProbeResult
}

export interface TestOutcome extends DraftOutcome {
  /** With which key. */
  readonly keyId: number
  /** As it was when the test began. */
  readonly channel: Pick<StoredTarget, 'status' | 'autoBan'>
}

/** What the model of a test is selected by. */
type ModelChoice = Pick<DraftTarget, 'testModel' | 'models' | 'type' | 'modelMapping'>

export interface TestRequest {
  readonly model?: string | undefined
  readonly keyId?: number | undefined
}

export interface ChannelTests {
  /**
   * Tests a stored channel: with this model, else its test model, else the default of those it serves; with this key, else the next in turn.
   * What it says of one key that was asked for is not noted as the channel's last test.
   * @throws AppError not_found, channel_test_unsupported or channel_test_no_model
   */
  test(caller: Caller, id: number, request: TestRequest, requestId: string): Promise<TestOutcome>
  /** The same for an unsaved draft. `target.id` is 0. @throws AppError channel_test_unsupported or channel_test_no_model */
  testDraft(caller: Caller, target: DraftTarget, requestId: string): Promise<DraftOutcome>
  /** @throws AppError not_found, models_fetch_failed or address_blocked */
  fetchModels(id: number): Promise<string[]>
  /** @throws AppError models_fetch_failed or address_blocked */
  fetchModelsOf(target: Omit<ProbeTarget, 'model'>): Promise<string[]>
}

export function channelTests({ database, prober, prices, traits, invalidation, ledger, stored, keys }: ChannelTestParts): ChannelTests {
  const run = async (caller: Caller, target: ProbeTarget, requestId: string): Promise<DraftOutcome> => {
    const { accept_unset_model_ratio_model } = userSettingOf((await findUser(database, caller.id))?.setting ?? '')
    const result = await prober.probe(target, { group: caller.group, acceptsUnset: accept_unset_model_ratio_model })
    ledger.note(requestId, testLog(caller, target, result))
    return { model: target.model, result }
  }

  const modelFor = (target: ModelChoice, requested: string | undefined): string => {
    // First of all: no model that one could set would help.
    if (!channelType(target.type).isTestable) throw new AppError('channel_test_unsupported')
    const named = requested?.trim() || target.testModel.trim()
    if (named) return named
    if (target.models.length === 0) return FALLBACK_TEST_MODEL
    const isPriced = (model: string) => prices.isPriced(model, [target.type]) || isPricedUpstream(model, target)
    const unpriced = target.models.filter((model) => !isPriced(model))
    const model = defaultTestModel(target.models, { unpriced, channelType: target.type, traits })
    if (model === undefined) throw new AppError('channel_test_no_model')
    return model
  }
  const isPricedUpstream = (model: string, { modelMapping, type }: ModelChoice): boolean =>
    Object.hasOwn(modelMapping, model) && prices.isPriced(modelMapping[model] ?? '', [type])
  const note = async (id: number, ms: number, failure: Failure | undefined) => {
    await database.run(noteChannelTest, { id, responseMs: Math.round(ms), failure: failureText(failure) })
    invalidation.publish('channel', id)
  }

  return {
    async test(caller, id, request, requestId) {
      const target = await stored(id)
      const model = modelFor(target, request.model)
      const key = await keys.forTest(id, model, request.keyId)
      const isOfChannel = request.keyId === undefined
      try {
        const outcome = await run(caller, { ...target, model, key: key.secret, keyId: key.id }, requestId)
        if (isOfChannel) await note(id, outcome.result.totalMs, failureOf(outcome.result))
        return { ...outcome, keyId: key.id, channel: target }
      } catch (error) {
        // An invalid address or an unsupported type: no request was sent, and the channel still does not work.
        if (isOfChannel && isVerdict(error)) await note(id, 0, { code: error.code, facts: error.facts })
        throw error
      }
    },
    testDraft: async (caller, target, requestId) => run(caller, { ...target, model: modelFor(target, target.model) }, requestId),
    async fetchModels(id) {
      const key = await keys.forTest(id, '')
      return prober.fetchModels({ ...(await stored(id)), key: key.secret, keyId: key.id })
    },
    fetchModelsOf: (target) => prober.fetchModels(target),
  }
}

type Failure = Pick<AppError, 'code' | 'facts'>

/** Without a small call to send, the test shows nothing about the channel. */
const NO_VERDICT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['not_found', 'channel_test_unsupported', 'channel_test_no_model'])

/** Does the error mean that the channel does not work? */
export function isVerdict(error: unknown): error is AppError {
  return error instanceof AppError && !NO_VERDICT.has(error.code)
}

/** The error that a test ended with; undefined on success. The vendor's message is its only fact. */
export function failureOf({ isOk, error, refusal }: ProbeResult): Failure | undefined {
  if (isOk) return undefined
  return refusal ?? { code: 'channel_test_failed', facts: { detail: error || { zh: '测试失败', en: 'The test failed' } } }
}

/** As it is stored; empty for none. A vendor's text that becomes too long in JSON is cut. */
export function failureText(failure: Failure | undefined): string {
  if (!failure) return ''
  const text = JSON.stringify({ code: failure.code, facts: failure.facts })
  if (text.length <= MAX_FAILURE) return text
  const { detail } = failure.facts
  return JSON.stringify({ code: failure.code, facts: { detail: typeof detail === 'string' ? detail.slice(0, CUT_DETAIL) : '' } })
}

/** A test is logged with what it would have cost; nobody is charged for it. */
function testLog(caller: Caller, target: ProbeTarget, result: ProbeResult): LogDraft {
  const other: LogOther = {
    ...result.priceFacts,
    is_test: true,
    would_be_quota: result.wouldBeQuota,
    total_ms: Math.round(result.totalMs),
    ...(result.firstMs === null ? {} : { frt: Math.round(result.firstMs) }),
    ...(result.status === undefined ? {} : { status_code: result.status }),
    content: { key: result.isOk ? 'channel_test' : 'channel_test_failed_log', facts: { channel: target.name } },
    admin_info: { use_channel: [String(target.id)], ...(result.error === undefined ? {} : { error_detail: result.error.slice(0, 2000) }) },
  }
  return {
    type: channelTestRow,
    userId: caller.id,
    username: caller.username,
    channelId: target.id,
    tokenId: 0,
    tokenName: '',
    group: caller.group,
    model: target.model.slice(0, 190),
    isStream: false,
    useTime: Math.round(result.totalMs / 1000),
    promptTokens: result.promptTokens,
    completionTokens: result.completionTokens,
    quota: 0,
    clientIp: '',
    other: JSON.stringify(other),
  }
}
