// Three vendors on one real socket that keep files by key, each at its own addresses and by its own rules, and answer calls that name files.
// Of a file of another key all of them say that it is not there.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { runScript, type Step, scenario, step } from '../fakes/fake-provider-script.ts'
import { openaisAddress } from '../fakes/strict-azure.ts'
import { type LocalSite, openSite } from '../network/local-site.ts'
import { type AskedVendor, FileAccount, type FileAnswer, type KeptFile, type OpenUpload } from './account.ts'
import { answerAnthropic, anthropicRefusal, versionRefusal } from './anthropic-files.ts'
import { answerCall, callOf } from './calls-with-files.ts'
import { answerGoogle, answerPart, answerUpload, googleRefusal } from './google-files.ts'
import { answerOpenai, openaiRefusal } from './openai-files.ts'

/** What is kept of every request. */
export interface SeenFileRequest {
  readonly method: string
  /** With the query. */
  readonly url: string
  readonly key: string
  /** Of the body, as far as it came. */
  bytes: number
  /** Set once it was answered by the rules. */
  status: number | undefined
  isAborted: boolean
}

/** Starts the vendors on 127.0.0.1; they take these keys. */
export async function openFileVendor(keys: readonly string[], now: () => number = Date.now): Promise<FileVendor> {
  const vendor = new FileVendor(keys, now)
  await vendor.listen()
  return vendor
}

export class FileVendor {
  readonly requests: SeenFileRequest[] = []
  readonly #accounts: ReadonlyMap<string, FileAccount>
  readonly #uploads = new Map<string, OpenUpload>()
  readonly #scripts: { readonly steps: readonly Step[]; readonly isEarly: boolean; readonly to: RegExp }[] = []
  readonly #now: () => number
  /** Requests like this one, as method and path, are done and never answered. */
  silent = NONE
  #site: LocalSite | undefined

  constructor(keys: readonly string[], now: () => number) {
    this.#accounts = new Map(keys.map((key) => [key, new FileAccount()]))
    this.#now = now
  }

  get url(): string {
    return this.#site?.url ?? ''
  }

  async listen(): Promise<void> {
    this.#site = await openSite((request, response) => void this.#serve(request, response))
  }

  async close(): Promise<void> {
    await this.#site?.close()
  }

  /** Forgets what was seen and scripted; files stay. */
  clear(): void {
    this.requests.length = 0
    this.#scripts.length = 0
    this.silent = NONE
  }

  /** Scripts the answer to the next request to such a path, else to any; an early one comes before its body is read. */
  next(steps: readonly Step[], { isEarly = false, to = ANY }: { readonly isEarly?: boolean; readonly to?: RegExp } = {}): void {
    this.#scripts.push({ steps, isEarly, to })
  }

