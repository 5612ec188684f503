// Google's token endpoint for service accounts, on a real socket: it takes a statement only as Google's documentation has it. Source: Google,
// "Using OAuth 2.0 for server to server applications", "Preparing to make an authorized API call", 2026; RFC 7523.
import { createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { parseJson } from '@waystation/wire/encoding/json'
import { type LocalSite, openSite } from '../network/local-site.ts'

/** The scope that calls of models need. */
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const AUDIENCE = 'https://oauth2.googleapis.com/token'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** How far a clock may be off, in seconds. */
const SKEW_SECONDS = 60

export interface FakeAccount {
  /** The key as the console of Google Cloud gives it out: JSON in lines. */
  readonly key: string
  readonly email: string
  readonly project: string
}

/** Starts the endpoint on 127.0.0.1. */
export async function openFakeTokenEndpoint(): Promise<FakeTokenEndpoint> {
  const endpoint = new FakeTokenEndpoint()
  await endpoint.listen()
  return endpoint
}

type Given = { readonly status: number; readonly body: string } | 'lost'

export class FakeTokenEndpoint {
  /** Every answer so far: its status, and the token where one was given. */
  readonly answers: { readonly status: number; readonly token?: string; readonly email?: string }[] = []
  /** Tokens that are in force. */
  readonly tokens = new Set<string>()
  /** Seconds that tokens live. */
  lifeSeconds = 3599
  /** Waits so long before each answer. */
  delayMs = 0
  readonly #accounts = new Map<string, { readonly publicKey: KeyObject; readonly keyId: string }>()
  readonly #queue: Given[] = []
  #site: LocalSite | undefined
  #count = 0

  async listen(): Promise<void> {
    this.#site = await openSite((request, response) => void this.#handle(request, response).catch(() => request.socket.destroy()))
  }

  get url(): string {
    return `${this.#site?.url}/token`
  }

  /** A service account of a project, with a private key of its own. */
  account(project: string): FakeAccount {
    const email = `gateway@${project}.iam.gserviceaccount.com`
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const keyId = `${this.#accounts.size + 1}`.padStart(40, 'a')
    this.#accounts.set(email, { publicKey, keyId })
    const key = {
      ...{ type: 'service_account', project_id: project, private_key_id: keyId },
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      ...{ client_email: email, client_id: '100000000000000000000', auth_uri: 'https://accounts.google.com/o/oauth2/auth' },
      ...{ token_uri: 'https://oauth2.googleapis.com/token', universe_domain: 'googleapis.com' },
    }
    return { key: JSON.stringify(key, null, 2), email, project }
  }

  /** Answers the next requests so; `lost`: the connection breaks. */
  next(answer: Given, times = 1): void {
    for (let count = 0; count < times; count++) this.#queue.push(answer)
  }

  /** No key of this account is taken any more. */
  remove(email: string): void {
    this.#accounts.delete(email)
  }

  async close(): Promise<void> {
    await this.#site?.close()
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs))
    const scripted = this.#queue.shift()
    if (scripted === 'lost') return void request.socket.destroy()
    const { status, answer } = scripted ? { status: scripted.status, answer: scripted.body } : this.#judged(request, body)
    this.answers.push({ status, ...this.#noted(answer, body) })
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(answer)
  }

  #noted(answer: string, body: string): { token?: string; email?: string } {
    const token = /"access_token":"([^"]+)"/.exec(answer)?.[1]
    const [, claims = ''] = (new URLSearchParams(body).get('assertion') ?? '').split('.')
    const { iss: email } = readPart(claims)
    return { ...(token === undefined ? {} : { token }), ...(typeof email === 'string' ? { email } : {}) }
  }

  #judged({ method, headers }: IncomingMessage, body: string): { status: number; answer: string } {
    const form = new URLSearchParams(body)
    if (method !== 'POST' || headers['content-type'] !== 'application/x-www-form-urlencoded')
      return refusal('invalid_request', 'Required parameter is missing: grant_type')
    if (form.get('grant_type') !== GRANT) return refusal('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`)
    const complaint = this.#complaint(form.get('assertion') ?? '')
    if (complaint !== undefined) return refusal('invalid_grant', complaint)
    const token = `ya29.c.fake-token-${++this.#count}-0123456789abcdef`
    this.tokens.add(token)
    return { status: 200, answer: JSON.stringify({ access_token: token, expires_in: this.lifeSeconds, token_type: 'Bearer' }) }
  }

  /** What is wrong with a statement. */
  #complaint(assertion: string): string | undefined {
    const [head = '', claimed = '', signature = '', ...more] = assertion.split('.')
    if (signature === '' || more.length > 0) return 'Invalid JWT: failed to decode.'
    const { alg, typ, kid } = readPart(head)
    const { iss, sub, aud, scope, iat, exp } = readPart(claimed)
    const account = this.#accounts.get(String(iss))
    if (!account) return 'Invalid grant: account not found'
    if (alg !== 'RS256' || typ !== 'JWT' || (kid !== undefined && kid !== account.keyId)) return 'Invalid JWT: header'
    if (!createVerify('RSA-SHA256').update(`${head}.${claimed}`).verify(account.publicKey, signature, 'base64url'))
      return 'Invalid JWT Signature.'
    if (sub !== undefined && sub !== iss) return 'Client is unauthorized to retrieve access tokens using this method'
    if (aud !== AUDIENCE) return 'Invalid JWT: audience'
    if (scope !== SCOPE) return 'Invalid OAuth scope'
    const now = Date.now() / 1000
    const isInTime = typeof iat === 'number' && typeof exp === 'number' && iat <= now + SKEW_SECONDS && exp > now && exp - iat <= 3600
    return isInTime ? undefined : 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.'
  }
}

function readPart(part: string): Record<string, unknown> {
  return (parseJson(Buffer.from(part, 'base64url').toString('utf8')) ?? {}) as Record<string, unknown>
}

const refusal = (error: string, description: string) => ({
  status: 400,
  answer: JSON.stringify({ error, error_description: description }),
})
