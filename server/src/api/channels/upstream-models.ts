import * as contract from '@waystation/contract/api/channels/upstream-models'
import { errorMessage } from '@waystation/contract/errors'
import type { ChannelService } from '../../domain/channel/channel-service.ts'
import type { EndingModels } from '../../domain/channel/watch/ending-models.ts'
import { type Route, route } from '../http/route.ts'

export interface UpstreamModelRouteParts {
  readonly channels: ChannelService
  readonly endings: Pick<EndingModels, 'all'>
}

export const upstreamModelRoutes = ({ channels, endings }: UpstreamModelRouteParts): Route[] => [
  route(contract.listUpstreamReviews, () => channels.upstream.reviews()),
  route(contract.readUpstreamModels, ({ caller }) => channels.runs.upstream.start(caller)),
  route(contract.upstreamRun, () => channels.runs.upstream.current()),
  route(contract.stopUpstreamRun, () => {
    channels.runs.upstream.stop()
    return null
  }),
  route(contract.applyUpstreamModels, async ({ caller, body, language, audit }) => {
    const applied = await channels.upstream.apply(caller, body.channels)
    const edited = applied.flatMap((one) => ('after' in one ? [one] : []))
    const target = edited.map(({ channelId }) => channelId).join(',')
    audit({ target, before: edited.map(({ before }) => before), after: edited.map(({ after }) => after) })
    return applied.flatMap((one) =>
      'error' in one ? [{ channel_id: one.channelId, message: errorMessage(one.error.code, one.error.facts, language) }] : [],
    )
  }),
  route(contract.ignoreUpstreamModels, async ({ body, audit }) => {
    await channels.upstream.ignore(body.channels, body.is_ignored)
    audit({ target: body.channels.map(({ channel_id }) => channel_id).join(','), after: body })
    return null
  }),
  route(contract.setAlwaysApplied, async ({ params, body, audit }) => {
    await channels.upstream.setAlways(params.id, body)
    audit({ target: String(params.id), after: body })
    return null
  }),
  route(contract.listEndingModels, () => endings.all()),
]
