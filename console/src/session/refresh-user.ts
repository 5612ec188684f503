import { getSelf } from '@waystation/contract/api/session'
import { call } from '../api/call.ts'
import { rememberUser, storedUser } from './user.ts'

/** Milliseconds between two looks while the page is visible: the time in which a call made elsewhere shows in the balance. */
const EVERY_MS = 30_000
/** Coming back to the window twice within so many milliseconds asks once. */
const APART_MS = 2_000

let askedAtMs = Number.NEGATIVE_INFINITY

/**
 * Looks up what has become of the logged-in user since they were remembered: a role that was given or taken and a balance that was spent
 * show at once. Call it after what costs something. Never rejects.
 */
export async function refreshUser(): Promise<void> {
  askedAtMs = performance.now()
  const asked = storedUser()?.id
  const user = await call(getSelf).catch(() => undefined)
  // Somebody else may have logged in while the answer was on its way, or nobody.
  if (user && storedUser()?.id === asked) rememberUser(user)
}

/**
 * Keeps the user, if there is one, fresh from now on: at once, every half minute while the page is visible, and whenever one comes back to it.
 * @returns stops it
 */
export function keepUserFresh(): () => void {
  const look = () => {
    if (document.visibilityState === 'visible' && storedUser() && performance.now() - askedAtMs >= APART_MS) void refreshUser()
  }
  look()
  const timer = setInterval(look, EVERY_MS)
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
  }
}
