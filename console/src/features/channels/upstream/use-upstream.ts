import { getChannel, listChannels, searchChannels } from '@waystation/contract/api/channels/channel'
import {
  applyUpstreamModels,
  ignoreUpstreamModels,
  listUpstreamReviews,
  readUpstreamModels,
  setAlwaysApplied,
  stopUpstreamRun,
  upstreamRun,
} from '@waystation/contract/api/channels/upstream-models'
import type { AlwaysApplied, ChosenDifferences, UpstreamReview } from '@waystation/contract/channels/upstream-models'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useRefresh } from '~/api/use-refresh'
import { useText } from '~/i18n'
import { toast } from '~/ui/kit'
import { useChannelRun } from '../many/channel-runs.tsx'

/** What a difference is selected by. */
export const keyOf = (channelId: number, difference: string) => `${channelId} ${difference}`

/** The reviews, what can be done about differences, and which of them are selected. */
export function useUpstream() {
  const t = useText()
  const refresh = useRefresh()
  const { data: reviews, error, refresh: again } = useData(listUpstreamReviews)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const start = useCall(readUpstreamModels, { refreshes: [upstreamRun] })
  const run = useChannelRun({ start: () => start.run(), state: upstreamRun, stop: stopUpstreamRun }, ({ done, failed }) => {
    if (failed === 0) toast.done(t('channel.upstream.read', { count: done }))
    else toast.failed(t('channel.upstream.readPartly', { count: done - failed, failed }))
    void refresh(listUpstreamReviews, listChannels, searchChannels, getChannel)
  })
  const apply = useCall(applyUpstreamModels, { refreshes: [listUpstreamReviews, listChannels, searchChannels, getChannel] })
  const ignore = useCall(ignoreUpstreamModels, { refreshes: [listUpstreamReviews] })
  const always = useCall(setAlwaysApplied, { refreshes: [listUpstreamReviews] })
  return {
    ...{ reviews, error, again, run, selected },
    select: (keys: readonly string[], isOn: boolean) =>
      setSelected((before) => new Set(isOn ? [...before, ...keys] : [...before].filter((key) => !keys.includes(key)))),
    /** Says of which channels it could not be applied, and why. */
    async apply(channels: ChosenDifferences) {
      const failed = await apply.run({ body: { channels } })
      setSelected(new Set())
      const [first] = failed
      if (first) toast.failed(t('channel.upstream.notApplied', { id: first.channel_id, reason: first.message }))
      else toast.done(t('channel.upstream.applied', { count: channels.length }))
    },
    async ignore(channels: ChosenDifferences, isIgnored: boolean) {
      await ignore.run({ body: { channels, is_ignored: isIgnored } })
      setSelected(new Set())
    },
    setAlways: (id: number, choice: AlwaysApplied) => always.run({ params: { id }, body: choice }),
  }
}

export type Upstream = ReturnType<typeof useUpstream>

/** The selected differences, by channel. */
export function chosenOf(reviews: readonly UpstreamReview[], selected: ReadonlySet<string>): ChosenDifferences {
  return reviews.flatMap(({ channel_id, differences }) => {
    const ids = differences.filter(({ id }) => selected.has(keyOf(channel_id, id))).map(({ id }) => id)
    return ids.length === 0 ? [] : [{ channel_id, differences: ids }]
  })
}
