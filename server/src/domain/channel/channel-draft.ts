// A channel as it is sent, stored and shown. Sources: specification §3 Channel and §5, server-behaviour 3.4, 3.7 and 3.8.

import { isApiVersion } from '@waystation/contract/channels/api-version'
import { type Channel, type ChannelDraft, TestFailure } from '@waystation/contract/channels/channel'
import { isAccount, needsAccount, shownAddress } from '@waystation/contract/channels/channel-address'
import { isKeyOfFormat, serviceAccountOf } from '@waystation/contract/channels/channel-key'
import { readRegions } from '@waystation/contract/channels/channel-region'
import { channelSettingKeys, maskedProxy, settingProblem } from '@waystation/contract/channels/channel-setting'
import { channelType, needsAddress, planOf } from '@waystation/contract/channels/channel-type'
import { AppError, type ErrorCode, type Facts } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { JsonDocument } from '@waystation/contract/values/codec'
import type { z } from 'zod'
import { objectOf } from '../catalog/routable-channel.ts'
import { proxyOf, shownSetting } from './channel-proxy.ts'
import type { ChannelColumns, ChannelWithKeyCount } from './channel-store.ts'

/** A channel as GET /api/channel/ returns it. */
export type ChannelJson = z.input<typeof Channel>

const MODEL_NAME_MAX = 255

/**
 * Refuses keys that are not written as the channel's type wants them, without a word of them.
 * @throws AppError channel_key_format
 */
export function assertKeys(type: number, keys: readonly string[]): void {
  const format = channelType(type).keyFormat
  if (keys.some((key) => !isKeyOfFormat(key, format))) throw refusal('key', 'channel_key_format', { format })
}

/** What of a channel decides whether its `other` is right. */
export interface OtherFacts {
  readonly type: number
  readonly other: string
  /** As it is stored. */
  readonly base_url: string
}

/**
 * Refuses a channel whose `other` is not what its type wants: the account of its address, a version, or regions, unless its keys name no project.
 * @throws AppError channel_account_required, channel_account_invalid, channel_api_version_invalid, channel_region_required or
 * channel_region_invalid
 */
export function assertOther({ type, other, base_url }: OtherFacts, keys: readonly string[]): void {
  const vendor = channelType(type)
  if (needsAccount(vendor, base_url)) {
    if (other === '') throw refusal('other', 'channel_account_required')
    if (!isAccount(other)) throw refusal('other', 'channel_account_invalid')
  }
  if (vendor.otherFormat === 'api-version' && other !== '' && !isApiVersion(other)) throw refusal('other', 'channel_api_version_invalid')
  if (vendor.otherFormat !== 'regions') return
  if (other !== '' && !readRegions(other)) throw refusal('other', 'channel_region_invalid')
  if (other === '' && keys.some((key) => serviceAccountOf(key))) throw refusal('other', 'channel_region_required')
}

type OwnColumns = Omit<ChannelColumns, 'other_info' | 'group_names'> & Partial<ChannelColumns>

/** The columns of the fields that a draft or a change has. A whole draft gives all but a note on its status, and groups where it has any. */
export function channelColumns(draft: ChannelDraft): OwnColumns
export function channelColumns(fields: Partial<ChannelDraft>): Partial<ChannelColumns>
export function channelColumns(fields: Partial<ChannelDraft>): Partial<ChannelColumns> {
  const {
    key: _key,
    group = [],
    groups = [],
    models,
    model_mapping,
    status_code_mapping,
    setting,
    param_override,
    max_input_tokens,
    ...plain
  } = fields
  // No group at all is no change; a new channel without one is given its default where it is made.
  const groupNames = groups.length > 0 ? groups : group
  return {
    ...plain,
    ...(groupNames.length > 0 && { group_names: groupNames.join(',') }),
    ...(models && { models: models.join(',') }),
    ...(model_mapping && { model_mapping: textOf(model_mapping) }),
    ...(status_code_mapping && { status_code_mapping: textOf(status_code_mapping) }),
    ...(setting && { setting: textOf(setting) }),
    ...(param_override && { param_override: textOf(param_override) }),
    // The reason of a former auto-disabling goes with it.
    ...(plain.status === channelStatus.enabled && { other_info: '' }),
    ...(max_input_tokens !== undefined && { max_input_tokens: Math.min(max_input_tokens, 2_147_483_647) }),
  }
}

/** The columns of a new channel. */
export function newChannelColumns(draft: ChannelDraft): ChannelColumns {
  return { other_info: '', group_names: 'default', ...channelColumns(draft) }
}

/** A JSON object is stored as it was written; an empty one as no text. */
const textOf = ({ value, text }: JsonDocument<object>): string => (Object.keys(value).length === 0 ? '' : text)

/**
 * Refuses an invalid channel.
 * @param stored the channel as stored, for a change: unchanged fields are not checked again
 * @throws AppError
 */
