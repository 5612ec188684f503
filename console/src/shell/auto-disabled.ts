import { useQuery } from '@tanstack/react-query'
import { listChannels } from '@waystation/contract/api/channel'
import { channelStatus } from '@waystation/contract/status-table'
import { callWhole } from '~/api/call'

/** Milliseconds between two looks while the page is visible. */
const EVERY_MS = 60_000

/** How many channels are auto-disabled, for an admin; 0 until it is known. Requests one row and reads the total. */
export function useAutoDisabledCount(): number {
  const { data } = useQuery({
    // The list's own path in front, so that what changes channels loads this again too.
    queryKey: [listChannels.path, 'auto-disabled'],
    queryFn: async ({ signal }) => {
      const query = { p: 0, page_size: 1, status: channelStatus.autoDisabled }
      return Number((await callWhole(listChannels, { query }, { signal })).extra.total) || 0
    },
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS / 2,
  })
  return data ?? 0
}
