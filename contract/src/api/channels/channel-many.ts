// Channels by the tag or by the handful. Source: specification §7 Channels, server-behaviour 3.8, 3.9 and 3.11.
import { z } from 'zod'
import { ChannelCounts, MAX_CHANNEL_IDS, MendedChannels, StatusChanged, TagChange, TaggedChannel } from '../../channels/channel.ts'
import { ChangedChannel, ChannelFields, ChannelsChange } from '../../channels/channel-change.ts'
import { tagText } from '../../channels/channel-tags.ts'
import { endpoint } from '../../channels/endpoint.ts'
import { RunScope, TestRun } from '../../channels/state/test-run.ts'
import { channelStatus } from '../../site/status-table.ts'
import { ChannelId } from '../../values/id.ts'

const ids = z.array(ChannelId).min(1, 'field_required').max(MAX_CHANNEL_IDS)
const tag = tagText().min(1, 'field_required')
/** How many channels it was done to. */
const count = z.number().int()

export const countChannels = endpoint({
  method: 'GET',
  path: '/api/channel/counts',
  summary: 'How many channels there are, by status',
  access: 'admin',
  data: ChannelCounts,
})

export const deleteChannels = endpoint({
  method: 'POST',
  path: '/api/channel/batch',
  summary: 'Delete channels',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.delete',
  body: z.object({ ids }),
  data: count,
})

export const deleteDisabledChannels = endpoint({
  method: 'DELETE',
  path: '/api/channel/disabled',
  summary: 'Delete every channel that is disabled or auto-disabled',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.delete',
  data: count,
})

/** An empty tag takes the channels out of theirs. */
export const setChannelsTag = endpoint({
  method: 'POST',
  path: '/api/channel/batch/tag',
  summary: 'Give channels a tag, or take it away',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.tag',
  body: z.object({ ids, tag: tagText().nullable().default('') }),
  data: count,
})

/** Enabling leaves out those that have keys, all of them disabled by hand; disabling, those that the gateway has disabled. */
export const setChannelsStatus = endpoint({
  method: 'POST',
  path: '/api/channel/batch/status',
  summary: 'Enable or disable several channels',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.update',
  body: z.object({
    ids,
    status: z.literal([channelStatus.enabled, channelStatus.disabled]),
    /** With status 1: keys that the gateway disabled stay so. For taking a disabling back. */
    keeps_keys: z.boolean().default(false),
  }),
  data: StatusChanged,
})

/** Answers the channels that are others afterwards. With `preview` none is changed. */
export const changeChannels = endpoint({
  method: 'POST',
  path: '/api/channel/batch/edit',
  summary: 'Change several channels alike, or say what that would do',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.update',
  body: z.object({ ids, change: ChannelsChange, preview: z.boolean().default(false) }),
  data: z.array(ChangedChannel),
})

export const setChannelsFields = endpoint({
  method: 'PUT',
  path: '/api/channel/batch',
  summary: 'Give each of several channels fields of its own, such as those of before a change',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.update',
  body: z.object({ channels: z.array(ChannelFields).min(1, 'field_required').max(MAX_CHANNEL_IDS) }),
  data: count,
})

/** Absent, null and empty fields stay as they are, except an empty `new_tag`, which removes the tag. */
export const changeTag = endpoint({
  method: 'PUT',
  path: '/api/channel/tag',
  summary: 'Change every channel of a tag',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.tag',
  body: TagChange,
  data: count,
})

export const listTagged = endpoint({
  method: 'GET',
  path: '/api/channel/tag',
  summary: 'Every channel of a tag with its status',
  access: 'admin',
  query: z.object({ tag }),
  data: z.array(TaggedChannel),
})

export const enableTag = endpoint({
  method: 'POST',
  path: '/api/channel/tag/enabled',
  summary: 'Enable every channel of a tag',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.tag',
  body: z.object({ tag }),
  data: count,
})

export const disableTag = endpoint({
  method: 'POST',
  path: '/api/channel/tag/disabled',
  summary: 'Disable every channel of a tag',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.tag',
  body: z.object({ tag }),
  data: count,
})

export const fixChannels = endpoint({
  method: 'POST',
  path: '/api/channel/fix',
  summary: 'Tidy stored lists, drop keys without a channel, and read every channel from the database again',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.fix',
  data: count,
  extra: z.object({ mended: MendedChannels }),
})

/** Returns at once; `testRun` reports the progress. One run at a time. */
export const testAllChannels = endpoint({
  method: 'GET',
  path: '/api/channel/test',
  summary: 'Start a test of all channels, of those that are not enabled, or of a tag',
  access: 'admin',
  scope: 'channels',
  csrf: true,
  writes: true,
  audit: 'channel.test',
  query: RunScope,
  data: TestRun,
})

export const testRun = endpoint({
  method: 'GET',
  path: '/api/channel/test/run',
  summary: 'How far the test of many channels is, or how the last one ended',
  access: 'admin',
  data: TestRun.nullable(),
})

export const stopTestRun = endpoint({
  method: 'DELETE',
  path: '/api/channel/test/run',
  summary: 'Leave the rest of the channels untested',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.test',
  data: z.null(),
})
