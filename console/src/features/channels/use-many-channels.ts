// What is done to many channels with one call.
import { listChannels, searchChannels } from '@waystation/contract/api/channel'
import {
  changeTag,
  countChannels,
  deleteChannels,
  deleteDisabledChannels,
  disableTag,
  enableTag,
  setChannelsTag,
} from '@waystation/contract/api/channel-many'
import type { TagChange } from '@waystation/contract/channel'
import type { z } from 'zod'
import { useCall } from '~/api/use-call'

const shown = [listChannels, searchChannels, countChannels]

/** Each answers how many channels it was done to. */
export function useManyChannels() {
  const remove = useCall(deleteChannels, { refreshes: shown })
  const removeDisabled = useCall(deleteDisabledChannels, { refreshes: shown })
  const setTag = useCall(setChannelsTag, { refreshes: shown })
  const change = useCall(changeTag, { refreshes: shown, isQuiet: true })
  const set = useCall(changeTag, { refreshes: shown })
  const enable = useCall(enableTag, { refreshes: shown })
  const disable = useCall(disableTag, { refreshes: shown })
  return {
    remove: (ids: readonly number[]) => remove.run({ body: { ids: [...ids] as never } }),
    removeDisabled: () => removeDisabled.run(),
    setTag: (ids: readonly number[], tag: string) => setTag.run({ body: { ids: [...ids] as never, tag } }),
    /** For the drawer, which shows its failures itself. */
    changeTag: (body: z.input<typeof TagChange>) => change.run({ body }),
    /** One figure in the table. */
    setInTag: (body: z.input<typeof TagChange>) => set.run({ body }),
    enableTag: (tag: string) => enable.run({ body: { tag } }),
    disableTag: (tag: string) => disable.run({ body: { tag } }),
  }
}
