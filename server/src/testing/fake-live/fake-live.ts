// Google's Live API for tests (`BidiGenerateContent` of the Gemini API), on a real socket and strict: written from its documentation and from
// the types of the official library, never from our own code.
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { listenLocally } from '../network/local-site.ts'
import { LiveSession } from './live-session.ts'

const KEYS = ['AIza-live']
const MODELS = ['gemini-2.5-flash-native-audio', 'gemini-live-2.5-flash-preview']
/** The library writes two slashes before it, and asks for v1 where no version is named. */
const DOOR = /^\/{1,2}ws\/google\.ai\.generativelanguage\.(v1(?:alpha|beta)?)\.GenerativeService\.BidiGenerateContent$/
const USUALLY_HEARD = 'Hello there.'

/** Starts it on 127.0.0.1. Close it at the end. */
export async function openFakeLive({ keys = KEYS, models = MODELS } = {}): Promise<FakeLive> {
  const fake = new FakeLive(keys, models)
  await fake.listen()
  return fake
}

export class FakeLive {
  /** In the order in which they were opened; with a wrong key one is open until its first message. */
  readonly sessions: LiveSession[] = []
  readonly #keys: ReadonlySet<string>
  readonly #models: ReadonlySet<string>
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 32 * 1024 * 1024 })
  readonly #heard: string[] = []
  #site: { readonly port: number; close(): Promise<void> } | undefined

  constructor(keys: readonly string[], models: readonly string[]) {
    this.#keys = new Set(keys)
    this.#models = new Set(models)
  }

  /** Without the path. */
  get url(): string {
    return `http://127.0.0.1:${this.#site?.port ?? 0}`
  }

  /** The session that was opened last. */
  get last(): LiveSession {
    const last = this.sessions.at(-1)
    if (!last) throw new Error('no session was opened')
    return last
  }

  async listen(): Promise<void> {
    const server = createServer((_request, response) => response.writeHead(404).end())
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => this.#upgrade(request, socket, head))
    this.#site = await listenLocally(server)
  }

  /** Lines up what is heard in the next sound. */
  hears(transcript: string): void {
    this.#heard.push(transcript)
  }

  /** Forgets what was seen and lined up. */
  clear(): void {
    this.sessions.length = 0
    this.#heard.length = 0
  }

  async close(): Promise<void> {
    await this.#site?.close()
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {})
    const [path = '', query] = (request.url ?? '').split('?')
    const version = DOOR.exec(path)?.[1]
    if (version === undefined) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return
    }
    const key = new URLSearchParams(query).get('key') ?? String(request.headers['x-goog-api-key'] ?? '')
    const rules = { version, isKey: this.#keys.has(key), models: this.#models, nextHeard: () => this.#heard.shift() ?? USUALLY_HEARD }
    this.#sockets.handleUpgrade(request, socket, head, (opened) =>
      this.sessions.push(new LiveSession(opened, { path: request.url ?? '', headers: request.headers, key }, rules)),
    )
  }
}
