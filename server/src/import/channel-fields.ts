// A channel from the fields of another gateway: what is wrong in a field is left out and told, and a channel that could not serve is disabled.
import { ChannelDraft } from '@waystation/contract/channels/channel'
import { addressToStore, withTarget } from '@waystation/contract/channels/channel-address'
import { isKeyOfFormat, keyReading, splitKeys } from '@waystation/contract/channels/channel-key'
import { settingProblem } from '@waystation/contract/channels/channel-setting'
import { channelType, needsAddress } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import { assertChannel, assertOther, newChannelColumns } from '../domain/channel/channel-draft.ts'
import { sealProxy, withStoredPassword } from '../domain/channel/channel-proxy.ts'
import type { ChannelColumns } from '../domain/channel/channel-store.ts'
import { sealedKey } from '../domain/channel/keys/channel-keys.ts'
import type { MovingChannel } from '../domain/move-in/goods.ts'
import type { ReadParts } from './source.ts'

/** A channel as another gateway has it. */
export interface ForeignChannel {
  readonly id: string
  /** By the names of a channel's fields here, as texts and numbers. */
  readonly fields: Readonly<Record<string, unknown>>
  /** What its settings are there. */
  readonly setting: Readonly<Record<string, unknown>>
  /** Its type here; undefined: there is none, so it becomes an address of the operator's own. */
  readonly type: number | undefined
  readonly status: number
  /** Its keys as one text. */
  readonly keys: string
  /** Statuses by key, of those that are not enabled. */
  readonly keyStatuses: ReadonlyMap<string, number>
  readonly createdAt: number
  readonly usedQuota: number
}

/** The type of an address of the operator's own. */
const CUSTOM = 8

/** The channel as it is stored here. */
export function movingChannel(given: ForeignChannel, parts: Pick<ReadParts, 'tally' | 'secrets'>): MovingChannel {
  const { tally, secrets } = parts
  const type = given.type ?? CUSTOM
  const draft = draftOf({ ...given, type }, parts)
  const { name } = draft
  const keys = splitKeys(given.keys, keyReading(type))
  const faults = faultsOf(given, { draft, keys })
  for (const fault of faults) tally.note(fault, name)
  const isServing = faults.length === 0
  const setting = withStoredPassword(sealProxy(draft.setting, secrets), undefined)
  const base_url = addressToStore(draft.base_url, type, undefined)
  const columns: ChannelColumns = {
    ...newChannelColumns({ ...draft, base_url, setting }),
    status: isServing ? given.status : channelStatus.disabled,
  }
  const keyStatuses = Object.fromEntries(keys.flatMap((key, at) => [[at, given.keyStatuses.get(key) ?? channelStatus.enabled]]))
  const stopped = Object.fromEntries(Object.entries(keyStatuses).filter(([, status]) => status !== channelStatus.enabled))
  const hasKeyLeft = Object.keys(stopped).length < keys.length
  return {
    ...{ id: given.id, keyStatuses: stopped, createdAt: given.createdAt, usedQuota: given.usedQuota },
    columns: columns.status === channelStatus.enabled && !hasKeyLeft ? { ...columns, status: channelStatus.autoDisabled } : columns,
    keys: keys.map((key) => sealedKey(secrets, key)),
  }
}

/** Why it cannot serve here as it is. */
function faultsOf(given: ForeignChannel, { draft, keys }: { draft: ChannelDraft; keys: readonly string[] }) {
  const vendor = channelType(draft.type)
  if (given.type === undefined) return ['channel_type_unknown' as const]
  if (vendor.ended !== undefined || !vendor.isReady) return ['channel_type_ended' as const]
  if (draft.base_url === '' && needsAddress(draft.type)) return ['channel_without_address' as const]
  if (keys.length === 0) return ['channel_without_key' as const]
  if (keys.some((key) => !isKeyOfFormat(key, vendor.keyFormat))) return ['channel_key_format' as const]
  return isAllowed(() => assertChannel(draft, undefined)) && isAllowed(() => assertOther(draft, keys)) ? [] : ['channel_field' as const]
}

function isAllowed(check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

function draftOf(given: ForeignChannel & { type: number }, parts: Pick<ReadParts, 'tally'>): ChannelDraft {
  const name =
    String(given.fields.name ?? '')
      .trim()
      .slice(0, 100) || `channel ${given.id}`
  const { setting, system_prompt } = knownSetting(given.setting, name, parts)
  const prompt = given.fields.system_prompt || system_prompt
  let fields: Record<string, unknown> = { ...given.fields, system_prompt: prompt, name, type: given.type, key: '', setting }
  for (;;) {
    const read = ChannelDraft.safeParse(fields)
    if (read.success) return withTarget(read.data, given.type)
    const wrong = new Set(read.error.issues.map((issue) => String(issue.path[0])))
    for (const field of wrong) parts.tally.note('channel_field', `${name}: ${field}`)
    if (wrong.size === 0 || wrong.has('name')) throw new Error(`the channel ${given.id} cannot be read`)
    fields = Object.fromEntries(Object.entries(fields).filter(([field]) => !wrong.has(field)))
  }
}

/** Settings that there are here too. What is off or empty there is not missed. */
function knownSetting(setting: ForeignChannel['setting'], name: string, { tally }: Pick<ReadParts, 'tally'>) {
  const known: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(setting)) {
    if (key === 'system_prompt' || isNothing(value)) continue
    if (settingProblem({ [key]: value })) tally.note('channel_setting', `${name}: ${key}`)
    else known[key] = value
  }
  const { system_prompt } = setting
  return { setting: JSON.stringify(known), system_prompt: typeof system_prompt === 'string' ? system_prompt : '' }
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === false || value === '' || value === 0 || JSON.stringify(value) === '{}'
