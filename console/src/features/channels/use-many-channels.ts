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
  setChannelsTag,
} from '@waystation/contract/api/channels/channel-many'
import { MendedChannels, type TagChange } from '@waystation/contract/channels/channel'
import type { ChannelsChange } from '@waystation/contract/channels/channel-change'
import { channelId } from '@waystation/contract/values/id'
import type { z } from 'zod'
import { call, callWhole } from '~/api/call'
import { useCall } from '~/api/use-call'
import { useRefresh } from '~/api/use-refresh'
import { shownChannels } from './channel-queries.ts'

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
  const refresh = useRefresh()
  return {
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
