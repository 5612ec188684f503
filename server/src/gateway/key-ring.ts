import type { ChannelRecord } from '../domain/catalog/channel-record.ts'

/** Takes a channel's keys in turn (server-behaviour 3.7). The turn is this process's own. */
export interface KeyRing {
  next(channel: ChannelRecord): string
}

export function keyRing(): KeyRing {
  const turns = new Map<number, number>()
  return {
    next(channel) {
      const { keys } = channel
      if (keys.length <= 1) return keys[0] ?? ''
      const turn = turns.get(channel.id) ?? 0
      turns.set(channel.id, (turn + 1) % keys.length)
      return keys[turn % keys.length] ?? ''
    },
  }
}
