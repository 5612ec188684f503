// The lists of models of vendors beside what channels sell.
import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { TestRun } from '../../channels/state/test-run.ts'
import { AlwaysApplied, ChosenDifferences, EndingModel, UpstreamReview } from '../../channels/upstream-models.ts'
import { byId } from '../../values/id.ts'

export const listUpstreamReviews = endpoint({
  method: 'GET',
  path: '/api/channel/upstream_models',
  summary: 'Enabled channels beside the model lists of their providers, as these were last read',
  access: 'admin',
  data: z.array(UpstreamReview),
})

/** Returns at once; `upstreamRun` reports the progress. One run at a time, over the enabled channels. */
export const readUpstreamModels = endpoint({
  method: 'POST',
  path: '/api/channel/upstream_models',
  summary: 'Start reading the model lists of all enabled channels',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.upstream',
  data: TestRun,
})

export const upstreamRun = endpoint({
  method: 'GET',
  path: '/api/channel/upstream_models/run',
  summary: 'How far the reading of model lists is, or how the last one ended',
  access: 'admin',
  data: TestRun.nullable(),
})

export const stopUpstreamRun = endpoint({
  method: 'DELETE',
  path: '/api/channel/upstream_models/run',
  summary: 'Leave the rest of the model lists unread',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.upstream',
  data: z.null(),
})

/** A channel that fails is named with its error and left as it is; the others are changed. */
export const applyUpstreamModels = endpoint({
  method: 'POST',
  path: '/api/channel/upstream_models/apply',
  summary: 'Change the models of channels by differences to the lists of their providers',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.update',
  body: z.object({ channels: ChosenDifferences }),
  data: z.array(z.object({ channel_id: z.number().int(), message: z.string() })),
})

export const ignoreUpstreamModels = endpoint({
  method: 'PUT',
  path: '/api/channel/upstream_models/ignored',
  summary: 'Ignore differences to the lists of providers until they change, or stop ignoring them',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.upstream',
  body: z.object({ channels: ChosenDifferences, is_ignored: z.boolean() }),
  data: z.null(),
})

export const setAlwaysApplied = endpoint({
  method: 'PUT',
  path: '/api/channel/{id}/upstream_models',
  summary: 'Set which differences to the list of its provider are applied to a channel without a review',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.upstream',
  params: byId,
  body: AlwaysApplied,
  data: z.null(),
})

export const listEndingModels = endpoint({
  method: 'GET',
  path: '/api/channel/ending_models',
  summary: 'Models of enabled channels that their makers end within thirty days',
  access: 'admin',
  data: z.array(EndingModel),
})
