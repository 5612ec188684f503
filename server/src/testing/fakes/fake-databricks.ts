// A workspace of Databricks for tests, on a real socket: it checks who calls, at which of its paths and with which fields of chat, and has the
// calls answered by the fake provider, which judges them as the maker of the dialect does. Sources: Databricks, "Query model services", "Query
// with the Anthropic Messages API" and its siblings, "Foundation model REST API reference", "Authorize service principal access to Databricks
// with OAuth", and "Serving endpoints: list", 2026.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The fields of a chat, as the reference has them. */
const CHAT_FIELDS: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'max_tokens', 'stream', 'stream_options', 'temperature', 'top_p', 'top_k', 'stop', 'n', 'tools', 'tool_choice'],
  ...['response_format', 'logprobs', 'top_logprobs', 'reasoning_effort', 'thinking'],
])

/** Its paths, and where the maker of the dialect has the same; `key`: the header in which that one wants a key. */
const doors: readonly { readonly path: RegExp; readonly to: string; readonly key?: string }[] = [
  { path: /^\/(?:ai-gateway\/mlflow\/v1|serving-endpoints)(\/chat\/completions|\/embeddings|\/responses)$/, to: '/v1' },
  { path: /^\/(?:ai-gateway|serving-endpoints)\/anthropic\/v1(\/messages)$/, to: '/v1', key: 'x-api-key' },
  { path: /^\/(?:ai-gateway|serving-endpoints)\/gemini\/v1beta(\/models\/[^/]+)$/, to: '/v1beta', key: 'x-goog-api-key' },
]

/** Starts a workspace on 127.0.0.1 in front of this provider. */
export async function openFakeDatabricks(providerUrl: string): Promise<FakeDatabricks> {
  const workspace = new FakeDatabricks(providerUrl)
  await workspace.listen()
  return workspace
}

export class FakeDatabricks {
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: Record<string, unknown> }[] = []
  /** Personal tokens, and those that were given to service principals. */
  readonly tokens = new Set<string>()
  readonly #principals = new Map<string, string>()
  readonly #server: Server
  readonly #providerUrl: string

  constructor(providerUrl: string) {
    this.#providerUrl = providerUrl
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  /** A new service principal; its key is written as channels have it. */
  principal(): { readonly id: string; readonly secret: string; readonly key: string } {
    const [id, secret] = [randomUUID(), `dose${randomUUID()}`]
    this.#principals.set(id, secret)
    return { id, secret, key: `${id}|${secret}` }
  }

  /** Its secret is not taken any more. */
  remove(id: string): void {
    this.#principals.delete(id)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString('utf8')
    const { pathname, search } = new URL(request.url ?? '', this.url)
    if (pathname === '/oidc/v1/token') return send(response, ...this.#given(request, text))
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    this.requests.push({ path: pathname + search, headers: request.headers, body })
    const { authorization = '', 'x-api-key': other, 'x-goog-api-key': another } = request.headers
    if (!this.tokens.has(authorization.replace(/^Bearer /, '')) || other !== undefined || another !== undefined)
      return refuse(response, 403, '403', 'Invalid access token.')
    if (request.method === 'GET' && pathname === '/api/2.0/serving-endpoints') return send(response, 200, { endpoints })
    const door = doors.find(({ path }) => path.test(pathname))
    if (request.method !== 'POST' || !door) return refuse(response, 404, 'ENDPOINT_NOT_FOUND', `No API found for '${pathname}'`)
    const stray = pathname.endsWith('/chat/completions') ? Object.keys(body).find((key) => !CHAT_FIELDS.has(key)) : undefined
    if (stray !== undefined) return refuse(response, 400, 'BAD_REQUEST', `json: unknown field "${stray}"`)
    const rest = door.path.exec(pathname)?.[1] ?? ''
    const headers = { ...shown(request.headers), authorization: 'Bearer key', ...(door.key && { [door.key]: 'key' }) }
    const answer = await fetch(`${this.#providerUrl}${door.to}${rest}${search}`, { method: 'POST', headers, body: text })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    for await (const piece of answer.body ?? []) response.write(piece)
    response.end()
  }

  /** Gives a token for the secret of a service principal. */
  /** The answer to a service principal that wants a token for its secret. */
  #given({ method, headers }: IncomingMessage, text: string): readonly [status: number, body: object] {
    const form = Object.fromEntries(new URLSearchParams(text))
    const isForm = method === 'POST' && headers['content-type'] === 'application/x-www-form-urlencoded'
    if (!isForm || form.grant_type !== 'client_credentials' || form.scope !== 'all-apis' || Object.keys(form).length !== 2)
      return [400, { error: 'invalid_request', error_description: 'OIDC: malformed request.' }]
    const [id = '', secret] = Buffer.from(String(headers.authorization).replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
    if (secret === undefined || this.#principals.get(id) !== secret)
      return [401, { error: 'invalid_client', error_description: 'Client authentication failed' }]
    const token = `eyJraWQi.${Buffer.from(randomUUID()).toString('base64url')}.c2ln`
    this.tokens.add(token)
    return [200, { access_token: token, scope: 'all-apis', token_type: 'Bearer', expires_in: 3600 }]
  }
}

const endpoints = [
  { name: 'databricks-claude-opus-5-5', task: 'llm/v1/chat', state: { ready: 'READY', config_update: 'NOT_UPDATING' } },
  { name: 'databricks-gte-large-en', task: 'llm/v1/embeddings', state: { ready: 'READY', config_update: 'NOT_UPDATING' } },
  { name: 'support-agent', task: 'agent/v1/responses', state: { ready: 'READY', config_update: 'NOT_UPDATING' } },
  { name: 'churn', state: { ready: 'NOT_READY', config_update: 'NOT_UPDATING' } },
]

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const refuse = (response: ServerResponse, status: number, code: string, message: string) =>
  send(response, status, { error_code: code, message })

function shown({ 'content-type': type = '', 'anthropic-version': version }: IncomingMessage['headers']): Record<string, string> {
  return { 'content-type': type, ...(typeof version === 'string' && { 'anthropic-version': version }) }
}
