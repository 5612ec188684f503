// Who may look at whom: an admin at users of a lower role and at themselves, the super admin at everybody (server-behaviour 1.4).
import { isRoot } from '@waystation/contract/status-table'

/** Somebody with a place in the order of roles. */
export interface Ranked {
  readonly id: number
  readonly role: number
}

/** May `viewer` read the whole record of `target`? */
export function mayReadRecord(viewer: Ranked, target: Ranked): boolean {
  return isRoot(viewer.role) || viewer.id === target.id || target.role < viewer.role
}
