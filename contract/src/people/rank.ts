// Who may see and change whom (control 22, specification §6): an admin acts on users of a lower role, and the super admin on everybody but
// another super admin. Nobody's role, status or account is changed by themselves here.
import type { ErrorCode } from '../errors.ts'
import { isAdmin, isRoot, userStatus } from '../site/status-table.ts'
import type { UserAction } from './user.ts'

/** A user with a role. */
export interface Ranked {
  readonly id: number
  readonly role: number
}

/** A user as the rules of acting on them need it. */
export interface Manageable extends Ranked {
  readonly status: number
  readonly isDeleted: boolean
}

/** What one user may do with another: `edit` stands for all fields of the form, the balance among them;
 * `reset_factors` for taking away the passkeys and one-time passwords of somebody who has lost them. */
export type RankedAction = UserAction | 'edit' | 'reset_factors'

/** May `viewer` read the whole record of `target`? The super admin sees everybody (server-behaviour 1.4). */
export function mayReadRecord(viewer: Ranked, target: Ranked): boolean {
  return isRoot(viewer.role) || viewer.id === target.id || target.role < viewer.role
}

/** Why `actor` may not do this with `target`; undefined: they may. */
export function actionFault(actor: Ranked, target: Manageable, action: RankedAction): ErrorCode | undefined {
  if (!isAdmin(actor.role)) return 'no_permission'
  // The super admin may edit their own record, their balance for example, but nobody else may edit it.
  const isOwnOfRoot = isRoot(actor.role) && actor.id === target.id
  if (isRoot(target.role) && !(isOwnOfRoot && action === 'edit'))
    return isRoot(actor.role) && action !== 'edit' ? 'user_protected' : 'user_not_outranked'
  if (!isOwnOfRoot && target.role >= actor.role) return 'user_not_outranked'
  if (action === 'promote' && !isRoot(actor.role) && !target.isDeleted) return 'user_promote_root_only'
  return stateFault(target, action)
}

/** Why this cannot be done with `target`, whoever does it: the operator of the machine has no rank, and acts on everybody. */
export function stateFault(target: Manageable, action: RankedAction): ErrorCode | undefined {
  if (target.isDeleted) return 'user_deleted'
  if (action === 'promote') return isAdmin(target.role) ? 'user_already_admin' : undefined
  if (action === 'demote') return isAdmin(target.role) ? undefined : 'user_not_admin'
  return action === 'enable' && target.status === userStatus.closed ? 'user_closed' : undefined
}
