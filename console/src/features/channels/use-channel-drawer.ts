import { getChannel } from '@waystation/contract/api/channel'
import type { Channel } from '@waystation/contract/channel'
import { type Drawer, useDrawer, useUrlState } from '~/ui/kit'

/** The drawer of channels. Its open tab goes with it, so that the next channel begins with its settings. */
export function useChannelDrawer(): Drawer<Channel> {
  const drawer = useDrawer<Channel>(getChannel)
  const { change } = useUrlState()
  return { ...drawer, close: () => change({ edit: undefined, tab: undefined }) }
}
