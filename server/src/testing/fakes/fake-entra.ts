// Where Microsoft Entra ID gives tokens to applications, on a real socket: it takes a request only as Microsoft's documentation has it. Source:
// Microsoft, "OAuth 2.0 client credentials flow on the Microsoft identity platform", "Microsoft Entra authentication error codes", 2026.
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { openSite } from '../network/local-site.ts'

export type FakeEntra = Awaited<ReturnType<typeof openFakeEntra>>

/** Starts it on 127.0.0.1; its address stands in for https://login.microsoftonline.com. */
export async function openFakeEntra() {
  const secrets = new Map<string, { readonly tenant: string; readonly secret: string }>()
  const answers: { readonly status: number; readonly scope: string; readonly token?: string }[] = []
  const site = await openSite(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const { status, answer } = judged(request, form, secrets, answers.length)
    const token = 'access_token' in answer ? { token: String(answer.access_token) } : {}
    answers.push({ status, scope: form.get('scope') ?? '', ...token })
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(answer))
  })
  return {
    ...site,
    /** Every answer so far. */
    answers,
    /** An application of a new tenant; its key is written as channels have it. */
    application() {
      const [tenant, clientId] = [crypto.randomUUID(), crypto.randomUUID()]
      const secret = `abc8Q~${crypto.randomUUID()}`
      secrets.set(clientId, { tenant, secret })
      return { key: `${tenant}|${clientId}|${secret}`, clientId, secret }
    },
    /** Its secret is not taken any more. */
    remove: (clientId: string) => void secrets.delete(clientId),
  }
}

function judged(
  { method, url = '', headers }: IncomingMessage,
  form: URLSearchParams,
  secrets: ReadonlyMap<string, { readonly tenant: string; readonly secret: string }>,
  count: number,
): { readonly status: number; readonly answer: object } {
  const [, tenant] = /^\/([^/]+)\/oauth2\/v2\.0\/token$/.exec(url) ?? []
  if (method !== 'POST' || tenant === undefined) return { status: 404, answer: {} }
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
  if (!isForm || form.get('grant_type') !== 'client_credentials')
    return refusal(400, 'invalid_request', "AADSTS900144: The request body must contain the following parameter: 'grant_type'.")
  if (!/^https:\/\/(ai|cognitiveservices)\.azure\.com\/\.default$/.test(form.get('scope') ?? ''))
    return refusal(400, 'invalid_scope', 'AADSTS1002012: The provided value for scope is not valid.')
  const known = secrets.get(form.get('client_id') ?? '')
  if (known?.tenant !== tenant) return refusal(400, 'unauthorized_client', 'AADSTS700016: Application was not found in the directory.')
  if (known.secret !== form.get('client_secret')) return refusal(401, 'invalid_client', 'AADSTS7000215: Invalid client secret provided.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${part({ typ: 'JWT', alg: 'RS256' })}.${part({ aud: form.get('scope'), number: count })}.c2lnbmF0dXJl`
  return { status: 200, answer: { token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: token } }
}

const refusal = (status: number, error: string, description: string) => ({
  status,
  answer: { error, error_description: description, error_codes: [Number(/\d+/.exec(description)?.[0])] },
})
