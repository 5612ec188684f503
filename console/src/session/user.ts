// The logged-in user as stored in this browser (specification section 4, Session). The server's session cookie decides; this record
// only chooses what to show and names the caller in the `Waystation-User` header.

import { useSelector } from '@tanstack/react-store'
import type { getSelf } from '@waystation/contract/api/people/session'
import type { CallData } from '@waystation/contract/channels/endpoint'
import type { Self } from '@waystation/contract/people/user'
import { isAdmin } from '@waystation/contract/site/status-table'
import { LocalStore } from './local-store.ts'

const store = new LocalStore<Self>('user', (json) => (isUser(json) ? json : undefined))

/** The stored user outside React. */
export const storedUser = store.get
export const forgetUser = store.clear

/** Stores the server's user record: here its ids and amounts get their branded types. */
export function rememberUser(record: CallData<typeof getSelf>): void {
  if (isUser(record)) store.set(record)
}

/** The stored user; undefined when no user is logged in. */
export function useUser(): Self | undefined {
  return useSelector(store)
}

/** May the logged-in user see the admin's screens? */
export function useIsAdmin(): boolean {
  return isAdmin(useUser()?.role ?? 0)
}

/** The family's consoles keep a record under the same name; only its id and role must be there. */
function isUser(json: unknown): json is Self {
  return (
    typeof json === 'object' &&
    json !== null &&
    'id' in json &&
    typeof json.id === 'number' &&
    'role' in json &&
    typeof json.role === 'number'
  )
}
