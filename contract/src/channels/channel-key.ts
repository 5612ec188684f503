// How the key of a channel is written where it is more than one secret.
import { z } from 'zod'
import { jsonValue, LIST_SEPARATOR, splitList } from '../values/codec.ts'
import { cleanExact, cleanKey } from '../values/pasted.ts'
import type { KeyFormat } from '../vendors/vendor.ts'
import { channelType } from './channel-type.ts'

/** AWS's regions, such as `us-east-1` and `us-gov-west-1`. It becomes part of the host that receives the key. */
const AWS_REGION = /[a-z]{2,8}(?:-[a-z]{2,12}){1,2}-\d{1,2}/.source

const AWS_KEY = new RegExp(`^(?:[^|\\s]{1,4096}\\|)?[^|\\s]{1,4096}\\|${AWS_REGION}$`)

/** The two halves of a key, or a token of another gateway. */
const KEY_OF_HALVES = /^(?:[^|\s]{1,4096}\|[^|\s]{1,4096}|sk-[^|\s]{1,4096})$/

/** A key that Google itself gives out for calls without an account of a service. It goes into a header. */
const GOOGLE_API_KEY = /^[\w.-]{20,255}$/

/**
 * The formats that are checked before a key is stored. A key of Bedrock's own (`api-key|region`) takes the place of the two of an account,
 * Google's API key that of a service account, and Azure's API key, or a token of Entra ID, that of an application; a token that of a client or an
 * app that gets tokens.
 */
const checks: Readonly<Partial<Record<KeyFormat, (key: string) => boolean>>> = {
  'access-key|secret-key': (key) => KEY_OF_HALVES.test(key),
  'access-key|secret-key|region': (key) => AWS_KEY.test(key),
  'api-key / tenant-id|client-id|client-secret': (key) => !key.includes('|') || entraApplicationOf(key) !== undefined,
  'service-account-json': (key) => GOOGLE_API_KEY.test(key) || serviceAccountOf(key) !== undefined,
  'token / client-id|client-secret': (key) => !key.includes('|') || oauthClientOf(key) !== undefined,
  'token / jwt-app-json': (key) => !key.startsWith('{') || jwtAppOf(key) !== undefined,
}

/** Is this text a key of the format, as far as that can be seen? */
export function isKeyOfFormat(key: string, format: KeyFormat): boolean {
  return checks[format]?.(key) ?? true
}

const PRIVATE_KEY = z.string().regex(/^-----BEGIN (?:RSA )?PRIVATE KEY-----[\s\S]+-----END (?:RSA )?PRIVATE KEY-----\s*$/)

/** What is needed of the key of a service account, as Google's console gives it out. Source: Google Cloud, "Service account keys", 2026. */
const ServiceAccount = z.object({
  type: z.literal('service_account'),
  /** It becomes part of addresses. */
  project_id: z.string().regex(/^[a-z\d][a-z\d.:-]{0,126}$/),
  private_key_id: z.string().max(255).optional(),
  private_key: PRIVATE_KEY,
  client_email: z.string().regex(/^[^\s@]+@[^\s@]+$/),
})
export type ServiceAccount = z.infer<typeof ServiceAccount>

/** The service account whose key this is; undefined: it is none. */
export function serviceAccountOf(key: string): ServiceAccount | undefined {
  return key.startsWith('{') ? ServiceAccount.safeParse(jsonValue(key)).data : undefined
}

/** What is needed of the secrets of an app that signs statements to get tokens, as its vendor's examples keep them. */
const JwtApp = z.object({
  client_id: z.string().regex(/^[\w-]{1,64}$/),
  public_key_id: z.string().regex(/^[\w-]{1,255}$/),
  private_key: PRIVATE_KEY,
})
export type JwtApp = z.infer<typeof JwtApp>

/** The app whose secrets this key is; undefined: it is none. */
export function jwtAppOf(key: string): JwtApp | undefined {
  return key.startsWith('{') ? JwtApp.safeParse(jsonValue(key)).data : undefined
}

