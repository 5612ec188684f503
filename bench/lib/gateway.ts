// The server under test: started as operators start it, and set up through its front door.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConsoleClient, logIn, setUp } from '../../server/src/testing/console-client.ts'
import { freePort } from '../../server/src/testing/network/free-port.ts'
import type { BenchOptions } from '../question.ts'
import { nodeOn } from './cores.ts'
import { ended } from './process.ts'

/** A console may be built at the first start. */
const START_LIMIT_MS = 120_000
/** More than any bench calls within a minute. */
const NO_LIMIT = 50_000_000
const MUCH_QUOTA = 1_000_000_000_000
/** The channel type of a vendor that speaks as OpenAI does, at any address. */
const CUSTOM_TYPE = 8

export interface RunningGateway {
  readonly pid: number
  readonly port: number
  readonly child: ChildProcess
  /** Sends a message to a module that was loaded into the process beside the server, and answers with its reply. */
  ask(message: string): Promise<unknown>
  stop(): Promise<void>
}

/** A set-up server with its data and a key. */
export interface Gateway extends RunningGateway {
  /** Without `sk-`. */
  readonly key: string
  readonly console: ConsoleClient
  readonly dataFolder: string
  /** Adds a channel that serves a model from an address; its type tells the vendor's dialect, OpenAI's own where none is given. */
  addChannel(model: string, url: string, type?: number): Promise<void>
  /** Stops it and starts it again on the same data; its port stays. */
  close(): Promise<void>
}

/** What `npm start` of that checkout hands to Node before the program. */
export function startFlags(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } }
  return /exec node (.*?)server\/src\/main\.ts/.exec(scripts.start)?.[1]?.split(' ').filter(Boolean) ?? []
}

export interface StartOptions extends Pick<BenchOptions, 'root' | 'profileFolder'> {
  readonly databaseUrl?: string
  /** Loaded into the process beside the server; its address. */
  readonly module?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the server on a data folder and waits until it is ready. */
export async function startGateway(options: StartOptions, dataFolder: string, port: number, core?: string): Promise<RunningGateway> {
  const flags = [
    ...(options.profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profileFolder}`]),
    ...(options.module === undefined ? [] : ['--import', options.module]),
  ]
  const { program, before } = nodeOn(core)
  const database = options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }
  const child = spawn(program, [...before, ...flags, ...startFlags(options.root), `${options.root}server/src/main.ts`], {
    cwd: options.root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataFolder,
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '1',
      ...database,
      ...options.env,
    },
  })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`the server was not ready in time: ${output}`)), START_LIMIT_MS)
    const read = (text: string) => {
      output = (output + text).slice(-5000)
      if (!/ runs (at http|in \d+ processes)/.test(output)) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.setEncoding('utf8').on('data', read)
    child.stderr?.setEncoding('utf8').on('data', read)
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}: ${output}`)))
  })
  child.stderr?.pipe(process.stderr)
  return {
    ...{ pid: child.pid ?? 0, port, child, stop: () => ended(child, 'SIGTERM') },
    ask: (message) =>
      new Promise((resolve) => {
        child.once('message', resolve)
        child.send(message)
      }),
  }
}

/**
 * Starts a fresh server and sets it up: a price, a key with limits of every kind, none of which is ever reached.
 * @param core the only one that it may use; undefined: any
 */
export async function openGateway(options: StartOptions, models: readonly string[], core?: string): Promise<Gateway> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'waystation-bench-'))
  const running = await startGateway(options, dataFolder, await freePort(), core)
  const url = `http://127.0.0.1:${running.port}`
  await setUp(url)
  const console = await logIn(url)
  const setOption = (key: string, value: string) => console.call('PUT', '/api/option/', { key, value })
  await setOption('ModelRatio', JSON.stringify(Object.fromEntries(models.map((model) => [model, 0.01]))))
  await setOption('ModelRequestRateLimitEnabled', 'true')
  await setOption('ModelRequestRateLimitCount', String(NO_LIMIT))
  await setOption('ModelRequestRateLimitSuccessCount', String(NO_LIMIT))
  const token = await console.call<{ key: string }>('POST', '/api/token/', {
    name: 'bench',
    unlimited_quota: false,
    remain_quota: MUCH_QUOTA,
    rate_limit_enabled: true,
    rate_limit_count: NO_LIMIT,
    rate_limit_success: NO_LIMIT,
    model_limits_enabled: true,
    model_limits: models.join(','),
  })
  return {
    ...running,
    key: token.key,
    console,
    dataFolder,
    async addChannel(model, base_url, type = CUSTOM_TYPE) {
      await console.call('POST', '/api/channel/', {
        name: `bench ${model}`,
        type,
        key: 'far-key',
        base_url,
        models: model,
        group: 'default',
      })
    },
    async close() {
      await running.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
