// Coze's API for tests, on a real socket: bots, the tokens of people and of apps, with the doors, the fields and the codes of its developer
// guides ("Create a chat", "Upload files", "OAuth JWT authorization", "Error codes", 2026). It takes nothing that these do not have.
import { createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { completed, cozeBytes, created, inProgress, said, say, verbose } from '@waystation/wire/testing/coze-replies'
import { type Step, scenario, step } from './fake-provider-script.ts'
import { ScriptedServer, type SeenRequest } from './scripted-server.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const TOKEN_DOOR = '/api/permission/oauth2/token'
const UPLOAD_DOOR = '/v1/files/upload'
const MAX_TOKEN_SECONDS = 86_399
const MAX_MESSAGES = 100

/** A refusal as the API gives it: with a good status, most often. */
export const refused = (code: number, msg: string, status = 200): Step[] =>
  scenario.reply(status, { code, msg, detail: { logid: '2024070814304079' } })

/** A stream of these events, with its last mark, or with what is to follow in place of that. */
export const streamed = (events: Parameters<typeof cozeBytes>[0], ...rest: Step[]): Step[] => [
  step.streamHead(),
  step.text(cozeBytes(events)),
  ...(rest.length > 0 ? rest : [step.text('event:done\ndata:"[DONE]"\n\n'), step.end()]),
]

const usage = { token_count: 1020, output_count: 20, input_count: 1000 }
const answer = [created, inProgress, say('It is '), say('sunny.'), said('It is sunny.'), verbose, completed(usage)]

interface App {
  readonly publicKey: KeyObject
  readonly keyId: string
}

/** Starts a server on 127.0.0.1 with these bots, which these tokens may call. */
export async function openFakeCoze(bots: readonly string[], tokens: readonly string[]): Promise<FakeCoze> {
  const server = new FakeCoze(bots, tokens)
  await server.listen()
  return server
}

export class FakeCoze extends ScriptedServer {
  readonly #bots: ReadonlySet<string>
  /** Of people, and those that were given to apps. */
  readonly tokens: Set<string>
  readonly #apps = new Map<string, App>()
  readonly #statements = new Set<string>()
  readonly #files = new Set<string>()

  constructor(bots: readonly string[], tokens: readonly string[]) {
    super()
    this.#bots = new Set(bots)
    this.tokens = new Set(tokens)
  }

  /** A new app; its secrets as the examples of the vendor keep them. */
  app(): { readonly id: string; readonly key: string } {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const id = `31000000000${this.#apps.size + 1}`
    const keyId = `fingerprint_of-${id}`
    this.#apps.set(id, { publicKey, keyId })
    const secrets = {
      ...{ client_type: 'jwt', client_id: id, coze_www_base: 'https://evil.test', coze_api_base: 'https://evil.test' },
      ...{ private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }), public_key_id: keyId },
    }
    return { id, key: JSON.stringify(secrets, null, 2) }
  }

  /** No statement of this app is taken any more. */
  remove(id: string): void {
    this.#apps.delete(id)
  }

  protected override answer(request: IncomingMessage, seen: SeenRequest): readonly Step[] {
    if (request.method !== 'POST') return refused(4000, 'method', 405)
    if (seen.path === TOKEN_DOOR) return this.#give(request, seen)
    if (!this.tokens.has(seen.key)) return refused(4100, 'authentication is invalid', 401)
    const isUpload = seen.path === UPLOAD_DOOR
    if (!isUpload && seen.path !== '/v3/chat') return refused(4200, 'not found', 404)
    const [code, fault] = isUpload ? uploadFault(seen) : this.#callFault(seen, request)
    if (fault !== '') {
      seen.refusal = fault
      return refused(code, `refused: ${fault}`)
    }
    const scripted = this.scripted(seen.key, isUpload ? 'upload' : 'call')
    if (!isUpload) return scripted ?? streamed(answer)
    const id = `73694741${this.#files.size}`
    this.#files.add(id)
    const file = { id, bytes: seen.file?.size ?? 0, created_at: 1_790_000_000, file_name: seen.file?.name ?? '' }
    return scripted ?? scenario.reply(200, { code: 0, data: file, msg: '' })
  }

  /** What of a call the reference does not have, with its code. */
  #callFault({ body }: SeenRequest, { headers }: IncomingMessage): readonly [number, string] {
    const { bot_id: bot, user_id: user, stream, auto_save_history: isSaved, additional_messages: messages, ...rest } = body
    if (headers['content-type'] !== 'application/json') return [4000, 'content-type']
    if (Object.keys(rest).length > 0) return [4000, Object.keys(rest).join()]
    if (typeof bot !== 'string' || !this.#bots.has(bot)) return [4006, 'bot_id']
    if (typeof user !== 'string' || user === '') return [4000, 'user_id']
    if (typeof isSaved !== 'boolean') return [4000, 'auto_save_history']
    if (stream !== true) return [isSaved ? 4000 : 4007, 'stream']
    if (!Array.isArray(messages) || messages.length === 0) return [4000, 'additional_messages']
    if (messages.length > MAX_MESSAGES) return [4004, 'additional_messages']
    const fault = messages.map((message) => this.#messageFault(message)).find((one) => one !== '')
    return fault === undefined ? [0, ''] : [4005, fault]
  }

  #messageFault({ role, type, content, content_type: contentType, ...rest }: Record<string, unknown>): string {
    if (Object.keys(rest).length > 0) return Object.keys(rest).join()
    if (role !== 'user' && role !== 'assistant') return 'role'
    if (type !== (role === 'user' ? 'question' : 'answer')) return 'type'
    if (typeof content !== 'string' || content === '') return 'content'
    if (contentType === 'text') return ''
    if (contentType !== 'object_string') return 'content_type'
    const items = JSON.parse(content) as Record<string, unknown>[]
    if (items.filter((item) => item.type === 'text').length > 1) return 'two texts'
    return items.map((item) => this.#itemFault(item)).find((fault) => fault !== '') ?? ''
  }

  #itemFault({ type, text, file_id: id, file_url: url, ...rest }: Record<string, unknown>): string {
    if (Object.keys(rest).length > 0) return Object.keys(rest).join()
    if (type === 'text') return typeof text === 'string' && text !== '' && id === undefined && url === undefined ? '' : 'text'
    if (type !== 'image' && type !== 'file' && type !== 'audio') return 'item type'
    if (text !== undefined || (id === undefined) === (url === undefined)) return 'item'
    return id === undefined ? (/^https?:\/\//.test(String(url)) ? '' : 'file_url') : this.#files.has(String(id)) ? '' : 'file_id'
  }

  /** Gives a token for a statement of an app. */
  #give({ headers }: IncomingMessage, { key, body }: SeenRequest): readonly Step[] {
    const { grant_type: grant, duration_seconds: seconds, ...rest } = body
    if (headers['content-type'] !== 'application/json' || Object.keys(rest).length > 0) return ungiven('invalid_request', 'invalid request')
    if (grant !== GRANT) return ungiven('unsupported_grant_type', `not supported grant type: ${String(grant)}`)
    if (typeof seconds !== 'number' || seconds > MAX_TOKEN_SECONDS) return ungiven('invalid_request', 'invalid request: duration_seconds')
    const complaint = this.#complaint(key, String(headers.host))
    if (complaint !== undefined) return ungiven('invalid_client', complaint, 401)
    const token = `czs_${crypto.randomUUID()}`
    this.tokens.add(token)
    return scenario.reply(200, { access_token: token, expires_in: Math.floor(Date.now() / 1000) + seconds, token_type: 'Bearer' })
  }

  /** What is wrong with a statement. */
  #complaint(statement: string, host: string): string | undefined {
    const [head = '', claimed = '', signature = ''] = statement.split('.')
    const { alg, typ, kid } = readPart(head)
    const { iss, aud, iat, exp, jti } = readPart(claimed)
    const app = this.#apps.get(String(iss))
    if (!app || alg !== 'RS256' || typ !== 'JWT' || kid !== app.keyId) return 'header'
    if (!createVerify('RSA-SHA256').update(`${head}.${claimed}`).verify(app.publicKey, signature, 'base64url')) return 'signature'
    if (aud !== host) return 'aud'
    if (!Number.isInteger(iat) || !Number.isInteger(exp) || Number(exp) <= Date.now() / 1000 || Number(iat) > Date.now() / 1000 + 1)
      return 'exp'
    if (typeof jti !== 'string' || jti.length <= 32 || this.#statements.has(jti)) return 'jti'
    this.#statements.add(jti)
    return undefined
  }
}

const ungiven = (error: string, words: string, status = 400): Step[] => scenario.reply(status, { error_code: error, error_message: words })

function readPart(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
  } catch {
    return {}
  }
}

function uploadFault({ body, file }: SeenRequest): readonly [number, string] {
  if (!file || file.size === 0) return [4300, 'file']
  if (!/\.\w+$/.test(file.name)) return [4303, 'file name']
  return Object.keys(body).length === 0 ? [0, ''] : [4000, Object.keys(body).join()]
}
