import { channelStatus } from '@waystation/contract/status-table'
import { writeTask } from '../../db/write-task.ts'

/** Turns an enabled channel off with the reason; false when it was not enabled any more. */
export const autoDisableChannel = writeTask<{ channelId: number; reason: string }, boolean>(
  'channel.auto-disable',
  async (tx, { channelId, reason }) => {
    const status_time = Math.floor((await tx.sets.nowMs()) / 1000)
    const result = await tx.db
      .updateTable('channel')
      .set({ status: channelStatus.autoDisabled, other_info: JSON.stringify({ status_reason: reason, status_time }) })
      .where('id', '=', channelId)
      .where('status', '=', channelStatus.enabled)
      .executeTakeFirst()
    return Number(result.numUpdatedRows) > 0
  },
)
