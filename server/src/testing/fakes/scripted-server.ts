// A stand-in of a vendor on a real socket: it keeps what it was sent, and answers as its rules say or as a test has scripted.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type LocalSite, openSite } from '../network/local-site.ts'
import { runScript, type Step } from './fake-provider-script.ts'

/** What is kept of every request. */
export interface SeenRequest {
  readonly path: string
  /** What was shown as bearer token. */
  readonly key: string
  /** Of a call, or the texts of a form. */
  readonly body: Record<string, unknown>
  /** Of an upload. */
  readonly file: { readonly name: string; readonly type: string; readonly size: number } | undefined
  /** What it was refused for by the rules of the API. */
  refusal: string | undefined
  isAborted: boolean
}

export abstract class ScriptedServer {
  readonly requests: SeenRequest[] = []
  #site: LocalSite | undefined
  readonly #scripts = new Map<string, (readonly Step[])[]>()

  get url(): string {
    return this.#site?.url ?? ''
  }

  async listen(): Promise<void> {
    this.#site = await openSite((request, response) => void this.#serve(request, response))
  }

  /** Scripts the answer to the next good request with this key: the next call, or the next upload. */
  next(key: string, steps: readonly Step[], what: 'call' | 'upload' = 'call'): void {
    const name = `${what} ${key}`
    this.#scripts.set(name, [...(this.#scripts.get(name) ?? []), steps])
  }

  clear(): void {
    this.requests.length = 0
    this.#scripts.clear()
  }

  async close(): Promise<void> {
    await this.#site?.close()
  }

  /** The answer by the rules of the API; it notes a refusal in `seen`. */
  protected abstract answer(request: IncomingMessage, seen: SeenRequest): readonly Step[]

  /** What a test wants to be answered in place of that. */
  protected scripted(key: string, what: 'call' | 'upload'): readonly Step[] | undefined {
    return this.#scripts.get(`${what} ${key}`)?.shift()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    const seen = await recorded(request, await buffer(request))
    this.requests.push(seen)
    response.on('close', () => {
      seen.isAborted = !response.writableFinished
      gone.abort()
    })
    await runScript(this.answer(request, seen), request, response, gone.signal)
  }
}

async function recorded({ url = '', headers }: IncomingMessage, raw: Buffer): Promise<SeenRequest> {
  const base = { path: url, key: String(headers.authorization).replace(/^Bearer /, ''), refusal: undefined, isAborted: false }
  const type = String(headers['content-type'])
  if (!type.startsWith('multipart/form-data')) return { ...base, body: JSON.parse(raw.toString() || '{}'), file: undefined }
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData()
  const file = form.get('file')
  const texts = [...form].filter(([, value]) => typeof value === 'string')
  return {
    ...{ ...base, body: Object.fromEntries(texts) },
    file: file instanceof File ? { name: file.name, type: file.type, size: file.size } : undefined,
  }
}
