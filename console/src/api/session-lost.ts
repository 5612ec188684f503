import { forgetUser, storedUser } from '../session/user.ts'

let listener: (() => void) | undefined

/** Told once whenever the server no longer knows our session. The router sets it, so that the API need not know the router. */
export function onSessionLost(tell: () => void): void {
  listener = tell
}

/** Forgets the stored user and tells the router. Several calls may fail at once; only the first one finds a user to forget. */
export function sessionLost(): void {
  if (!storedUser()) return
  forgetUser()
  listener?.()
}
