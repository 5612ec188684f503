import { z } from 'zod'
import { Channel, ChannelDraft, ChannelKey, ChannelPatch, ChannelRecord, UnpricedModels } from '../../channels/channel.ts'
import { ChannelListQuery, listedBeside } from '../../channels/channel-list.ts'
import { endpoint } from '../../channels/endpoint.ts'
import { typedText } from '../../people/typed-login.ts'
import { channelStatus } from '../../site/status-table.ts'
import { byId, ChannelId } from '../../values/id.ts'
import { integerParameter } from '../../values/page.ts'
import { exactText, nameText } from '../../values/pasted.ts'

const testTime = z.object({ time: z.number() })

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/channel/',
  summary: 'Channels by what they are, sorted; pages count from 0',
  access: 'admin',
  query: ChannelListQuery,
  data: z.array(Channel),
  extra: listedBeside,
})

export const searchChannels = endpoint({
  method: 'GET',
  path: '/api/channel/search',
  summary: 'The same; without parameters for a page, all that are found',
  access: 'admin',
  query: ChannelListQuery,
  data: z.array(Channel),
  extra: listedBeside,
})

export const getChannel = endpoint({
  method: 'GET',
  path: '/api/channel/{id}',
  summary: 'One channel, without its keys',
  access: 'admin',
  params: byId,
  data: ChannelRecord,
})

export const createChannel = endpoint({
  method: 'POST',
  path: '/api/channel/',
  summary: 'Create a channel',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.create',
  body: z.object({ ...ChannelDraft.shape, copy_from: ChannelId.optional() }),
  data: ChannelRecord,
})

/** A partial update: absent fields stay as they are, an empty key keeps the keys. */
export const updateChannel = endpoint({
  method: 'PUT',
  path: '/api/channel/',
  summary: 'Change the fields that are sent',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.update',
  body: ChannelPatch.extend({
    id: ChannelId,
    /** With status 1: keys that the gateway disabled stay so. For taking back a disabling: all is then as it was. */
    keeps_keys: z.boolean().default(false),
  }),
  data: ChannelRecord,
})

export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/api/channel/{id}',
  summary: 'Delete a channel',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.delete',
  params: byId,
  data: z.null(),
})

export const revealChannelKey = endpoint({
  method: 'POST',
  path: '/api/channel/{id}/key',
  summary: "Show a channel's keys after the password was given again",
  access: 'root',
  scope: 'channels',
  rate: 'user',
  writes: false,
  audit: 'channel.reveal',
  confirms: 'channel_keys',
  confirmsWhen: 'the password does not come with the call',
  params: byId,
  body: z.object({ password: typedText }),
  data: z.string(),
})

export const listChannelKeys = endpoint({
  method: 'GET',
  path: '/api/channel/{id}/keys',
  summary: 'The keys of a channel with their states, never the keys themselves',
  access: 'admin',
  params: byId,
  data: z.array(ChannelKey),
})

/** Returns all keys after the change. An enabled channel keeps at least one enabled key. */
export const setChannelKeyStatus = endpoint({
  method: 'PUT',
  path: '/api/channel/{id}/keys/{key_id}',
  summary: 'Enable (1) or disable (2) one key of a channel',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.key',
  params: z.object({ ...byId.shape, key_id: z.coerce.number().int().nonnegative() }),
  body: z.object({ status: z.literal([channelStatus.enabled, channelStatus.disabled]) }),
  data: z.array(ChannelKey),
})

/** One key per line or comma, put behind those that are stored. Answers all keys as they are then. */
export const addChannelKeys = endpoint({
  method: 'POST',
  path: '/api/channel/{id}/keys',
  summary: 'Add keys to a channel',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.key',
  params: byId,
  body: z.object({ key: ChannelDraft.shape.key }),
  data: z.array(ChannelKey),
})

/** Returns the remaining keys. A channel keeps at least one key, and an enabled channel at least one enabled key. */
export const removeChannelKey = endpoint({
  method: 'DELETE',
  path: '/api/channel/{id}/keys/{key_id}',
  summary: 'Remove one key of a channel',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.key',
  params: setChannelKeyStatus.params,
  data: z.array(ChannelKey),
})

