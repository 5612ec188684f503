// What is counted, and how much of it is allowed (control 3, decision D46). Logins are counted by what was typed, never by the user it
// belongs to: existing names and unknown ones, and a user's name and address, are throttled alike.
import { loginKey } from '@waystation/contract/people/user-name'
import { limitKey, networkKey } from '../../lib/net/client-ip.ts'
import { sha256 } from '../../lib/secret.ts'
import type { Alternatives, Rule } from './counter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Tries of one name from one address: the first are free, then come pauses. */
const FREE_TRIES = 5
const FREE_WINDOW_MS = 5 * MINUTE_MS
const PAUSES = { firstMs: 30_000, longestMs: 15 * MINUTE_MS }
/** Of a name's sixty tries an hour, ten are reserved for networks that have not tried it today. */
const PER_NAME_HOUR = 50
const RESERVED_PER_NAME_HOUR = 10
const PER_ADDRESS_HOUR = 100
/** A browser that this user has logged in with before. */
const PER_DEVICE_HOUR = 10
/**
 * Beyond those of its name, for browsers that passed a bot check. A network has few, so that nobody uses up the others' cheaply; all
 * together are few enough that guessing a password takes longer than it is good for.
 */
const CHECKED_PER_NETWORK_HOUR = 5
const CHECKED_PER_NAME_HOUR = 600

/** Wrong codes of one user, over all places. */
const CODES_PER_HOUR = 10
const CODES_PER_DAY = 30

const MAILS_PER_DAY = 30
/** Warnings of balances and budgets. */
const NOTICES_PER_USER_DAY = 30
const NOTICES_PER_RECEIVER_DAY = 100
/** Redemption codes that do not count, before a pause. */
const WRONG_CODES = 20
const WRONG_CODES_WINDOW_MS = 10 * MINUTE_MS

/** Whom the tries at a typed name or mail address are aimed at. */
export const nameSubject = (typed: string) => sha256(JSON.stringify(['name', loginKey(typed)]))
/** The subjects of tries at a known user: from known browsers, and of repeated password checks. */
export const userSubject = (userId: number) => sha256(JSON.stringify(['user', userId]))

/**
 * A login. A browser with the device cookie of the named user has tries of its own, so that others cannot lock it out; when those are used
 * up it is treated as any other browser. When the name's are used up, a browser that passed a bot check has some more.
 * @param isChecked has the browser passed a bot check?
 */
export function loginRules(
  typed: string,
  ip: string,
  device: { userId: number; nonce: string } | undefined,
  isChecked = false,
): Alternatives {
  const name = loginKey(typed)
  const subject = nameSubject(typed)
  const pair = { key: keyOf('pair', name, limitKey(ip)), subject, limit: FREE_TRIES, windowMs: FREE_WINDOW_MS, pauses: PAUSES }
  const address = { key: keyOf('address', limitKey(ip)), subject: '', limit: PER_ADDRESS_HOUR, windowMs: HOUR_MS }
  const stranger: Rule[] = [
    pair,
    {
      key: keyOf('name', name),
      subject,
      limit: PER_NAME_HOUR,
      windowMs: HOUR_MS,
      reserved: { key: keyOf('kept', name), limit: RESERVED_PER_NAME_HOUR, place: keyOf('place', name, networkKey(ip)), placeMs: DAY_MS },
    },
    address,
  ]
  const checked: Rule[] = [
    pair,
    { key: keyOf('checked', name, networkKey(ip)), subject, limit: CHECKED_PER_NETWORK_HOUR, windowMs: HOUR_MS },
    { key: keyOf('checked', name), subject, limit: CHECKED_PER_NAME_HOUR, windowMs: HOUR_MS },
    address,
  ]
  const others = isChecked ? [stranger, checked] : [stranger]
  if (!device) return others
  const own: Rule = {
    key: keyOf('device', device.nonce),
    subject: userSubject(device.userId),
    limit: PER_DEVICE_HOUR,
    windowMs: HOUR_MS,
  }
  return [[own], ...others]
}

