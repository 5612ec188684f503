// What is done to many channels with one call.
import {
  changeTag,
  deleteChannels,
  deleteDisabledChannels,
  disableTag,
  enableTag,
  setChannelsTag,
} from '@waystation/contract/api/channels/channel-many'
import type { TagChange } from '@waystation/contract/channels/channel'
import { channelId } from '@waystation/contract/values/id'
import type { z } from 'zod'
import { useCall } from '~/api/use-call'
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
  return {
    remove: (ids: readonly number[]) => remove.run({ body: { ids: ids.map(channelId) } }),
    removeDisabled: () => removeDisabled.run(),
    setTag: (ids: readonly number[], tag: string) => setTag.run({ body: { ids: ids.map(channelId), tag } }),
    setTagQuietly: (ids: readonly number[], tag: string) => setTagQuietly.run({ body: { ids: ids.map(channelId), tag } }),
    /** For the drawer, which shows its failures itself. */
    changeTag: (body: z.input<typeof TagChange>) => change.run({ body }),
    /** One figure in the table. */
    setInTag: (body: z.input<typeof TagChange>) => set.run({ body }),
    enableTag: (tag: string) => enable.run({ body: { tag } }),
    disableTag: (tag: string) => disable.run({ body: { tag } }),
  }
}
