// A server of Dify for tests, on a real socket: one app for each key, with the doors, the fields and the words of its API reference ("Send Chat
// Message", "Send Completion Message", "Run Workflow", "Upload File", "Errors", 2026). It takes nothing that the reference does not have.
import type { IncomingMessage } from 'node:http'
import { chunk, messageEnd, runFinished, runStarted, say, speak } from '@waystation/wire/testing/dify-replies'
import { type Step, scenario, step } from './fake-provider-script.ts'
import { ScriptedServer, type SeenRequest } from './scripted-server.ts'

type AppKind = 'chat' | 'agent' | 'completion' | 'workflow'

/** A refusal as the API gives it. */
export const refused = (status: number, code: string, message: string, headers: Record<string, string> = {}): Step[] =>
  scenario.reply(status, { code, message, status }, headers)

/** A stream of these events, with a ping before each, and what follows. */
export const streamed = (events: readonly object[], ...rest: Step[]): Step[] => [
  step.streamHead(),
  ...events.flatMap((event) => [step.text('event: ping\n\n'), step.frame(event)]),
  ...(rest.length > 0 ? rest : [step.end()]),
]

const usage = { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 }
const answers: Readonly<Record<AppKind, readonly object[]>> = {
  chat: [say('It is '), say('sunny.'), messageEnd(usage)],
  agent: [speak('It is '), speak('sunny.'), messageEnd(usage)],
  completion: [say('It is '), say('sunny.'), messageEnd(usage)],
  workflow: [runStarted(), chunk('It is sunny.'), runFinished({ outputs: { text: 'It is sunny.' }, total_tokens: 1020 })],
}
const doors: Readonly<Record<AppKind, string>> = {
  ...{ chat: '/v1/chat-messages', agent: '/v1/chat-messages' },
  ...{ completion: '/v1/completion-messages', workflow: '/v1/workflows/run' },
}
const wrongDoor: Readonly<Record<string, string>> = {
  '/v1/chat-messages': 'not_chat_app',
  '/v1/completion-messages': 'app_unavailable',
  '/v1/workflows/run': 'not_workflow_app',
}

/** Starts a server on 127.0.0.1 with these apps, by their keys. */
export async function openFakeDify(apps: Readonly<Record<string, AppKind>>): Promise<FakeDify> {
  const server = new FakeDify(apps)
  await server.listen()
  return server
}

export class FakeDify extends ScriptedServer {
  readonly #apps: Readonly<Record<string, AppKind>>
  /** Who uploaded which file. */
  readonly #files = new Map<string, string>()

  constructor(apps: Readonly<Record<string, AppKind>>) {
    super()
    this.#apps = apps
  }

  protected override answer(request: IncomingMessage, seen: SeenRequest): readonly Step[] {
    const app = this.#apps[seen.key]
    if (!app) return refused(401, 'unauthorized', 'Access token is invalid')
    const isUpload = seen.path === '/v1/files/upload'
    seen.refusal = request.method === 'POST' ? (isUpload ? uploadFault(seen) : this.#callFault(seen, app, request)) : 'method'
    if (seen.refusal !== undefined) {
      const code = seen.refusal === 'door' ? (wrongDoor[seen.path] ?? 'not_found') : 'invalid_param'
      return refused(400, code, `refused: ${seen.refusal}`)
    }
    const scripted = this.scripted(seen.key, isUpload ? 'upload' : 'call')
    if (!isUpload) return scripted ?? streamed(answers[app])
    const id = `file-${this.#files.size + 1}`
    this.#files.set(id, String(seen.body.user))
    return (
      scripted ?? scenario.reply(201, { id, name: seen.file?.name ?? '', size: seen.file?.size ?? 0, mime_type: seen.file?.type ?? '' })
    )
  }

  /** What of a call the reference does not have. */
  #callFault({ path, body }: SeenRequest, app: AppKind, request: IncomingMessage): string | undefined {
    if (path !== doors[app]) return 'door'
    if (request.headers['content-type'] !== 'application/json') return 'content-type'
    if (typeof body.inputs !== 'object' || body.inputs === null) return 'inputs'
    if (typeof body.user !== 'string' || body.user === '') return 'user'
    if (body.response_mode !== 'streaming') return 'response_mode'
    const isChat = app === 'chat' || app === 'agent'
    if (isChat && (typeof body.query !== 'string' || body.query === '')) return 'query'
    if (!isChat && Object.keys(body.inputs).length === 0) return 'inputs'
    const known = ['inputs', 'user', 'response_mode', 'files', ...(isChat ? ['query', 'conversation_id', 'auto_generate_name'] : [])]
    const stray = Object.keys(body).find((key) => !known.includes(key))
    if (stray !== undefined) return stray
    const files = body.files ?? []
    return Array.isArray(files) ? files.map((file) => this.#fileFault(file, body.user)).find((fault) => fault !== undefined) : 'files'
  }

  #fileFault(file: Record<string, unknown>, user: unknown): string | undefined {
    if (!['image', 'document', 'audio', 'video', 'custom'].includes(String(file.type))) return 'files.type'
    if (file.transfer_method === 'remote_url')
      return /^https?:\/\//.test(String(file.url)) && !file.upload_file_id ? undefined : 'files.url'
    if (file.transfer_method !== 'local_file') return 'files.transfer_method'
    // A file belongs to the user who uploaded it.
    return this.#files.get(String(file.upload_file_id)) === user && !file.url ? undefined : 'files.upload_file_id'
  }
}

function uploadFault({ body, file }: SeenRequest): string | undefined {
  if (!file || file.size === 0 || !/\.\w+$/.test(file.name)) return 'file'
  return typeof body.user === 'string' && body.user !== '' ? undefined : 'user'
}
