// What is done to many channels with one call.
import {
  changeChannels,
  changeTag,
  deleteChannels,
  deleteDisabledChannels,
  disableTag,
  enableTag,
  fixChannels,
  setChannelsFields,
  setChannelsStatus,
  setChannelsTag,
} from '@waystation/contract/api/channels/channel-many'
import { MAX_CHANNEL_IDS, MendedChannels, type TagChange } from '@waystation/contract/channels/channel'
import type { ChannelsChange } from '@waystation/contract/channels/channel-change'
import { channelStatus } from '@waystation/contract/site/status-table'
import { channelId } from '@waystation/contract/values/id'
import type { z } from 'zod'
import { call, callWhole } from '~/api/call'
import { useCall } from '~/api/use-call'
import { useRefresh } from '~/api/use-refresh'
import { shownChannels } from '../channel-queries.ts'

/** Each answers how many channels it was done to. */
export function useManyChannels() {
  const remove = useCall(deleteChannels, { refreshes: shownChannels })
  const removeDisabled = useCall(deleteDisabledChannels, { refreshes: shownChannels })
  const setTag = useCall(setChannelsTag, { refreshes: shownChannels })
  const setTagQuietly = useCall(setChannelsTag, { refreshes: shownChannels, isQuiet: true })
  const change = useCall(changeTag, { refreshes: shownChannels, isQuiet: true })
  const set = useCall(changeTag, { refreshes: shownChannels })
  const enable = useCall(enableTag, { refreshes: shownChannels })
  const disable = useCall(disableTag, { refreshes: shownChannels })
  const many = useCall(changeChannels, { refreshes: shownChannels, isQuiet: true })
  const setFields = useCall(setChannelsFields, { refreshes: shownChannels, isQuiet: true })
  const setStatus = useCall(setChannelsStatus, { refreshes: shownChannels })
  const setStatusQuietly = useCall(setChannelsStatus, { refreshes: shownChannels, isQuiet: true })
  const refresh = useRefresh()
  /** As many calls as the server needs for so many channels. */
  const inParts = async (one: typeof setStatus, ids: readonly number[], how: { readonly status: 1 | 2; readonly keeps_keys?: boolean }) => {
    const done = { changed: [] as number[], keyless: [] as number[] }
    for (let at = 0; at < ids.length; at += MAX_CHANNEL_IDS) {
      const { changed, left_out: keyless } = await one.run({ body: { ids: ids.slice(at, at + MAX_CHANNEL_IDS).map(channelId), ...how } })
      done.changed.push(...changed)
      done.keyless.push(...keyless)
    }
    return done
  }
  return {
    enable: (ids: readonly number[]) => inParts(setStatus, ids, { status: channelStatus.enabled }),
    disable: (ids: readonly number[]) => inParts(setStatus, ids, { status: channelStatus.disabled }),
    /** Takes a disabling back: the channels and their keys are as they were. */
    undoDisable: (ids: readonly number[]) => inParts(setStatusQuietly, ids, { status: channelStatus.enabled, keeps_keys: true }),
    undoEnable: (ids: readonly number[]) => inParts(setStatusQuietly, ids, { status: channelStatus.disabled }),
    remove: (ids: readonly number[]) => remove.run({ body: { ids: ids.map(channelId) } }),
    removeDisabled: () => removeDisabled.run(),
    setTag: (ids: readonly number[], tag: string) => setTag.run({ body: { ids: ids.map(channelId), tag } }),
    setTagQuietly: (ids: readonly number[], tag: string) => setTagQuietly.run({ body: { ids: ids.map(channelId), tag } }),
    previewChange: (ids: readonly number[], change: z.input<typeof ChannelsChange>) =>
      call(changeChannels, { body: { ids: ids.map(channelId), change, preview: true } }),
    change: (ids: readonly number[], change: z.input<typeof ChannelsChange>) => many.run({ body: { ids: ids.map(channelId), change } }),
    setFields: (channels: z.input<typeof setChannelsFields.body>['channels']) => setFields.run({ body: { channels } }),
    /** Mends what is stored; tells how many channels there are, and what was mended. */
    async fix() {
      const { data, extra } = await callWhole(fixChannels)
      await refresh(...shownChannels)
      return { count: data, ...MendedChannels.parse(extra.mended) }
    },
    /** For the drawer, which shows its failures itself. */
    changeTag: (body: z.input<typeof TagChange>) => change.run({ body }),
    /** One figure in the table. */
    setInTag: (body: z.input<typeof TagChange>) => set.run({ body }),
    enableTag: (tag: string) => enable.run({ body: { tag } }),
    disableTag: (tag: string) => disable.run({ body: { tag } }),
  }
}
