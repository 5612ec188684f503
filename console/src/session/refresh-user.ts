import { createStore } from '@tanstack/react-store'
import { getSelf } from '@waystation/contract/api/people/session'
import { call } from '../api/call.ts'
import { rememberUser, storedUser } from './user.ts'

/** Milliseconds between two looks while the page is visible: the time in which a call made elsewhere shows in the balance. */
const EVERY_MS = 30_000
/** Returning to the window twice within this many milliseconds sends one request. */
const APART_MS = 2_000

/** Time of the last request, by a monotonic clock. */
const requestedAtMs = createStore(Number.NEGATIVE_INFINITY)

/**
 * Looks up what has become of the logged-in user since they were remembered: a role that was given or taken and a balance that was spent
 * show at once. Call it after what costs something. Never rejects.
 */
export async function refreshUser(): Promise<void> {
  requestedAtMs.setState(() => performance.now())
  const asked = storedUser()?.id
  const user = await call(getSelf).catch(() => undefined)
  // Another user may have logged in while the request ran, or this one may have logged out.
  if (user && storedUser()?.id === asked) rememberUser(user)
}

/**
 * Keeps the user, if there is one, fresh from now on: at once, every half minute while the page is visible, and on every return to it.
 * @returns stops it
 */
export function keepUserFresh(): () => void {
  const look = () => {
    if (document.visibilityState === 'visible' && storedUser() && performance.now() - requestedAtMs.get() >= APART_MS) void refreshUser()
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
