// Changes of a channel's status that the gateway makes by itself, each with what the super admins are told of it. A key that is refused is in
// keys/channel-key-store.ts.
import { channelStatus } from '@waystation/contract/site/status-table'
import { writeTask } from '../../../db/write-task.ts'
import { type OnceTelling, tellRootsOnce } from '../../notice/root-notice-store.ts'
import { hasEnabledKey, lockChannel, reviveKey, serveAgain } from '../keys/channel-key-store.ts'
import { autoDisabled, type Cause } from './auto-disabled.ts'

/** Disables an enabled channel; answers whether it did. @throws AppError not_found */
export const disableChannel = writeTask<{ id: number; cause: Cause; telling: OnceTelling }, boolean>(
  'channel.auto-disable',
  async (tx, { id, cause, telling }) => {
    if ((await lockChannel(tx, id)) !== channelStatus.enabled) return false
    const nowSeconds = Math.floor((await tx.sets.nowMs()) / 1000)
    await tx.db.updateTable('channel').set(autoDisabled(cause, nowSeconds)).where('id', '=', id).execute()
    await tellRootsOnce(tx, telling)
    return true
  },
)

/** What a passed test has enabled again: nothing, the key, or its channel, with it or not. */
export type AutoEnabled = 'nothing' | 'key' | 'channel'

interface KeyEnabling {
  readonly channelId: number
  readonly keyId: number
  readonly telling: OnceTelling
  /** Where the channel serves already. */
  readonly keyTelling: OnceTelling
}

/**
 * Enables a key that the gateway had disabled, and its channel if the gateway had disabled that too. What a person disabled stays so.
 * @throws AppError not_found
 */
export const enableTested = writeTask<KeyEnabling, AutoEnabled>(
  'channel.auto-enable',
  async (tx, { channelId, keyId, telling, keyTelling }) => {
    const status = await lockChannel(tx, channelId)
    if (status === channelStatus.disabled) return 'nothing'
    const isRevived = await reviveKey(tx, channelId, keyId)
    if (status !== channelStatus.autoDisabled || !(await hasEnabledKey(tx, channelId))) {
      if (isRevived) await tellRootsOnce(tx, keyTelling)
      return isRevived ? 'key' : 'nothing'
    }
    await serveAgain(tx, channelId)
    await tellRootsOnce(tx, telling)
    return 'channel'
  },
)
