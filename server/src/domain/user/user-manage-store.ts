// What admins do with users, each one transaction: the ranks are looked at again under the rows' locks, so an admin who is demoted at the
// same moment changes nothing any more.
import { AppError, type Language, type Words } from '@waystation/contract/errors'
import { actionFault, type Manageable, type Ranked, type RankedAction, stateFault } from '@waystation/contract/people/rank'
import type { UserAction } from '@waystation/contract/people/user'
import { isAdmin, logType, role, userStatus } from '@waystation/contract/site/status-table'
import { locked } from '../../db/locked.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { removeFactors } from '../factor/factor-store.ts'
import { type Correction, correctBalance } from '../ledger/correct.ts'
import { isRowId } from '../like-pattern.ts'
import { type EventRow, writeEvent } from '../log/log-row-store.ts'
import { renameUser } from './login-names-store.ts'
import { noteGift } from './registration/gift-row-store.ts'
import { insertUser, type NewUser, setUserAccess } from './user-store.ts'

/** As an actor: whoever operates the machine, who acts on everybody. No user has this id. */
export const OPERATOR_ID = 0

interface Management {
  readonly actorId: number
  /** The id of the call, which names its log row and its entry. */
  readonly requestId: string
}

/** Creates an ordinary user for an admin. @throws AppError no_permission, or one for the names */
export const addUser = writeTask<Management & { readonly user: NewUser }, number>('user.add', async (tx, { actorId, requestId, user }) => {
  const [actor] = await lockUsers(tx, [actorId])
  const mayAdd = actor !== undefined && isAdmin(actor.role) && isWelcome(actor)
  if (!mayAdd && actorId !== OPERATOR_ID) throw new AppError('no_permission')
  const id = await insertUser(tx, { ...user, role: role.ordinary })
  const words = { key: 'user_created', facts: {} }
  await writeEvent(tx, { requestId, type: logType.management, userId: id, username: user.username, words })
  await noteGift(tx, id, { key: 'gift_new_user', amount: user.quota })
  return id
})

export interface ManagedUser {
  readonly before: Standing
  readonly after: Standing
}

interface Standing {
  readonly role: number
  readonly status: number
  readonly isDeleted: boolean
}

/** Acts on a user. A change of role or status ends their sessions and access token. @throws AppError of the ranks, not_found */
export const manageUser = writeTask<Management & { readonly id: number; readonly action: UserAction }, ManagedUser>(
  'user.manage',
  async (tx, { actorId, requestId, id, action }) => {
    const target = await lockTarget(tx, { actorId, id, action })
    const before = standingOf(target)
    const after = { ...before, ...changes[action] }
    // Enabling an enabled user must not throw them out.
    if (action === 'enable' && before.status === after.status) return { before, after }
    await setUserAccess.run(tx, { userId: id, ...changes[action] })
    const words = { key: `user_${action}`, facts: {} }
    await writeEvent(tx, { requestId, type: logType.management, userId: id, username: target.username, words })
    return { before, after }
  },
)

/** Takes a user's passkeys, one-time passwords and recovery codes away, and ends their sessions. @throws AppError of the ranks, not_found */
export const resetFactors = writeTask<Management & { readonly id: number }, { username: string }>(
  'user.reset-factors',
  async (tx, { actorId, requestId, id }) => {
    const target = await lockTarget(tx, { actorId, id, action: 'reset_factors' })
    await removeFactors(tx, id)
    await setUserAccess.run(tx, { userId: id })
    const words = { key: 'user_factors_reset', facts: {} }
    await writeEvent(tx, { requestId, type: logType.management, userId: id, username: target.username, words })
    return { username: target.username }
  },
)

const changes: Readonly<Record<UserAction, Partial<Standing>>> = {
  promote: { role: role.admin },
  demote: { role: role.ordinary },
  disable: { status: userStatus.banned },
  enable: { status: userStatus.active },
  delete: { isDeleted: true },
}

export interface UserEdit extends Management {
  readonly id: number
  readonly username?: string
  readonly displayName?: string
  /** One that is not known any more may be sent as it is stored. */
  readonly group?: { readonly name: string; readonly isKnown: boolean }
  readonly passwordHash?: string
  readonly correction?: Correction
  /** Why the balance is corrected. */
  readonly reason?: string
}

/** What an edit changed: only fields whose value is another one now. */
export interface EditedUser {
  readonly before: Readonly<Record<string, string | number>>
  readonly after: Readonly<Record<string, string | number>>
}