export function assertChannel(draft: Partial<ChannelDraft>, stored: { type: number; base_url: string; status: number } | undefined): void {
  if (draft.type !== undefined && draft.type !== stored?.type) assertServed(draft.type)
  // Only the gateway may set auto-disabled. A whole record sent back as it was read is no change.
  if (draft.status === channelStatus.autoDisabled && stored?.status !== channelStatus.autoDisabled)
    throw refusal('status', 'channel_status_of_gateway')
  if (draft.models !== undefined && draft.models.length === 0) throw refusal('models', 'channel_models_required')
  const long = draft.models?.find((model) => model.length > MODEL_NAME_MAX)
  if (long !== undefined) throw refusal('models', 'channel_model_name', { model: `${long.slice(0, 40)}…` })
  if (draft.setting !== undefined) assertSetting(draft.setting.value)
  // What is changed in several channels at once is neither type nor address.
  const type = draft.type ?? stored?.type
  if (type === undefined) return
  const address = shownAddress(draft.base_url ?? stored?.base_url ?? '')
  if (address === '' && needsAddress(type)) throw refusal('base_url', 'base_url_required')
  const isOther = type !== stored?.type || address !== shownAddress(stored.base_url)
  if (address !== '' && isOther && !planOf(channelType(type), address)) assertAddress(address)
}

/** @throws AppError channel_setting_unknown or channel_setting_invalid, naming the key */
function assertSetting(setting: Readonly<Record<string, unknown>>): void {
  const problem = settingProblem(setting)
  if (!problem) return
  const code = problem.kind === 'unknown' ? 'channel_setting_unknown' : 'channel_setting_invalid'
  throw refusal('setting', code, { key: problem.key.slice(0, 100), known: channelSettingKeys.join(', ') })
}

/** @throws AppError bad_url or base_url_query */
function assertAddress(address: string): void {
  // URL parsers drop control characters, so the address shown would differ from the address called.
  const url = URL.canParse(address) && !/[\s\p{Cc}]/u.test(address) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw refusal('base_url', 'bad_url', { detail: address.slice(0, 100) })
  // What is added to an address would become part of its query.
  if (/[?#]/.test(address) && !address.includes('{model}')) throw refusal('base_url', 'base_url_query')
}

function assertServed(type: number): void {
  const { isReady, ended } = channelType(type)
  if (ended) throw refusal('type', 'channel_type_ended', { detail: ended })
  if (!isReady) throw refusal('type', 'channel_type_unsupported')
}

function refusal(field: string, code: ErrorCode, facts: Facts = {}): AppError {
  return new AppError(code, facts, { fields: { [field]: code } })
}

/** The fields of a channel that decide who receives its key. */
export interface Whereabouts {
  readonly type: number
  readonly base_url: string
  readonly setting: string | Readonly<Record<string, unknown>>
}

/** Where a channel's calls go, as far as that decides who receives its key: a proxy reads what is not encrypted. */
function originOf({ type, base_url, setting }: Whereabouts): string {
  const vendor = channelType(type)
  const [plan] = Object.values(planOf(vendor, base_url) ?? {})
  const address = plan ?? (base_url === '' ? vendor.baseUrl : base_url)
  const origin = URL.canParse(address) ? new URL(address).origin : address
  return origin.startsWith('https:') ? origin : `${origin} ${maskedProxy(proxyOf(setting))}`
}

/**
 * Stored keys go to the host they were entered for. Otherwise an admin could read them, which is the super admin's alone, by pointing the
 * channel at a host of their own (control 19).
 * @throws AppError channel_key_again
 */
export function assertSameHost(stored: Whereabouts, wanted: Whereabouts): void {
  if (originOf(stored) !== originOf(wanted)) throw new AppError('channel_key_again', {}, { fields: { key: 'channel_key_again' } })
}

/** What `failureText` wrote; null for an empty text. */
export function testFailure(text: string): ChannelJson['test_failure'] {
  const { data } = TestFailure.safeParse(objectOf(text))
  return data ?? null
}

/** Never with its keys (decision D36). */
export function channelJson(row: ChannelWithKeyCount): ChannelJson {
  return {
    id: Number(row.id),
    name: row.name,
    type: row.type,
    has_key: row.key_count > 0,
    key_count: row.key_count,
    openai_organization: row.openai_organization,
    max_input_tokens: row.max_input_tokens,
    base_url: shownAddress(row.base_url),
    other: row.other,
    model_mapping: row.model_mapping,
    status_code_mapping: row.status_code_mapping,
    models: row.models,
    group: row.group_names,
    auto_ban: row.auto_ban,
    test_model: row.test_model,
    priority: Number(row.priority),
    weight: Number(row.weight),
    tag: row.tag,
    remark: row.remark,
    model_prefix: row.model_prefix,
    setting: shownSetting(row.setting),
    param_override: row.param_override,
    system_prompt: row.system_prompt,
    status: row.status,
    response_time: row.response_time_ms,
    test_failure: testFailure(row.test_failure),
    balance: Number(row.balance),
    balance_currency: row.balance_currency,
    used_quota: Number(row.used_quota),
    other_info: row.other_info,
    created_time: Number(row.created_at),
    test_time: Number(row.tested_at),
    balance_updated_time: Number(row.balance_at),
  }
}
