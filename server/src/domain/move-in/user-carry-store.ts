// Users as they move in. What happens to each is planned by reading alone, so that a trial run says the same as a real one.
import { emailFault, loginKey, normalUsername } from '@waystation/contract/people/user-name'
import type { ImportNoteCode } from '@waystation/contract/site/import'
import { role } from '@waystation/contract/site/status-table'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'
import { randomText } from '../../lib/secret.ts'
import type { Identity } from '../identity/identity-store.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import { type Movement, post } from '../ledger/post.ts'
import { sourceAccount } from '../ledger/source-account.ts'
import { AFF_CODE_LENGTH } from '../user/user-store.ts'
import { findCarried, findCarriedTargets, noteCarried, opening, openingRef } from './carried-store.ts'
import type { MovingUser, Outcome } from './goods.ts'

interface UserPlan extends Outcome {
  readonly user: MovingUser
  readonly username: string
  readonly usernameKey: string | null
  readonly emailKey: string | null
  readonly affCode: string
  readonly role: number
  readonly identities: readonly Identity[]
}

interface Batch {
  readonly source: string
  readonly users: readonly MovingUser[]
}

const USERNAME_COLUMN = 64
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u

/** What would become of these users. Reads only. */
export async function planUsers(db: Kysely<Tables>, { source, users }: Batch, seen: Here = nothingSeen()): Promise<UserPlan[]> {
  const carried = await findCarried(
    db,
    { source, kind: 'user' },
    users.map(({ id }) => id),
  )
  const fresh = users.filter(({ id }) => !carried.has(id))
  const here = await readHere(db, source, fresh, seen)
  return users.map((user) => {
    const before = carried.get(user.id)
    if (!before) return planUser(user, here)
    return { ...blank(user), how: 'carried', targetId: before.targetId, quota: before.quota }
  })
}

const blank = (user: MovingUser) => ({
  ...{ id: user.id, user, username: user.username, usernameKey: null, emailKey: null, affCode: '', role: user.role },
  ...{ identities: [], notes: [] },
})

/** What of this installation decides about users who move in; grows with each that is planned. */
interface Here {
  /** Names to users who may be the same; 0: taken by another. */
  readonly names: Map<string, number>
  readonly keys: Set<string>
  readonly affCodes: Set<string>
  readonly subjects: Set<string>
  /** Users with what they are bound to. */
  readonly bound: Set<string>
  hasRoot: boolean
}

/** What a trial run remembers of its earlier batches, which are not in the tables. */
export const nothingSeen = (): Here => ({
  ...{ names: new Map(), keys: new Set(), affCodes: new Set(), subjects: new Set(), bound: new Set(), hasRoot: false },
})

/** Adds to `seen` what the tables know of these users. */
async function readHere(db: Kysely<Tables>, source: string, users: readonly MovingUser[], seen: Here): Promise<Here> {
  if (users.length === 0) return seen
  const names = users.map(({ username }) => normalUsername(username))
  const keys = [...names, ...users.map(({ email }) => email)].map(loginKey).filter((key) => key !== '')
  const subjects = users.flatMap(({ identities }) => identities.map(({ subject }) => subject))
  const rows = await db
    .selectFrom('user')
    .select(['id', 'username', 'username_key', 'email_key', 'aff_code', 'deleted_at'])
    .where((one) =>
      one.or([
        one('username', 'in', names),
        ...(keys.length > 0 ? [one('username_key', 'in', keys), one('email_key', 'in', keys)] : []),
        one(
          'aff_code',
          'in',
          users.map(({ affCode }) => affCode),
        ),
      ]),
    )
    .execute()
  const alive = rows.filter((row) => row.deleted_at === null && names.includes(row.username)).map(({ id }) => Number(id))
  const moved = await findCarriedTargets(db, { source, kind: 'user' }, alive)
  const bound = subjects.length === 0 ? [] : await db.selectFrom('identity').selectAll().where('subject', 'in', subjects).execute()
  const own =
    alive.length === 0 ? [] : await db.selectFrom('identity').select(['user_id', 'provider']).where('user_id', 'in', alive).execute()
  const root = await db.selectFrom('user').select('id').where('role', '>=', role.root).where('deleted_at', 'is', null).limit(1).execute()
  for (const { id, username, username_key, email_key, aff_code, deleted_at } of rows) {
    seen.names.set(username, deleted_at === null && !moved.has(Number(id)) ? Number(id) : 0)
    for (const key of [username_key, email_key]) if (key !== null) seen.keys.add(key)
    seen.affCodes.add(aff_code)
  }
  for (const identity of bound) seen.subjects.add(subjectKey(identity))
  for (const { user_id, provider } of own) seen.bound.add(`${user_id} ${provider}`)
  seen.hasRoot ||= root.length > 0
  return seen
}

const subjectKey = ({ provider, issuer, subject }: { provider: string; issuer: string; subject: string }) =>
  JSON.stringify([provider, issuer, subject])

