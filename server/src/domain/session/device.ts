// Browsers that a user has logged in with before (OWASP's device cookies, decision D46). The cookie grants no access: it only lets its user
// try a password while strangers may not. It names its user, is signed, and is renewed at every login.
import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../lib/secret.ts'
import { equalTexts } from '../../lib/text/equal-texts.ts'

/** How long a browser is known after its last login. */
export const DEVICE_SECONDS = 180 * 86_400
/** Users that one browser is known for; the one with the oldest login is dropped first. */
const USERS_MAX = 4
const NONCE_BYTES = 12
/** `user.seconds.nonce.signature` */
const ENTRY = /^(\d{1,10})\.(\d{1,12})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/

export interface Devices {
  /** An id that distinguishes this browser from the user's others; undefined: it is not known for this user. */
  nonceFor(cookie: string, userId: number): string | undefined
  /** The cookie's next value, after this user has logged in. */
  renew(cookie: string, userId: number): string
}

/** @param now unix milliseconds */
export function devices({ secrets, now }: { secrets: Pick<Secrets, 'sign'>; now: () => number }): Devices {
  const nowSeconds = () => Math.floor(now() / 1000)
  const signatureOf = (payload: string) => secrets.sign('device', payload)

  /** The parts of a cookie that we signed and whose time is not over. */
  const entriesOf = (cookie: string) =>
    cookie
      .split('~', USERS_MAX)
      .map((text) => ({ text, match: ENTRY.exec(text) }))
      .flatMap(({ text, match }) => {
        const [, userId = '', issuedAt = '', nonce = '', signature = ''] = match ?? []
        if (!match || !equalTexts(signature, signatureOf(`${userId}.${issuedAt}.${nonce}`))) return []
        return Number(issuedAt) + DEVICE_SECONDS > nowSeconds() ? [{ text, userId: Number(userId), nonce }] : []
      })

  return {
    nonceFor: (cookie, userId) => entriesOf(cookie).find((entry) => entry.userId === userId)?.nonce,
    renew(cookie, userId) {
      const payload = `${userId}.${nowSeconds()}.${randomBytes(NONCE_BYTES).toString('base64url')}`
      const others = entriesOf(cookie).filter((entry) => entry.userId !== userId)
      return [`${payload}.${signatureOf(payload)}`, ...others.map(({ text }) => text)].slice(0, USERS_MAX).join('~')
    },
  }
}
