// Who is logged in, as this browser remembers it (specification section 4, Session). The server's session cookie decides; this record
// only chooses what to show and names the caller in the `Waystation-User` header.

import { isAdmin } from '@waystation/contract/status-table'
import type { User } from '@waystation/contract/user'
import { useSyncExternalStore } from 'react'
import { localStore } from './local-store.ts'

const store = localStore<User>('user', (json) => (isUser(json) ? json : undefined))

/** The stored user outside React. */
export const storedUser = store.get
export const rememberUser = store.set
export const forgetUser = store.clear

/** The stored user; undefined when nobody is logged in. */
export function useUser(): User | undefined {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** May the logged-in user see the admin's screens? */
export function useIsAdmin(): boolean {
  return isAdmin(useUser()?.role ?? 0)
}

/** The family's consoles keep a record under the same name; only its id and role must be there. */
function isUser(json: unknown): json is User {
  return (
    typeof json === 'object' &&
    json !== null &&
    'id' in json &&
    typeof json.id === 'number' &&
    'role' in json &&
    typeof json.role === 'number'
  )
}