/** An application that signs in at Microsoft Entra ID with a secret of its own. */
export interface EntraApplication {
  /** The id of a tenant, or a domain of it. */
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The tenant becomes part of an address. */
const ENTRA_APPLICATION = /^([a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,5})\|([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\|([^|\s]{1,4096})$/i

/** The application whose tenant, id and secret this key is; undefined: it is none. */
export function entraApplicationOf(key: string): EntraApplication | undefined {
  const [, tenantId, clientId, clientSecret] = ENTRA_APPLICATION.exec(key) ?? []
  return tenantId && clientId && clientSecret ? { tenantId, clientId, clientSecret } : undefined
}

/** A client that gets tokens for a secret, without a tenant. */
export interface OauthClient {
  readonly clientId: string
  readonly clientSecret: string
}

const OAUTH_CLIENT = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\|([^|\s]{1,4096})$/i

/** The client whose id and secret this key is; undefined: it is none. */
export function oauthClientOf(key: string): OauthClient | undefined {
  const [, clientId, clientSecret] = OAUTH_CLIENT.exec(key) ?? []
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}

const TAIL_LENGTH = 4

/** The end of a key, by which people tell it from others: of a JSON document that of its key's id, since all of these end alike. */
export const keyTail = (key: string): string =>
  (serviceAccountOf(key)?.private_key_id ?? jwtAppOf(key)?.public_key_id ?? key).slice(-TAIL_LENGTH)

/** Formats of which a key may be a JSON document. */
const DOCUMENTS: ReadonlySet<KeyFormat> = new Set(['service-account-json', 'token / jwt-app-json'])

/** How a text of keys is read: as JSON documents, which have commas and lines of their own, or as one key per line or comma. */
export type KeyReading = 'document' | 'list'

/** How the keys of a channel of this type are read. */
export const keyReading = (type: number): KeyReading => (DOCUMENTS.has(channelType(type).keyFormat) ? 'document' : 'list')

/** The keys in a text, each once and as it was meant. */
export function splitKeys(text: string, reading: KeyReading): string[] {
  const keys = reading === 'document' ? splitDocuments(text) : splitList(text, LIST_SEPARATOR)
  return [...new Set(keys.map(cleanKey))].filter((key) => key !== '')
}

/** The text of one key, or of several, one per line. A JSON document stays in one piece, whatever stands in it, and becomes one line. */
export function cleanKeys(text: string): string {
  return splitKeys(cleanExact(text), text.includes('{') ? 'document' : 'list').join('\n')
}

/** JSON documents one after the other, one per line, or as a list of JSON; and between them keys that are no documents, one per line or comma. */
function splitDocuments(text: string): string[] {
  const whole = cleanKey(text)
  const rest = /^\[\s*\{[\s\S]*\]$/.test(whole) ? whole.slice(1, -1) : whole.startsWith('{') ? whole : text
  const keys: string[] = []
  for (let at = 0; at < rest.length; ) {
    const gap = BETWEEN.exec(rest.slice(at))?.[0].length ?? 0
    at += gap
    const length = rest[at] === '{' ? documentLength(rest, at) : (/^[^,，、；\r\n]*/.exec(rest.slice(at))?.[0].length ?? 0)
    keys.push(rest.slice(at, at + length))
    at += Math.max(length, 1)
  }
  return keys.map(asOneLine)
}

/** Separators of a list, with spaces around them. */
const BETWEEN = /^[\s,，、；]+/

/** How long the document is that begins here: to its last brace. One that does not end goes on to the end of the text. */
function documentLength(text: string, start: number): number {
  let depth = 0
  let isText = false
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (isText && sign === '\\') at++
    else if (sign === '"') isText = !isText
    else if (!isText && sign === '{') depth++
    else if (!isText && sign === '}' && --depth === 0) return at + 1 - start
  }
  return text.length - start
}

/** The same document on one line, so that it is the same text however it was laid out; what is no document stays. */
function asOneLine(key: string): string {
  const document = key.startsWith('{') ? jsonValue(key) : undefined
  return document === undefined ? key : JSON.stringify(document)
}
