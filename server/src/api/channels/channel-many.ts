import * as contract from '@waystation/contract/api/channels/channel-many'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { ChannelService } from '../../domain/channel/channel-service.ts'
import { type Route, route, withExtra } from '../http/route.ts'

export const channelManyRoutes = ({ channels }: { readonly channels: ChannelService }): Route[] => [
  route(contract.countChannels, () => channels.many.counts()),
  route(contract.deleteChannels, ({ body, audit }) => {
    audit({ target: body.ids.join() })
    return channels.many.remove(body.ids)
  }),
  route(contract.deleteDisabledChannels, async ({ audit }) => {
    const count = await channels.many.removeDisabled()
    audit({ after: { count } })
    return count
  }),
  route(contract.setChannelsTag, ({ body, audit }) => {
    audit({ target: body.ids.join(), after: { tag: body.tag } })
    return channels.many.setTag(body.ids, body.tag ?? '')
  }),
  route(contract.changeTag, ({ body, audit }) => {
    audit({ target: body.tag, after: body })
    return channels.many.changeTag(body)
  }),
  route(contract.listTagged, ({ query }) => channels.many.tagged(query.tag)),
  route(contract.enableTag, ({ body, audit }) => {
    audit({ target: body.tag, after: 'enabled' })
    return channels.many.setTagStatus(body.tag, true)
  }),
  route(contract.disableTag, ({ body, audit }) => {
    audit({ target: body.tag, after: 'disabled' })
    return channels.many.setTagStatus(body.tag, false)
  }),
  route(contract.setChannelsStatus, async ({ body, audit }) => {
    const { ids, status, keeps_keys: keepsKeys } = body
    const isEnabled = status === channelStatus.enabled
    const done = await channels.many.setStatus({ ids, isEnabled, keepsKeys })
    audit({ target: done.changed.join(), after: isEnabled ? 'enabled' : 'disabled' })
    return done
  }),
  route(contract.changeChannels, async ({ body, audit }) => {
    if (body.preview) return channels.many.preview(body.ids, body.change)
    const changed = await channels.many.change(body.ids, body.change)
    audit({ target: changed.map(({ id }) => id).join(), after: body.change })
    return changed
  }),
  route(contract.setChannelsFields, ({ body, audit }) => {
    audit({ target: body.channels.map(({ id }) => id).join(), after: body.channels })
    return channels.many.setFields(body.channels)
  }),
  route(contract.fixChannels, async ({ audit }) => {
    const { count, mended } = await channels.many.fix()
    audit({ after: mended })
    return withExtra(count, { mended })
  }),
  route(contract.testAllChannels, ({ caller, query, audit }) => {
    audit({ target: query.tag, after: query })
    return channels.runs.tests.start(caller, query)
  }),
  route(contract.testRun, () => channels.runs.tests.current()),
  route(contract.stopTestRun, () => {
    channels.runs.tests.stop()
    return null
  }),
]
