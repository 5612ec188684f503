// What is counted, and how much of it is allowed (control 3, decision D46). Logins are counted by what was typed, never by the user it
// belongs to: names that exist and names that do not, and a user's name and address, are throttled alike.
import { loginKey } from '@waystation/contract/user-name'
import { limitKey, networkKey } from '../../lib/client-ip.ts'
import { sha256 } from '../../lib/secret.ts'
import type { Alternatives, Rule } from './counter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Tries of one name from one address: the first are free, then come pauses. */
const FREE_TRIES = 5
const FREE_WINDOW_MS = 5 * MINUTE_MS
const PAUSES = { firstMs: 30_000, longestMs: 15 * MINUTE_MS }
/** Of a name's sixty tries an hour, ten are kept for networks that have not tried it today. */
const PER_NAME_HOUR = 50
const KEPT_PER_NAME_HOUR = 10
const PER_ADDRESS_HOUR = 100
/** A browser that this user has logged in with before. */
const PER_DEVICE_HOUR = 10

/** Whom the tries at a typed name or mail address are aimed at. */
export const nameSubject = (typed: string) => sha256(JSON.stringify(['name', loginKey(typed)]))
/** Whom the tries at a known user are aimed at: from their own browsers, and when their password is asked again. */
export const userSubject = (userId: number) => sha256(JSON.stringify(['user', userId]))

/**
 * A login. A browser that holds the device cookie of the user that the name belongs to has tries of its own, so that nobody else's can
 * shut it out; when those are used up it is a browser like any other.
 */
export function loginRules(typed: string, ip: string, device: { userId: number; nonce: string } | undefined): Alternatives {
  const name = loginKey(typed)
  const subject = nameSubject(typed)
  const stranger: Rule[] = [
    { key: keyOf('pair', name, limitKey(ip)), subject, limit: FREE_TRIES, windowMs: FREE_WINDOW_MS, pauses: PAUSES },
    {
      key: keyOf('name', name),
      subject,
      limit: PER_NAME_HOUR,
      windowMs: HOUR_MS,
      kept: { key: keyOf('kept', name), limit: KEPT_PER_NAME_HOUR, place: keyOf('place', name, networkKey(ip)), placeMs: DAY_MS },
    },
    { key: keyOf('address', limitKey(ip)), subject: '', limit: PER_ADDRESS_HOUR, windowMs: HOUR_MS },
  ]
  if (!device) return [stranger]
  const own: Rule = {
    key: keyOf('device', device.nonce),
    subject: userSubject(device.userId),
    limit: PER_DEVICE_HOUR,
    windowMs: HOUR_MS,
  }
  return [[own], stranger]
}

/** The password asked again of somebody who is logged in. */
export function stepUpRules(userId: number, ip: string): Alternatives {
  const subject = userSubject(userId)
  return [
    [
      { key: keyOf('step-up', String(userId), limitKey(ip)), subject, limit: FREE_TRIES, windowMs: FREE_WINDOW_MS, pauses: PAUSES },
      { key: keyOf('step-up', String(userId)), subject, limit: PER_NAME_HOUR, windowMs: HOUR_MS },
    ],
  ]
}

/** Critical calls from one address, whatever they are (decision D32). */
export function criticalRules(ip: string, { count, windowMs }: { count: number; windowMs: number }): Alternatives {
  return [[{ key: keyOf('critical', limitKey(ip)), subject: '', limit: count, windowMs }]]
}

/** SHA-256, because people type passwords into the field for names. */
function keyOf(...parts: string[]): string {
  return sha256(JSON.stringify(parts))
}
