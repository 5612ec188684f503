// How channels are doing, and what was spent through one.
import { z } from 'zod'
import { ChannelUsage, MAX_CHANNEL_IDS } from '../../channels/channel.ts'
import { endpoint } from '../../channels/endpoint.ts'
import { ChannelHealth, ChannelHour } from '../../channels/state/channel-health.ts'
import { splitList } from '../../values/codec.ts'
import { byId } from '../../values/id.ts'
import { integerParameter } from '../../values/page.ts'

const idList = z.codec(z.string(), z.array(z.number().int().positive()).max(MAX_CHANNEL_IDS), {
  decode: (text) => splitList(text, /,/).map(Number),
  encode: (ids) => ids.join(','),
})

/** One call for all channels on the screen. */
export const listChannelHealth = endpoint({
  method: 'GET',
  path: '/api/channel/health',
  summary: 'The last 60 minutes of channels in 20 slices each',
  access: 'admin',
  query: z.object({ ids: idList.default([]) }),
  data: z.array(ChannelHealth),
})

export const getChannelHealth = endpoint({
  method: 'GET',
  path: '/api/channel/{id}/health',
  summary: 'The last 60 minutes of a channel, minute by minute',
  access: 'admin',
  params: byId,
  data: ChannelHour,
})

export const getChannelUsage = endpoint({
  method: 'GET',
  path: '/api/channel/{id}/usage',
  summary: 'What was spent through a channel, by model and hour or day',
  access: 'admin',
  params: byId,
  query: z.object({
    /** Unix seconds, the first included, the last not; by default the last 24 hours. At most 31 days. */
    from: integerParameter,
    to: integerParameter,
    step: z.enum(['hour', 'day']).default('hour'),
  }),
  data: ChannelUsage,
})
