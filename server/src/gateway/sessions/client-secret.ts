// Keys for pages: whoever has a key of a token gives a browser one that only opens sessions of one model, and only for minutes. It holds what
// it stands for, sealed, so nothing has to be stored; the token behind it is looked up at each use, and ends it when it ends. The playground
// gets one for the login of its user, which is looked up likewise.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { AppError } from '@waystation/contract/errors'
import { isObject, type Json, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import type { Secrets } from '../../lib/secret.ts'
import type { Caller } from '../caller.ts'

/** As OpenAI's, so that its clients know it for one. */
const MARK = 'ek_'
const SEALED_MARK = 'v1:1:'
const PLACE = 'client secret'
/** It stands in a header, and those of a request have 16 KB together. */
const MAX_LENGTH = 8 * 1024
/** A session's settings, unpacked. */
const MAX_SESSION_BYTES = 256 * 1024

/** The user who is logged in to the console, as their playground calls. */
export interface ConsoleLogin extends Pick<Caller, 'group' | 'language'> {
  readonly sessionHash: string
}

/** What a client secret stands for. */
export interface ClientSecret {
  /** Who pays: the token with this key, which is without `sk-`, or the user of the playground. */
  readonly payer: string | ConsoleLogin
  readonly model: string
  /** What the session begins with. */
  readonly session: JsonObject
  /** Unix seconds. */
  readonly expiresAt: number
}

export interface ClientSecrets {
  /** @throws AppError client_secret_too_long */
  issue(secret: ClientSecret): string
  isOne(key: string): boolean
  /** @throws AppError invalid_token where it is none of ours, or token_expired */
  open(value: string): ClientSecret
}

/** @param now milliseconds since 1970 */
export function clientSecrets(secrets: Secrets, now: () => number): ClientSecrets {
  return {
    issue(secret) {
      const packed = deflateRawSync(JSON.stringify(secret)).toString('base64')
      const sealed = Buffer.from(secrets.seal(packed, PLACE).slice(SEALED_MARK.length), 'base64')
      const value = MARK + sealed.toString('base64url')
      if (value.length > MAX_LENGTH) throw new AppError('client_secret_too_long')
      return value
    },
    isOne: (key) => key.startsWith(MARK),
    open(value) {
      const secret = unsealed(value, secrets)
      if (!secret) throw new AppError('invalid_token')
      if (secret.expiresAt * 1000 <= now()) throw new AppError('token_expired')
      return secret
    },
  }
}

function unsealed(value: string, secrets: Secrets): ClientSecret | undefined {
  if (value.length > MAX_LENGTH) return undefined
  try {
    const sealed = SEALED_MARK + Buffer.from(value.slice(MARK.length), 'base64url').toString('base64')
    const packed = Buffer.from(secrets.open(sealed, PLACE), 'base64')
    const read = parseJson(inflateRawSync(packed, { maxOutputLength: MAX_SESSION_BYTES }).toString('utf8'))
    if (!isObject(read) || !isObject(read.session)) return undefined
    const { payer, model, session, expiresAt } = read
    return { payer: payerIn(payer), model: String(model), session, expiresAt: Number(expiresAt) }
  } catch {
    return undefined
  }
}

function payerIn(payer: Json | undefined): ClientSecret['payer'] {
  if (!isObject(payer)) return String(payer)
  const { sessionHash, group, language } = payer
  return { sessionHash: String(sessionHash), group: String(group), language: language === 'en' ? 'en' : 'zh' }
}
