// Who and what is in a group of prices: users by their record, tokens that name a group of their own, channels by their list. Closed
// accounts and deleted tokens are in none.

import { AppError } from '@waystation/contract/errors'
import type { GroupUse } from '@waystation/contract/prices/group'
import { isRoot, userStatus } from '@waystation/contract/site/status-table'
import { splitList } from '@waystation/contract/values/codec'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { contains } from '../text-search-store.ts'

type Reader = Database['read']

const groupsOf = (names: string): string[] => splitList(names, /[,\n]/)

/** How many are in a group. */
export async function countInGroup(reader: Reader, group: string): Promise<GroupUse> {
  const countIn = async (table: 'user' | 'token') => {
    const query = reader.selectFrom(table).select((expression) => expression.fn.countAll().as('count'))
    const found = await query.where('group_name', '=', group).where('deleted_at', 'is', null).executeTakeFirstOrThrow()
    return Number(found.count)
  }
  const [users, tokens, channels] = await Promise.all([countIn('user'), countIn('token'), channelsOf(reader, group)])
  return { users, tokens, channels: channels.length }
}

/** Channels that serve a group, with all their groups. */
async function channelsOf(reader: Reader, group: string): Promise<{ id: number; groups: string[] }[]> {
  const rows = await reader.selectFrom('channel').select(['id', 'group_names']).where(contains('group_names', group)).execute()
  const read = rows.map(({ id, group_names }) => ({ id: Number(id), groups: groupsOf(group_names) }))
  return read.filter(({ groups }) => groups.includes(group))
}

/** All groups that somebody or something is in, sorted. */
export async function groupsInUse(reader: Reader): Promise<string[]> {
  const [users, tokens, channels] = await Promise.all([
    reader.selectFrom('user').select('group_name').distinct().where('deleted_at', 'is', null).execute(),
    reader.selectFrom('token').select('group_name').distinct().where('deleted_at', 'is', null).execute(),
    reader.selectFrom('channel').select('group_names').distinct().execute(),
  ])
  const named = [...users, ...tokens].map(({ group_name }) => group_name)
  const served = channels.flatMap(({ group_names }) => groupsOf(group_names))
  return [...new Set([...named, ...served])].filter((group) => group !== '').toSorted()
}

export interface GroupMove {
  readonly actorId: number
  readonly from: string
  readonly to: string
}

/**
 * Moves all that is in a group to another one. @returns how many there were
 * @throws AppError no_permission, or user_not_outranked where somebody is in it whom the actor may not edit
 */
export const moveGroupMembers = writeTask<GroupMove, GroupUse>('group.move', async (tx, { actorId, from, to }) => {
  await assertMayMove(tx, actorId, from)
  const users = await tx.db.updateTable('user').set({ group_name: to }).where('group_name', '=', from).executeTakeFirstOrThrow()
  const tokens = await tx.db.updateTable('token').set({ group_name: to }).where('group_name', '=', from).executeTakeFirstOrThrow()
  const channels = await channelsOf(tx.db, from)
  for (const { id, groups } of channels) {
    const group_names = [...new Set(groups.map((group) => (group === from ? to : group)))].join(',')
    await tx.db.updateTable('channel').set({ group_names }).where('id', '=', id).execute()
  }
  return { users: Number(users.numUpdatedRows), tokens: Number(tokens.numUpdatedRows), channels: channels.length }
})

/** The ranks are looked at under the rows' locks, as where one user is edited. */
async function assertMayMove(tx: WriteTx, actorId: number, group: string): Promise<void> {
  const query = tx.db.selectFrom('user').select(['id', 'role', 'status', 'deleted_at']).orderBy('id')
  const rows = await locked(
    tx,
    query.where((row) => row.or([row('id', '=', actorId), row('group_name', '=', group)])),
  ).execute()
  const actor = rows.find(({ id }) => Number(id) === actorId)
  if (!actor || actor.deleted_at !== null || actor.status !== userStatus.active) throw new AppError('no_permission')
  const isAbove = (row: (typeof rows)[number]) => row.deleted_at === null && Number(row.id) !== actorId && row.role >= actor.role
  if (!isRoot(actor.role) && rows.some(isAbove)) throw new AppError('user_not_outranked')
}
