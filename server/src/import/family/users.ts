// Users of the family. Source: model/user.go of each member.
import { role, userStatus } from '@waystation/contract/site/status-table'
import type { ForeignRow } from '../../db/foreign-database.ts'
import type { MovingUser } from '../../domain/move-in/goods.ts'
import { isForeignHash } from '../../domain/user/password.ts'
import { countOf, isDeleted, quotaOf, secondsOf, textOf, wholeOf } from '../fields.ts'
import type { ReadParts } from '../source.ts'
import type { Member } from './member.ts'

/** A user; undefined: deleted there. */
export function readUser(
  row: ForeignRow,
  member: Member,
  { tally, options }: ReadParts & { readonly options: ReadonlyMap<string, string> },
): MovingUser | undefined {
  const [username, balance, referral] = [textOf(row, 'username'), quotaOf(row, 'quota'), quotaOf(row, 'aff_quota')]
  if (isDeleted(row) || isRenamedAway(row)) {
    tally.note('user_deleted', username)
    tally.leave('users')
    tally.leave('user_quota', balance)
    tally.leave('referral_quota', referral)
    return undefined
  }
  const { bound, notes } = member.identities(row, options)
  for (const note of notes) tally.note(note, username)
  if (wholeOf(row, 'used_quota') > 0) tally.note('user_used_there')
  const group = textOf(row, 'group').slice(0, 64) || 'default'
  tally.groups.add(group)
  const password = textOf(row, 'password')
  return {
    ...{ id: textOf(row, 'id'), username, displayName: textOf(row, 'display_name'), group, email: textOf(row, 'email').trim() },
    passwordHash: isForeignHash(password) ? password : '',
    role: roleOf(wholeOf(row, 'role', role.ordinary)),
    status: wholeOf(row, 'status', 1) === userStatus.active ? userStatus.active : userStatus.banned,
    ...{ affCode: textOf(row, 'aff_code'), affCount: countOf(row, 'aff_count') },
    inviterId: wholeOf(row, 'inviter_id') > 0 ? textOf(row, 'inviter_id') : '',
    createdAt: secondsOf(row, 'created_at') || secondsOf(row, 'created_time'),
    ...{ balance, referral, identities: bound },
  }
}

/** The first one has no mark of deletion: it renames users and gives them a third status. Source: songquanpeng/one-api, model/user.go. */
const isRenamedAway = (row: ForeignRow) => wholeOf(row, 'status') === 3 && textOf(row, 'username').startsWith('deleted_')

function roleOf(there: number): number {
  if (there >= role.root) return role.root
  return there >= role.admin ? role.admin : role.ordinary
}
