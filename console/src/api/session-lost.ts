import { createStore } from '@tanstack/react-store'
import { forgetUser, storedUser } from '../session/user.ts'

/** Did the server end the session of this page? Reset by the next login. */
const isLost = createStore(false)

/** Called whenever the server no longer knows our session. The router sets it, so that the API need not import the router. */
export function onSessionLost(tell: () => void): void {
  isLost.subscribe((lost) => {
    if (lost) tell()
  })
}

/** Forgets the stored user and notifies the router. Several calls may fail at once; only the first one finds a user to forget. */
export function sessionLost(): void {
  if (!storedUser()) return
  forgetUser()
  isLost.setState(() => true)
}

/** Resets the flag after a login. */
export function sessionFound(): void {
  isLost.setState(() => false)
}

/** A page that is still mounted may lead to the login a second time and must show the same message. */
export const isSessionLost = (): boolean => isLost.get()
