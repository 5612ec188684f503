// The package as somebody has it who installs it: in an empty folder, with the machine's own Node and npm.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/src/testing/network/free-port.ts'
import { packPackage } from '../../tools/ship/package.ts'
import { plainEnvironment } from '../newcomer/installation.ts'

export interface Ran {
  readonly code: number | null
  readonly text: string
}

export type Installed = Awaited<ReturnType<typeof installPackage>>

/** Packs this checkout and installs it. */
export async function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-installed-'))
  const packed = await packPackage(join(folder, 'download'), () => undefined)
  const port = await freePort()
  const env = { ...plainEnvironment(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
  const startedMs = performance.now()
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', packed.file], {
    ...{ cwd: folder, env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const installedInMs = performance.now() - startedMs
  return {
    ...{ folder, packed, env, installedInMs, url: `http://127.0.0.1:${port}` },
    /** Runs a command to its end, such as `npx waystation reconcile`. */
    run([program = '', ...words]: readonly string[], more: Readonly<Record<string, string>> = {}): Ran {
      const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, env: { ...env, ...more }, encoding: 'utf8' })
      return { code: status, text: stdout + stderr }
    },
    /** Answers when the terminal says where to go. */
    serve: (command: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      serve(command, { folder, env: { ...env, ...more } }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export type Served = Awaited<ReturnType<typeof serve>>

async function serve([program = '', ...words]: readonly string[], at: { folder: string; env: Record<string, string> }) {
  const startedMs = performance.now()
  const child = spawn(program, words, { cwd: at.folder, env: at.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let text = ''
  const ready = Promise.withResolvers<void>()
  const read = (bytes: Buffer) => {
    text += String(bytes)
    if (/runs at http/.test(text)) ready.resolve()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  void ended.then((code) => ready.reject(new Error(`it ended with ${code}:\n${text}`)))
  await ready.promise
  return {
    startedInMs: performance.now() - startedMs,
    text: () => text,
    /** As a terminal does it, whose Ctrl-C reaches the whole group; answers when all of them have let go of their output. */
    async interrupt(): Promise<void> {
      process.kill(-(child.pid ?? 0), 'SIGINT')
      await ended
    },
    /** As a service does it, which knows one process. */
    terminate(): Promise<number | null> {
      child.kill('SIGTERM')
      return ended
    },
    kill: () => void (child.exitCode === null && child.signalCode === null && process.kill(-(child.pid ?? 0), 'SIGKILL')),
  }
}
