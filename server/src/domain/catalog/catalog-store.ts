import { channelStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import { openSetting } from '../channel/channel-proxy.ts'
import { type ChannelKey, type RoutableChannel, routableChannel } from './routable-channel.ts'

/**
 * Channels with their enabled keys opened: all of them, or one.
 * @param onUnreadableKey called for a key, or a proxy's password, that cannot be decrypted; the channel is then loaded without it
 */
export async function loadChannels(
  database: Database,
  secrets: Secrets,
  id: number | undefined,
  onUnreadableKey: (channelId: number, error: unknown) => void,
): Promise<RoutableChannel[]> {
  let channels = database.read.selectFrom('channel').selectAll().orderBy('id')
  let keys = database.read
    .selectFrom('channel_key')
    .select(['id', 'channel_id', 'key_enc', 'row_uid'])
    .where('status', '=', channelStatus.enabled)
    .orderBy('channel_id')
    .orderBy('position')
  if (id !== undefined) {
    channels = channels.where('id', '=', id)
    keys = keys.where('channel_id', '=', id)
  }
  const [rows, keyRows] = await Promise.all([channels.execute(), keys.execute()])

  const keysByChannel = new Map<number, ChannelKey[]>()
  for (const row of keyRows) {
    try {
      const key = { id: Number(row.id), secret: secrets.open(row.key_enc, `channel_key:key_enc:${row.row_uid}`) }
      const known = keysByChannel.get(row.channel_id)
      if (known) known.push(key)
      else keysByChannel.set(row.channel_id, [key])
    } catch (error) {
      onUnreadableKey(row.channel_id, error)
    }
  }
  return rows.map((row) => {
    const id = Number(row.id)
    return routableChannel({ ...row, id, setting: opened(id, row.setting) }, keysByChannel.get(id) ?? [])
  })

  /** With its password masked, a proxy lets no call through, and none goes round it. */
  function opened(id: number, setting: string): string {
    try {
      return openSetting(setting, secrets)
    } catch (error) {
      onUnreadableKey(id, error)
      return setting
    }
  }
}
