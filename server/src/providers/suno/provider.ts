// Proxies that make music. Sources: Suno-API, server-behaviour 9.5.
import { suno as vendor } from '@waystation/contract/vendors/suno'
import { readMusicTasks } from '@waystation/wire/tasks/music'
import { baseOf, type ChannelTarget, type Provider, spokenBy } from '../provider.ts'
import { inParts } from '../task-vendor.ts'

/** Tasks that are asked for at once. */
const MOST_AT_ONCE = 50

const addressAt = (place: string, channel: ChannelTarget) => ({
  url: new URL(`${baseOf(vendor, channel)}/${place}`),
  headers: { authorization: `Bearer ${channel.key}` },
})

export const suno: Provider = {
  ...vendor,
  speaks: spokenBy(vendor),
  address: ({ place = '' }, channel) => addressAt(place, channel),
  tasks: {
    polls: (tasks, channel) =>
      inParts(tasks, MOST_AT_ONCE).map((part) => {
        const { url, headers } = addressAt('suno/fetch', channel)
        const sent = { ...headers, 'content-type': 'application/json', accept: 'application/json' }
        const body = JSON.stringify({ ids: part.map(({ vendorId }) => vendorId) })
        return { tasks: part, request: { method: 'POST', url, headers: sent, body }, read: readMusicTasks }
      }),
  },
}
