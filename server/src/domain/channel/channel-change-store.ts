// One change of many channels: read, worked out and written in one transaction.
import type { ChangeableFields, ChangedChannel, ChannelFields, ChannelsChange } from '@waystation/contract/channels/channel-change'
import { TAGS_MAX, tagsOf } from '@waystation/contract/channels/channel-tags'
import { AppError, type ErrorCode } from '@waystation/contract/errors'
import { splitList } from '@waystation/contract/values/codec'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { writeTask } from '../../db/write-task.ts'
import { isRowId } from '../like-pattern.ts'
import { assertChannel, channelColumns } from './channel-draft.ts'

interface ManyChange {
  readonly ids: readonly number[]
  readonly change: ChannelsChange
}

type Changed = z.input<typeof ChangedChannel>

/**
 * Changes channels and answers which of them are others now. Unknown ids are passed over.
 * @throws AppError channel_models_required, field_required or field_too_long where a channel would be left without models or groups, or with too
 * many tags: then none is changed
 */
export const changeChannels = writeTask<ManyChange, Changed[]>('channel.change-many', async (tx, { ids, change }) => {
  const changed = changesOf(await locked(tx, rowsOf(tx.db, ids)).execute(), change)
  for (const { id, after } of changed) await tx.db.updateTable('channel').set(columnsOf(after)).where('id', '=', Number(id)).execute()
  return changed
})

/** What the same change would do. */
export async function previewChange(database: Database, { ids, change }: ManyChange): Promise<Changed[]> {
  return changesOf(await rowsOf(database.read, ids).execute(), change)
}

/** Gives each channel the fields that are named with it; answers how many there are. */
export const setFields = writeTask<readonly ChannelFields[], number>('channel.set-fields', async (tx, channels) => {
  let count = 0
  for (const { id, ...fields } of channels) {
    assertChannel(fields, undefined)
    const columns = channelColumns(fields)
    if (!isRowId(id) || Object.keys(columns).length === 0) continue
    const { numUpdatedRows } = await tx.db.updateTable('channel').set(columns).where('id', '=', id).executeTakeFirstOrThrow()
    count += Number(numUpdatedRows)
  }
  return count
})

function rowsOf(db: Kysely<Tables>, ids: readonly number[]) {
  const known = ids.filter(isRowId)
  return db
    .selectFrom('channel')
    .select(['id', 'name', 'models', 'group_names', 'tag', 'priority', 'weight', 'auto_ban', 'test_model'])
    .where('id', 'in', known.length > 0 ? known : [-1])
    .orderBy('id')
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

function changesOf(rows: readonly Row[], change: ChannelsChange): Changed[] {
  return rows.flatMap((row) => {
    const { id, name, group_names, ...fields } = row
    const before: ChangeableFields = { ...fields, group: group_names, priority: Number(row.priority), weight: Number(row.weight) }
    const after = { ...before, ...fieldsAfter(before, change) }
    const names = (Object.keys(before) as (keyof ChangeableFields)[]).filter((field) => before[field] !== after[field])
    if (names.length === 0) return []
    assertFields(after)
    const only = (given: ChangeableFields) => Object.fromEntries(names.map((field) => [field, given[field]]))
    return [{ id: Number(id), name, before: only(before), after: only(after) }]
  })
}

function fieldsAfter({ models, group, tag }: ChangeableFields, change: ChannelsChange): Partial<ChangeableFields> {
  const { models: ofModels, groups, tags, ...plain } = change
  return {
    ...plain,
    ...(ofModels && { models: listAfter(splitList(models, /[,\n]/), ofModels) }),
    ...(groups && { group: listAfter(splitList(group, /,/), groups) }),
    ...(tags && { tag: listAfter(tagsOf(tag), { how: tags.how, items: tagsOf(tags.items) }) }),
  }
}

/** A comma list after a change: what is added stands behind what was there. */
function listAfter(
  own: readonly string[],
  { how, items }: { readonly how: 'add' | 'remove' | 'replace'; readonly items: readonly string[] },
): string {
  if (how === 'replace') return items.join(',')
  if (how === 'remove') return own.filter((item) => !items.includes(item)).join(',')
  return [...new Set([...own, ...items])].join(',')
}

function assertFields({ models, group, tag }: ChangeableFields): void {
  if (models === '') throw refusal('models', 'channel_models_required')
  if (group === '') throw refusal('groups', 'field_required')
  if (tag.length > TAGS_MAX) throw refusal('tags', 'field_too_long')
  assertChannel({ models: splitList(models, /,/) }, undefined)
}

const columnsOf = ({ group, ...fields }: Changed['after']) => ({ ...fields, ...(group !== undefined && { group_names: group }) })

const refusal = (field: string, code: ErrorCode): AppError => new AppError(code, {}, { fields: { [field]: code } })
