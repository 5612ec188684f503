import { deleteChannel, listChannels, searchChannels, updateChannel } from '@waystation/contract/api/channel'
import { list } from '~/api/list'
import { useCall } from '~/api/use-call'

export const channelList = list(listChannels, {
  first: 0,
  search: { endpoint: searchChannels, when: ['keyword', 'group', 'model'], isPaged: true },
})

const changes = { refreshes: [listChannels] }

/** What can be done to channels; the list loads again afterwards. */
export function useChannelCalls() {
  const change = useCall(updateChannel, changes)
  const remove = useCall(deleteChannel, changes)
  return {
    setStatus: (id: number, status: number) => change.run({ body: { id, status } }),
    remove: (id: number) => remove.run({ params: { id } }),
  }
}
