import { getSelf } from '@waystation/contract/api/session'
import { call } from '../api/call.ts'
import { rememberUser, storedUser } from './user.ts'

/** Looks up what has become of the logged-in user since they were remembered: a role that was given or taken shows at once. Never rejects. */
export async function refreshUser(): Promise<void> {
  const asked = storedUser()?.id
  const user = await call(getSelf).catch(() => undefined)
  // Somebody else may have logged in while the answer was on its way, or nobody.
  if (user && storedUser()?.id === asked) rememberUser(user)
}