/** A repeated password check of a logged-in user. */
export function stepUpRules(userId: number, ip: string): Alternatives {
  const subject = userSubject(userId)
  return [
    [
      { key: keyOf('step-up', String(userId), limitKey(ip)), subject, limit: FREE_TRIES, windowMs: FREE_WINDOW_MS, pauses: PAUSES },
      { key: keyOf('step-up', String(userId)), subject, limit: PER_NAME_HOUR, windowMs: HOUR_MS },
    ],
  ]
}

/**
 * Codes of an app, typed by somebody who knows the password or has the session: each is guessed with a chance of three in a million, so few
 * may be tried, whoever tries and however often they begin again. The user's own browsers have tries of their own, which nobody uses up.
 * @param deviceNonce names the browser, if this user has logged in with it before
 */
export function codeRules(userId: number, ip: string, deviceNonce: string | undefined): Alternatives {
  const subject = userSubject(userId)
  const id = String(userId)
  const stranger: Rule[] = [
    { key: keyOf('code', id, limitKey(ip)), subject, limit: FREE_TRIES, windowMs: FREE_WINDOW_MS, pauses: PAUSES },
    { key: keyOf('code-hour', id), subject, limit: CODES_PER_HOUR, windowMs: HOUR_MS },
    { key: keyOf('code-day', id), subject, limit: CODES_PER_DAY, windowMs: DAY_MS },
  ]
  if (deviceNonce === undefined) return [stranger]
  return [[{ key: keyOf('code-device', deviceNonce), subject, limit: PER_DEVICE_HOUR, windowMs: HOUR_MS }], stranger]
}

/** Mails with codes to one address, whoever asks for them: users may each ask, and the address is perhaps somebody else's. */
export function mailRules(email: string): Alternatives {
  return [[{ key: keyOf('mail', loginKey(email)), subject: '', limit: MAILS_PER_DAY, windowMs: DAY_MS }]]
}

/** Warnings to one user, and to one address, which several users may have named. */
export function noticeRules(userId: number, receiver: string): Alternatives {
  return [
    [
      { key: keyOf('notice', String(userId)), subject: '', limit: NOTICES_PER_USER_DAY, windowMs: DAY_MS },
      { key: keyOf('notice-to', loginKey(receiver)), subject: '', limit: NOTICES_PER_RECEIVER_DAY, windowMs: DAY_MS },
    ],
  ]
}

/** Codes of a WeChat account, which are good for as long as this window. */
export function weChatRules(ip: string): Alternatives {
  return [[{ key: keyOf('wechat', limitKey(ip)), subject: '', limit: FREE_TRIES, windowMs: 3 * MINUTE_MS }]]
}

/** Wrong redemption codes of one user, and from one address. */
export function redeemRules(userId: number, ip: string): Alternatives {
  return [
    [
      { key: keyOf('redeem', String(userId)), subject: userSubject(userId), limit: WRONG_CODES, windowMs: WRONG_CODES_WINDOW_MS },
      { key: keyOf('redeem-from', limitKey(ip)), subject: '', limit: PER_ADDRESS_HOUR, windowMs: HOUR_MS },
    ],
  ]
}

/** New accounts from one network. @param limit how many in a day */
export function registrationRules(ip: string, limit: number): Alternatives {
  return [[{ key: keyOf('register', networkKey(ip)), subject: '', limit, windowMs: DAY_MS }]]
}

/** Critical calls from one address, whatever they are (decision D32). */
export function criticalRules(ip: string, { count, windowMs }: { count: number; windowMs: number }): Alternatives {
  return [[{ key: keyOf('critical', limitKey(ip)), subject: '', limit: count, windowMs }]]
}

/** The same of one user, from wherever they call (decision D63). */
export function criticalUserRules(userId: number, { count, windowMs }: { count: number; windowMs: number }): Alternatives {
  return [[{ key: keyOf('critical-user', String(userId)), subject: '', limit: count, windowMs }]]
}

/** SHA-256, because people type passwords into the field for names. */
function keyOf(...parts: string[]): string {
  return sha256(JSON.stringify(parts))
}
