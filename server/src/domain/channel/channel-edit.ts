// An admin's change of a channel: the row is read once under a lock, so that the checked row is the changed row.
import type { ChannelPatch } from '@waystation/contract/channels/channel'
import { addressToStore } from '@waystation/contract/channels/channel-address'
import { type KeyReading, keyReading } from '@waystation/contract/channels/channel-key'
import { writeTask } from '../../db/write-task.ts'
import { assertChannel, assertSameHost, channelColumns } from './channel-draft.ts'
import { type GivenSetting, withStoredPassword } from './channel-proxy.ts'
import { type ChannelWithKeyCount, changeLockedChannel, lockChannelRow } from './channel-store.ts'
import type { SealedKey } from './keys/channel-key-store.ts'

export interface ChannelEdit {
  readonly id: number
  /** Without its keys, which are sealed before they travel. */
  readonly patch: Omit<ChannelPatch, 'key'>
  /** The proxy of the patch with its password, where it has one. */
  readonly sealedProxy: GivenSetting['sealedProxy']
  /** The keys that were sent, read in both ways: which one counts is up to the channel's type. Empty: the stored ones stay. */
  readonly keys: Readonly<Record<KeyReading, readonly SealedKey[]>>
  readonly keepsKeys: boolean
  /** May this admin send stored keys to another host? */
  readonly mayMoveKeys: boolean
}

export interface EditedChannel {
  readonly before: ChannelWithKeyCount
  readonly after: ChannelWithKeyCount
}

/**
 * Changes the fields that were sent.
 * @throws AppError not_found, channel_key_again, channel_proxy_password, channel_last_key, or one for the invalid fields
 */
export const editChannel = writeTask<ChannelEdit, EditedChannel>(
  'channel.edit',
  async (tx, { id, patch, sealedProxy, keys, keepsKeys, mayMoveKeys }) => {
    const before = await lockChannelRow(tx, id)
    assertChannel(patch, before)
    const setting = patch.setting && withStoredPassword({ setting: patch.setting, sealedProxy }, before.setting)
    const type = patch.type ?? before.type
    const address = patch.base_url === undefined ? {} : { base_url: addressToStore(patch.base_url, type, before) }
    const given = keys[keyReading(type)]
    if (given.length === 0 && before.key_count > 0 && !mayMoveKeys)
      assertSameHost(before, { type, base_url: patch.base_url ?? before.base_url, setting: setting?.value ?? before.setting })
    const after = await changeLockedChannel(tx, before, {
      columns: channelColumns({ ...patch, ...address, ...(setting && { setting }) }),
      keys: given.length > 0 ? given : undefined,
      keepsKeys,
    })
    return { before, after }
  },
)
