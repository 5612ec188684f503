// What a newcomer has: a copy of the project in an empty folder, the README, and a shell with only the machine's own Node.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../../tools/processes.ts'

export interface Installation {
  readonly folder: string
  readonly url: string
  /** How long the installation took, in milliseconds. */
  readonly installedInMs: number
  /** From the end of the installation to the moment it can be opened, in milliseconds. */
  readonly startedInMs: number
  readonly output: () => string
  /** Sends a signal and answers with the exit code. */
  end(signal: 'SIGINT' | 'SIGTERM'): Promise<number | null>
  remove(): void
}

/** The first command of a section of the README, as it stands there. */
export function readmeCommand(section: string): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const block = new RegExp(`## ${section}\\n[\\s\\S]*?\`\`\`sh\\n([\\s\\S]*?)\n\`\`\``).exec(readme)?.[1]
  if (!block) throw new Error(`the README has no command under ${section}`)
  return block.trim()
}

/** Copies what a clone of the work tree would hold into an empty folder. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-newcomer-'))
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  }).toString()
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file), { errorOnExist: false })
  }
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

/** A shell's environment without anything that the test runner put into it. */
function plainEnvironment(port: number): Record<string, string> {
  const env: Record<string, string> = { PORT: String(port), LOG_FORMAT: 'json' }
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !/^(npm_|NODE_|VITEST|VITE|TEST$|MODE$|DEV$|PROD$|SSR$|BASE_URL$|DATA_DIR$|DATABASE_URL$)/.test(name))
      env[name] ??= value
  }
  env.PATH = (process.env.PATH ?? '')
    .split(':')
    .filter((part) => !part.includes('node_modules') && !part.includes('node-gyp-bin'))
    .join(':')
  return env
}

/** Runs the README's command and waits until the terminal says where to go. */
export async function installAndStart(command: string): Promise<Installation> {
  const folder = copyProject()
  const port = await freePort()
  let output = ''
  let installedAtMs = 0
  const begunMs = performance.now()
  const shell: ChildProcess = spawn('bash', ['-c', command], {
    cwd: folder,
    env: plainEnvironment(port),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = new Promise<number | null>((resolve) => shell.on('close', resolve))
  const started = Promise.withResolvers<number>()
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    if (installedAtMs === 0 && /added \d+ packages/.test(output)) installedAtMs = performance.now()
    if (/runs at http/.test(output)) started.resolve(performance.now())
  }
  shell.stdout?.on('data', read)
  shell.stderr?.on('data', read)
  void ended.then((code) => started.reject(new Error(`the command ended with ${code}:\n${output}`)))
  const readyAtMs = await started.promise
  const url = /runs at (http:\/\/\S+)/.exec(output)?.[1] ?? ''

  return {
    folder,
    url,
    installedInMs: installedAtMs - begunMs,
    startedInMs: readyAtMs - installedAtMs,
    output: () => output,
    async end(signal) {
      // A terminal's Ctrl-C reaches the whole group; a service's SIGTERM reaches the one process that `exec` left.
      process.kill(-(shell.pid ?? 0), signal)
      return ended
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
