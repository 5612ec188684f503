// Signatures and encrypted thinking on their way through a client of another dialect. Where that dialect has a place for such a token, the
// token goes there with a mark of whose it is, so that it comes home with the conversation and is never shown to another vendor.
import { addressAlphabet, isAddressAlphabet, isUsualAlphabet, usualAlphabet } from '../media/base64-alphabet.ts'

/** What all marks begin with. */
const MARK = 'WaystationOf'
// What the vendors give is base64, and so is what the client is given: `0` stands for the dash of a dialect's name, a digit ends the mark and
// encodes the alphabet of the token, and ones fill it up to a multiple of four letters.
const MARKED = /^WaystationOf([a-z]+(?:0[a-z]+)*)([123])/

/** Stands for the unknown signer of a token. No dialect has this name, so the token is shown to no vendor. */
export const UNKNOWN_SIGNER = 'unknown'

/** Could this text of a body hold a token of another vendor? */
export function mayHoldForeign(text: string): boolean {
  return text.includes(MARK)
}

/** A signature or encrypted thinking, as its vendor gave it. */
export interface OpaqueToken {
  readonly text: string
  /** The name of the dialect of its vendor. */
  readonly signedBy: string
}

/** The token as a writer of the dialect `own` writes it: bare when it is its own vendor's, else marked. */
export function wrapOpaque({ text, signedBy }: OpaqueToken, own: string): string {
  return signedBy === own ? text : markOf(signedBy, alphabetOf(text)) + text
}

/** The token that a reader of the dialect `own` found, and whose it is. */
export function unwrapOpaque(found: string, own: string): OpaqueToken {
  const [, name, digit] = MARKED.exec(found) ?? []
  if (name === undefined || digit === undefined) return { text: found, signedBy: own }
  const signedBy = name.replaceAll('0', '-')
  const alphabet = alphabetOfDigit[digit] ?? 'either'
  return { text: inAlphabet(found.slice(markOf(signedBy, alphabet).length), alphabet), signedBy }
}

/**
 * A vendor knows its token in its own alphabet of base64 only, and a client may return it in the other one; so the mark records which.
 * `either`: the token has no letter by which they differ, or is no base64.
 */
type Alphabet = 'either' | 'usual' | 'address'

const digits: Readonly<Record<Alphabet, string>> = { either: '1', usual: '2', address: '3' }
const alphabetOfDigit: Readonly<Record<string, Alphabet>> = { 1: 'either', 2: 'usual', 3: 'address' }

function alphabetOf(token: string): Alphabet {
  if (isUsualAlphabet(token) === isAddressAlphabet(token)) return 'either'
  return isUsualAlphabet(token) ? 'usual' : 'address'
}

function inAlphabet(token: string, alphabet: Alphabet): string {
  if (alphabet === 'either') return token
  return alphabet === 'usual' ? usualAlphabet(token) : addressAlphabet(token)
}

function markOf(dialect: string, alphabet: Alphabet): string {
  const mark = MARK + dialect.replaceAll('-', '0') + digits[alphabet]
  return mark.padEnd(Math.ceil(mark.length / 4) * 4, '1')
}
