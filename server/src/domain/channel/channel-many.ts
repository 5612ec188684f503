// Channels by the tag or by the handful. Sources: specification §7 Channels, server-behaviour 3.8 and 3.9.
import type { ChannelCounts, MendedChannels, TagChange, TaggedChannel } from '@waystation/contract/channels/channel'
import type { ChangedChannel, ChannelFields, ChannelsChange } from '@waystation/contract/channels/channel-change'
import { tagsOf } from '@waystation/contract/channels/channel-tags'
import { AppError } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { RestSource } from './availability/resting.ts'
import { changeChannels, previewChange, setFields } from './channel-change-store.ts'
import { assertChannel, channelColumns } from './channel-draft.ts'
import {
  changeTagged,
  countByStatus,
  countTestFailed,
  deleteChannels,
  deleteDisabledChannels,
  findTagged,
  type ManyColumns,
  mendChannels,
  type StatusChange,
  type StatusChanged,
  setManyStatus,
  tagChannels,
} from './channel-many-store.ts'
import { countByType, countTagTexts } from './list/channel-list-store.ts'

/** Each answers how many channels it was done to. */
export interface ManyChannels {
  counts(): Promise<ChannelCounts>
  remove(ids: readonly number[]): Promise<number>
  removeDisabled(): Promise<number>
  /** An empty tag takes them out of theirs. */
  setTag(ids: readonly number[], tag: string): Promise<number>
  /** @throws AppError not_found or tag_no_changes */
  changeTag(change: TagChange): Promise<number>
  /** Every channel of a tag, by name. */
  tagged(tag: string): Promise<z.input<typeof TaggedChannel>[]>
  /** @throws AppError not_found */
  setTagStatus(tag: string, isEnabled: boolean): Promise<number>
  /** Enables channels, or disables those of them that are enabled. */
  setStatus(change: StatusChange): Promise<StatusChanged>
  /** Changes channels alike; answers those that are others now. @throws AppError for one that would be invalid: then none is changed */
  change(ids: readonly number[], change: ChannelsChange): Promise<Changed>
  /** What the same change would do. */
  preview(ids: readonly number[], change: ChannelsChange): Promise<Changed>
  /** Gives each channel fields of its own. */
  setFields(channels: readonly ChannelFields[]): Promise<number>
  /** Mends what is stored, and reloads every cached copy of channels. */
  fix(): Promise<{ count: number; mended: MendedChannels }>
}

type Changed = z.input<typeof ChangedChannel>[]

interface ManyParts {
  readonly database: Database
  readonly invalidation: Invalidation
  readonly rests: RestSource
}

export function manyChannels({ database, invalidation, rests }: ManyParts): ManyChannels {
  const changed = (count: number): number => {
    if (count > 0) invalidation.publish('channel')
    return count
  }
  const change = async (tag: string, columns: ManyColumns): Promise<number> => {
    // The empty tag is none: it would mean every channel that has no tag.
    const count = tag === '' ? 0 : changed(await database.run(changeTagged, { tag, columns }))
    if (count === 0) throw new AppError('not_found', { what: 'tag' })
    return count
  }
  const counts = async (): Promise<ChannelCounts> => {
    const [byStatus, testFailed, types, tagTexts, resting] = await Promise.all([
      countByStatus(database),
      countTestFailed(database),
      countByType(database, {}),
      countTagTexts(database),
      rests.all(),
    ])
    return {
      total: [...byStatus.values()].reduce((sum, count) => sum + count, 0),
      enabled: byStatus.get(channelStatus.enabled) ?? 0,
      disabled: byStatus.get(channelStatus.disabled) ?? 0,
      auto_disabled: byStatus.get(channelStatus.autoDisabled) ?? 0,
      test_failed: testFailed,
      resting: resting.size,
      types,
      ...tagCounts(tagTexts),
    }
  }

  return {
    counts,
    remove: async (ids) => changed(await database.run(deleteChannels, { ids })),
    removeDisabled: async () => changed(await database.run(deleteDisabledChannels, null)),
    setTag: async (ids, tag) => changed(await database.run(tagChannels, { ids, tag })),
    changeTag(wanted) {
      const columns = tagColumns(wanted)
      if (Object.keys(columns).length === 0) throw new AppError('tag_no_changes')
      return change(wanted.tag, columns)
    },
    tagged: (tag) => findTagged(database, tag),
    // The reason of a former auto-disabling goes with it.
    setTagStatus: (tag, isEnabled) =>
      change(tag, isEnabled ? { status: channelStatus.enabled, other_info: '' } : { status: channelStatus.disabled }),
    async setStatus(wanted) {
      const done = await database.run(setManyStatus, wanted)
      changed(done.changed.length)
      return done
    },
    async change(ids, wanted) {
      const done = await database.run(changeChannels, { ids, change: wanted })
      changed(done.length)
      return done
    },
    preview: (ids, wanted) => previewChange(database, { ids, change: wanted }),
    setFields: async (channels) => changed(await database.run(setFields, channels)),
    async fix() {
      const mended = await database.run(mendChannels, null)
      invalidation.publish('channel')
      return { count: (await counts()).total, mended }
    },
  }
}

/** How many channels have each tag, and how many have none. */
function tagCounts(texts: ReadonlyMap<string, number>): Pick<ChannelCounts, 'tags' | 'untagged'> {
  const tags = new Map<string, number>()
  for (const [text, count] of texts) for (const tag of tagsOf(text)) tags.set(tag, (tags.get(tag) ?? 0) + count)
  return { tags: Object.fromEntries(tags), untagged: texts.get('') ?? 0 }
}

/** The fields that a change sets: null and empty mean unchanged, except an empty `new_tag`. */
function tagColumns(change: TagChange): ManyColumns {
  const { new_tag, models, groups, priority, weight, auto_ban, test_model, system_prompt } = change
  if (models) assertChannel(models.length > 0 ? { models } : {}, undefined)
  return channelColumns({
    ...(typeof new_tag === 'string' && new_tag !== change.tag ? { tag: new_tag } : {}),
    ...written(change, 'model_mapping'),
    ...written(change, 'status_code_mapping'),
    ...written(change, 'param_override'),
    ...(models && models.length > 0 ? { models } : {}),
    ...(groups && groups.length > 0 ? { group: groups } : {}),
    ...(typeof priority === 'number' ? { priority } : {}),
    ...(typeof weight === 'number' ? { weight } : {}),
    ...(typeof auto_ban === 'number' ? { auto_ban } : {}),
    ...(test_model ? { test_model } : {}),
    ...(system_prompt ? { system_prompt } : {}),
  })
}

/** A JSON field that has something in it. */
function written<Name extends 'model_mapping' | 'status_code_mapping' | 'param_override'>(change: TagChange, name: Name) {
  const document = change[name]
  return document && document.text !== '' ? { [name]: document } : {}
}
