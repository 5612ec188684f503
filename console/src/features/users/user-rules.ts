// What the caller may do with a user: the rules of the contract, for rows of the list.
import type { ErrorCode } from '@waystation/contract/errors'
import { actionFault, mayReadRecord, type RankedAction } from '@waystation/contract/people/rank'
import type { User } from '@waystation/contract/people/user'
import { useUser } from '~/session/user'

/** Is the account closed? */
export const isClosed = (user: User): boolean => user.DeletedAt !== null

/** Why the caller may not do this with a user; undefined: they may. */
export function useActionFault(): (user: User, action: RankedAction) => ErrorCode | undefined {
  const caller = useUser()
  return (user, action) =>
    caller ? actionFault(caller, { id: user.id, role: user.role, status: user.status, isDeleted: isClosed(user) }, action) : 'not_logged_in'
}

/** May the caller see all of a user's record? Of a closed account, too. */
export function useMayRead(): (user: User) => boolean {
  const caller = useUser()
  return (user) => caller !== undefined && mayReadRecord(caller, user)
}
