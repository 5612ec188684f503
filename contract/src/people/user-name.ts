// Rules for usernames, and how names and mail addresses are compared (decision D55). Two names that look the same to people must
// not belong to two users, and a name can never be a mail address.
import type { ErrorCode } from '../errors.ts'

/** Characters of a username, as people count them (code points). */
export const USERNAME_MAX = 12
/** Characters of a mail address. Source: server-behaviour 5.7. */
const EMAIL_MAX = 50
const LOCAL_PART_MAX = 64
/** Characters of a key; the columns that hold keys are as wide. */
const LOGIN_KEY_MAX = 255
/** No name has more characters than this before it is brought to its normal form, in which one may become eighteen. */
const TYPED_MAX = 1024

/**
 * Writing systems of living languages (Unicode UAX 31, table 5). A name keeps to one line of this list, apart from digits and signs, which
 * belong to all: the "highly restrictive" level of Unicode UTS 39.
 */
const SCRIPTS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
  ...'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
    .split(' ')
    .map((script) => [script]),
]
const oneScript = SCRIPTS.map((scripts) => {
  const classes = ['Common', 'Inherited', ...scripts].map((script) => `\\p{Script_Extensions=${script}}`)
  return new RegExp(`^[${classes.join('')}]*$`, 'u')
})

/** Controls, formats, fillers and the blank Braille cell: they are invisible. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|^\p{M}/u

/** A username as it is stored: one spelling for characters that Unicode calls compatible, single spaces, none at the ends. */
export function normalUsername(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}

/**
 * What names and mail addresses are compared by: two texts with the same key are the same to people. Upper case before lower case, so
 * that letters which share a capital (the two Greek sigmas, `ß` and `ss`) are the same too. Keys are stored: a change of this rule
 * needs a migration that recomputes them.
 */
export function loginKey(text: string): string {
  const key = normalUsername(text.slice(0, TYPED_MAX)).toUpperCase().toLowerCase().normalize('NFKC')
  return [...key].slice(0, LOGIN_KEY_MAX).join('')
}

/** What is wrong with a normal username; undefined: nothing. */
export function usernameFault(name: string): ErrorCode | undefined {
  if (name === '' || [...name].length > USERNAME_MAX) return 'setup_username'
  if (name.includes('@')) return 'username_at_sign'
  if (HIDDEN.test(name)) return 'username_hidden'
  return isOneScript(name) ? undefined : 'username_scripts'
}

/** What is wrong with a mail address; undefined: nothing. Whether it exists is for a code by mail to find out. */
export function emailFault(email: string): ErrorCode | undefined {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, Math.max(at, 0))
  const domain = email.slice(at + 1).normalize('NFKC')
  const isLocal = local.length > 0 && local.length <= LOCAL_PART_MAX && !HIDDEN.test(local) && !/[\s@"(),:;<>[\\\]]/.test(local)
  const isDomain = /^[\p{L}\p{N}\p{M}.-]+$/u.test(domain) && /^(?!-)[^.]{1,63}(?<!-)(\.(?!-)[^.]{1,63}(?<!-))+$/u.test(domain)
  if (!isLocal || !isDomain || [...email].length > EMAIL_MAX) return 'email_invalid'
  // The encoded form of an international domain would hide which letters it is made of.
  return isOneScript(domain) && !/(^|\.)xn--/i.test(domain) ? undefined : 'email_scripts'
}

/**
 * A username made from a wish, such as a name at another site: what may not stand in it is left out, and it is cut so that `suffix`,
 * which makes it unique, still fits. `user` stands in for a wish of which nothing is left.
 */
export function fittedUsername(wish: string, suffix = ''): string {
  const allowed = [...normalUsername(wish)].filter((character) => character !== '@' && !HIDDEN.test(character)).join('')
  const base = allowed !== '' && isOneScript(allowed) ? allowed : 'user'
  return normalUsername([...base].slice(0, USERNAME_MAX - [...suffix].length).join('')) + suffix
}

function isOneScript(text: string): boolean {
  return oneScript.some((pattern) => pattern.test(text))
}
