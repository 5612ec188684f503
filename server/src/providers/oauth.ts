// What vendors share that give tokens for a key: requests with a form, statements that a private key signs, and how the answer is read.
// Sources: RFC 6749, 5.1; RFC 7515; RFC 7523.
import { createSign } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import type { Credential, UnsignedRequest } from './provider.ts'

/** Where an answer is read as JSON, and not decompressed. */
export const TOKEN_HEADERS = { accept: 'application/json', 'accept-encoding': 'identity' } as const

/** A request for a token, with its fields as a form. */
export function tokenRequest(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): UnsignedRequest {
  return {
    method: 'POST',
    url: new URL(url),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...TOKEN_HEADERS, ...headers },
    body: new URLSearchParams(fields).toString(),
  }
}

/** The token in an answer, with its life; undefined where there is none. */
export function tokenIn(answer: Json | undefined): Credential | undefined {
  if (!isObject(answer)) return undefined
  const { access_token: token, expires_in: seconds } = answer
  return typeof token === 'string' && typeof seconds === 'number' ? { token, lifetimeMs: seconds * 1000 } : undefined
}

/** A JWT of these claims (RS256). Throws where the private key is none. */
export function signedStatement(claims: JsonObject, privateKey: string, keyId: string | undefined): string {
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) }
  const statement = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${statement}.${createSign('RSA-SHA256').update(statement).sign(privateKey, 'base64url')}`
}