/** Changes the given fields of a user. @throws AppError of the ranks, the names or the ledger, not_found, user_own_password */
export const editUser = writeTask<UserEdit, EditedUser>('user.edit', async (tx, edit) => {
  const { actorId, id, requestId, passwordHash, correction, reason = '' } = edit
  const target = await lockTarget(tx, { actorId, id, action: 'edit' })
  if (passwordHash !== undefined && actorId === id) throw ownPassword()
  const { before, after, columns } = await changedFields(tx, target, edit)
  if (Object.keys(columns).length > 0) await tx.db.updateTable('user').set(columns).where('id', '=', id).execute()
  if (passwordHash !== undefined) await setUserAccess.run(tx, { userId: id, passwordHash })
  const booked = correction && (await correctBalance(tx, { userId: id, correction, ref: requestId, actorId, reason }))
  const isBooked = booked !== undefined && booked.before !== booked.after
  const words = editWords(
    [...Object.keys(after), ...(passwordHash === undefined ? [] : ['password'])],
    isBooked ? { ...booked, reason } : undefined,
  )
  const username = String(after.username ?? target.username)
  if (words) await writeEvent(tx, { requestId, type: logType.management, userId: id, username, words })
  return {
    before: { ...before, ...(isBooked ? { quota: booked.before } : {}) },
    after: {
      ...after,
      ...(passwordHash === undefined ? {} : { password: 'changed' }),
      ...(isBooked ? { quota: booked.after, ...(reason === '' ? {} : { quota_reason: reason }) } : {}),
    },
  }
})

const fieldWords: Readonly<Record<string, Words>> = {
  username: { zh: '用户名', en: 'username' },
  display_name: { zh: '显示名称', en: 'display name' },
  group: { zh: '分组', en: 'group' },
  password: { zh: '密码', en: 'password' },
}

interface BookedCorrection {
  readonly before: number
  readonly after: number
  readonly reason: string
}

/** What the log says of an edit; undefined: nothing was changed. */
function editWords(names: readonly string[], correction: BookedCorrection | undefined): EventRow['words'] | undefined {
  if (names.length === 0 && correction && correction.reason !== '') return { key: 'user_quota_changed_because', facts: { ...correction } }
  const booked = correction && { before: correction.before, after: correction.after }
  if (names.length === 0) return booked && { key: 'user_quota_changed', facts: booked }
  const inLanguage = (language: Language) => names.map((name) => fieldWords[name]?.[language] ?? name)
  const fields = { zh: inLanguage('zh').join('、'), en: inLanguage('en').join(', ') }
  return booked ? { key: 'user_quota_and_fields_changed', facts: { ...booked, fields } } : { key: 'user_edited', facts: { fields } }
}

export const groupUnknown = () => new AppError('user_group_unknown', {}, { fields: { group: 'user_group_unknown' } })

const ownPassword = () => new AppError('user_own_password', {}, { fields: { password: 'user_own_password' } })

/** The fields of the form that have another value now, and their columns. */
async function changedFields(tx: WriteTx, target: LockedUser, { username, displayName, group }: UserEdit) {
  const renamed = username === undefined || username === target.username ? undefined : await renameUser(tx, target.id, username)
  const isNamed = displayName !== undefined && displayName !== target.display_name
  const isMoved = group !== undefined && group.name !== target.group_name
  if (isMoved && !group.isKnown) throw groupUnknown()
  return {
    before: {
      ...(renamed ? { username: target.username } : {}),
      ...(isNamed ? { display_name: target.display_name } : {}),
      ...(isMoved ? { group: target.group_name } : {}),
    },
    after: {
      ...(renamed ? { username: renamed } : {}),
      ...(isNamed ? { display_name: displayName } : {}),
      ...(isMoved ? { group: group.name } : {}),
    },
    columns: { ...(isNamed ? { display_name: displayName } : {}), ...(isMoved ? { group_name: group.name } : {}) },
  }
}

/** The target, locked together with the actor. */
async function lockTarget(
  tx: WriteTx,
  { actorId, id, action }: { actorId: number; id: number; action: RankedAction },
): Promise<LockedUser> {
  const rows = await lockUsers(tx, [actorId, id])
  const actor = rows.find((row) => row.id === actorId)
  const target = rows.find((row) => row.id === id)
  const isOperator = actorId === OPERATOR_ID
  if (!isOperator && !(actor && isWelcome(actor))) throw new AppError('no_permission')
  if (!target) throw new AppError('not_found', { what: 'user' })
  const fault = actor ? actionFault(actor, manageable(target), action) : stateFault(manageable(target), action)
  if (fault) throw new AppError(fault)
  return target
}

type LockedUser = Awaited<ReturnType<typeof lockUsers>>[number]

/** Users under a lock, in the order of their ids: two admins who act on each other do not block each other for ever. */
async function lockUsers(tx: WriteTx, ids: readonly number[]) {
  const query = tx.db
    .selectFrom('user')
    .select(['id', 'username', 'display_name', 'role', 'status', 'group_name', 'deleted_at'])
    .where('id', 'in', ids.filter(isRowId))
    .orderBy('id')
  return (await locked(tx, query).execute()).map((row) => ({ ...row, id: Number(row.id) }))
}

const isWelcome = (user: LockedUser): boolean => user.deleted_at === null && user.status === userStatus.active

const manageable = (user: LockedUser): Manageable & Ranked => ({ id: user.id, ...standingOf(user) })

const standingOf = (user: LockedUser): Standing => ({ role: user.role, status: user.status, isDeleted: user.deleted_at !== null })
