// A channel as it stands in the file: the fields of the contract's draft, lists as lists and JSON as maps.
import { ChannelDraft } from '@waystation/contract/channels/channel'
import { shownAddress } from '@waystation/contract/channels/channel-address'
import { tagsOf } from '@waystation/contract/channels/channel-tags'
import { channelTypes } from '@waystation/contract/channels/channel-type'
import { channelStatus } from '@waystation/contract/site/status-table'
import { listItems } from '@waystation/contract/values/codec'
import { objectOf } from '../../domain/catalog/routable-channel.ts'
import { newChannelColumns } from '../../domain/channel/channel-draft.ts'
import { sealProxy, shownSetting } from '../../domain/channel/channel-proxy.ts'
import type { ChannelColumns } from '../../domain/channel/channel-store.ts'

/** Without its keys. Each field by the name that it has in the file. */
export type ChannelFields = Readonly<Record<(typeof fieldNames)[number], unknown>>

/** In the order of an export. */
export const fieldNames = [
  ...(['type', 'base_url', 'models', 'groups', 'priority', 'weight', 'status', 'tag', 'remark'] as const),
  ...(['auto_ban', 'test_model', 'model_prefix', 'max_input_tokens', 'openai_organization', 'other'] as const),
  ...(['model_mapping', 'status_code_mapping', 'setting', 'param_override', 'system_prompt'] as const),
] as const

/** A channel of the database. That the gateway has disabled one is a matter of its health: in the file it is enabled. */
export function fieldsOfColumns(columns: Omit<ChannelColumns, 'other_info'>): ChannelFields {
  return {
    type: columns.type,
    base_url: shownAddress(columns.base_url),
    models: listItems(columns.models),
    groups: listItems(columns.group_names),
    priority: Number(columns.priority),
    weight: Number(columns.weight),
    status: columns.status === channelStatus.disabled ? 'disabled' : 'enabled',
    tag: tagsOf(columns.tag),
    remark: columns.remark,
    auto_ban: columns.auto_ban,
    test_model: columns.test_model,
    model_prefix: columns.model_prefix,
    max_input_tokens: columns.max_input_tokens,
    openai_organization: columns.openai_organization,
    other: columns.other,
    model_mapping: objectOf(columns.model_mapping),
    status_code_mapping: objectOf(columns.status_code_mapping),
    setting: objectOf(shownSetting(columns.setting)),
    param_override: objectOf(columns.param_override),
    system_prompt: columns.system_prompt,
  }
}

/** A channel that is wanted, as it would stand in the database. */
export function fieldsOfDraft(draft: ChannelDraft): ChannelFields {
  const { setting } = sealProxy(draft.setting, { seal: () => '' })
  return fieldsOfColumns(newChannelColumns({ ...draft, setting }))
}

/** What a new channel has where the file says nothing. */
export function defaultFields(): ChannelFields {
  const [{ id: type } = { id: 1 }] = channelTypes
  return fieldsOfDraft(ChannelDraft.decode({ name: '-', type }))
}

const ids = new Map(channelTypes.toReversed().map(({ id, name }) => [name.toLowerCase(), id]))

/** The number of a channel's type by the name of the vendor. */
export const typeOfName = (name: string): number | undefined => ids.get(name.trim().toLowerCase())

/** The name of a type, where it means this type alone; else its number. */
export function nameOfType(type: number): string | number {
  const name = channelTypes.find(({ id }) => id === type)?.name
  return name !== undefined && typeOfName(name) === type ? name : type
}
