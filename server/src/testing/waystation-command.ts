// Runs a command of `waystation` in a process of its own, as an operator does beside a running server.
import { spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { DatabaseAddress } from '../db/kind.ts'

/** A program that tests start: the bundled one where `npm test` names a folder of those, else its source. @param source below `server/src` */
export function programOf(source: 'main.ts' | 'cli/waystation.ts'): string {
  const { WAYSTATION_PROGRAMS: bundled } = process.env
  return bundled ? join(bundled, `${basename(source, '.ts')}.js`) : fileURLToPath(new URL(`../${source}`, import.meta.url))
}

const program = programOf('cli/waystation.ts')

/** The database as DATABASE_URL names it. */
export const databaseUrl = (address: DatabaseAddress): string => (address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url)

export interface Ran {
  readonly code: number | null
  readonly text: string
}

/**
 * @param typed what is typed at its standard input
 * @param more further variables of the environment
 */
export function waystation(
  words: readonly string[],
  databaseUrl: string,
  typed = '',
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return waystationIn({ ...more, DATABASE_URL: databaseUrl }, words, typed)
}

/** @param environment beside that of this process */
export function waystationIn(environment: Readonly<Record<string, string>>, words: readonly string[], typed = ''): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, ...environment } })
    child.stdin.end(typed)
    let text = ''
    child.stdout.on('data', (chunk) => (text += String(chunk)))
    child.stderr.on('data', (chunk) => (text += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, text }))
  })
}

/** What somebody at a terminal answers, in turn, each as soon as the question is shown. */
export type Answers = readonly (readonly [question: string, answer: string])[]

/** Runs a command at a terminal (that of util-linux' `script`). The text has all that is shown there. */
export function waystationAtTerminal(
  words: readonly string[],
  databaseUrl: string,
  answers: Answers,
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const quoted = [process.execPath, program, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...more, DATABASE_URL: databaseUrl, SHELL: '/bin/sh' }
    const child = spawn('script', ['--quiet', '--return', '--command', quoted.join(' '), '/dev/null'], { env })
    const left = [...answers]
    let text = ''
    let seen = 0
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
      const next = left[0]
      if (!next || text.indexOf(next[0], seen) < 0) return
      seen = text.length
      child.stdin.write(`${next[1]}\r`)
      left.shift()
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, text }))
  })
}

/** A command under way, which a test may kill. */
export interface RunningCommand {
  kill(): void
  /** Its exit code; null: it was killed. */
  readonly ended: Promise<number | null>
}

export function startWaystation(
  words: readonly string[],
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): RunningCommand {
  const env = { ...process.env, ...environment, DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, [program, ...words], { env, stdio: 'ignore' })
  return { kill: () => void child.kill('SIGKILL'), ended: new Promise((resolve) => child.once('exit', resolve)) }
}

/** A command that a test ends in the middle: it is killed as soon as `isTime` says so. Answers whether it was still at work. */
export async function waystationUntil(
  words: readonly string[],
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
  isTime: () => Promise<boolean>,
): Promise<boolean> {
  const { kill, ended } = startWaystation(words, databaseUrl, environment)
  let isOver = false
  ended.then(() => {
    isOver = true
  })
  while (!isOver && !(await isTime())) await sleep(20)
  kill()
  return (await ended) === null
}

/** A server in a process of its own, which a test may kill. */
export interface ServedProcess {
  readonly url: string
  /** kill -9; answers when the process is gone. */
  kill(): Promise<void>
}

/** Serves from these data, and answers when it is ready. Nothing else may serve from them meanwhile. */
export async function serveApart({
  address,
  folder,
}: {
  readonly address: DatabaseAddress
  readonly folder: string
}): Promise<ServedProcess> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl(address),
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    // A port that was free a moment ago may be another test's by now.
    PORT: '0',
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', killWithUs)
      resolve()
    })
  })
  let url = ''
  for (const untilMs = Date.now() + READY_WITHIN_MS; ; await sleep(50)) {
    url = /^Waystation \S+ runs at (http:\S+)/m.exec(text)?.[1] ?? ''
    if (url !== '' && (await fetch(`${url}/readyz`).catch(() => undefined))?.ok) break
    if (child.exitCode !== null || Date.now() > untilMs) throw new Error(`the server did not come up: ${text.slice(-4000)}`)
  }
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Far more than a start takes: the machine may be busy with other things. */
const READY_WITHIN_MS = 90_000