function planUser(user: MovingUser, here: Here): UserPlan {
  const wanted = normalUsername(user.username)
  const isUsable = wanted !== '' && wanted.length <= USERNAME_COLUMN && !HIDDEN.test(wanted)
  const same = isUsable ? here.names.get(wanted) : undefined
  const notes: ImportNoteCode[] = []
  const identities = freeIdentities(user, same ?? 0, here, notes)
  if (same) {
    // Whoever comes next under this name is somebody else.
    here.names.set(wanted, 0)
    return {
      ...blank(user),
      how: 'known',
      targetId: same,
      quota: user.balance,
      username: wanted,
      identities,
      notes: [...notes, 'user_known'],
    }
  }
  const username = isUsable && same === undefined ? wanted : freeName(user, here)
  if (username !== wanted) notes.push('user_renamed')
  const usernameKey = freeKey(loginKey(username), here, notes, 'user_name_shared')
  const isEmail = user.email !== '' && emailFault(user.email) === undefined
  if (user.email !== '' && !isEmail) notes.push('user_email_invalid')
  const emailKey = isEmail ? freeKey(loginKey(user.email), here, notes, 'user_email_shared') : null
  const affCode = user.affCode !== '' && user.affCode.length <= 32 && !here.affCodes.has(user.affCode) ? user.affCode : ''
  if (affCode === '' && user.affCode !== '') notes.push('user_invite_code_taken')
  const wantsRoot = user.role >= role.root
  if (wantsRoot && here.hasRoot) notes.push('user_root_is_admin')
  if (user.passwordHash === '') notes.push('user_without_password')
  here.names.set(username, 0)
  const isRoot = wantsRoot && !here.hasRoot
  here.hasRoot ||= isRoot
  if (affCode !== '') here.affCodes.add(affCode)
  return {
    ...{ id: user.id, user: isEmail ? user : { ...user, email: '' }, how: 'new', targetId: 0, quota: user.balance },
    ...{ username, usernameKey, emailKey, affCode, role: wantsRoot && !isRoot ? role.admin : user.role, identities, notes },
  }
}

function freeIdentities(user: MovingUser, sameId: number, here: Here, notes: ImportNoteCode[]): Identity[] {
  return user.identities.filter((identity) => {
    const key = subjectKey(identity)
    const isFree = !here.subjects.has(key) && !here.bound.has(`${sameId} ${identity.provider}`)
    here.subjects.add(key)
    if (!isFree) notes.push('user_identity_taken')
    return isFree
  })
}

/** A key that nobody has yet, else null: names and addresses that several have are compared to the letter (D55). */
function freeKey(key: string, here: Here, notes: ImportNoteCode[], note: ImportNoteCode): string | null {
  if (here.keys.has(key)) {
    notes.push(note)
    return null
  }
  here.keys.add(key)
  return key
}

/** A name for one whose own is taken or cannot be stored. */
function freeName({ id, username }: MovingUser, here: Here): string {
  const base = [...normalUsername(username)].filter((character) => !HIDDEN.test(character)).join('')
  const short = base.slice(0, USERNAME_COLUMN - 24) || 'user'
  const name = `${short}-${id.slice(-20)}`
  return here.names.has(name) ? `${short}-${randomText(12)}` : name
}

/** Carries users with their balances, each once. */
export const carryUsers = writeTask<Batch, Outcome[]>('import.users', async (tx, batch) => {
  const plans = await planUsers(tx.db, batch)
  const fresh = plans.filter(({ how }) => how !== 'carried')
  const movements: Movement[] = []
  const ids = new Map<string, number>()
  const against = await sourceAccount(tx, 'opening')
  for (const plan of fresh) {
    const targetId = plan.how === 'known' ? plan.targetId : await insertMoving(tx, plan)
    ids.set(plan.id, targetId)
    await insertIdentities(tx, targetId, plan.identities)
    movements.push(...(await openings(tx, { source: batch.source, plan, targetId, against })))
  }
  await post(tx, movements)
  const outcomes = plans.map(({ id, how, targetId, quota, notes }) => ({ id, how, quota, notes, targetId: ids.get(id) ?? targetId }))
  await noteCarried(
    tx,
    { source: batch.source, kind: 'user' },
    outcomes.filter(({ how }) => how !== 'carried'),
  )
  return outcomes
})

async function openings(
  tx: WriteTx,
  { source, plan, targetId, against }: { source: string; plan: UserPlan; targetId: number; against: number },
): Promise<Movement[]> {
  const { id, balance, referral } = plan.user
  const accountId = await ensureAccount(tx, 'user', targetId)
  const own = opening(balance, { against, accountId, ref: openingRef(source, 'user', id), kind: 'opening' })
  if (referral === 0) return own
  const earned = await ensureAccount(tx, 'referral', targetId)
  return [...own, ...opening(referral, { against, accountId: earned, ref: openingRef(source, 'referral', id), kind: 'opening' })]
}

async function insertMoving(tx: WriteTx, plan: UserPlan): Promise<number> {
  const { user } = plan
  const values = {
    ...{ username: plan.username, username_key: plan.usernameKey, email: user.email, email_key: plan.emailKey },
    ...{
      display_name: [...user.displayName].slice(0, 64).join(''),
      password_hash: user.passwordHash,
      role: plan.role,
      status: user.status,
    },
    ...{ group_name: user.group, auth_epoch: 0, language: '', setting: '', aff_count: user.affCount, inviter_id: 0 },
    aff_code: plan.affCode === '' ? randomText(AFF_CODE_LENGTH) : plan.affCode,
    created_at: user.createdAt > 0 ? user.createdAt : Math.floor((await tx.sets.nowMs()) / 1000),
    deleted_at: null,
  }
  return insertedId(tx, tx.db.insertInto('user').values(values))
}

async function insertIdentities(tx: WriteTx, userId: number, identities: readonly Identity[]): Promise<void> {
  if (identities.length === 0) return
  const created_at = Math.floor((await tx.sets.nowMs()) / 1000)
  const rows = identities.map((identity) => ({ user_id: userId, ...identity, created_at }))
  await tx.db.insertInto('identity').values(rows).execute()
}

/** Users with who invited them, by their ids here. Those who have an inviter already keep theirs. */
export const linkInviters = writeTask<readonly (readonly [userId: number, inviterId: number])[], null>(
  'import.inviters',
  async (tx, pairs) => {
    for (const [userId, inviterId] of pairs)
      await tx.db.updateTable('user').set({ inviter_id: inviterId }).where('id', '=', userId).where('inviter_id', '=', 0).execute()
    return null
  },
)
