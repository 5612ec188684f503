// The real server as a child process: started, killed, stopped.
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { call } from '../../server/src/testing/client.ts'
import { programOf } from '../../server/src/testing/waystation-command.ts'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
/** Far more than a start takes: the machine may be busy with other things. */
const READY_WITHIN_MS = 90_000

export interface ServerProcessOptions {
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string
  readonly env?: Readonly<Record<string, string>>
  /** For Node itself, before the program. */
  readonly nodeArguments?: readonly string[]
  /** The address that it listens at; absent: 127.0.0.1. */
  readonly host?: string
  /** What starts the process, such as `ip netns exec NAME`. */
  readonly launcher?: readonly string[]
  /** The checkout whose server it is; absent: this one. */
  readonly folder?: string
}

/** One server, again and again: after a kill, `start` brings up the next process on the same data. */
export class ServerProcess {
  readonly url: string
  readonly #options: ServerProcessOptions
  #child: ChildProcess | undefined
  #exited: Promise<number | null> = Promise.resolve(null)

  constructor(options: ServerProcessOptions) {
    this.#options = options
    this.url = `http://${options.host ?? '127.0.0.1'}:${options.port}`
  }

  get logFile(): string {
    return join(this.#options.dataDir, 'server.log')
  }

  /** Starts the process and answers when it serves, with the milliseconds that took. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<number> {
    const { port, host = '127.0.0.1', dataDir, databaseUrl, launcher = [] } = this.#options
    const startedMs = performance.now()
    const { folder, nodeArguments = [] } = this.#options
    const main = folder === undefined ? programOf('main.ts') : 'server/src/main.ts'
    const [program = '', ...words] = [...launcher, process.execPath, ...nodeArguments, main]
    const child = spawn(program, words, {
      cwd: folder ?? REPOSITORY,
      env: {
        ...process.env,
        PORT: String(port),
        HOST: host,
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'warn',
        ...this.#options.env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const log = createWriteStream(this.logFile, { flags: 'a' })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    this.#child = child
    const killWithUs = () => child.kill('SIGKILL')
    process.once('exit', killWithUs)
    let isGone = false
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code) => {
        isGone = true
        process.off('exit', killWithUs)
        log.end()
        resolve(code)
      })
    })
    while (performance.now() - startedMs < READY_WITHIN_MS) {
      if (isGone) break
      const answer = await call(`${this.url}/readyz`, { timeoutMs: 1000 })
      if (answer.status === 200) return performance.now() - startedMs
      await sleep(10)
    }
    throw new Error(`the server did not come up; the end of its log:\n${this.logTail()}`)
  }

  /** kill -9, and waits until the process is gone. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#exited
  }

  /** Stops it where it stands, and lets it go on. */
  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  resume(): void {
    this.#child?.kill('SIGCONT')
  }

  /** SIGTERM. Answers the exit code. */
  async stop(): Promise<number | null> {
    this.#child?.kill('SIGTERM')
    return this.#exited
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Sends a message to a module that was loaded into the process beside the server, and answers with its reply. */
  ask(message: string): Promise<unknown> {
    return new Promise((resolve) => {
      this.#child?.once('message', resolve)
      this.#child?.send(message)
    })
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  /** Answers when the process has ended, whoever ended it. */
  get exited(): Promise<number | null> {
    return this.#exited
  }

  logTail(): string {
    try {
      return readFileSync(this.logFile, 'utf8').slice(-4000)
    } catch {
      return '(none)'
    }
  }
}