  /** The ids of what a key keeps, newest first. */
  idsOf(key: string): string[] {
    return this.#account(key)
      .all(this.#now())
      .map(({ id }) => id)
  }

  /** Puts a file there that the vendor's own tools made. */
  make(key: string, file: Pick<KeptFile, 'id' | 'name' | 'type' | 'bytes'>): void {
    this.#account(key).add({ ...file, createdMs: this.#now(), endsMs: this.#now() + 3_600_000, isMade: true, pendingReads: 0 })
  }

  /** Takes a file away behind everybody's back. */
  lose(key: string, id: string): void {
    this.#account(key).delete(id)
  }

  /** What stands beside files, at a vendor that has more. Undefined: nothing at this address. */
  protected answerMore(_asked: AskedVendor, _account: FileAccount): FileAnswer | undefined {
    return undefined
  }

  #account(key: string): FileAccount {
    const account = this.#accounts.get(key)
    if (!account) throw new Error(`no account ${key}`)
    return account
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    const key = shownKey(request)
    const seen: SeenFileRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      key,
      bytes: 0,
      status: undefined,
      isAborted: false,
    }
    this.requests.push(seen)
    response.on('close', () => {
      seen.isAborted = !response.writableFinished
      gone.abort()
    })
    const { pathname } = new URL(seen.url, 'http://vendor.test')
    const at = this.#scripts.findIndex(({ to }) => to.test(pathname))
    const script = at < 0 ? undefined : this.#scripts.splice(at, 1)[0]
    if (script?.isEarly) return runScript(script.steps, request, response, gone.signal)
    request.on('data', (chunk: Buffer) => (seen.bytes += chunk.length))
    const raw = await buffer(request).catch(() => undefined)
    if (!raw) return
    if (script) return runScript(script.steps, request, response, gone.signal)
    const answer = await this.#answer(request, raw, key)
    seen.status = answer.status
    if (this.silent.test(`${seen.method} ${pathname}`)) return
    await runScript(stepsOf(answer), request, response, gone.signal)
  }

  async #answer({ method = '', url = '', headers }: IncomingMessage, raw: Buffer, key: string): Promise<FileAnswer> {
    const { pathname, searchParams: query } = new URL(url, 'http://vendor.test')
    const asked: AskedVendor = { method, path: pathname, query, headers, raw, nowMs: this.#now() }
    const account = this.#accounts.get(key)
    const more = account && this.answerMore(asked, account)
    if (more) return more
    if (pathname === '/upload/v1beta/files' && query.has('upload_id')) return this.#part(asked)
    if (/^\/(upload\/)?v1beta\//.test(pathname)) {
      if (!account) return googleRefusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.')
      if (pathname === '/upload/v1beta/files') return answerUpload(asked, { key, account, uploads: this.#uploads, url: this.url })
      return callOf(pathname) ? answerCall(asked, account) : answerGoogle(asked, account)
    }
    if (headers['x-api-key'] !== undefined) {
      if (!account) return anthropicRefusal(401, 'authentication_error', 'invalid x-api-key')
      const refusal = versionRefusal(asked)
      if (refusal) return refusal
      return callOf(pathname) ? answerCall(asked, account) : answerAnthropic(asked, account, newId)
    }
    if (!account) return openaiRefusal(401, 'Incorrect API key provided.')
    const path = headers['api-key'] === undefined ? pathname : azurePath(pathname, query)
    if (callOf(path)) return answerCall({ ...asked, path }, account)
    return /^\/v1\/files/.test(path)
      ? answerOpenai({ ...asked, path }, account, newId)
      : openaiRefusal(404, `Invalid URL (${method} ${pathname})`)
  }

  /** Of an upload its address tells whose it is. */
  #part(asked: AskedVendor): FileAnswer {
    const upload = this.#uploads.get(asked.query.get('upload_id') ?? '')
    return upload ? answerPart(asked, this.#account(upload.key), upload) : googleRefusal(404, 'NOT_FOUND', 'Upload not found')
  }
}

const ANY = /^/
const NONE = /^$/

const newId = () => randomBytes(12).toString('hex')

/** The address that OpenAI has for the same; Azure's version is no parameter of the file's. */
function azurePath(pathname: string, query: URLSearchParams): string {
  query.delete('api-version')
  return openaisAddress(pathname)?.path ?? pathname.replace(/^\/openai(?=\/files)/, '/v1')
}

function shownKey({ headers, url = '' }: IncomingMessage): string {
  const { authorization, 'x-api-key': anthropic, 'x-goog-api-key': google, 'api-key': azure } = headers
  const shown = [
    authorization?.replace(/^Bearer /, ''),
    anthropic,
    google,
    azure,
    new URL(url, 'http://vendor.test').searchParams.get('key'),
  ]
  return String(shown.find((one) => typeof one === 'string') ?? '')
}

function stepsOf({ status, headers = {}, body }: FileAnswer): readonly Step[] {
  if (!Buffer.isBuffer(body)) return scenario.reply(status, body, headers)
  return [step.head(status, { 'content-length': body.length, ...headers }), step.bytes(body), step.end()]
}