export const testChannel = endpoint({
  method: 'GET',
  path: '/api/channel/test/{id}',
  summary: 'Send one small call through a channel',
  access: 'admin',
  scope: 'channels',
  csrf: true,
  writes: true,
  audit: 'channel.test',
  params: byId,
  /** `key_id`: with this key instead of the next in turn. */
  query: z.object({ model: exactText().optional(), key_id: integerParameter }),
  data: z
    .object({
      answer: z.string(),
      model: exactText(),
      first_ms: z.number().nullable(),
      total_ms: z.number(),
      error: z.string().optional(),
      /** Of a failed test: the field of the channel that is to blame, where that can be told. */
      blamed: z.enum(['key', 'base_url', 'models']).optional(),
    })
    .nullable(),
  extra: testTime,
})

/** The same on what stands in the drawer, before it is saved. `id` lends the stored key when the form's is empty. */
export const testChannelDraft = endpoint({
  method: 'POST',
  path: '/api/channel/test',
  summary: 'Send one small call through a channel that is not saved yet',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.test',
  body: z.object({
    ...ChannelDraft.shape,
    name: nameText().max(190).default('draft'),
    id: ChannelId.optional(),
    model: exactText().max(190).optional(),
  }),
  data: testChannel.data,
  extra: testTime,
})

export const fetchChannelModels = endpoint({
  method: 'GET',
  path: '/api/channel/fetch_models/{id}',
  summary: 'Ask the far end of a channel for its models',
  access: 'admin',
  scope: 'channels',
  csrf: true,
  params: byId,
  data: z.array(z.string()),
})

export const fetchModels = endpoint({
  method: 'POST',
  path: '/api/channel/fetch_models',
  summary: 'Ask the far end of an unsaved channel for its models',
  access: 'admin',
  scope: 'channels',
  writes: false,
  body: ChannelDraft.pick({ type: true, base_url: true, key: true, other: true, setting: true }).extend({ id: ChannelId.optional() }),
  data: z.array(z.string()),
})

/** What stands in the drawer, before it is saved; `id` names the stored channel that it changes. */
export const previewChannelAddress = endpoint({
  method: 'POST',
  path: '/api/channel/address',
  summary: 'Where the calls of an unsaved channel would go; empty where only its key says so',
  access: 'admin',
  writes: false,
  body: ChannelDraft.pick({ type: true, base_url: true, other: true, setting: true }).extend({
    id: ChannelId.optional(),
    model: exactText().max(190).default(''),
  }),
  data: z.object({ url: z.string() }),
})

export const listKnownModels = endpoint({
  method: 'GET',
  path: '/api/channel/models',
  summary: 'Model names that the server knows',
  access: 'admin',
  data: z.array(z.object({ id: z.string(), owned_by: z.string() })),
})

export const listEnabledModels = endpoint({
  method: 'GET',
  path: '/api/channel/models_enabled',
  summary: 'Names of the models that an enabled channel serves',
  access: 'admin',
  data: z.array(z.string()),
})

/** Models of channels for which no price is set: the drawer and the settings point at them. */
export const findUnpricedModels = endpoint({
  method: 'POST',
  path: '/api/channel/models_unpriced',
  summary: 'Which of these models have no price, at channels of a type; as many models as a body holds',
  access: 'admin',
  writes: false,
  body: z.object({ models: z.array(exactText().max(190)).max(10_000), type: z.number().int().optional() }),
  data: UnpricedModels,
})

/** The same for names in the address, which holds a few hundred; for none of them, the models that are served now. */
export const listUnpricedModels = endpoint({
  method: 'GET',
  path: '/api/channel/models_unpriced',
  summary: 'Which of these models have no price, at channels of a type or where they are served now',
  access: 'admin',
  query: z.object({ models: exactText().default(''), type: integerParameter }),
  data: UnpricedModels,
})
