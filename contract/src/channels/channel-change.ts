// One change of many channels at once, and what it did to each of them.
import { z } from 'zod'
import { commaList, nameList } from '../values/codec.ts'
import { ChannelId } from '../values/id.ts'
import { patchOf } from '../values/nulls.ts'
import { exactText } from '../values/pasted.ts'
import { ChannelDraft, emptyChannelFields } from './channel.ts'
import { tagText } from './channel-tags.ts'

/** What is done to a list of each channel. */
export const listChanges = ['add', 'remove', 'replace'] as const
export type ListChangeKind = (typeof listChanges)[number]

const listChange = <Items extends z.ZodType>(items: Items) => z.strictObject({ how: z.enum(listChanges), items }).optional()

/** Absent fields stay as they are in each channel. */
export const ChannelsChange = z.strictObject({
  models: listChange(commaList),
  groups: listChange(nameList),
  tags: listChange(tagText()),
  priority: z.exactOptional(ChannelDraft.shape.priority.unwrap()),
  weight: z.exactOptional(ChannelDraft.shape.weight.unwrap()),
  auto_ban: z.exactOptional(ChannelDraft.shape.auto_ban.unwrap()),
  test_model: z.exactOptional(exactText().max(255, 'field_too_long')),
})
export type ChannelsChange = z.infer<typeof ChannelsChange>

const changeable = { models: true, group: true, tag: true, priority: true, weight: true, auto_ban: true, test_model: true } as const

/** The fields of a channel that can be changed in many, as it has them. */
export const ChangeableFields = z.object({
  models: z.string(),
  group: z.string(),
  tag: z.string(),
  priority: z.number().int(),
  weight: z.number().int(),
  auto_ban: z.number().int(),
  test_model: z.string(),
})
export type ChangeableFields = z.infer<typeof ChangeableFields>

/** A channel that a change touches: those of its fields that are others afterwards. */
export const ChangedChannel = z.object({
  id: ChannelId,
  name: z.string(),
  before: ChangeableFields.partial(),
  after: ChangeableFields.partial(),
})
export type ChangedChannel = z.infer<typeof ChangedChannel>

const { test_model, tag, priority, weight } = emptyChannelFields
/** A channel with fields of its own for each: what takes a change back. */
export const ChannelFields = patchOf(ChannelDraft.pick(changeable), { test_model, tag, priority, weight }).extend({ id: ChannelId })
export type ChannelFields = z.infer<typeof ChannelFields>
