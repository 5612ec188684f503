import * as contract from '@waystation/contract/api/channel-many'
import type { ChannelService } from '../domain/channel/channel-service.ts'
import { type Route, route } from './route.ts'

export const channelManyRoutes = ({ channels: { many, sweep } }: { readonly channels: ChannelService }): Route[] => [
  route(contract.countChannels, () => many.counts()),
  route(contract.deleteChannels, ({ body, audit }) => {
    audit({ target: body.ids.join() })
    return many.remove(body.ids)
  }),
  route(contract.deleteDisabledChannels, async ({ audit }) => {
    const count = await many.removeDisabled()
    audit({ after: { count } })
    return count
  }),
  route(contract.setChannelsTag, ({ body, audit }) => {
    audit({ target: body.ids.join(), after: { tag: body.tag } })
    return many.setTag(body.ids, body.tag ?? '')
  }),
  route(contract.changeTag, ({ body, sent, audit }) => {
    audit({ target: body.tag, after: sent })
    return many.changeTag(body, sent)
  }),
  route(contract.enableTag, ({ body, audit }) => {
    audit({ target: body.tag, after: 'enabled' })
    return many.setTagStatus(body.tag, true)
  }),
  route(contract.disableTag, ({ body, audit }) => {
    audit({ target: body.tag, after: 'disabled' })
    return many.setTagStatus(body.tag, false)
  }),
  route(contract.fixChannels, () => many.reload()),
  route(contract.testAllChannels, ({ caller }) => sweep.start(caller)),
  route(contract.testRun, () => sweep.current()),
  route(contract.stopTestRun, () => {
    sweep.stop()
    return null
  }),
]
