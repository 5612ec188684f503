// Secrets at rest and keys to look things up by (reliability.md 6.3 and 6.7). One master key; what it is used for is derived from it.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makePrivateFolder } from './private-files.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The only format there is so far; a rotation will write `v1:2:`. */
const PREFIX = 'v1:1:'

export interface Secrets {
  /**
   * Encrypts a text for one place. `place` is `table:column:row uid` (decision D40): moved to another row, it does not open.
   */
  seal(text: string, place: string): string
  /** @throws Error when the text was sealed for another place, with another key, or changed */
  open(sealed: string, place: string): string
  /** What a key is looked up by: HMAC-SHA256 with a pepper, as 64 hex digits. */
  lookupHash(key: string): string
  /** A signature that only this server can make: HMAC-SHA256 as base64url. `use` separates signatures of different purposes. */
  sign(use: string, text: string): string
}

/** Secrets under a master key of 32 bytes. */
export function secretsOf(masterKey: Buffer): Secrets {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', masterKey, 'waystation', use, KEY_BYTES))
  const sealing = derive('seal')
  const pepper = derive('lookup')
  const signing = derive('sign')
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      cipher.setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed, place) {
      if (!sealed.startsWith(PREFIX)) throw new Error('not a sealed text')
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(place))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
    lookupHash: (key) => createHmac('sha256', pepper).update(key).digest('hex'),
    sign: (use, text) =>
      createHmac('sha256', signing)
        .update(JSON.stringify([use, text]))
        .digest('base64url'),
  }
}

/**
 * Reads the master key: from text (64 hex digits or base64 of 32 bytes), else from a file, which is made at the first start.
 * @param mayCreate false once ciphertexts exist: a lost key is never silently replaced (control 29)
 */
export function loadMasterKey(source: { text: string | undefined; path: string }, mayCreate: () => boolean): Buffer {
  if (source.text) return readKey(source.text, 'MASTER_KEY')
  if (existsSync(source.path)) return readKey(readFileSync(source.path, 'utf8'), source.path)
  if (!mayCreate())
    throw new Error(`The master key ${source.path} is missing, and the database holds secrets that only it can open. Put the file back.`)
  makePrivateFolder(dirname(source.path))
  const key = randomBytes(KEY_BYTES)
  writeFileSync(source.path, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  return key
}

function readKey(text: string, name: string): Buffer {
  const trimmed = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${name} must hold ${KEY_BYTES} bytes as hex or base64`)
  return key
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits, without bias. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 that fits in a byte.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}

/** SHA-256 as hex, for session ids. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
