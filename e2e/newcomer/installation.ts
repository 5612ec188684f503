// What a newcomer has: a copy of the project in an empty folder, the README, and a shell with only the machine's own Node.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../server/src/testing/network/free-port.ts'
import { copyWorkTree } from '../../tools/copy-work-tree.ts'
import { root } from '../../tools/processes.ts'

/** The first command of a section of the README, as it stands there. */
export function readmeCommand(section: string): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const block = new RegExp(`## ${section}\\n[\\s\\S]*?\`\`\`sh\\n([\\s\\S]*?)\n\`\`\``).exec(readme)?.[1]
  if (!block) throw new Error(`the README has no command under ${section}`)
  return block.trim()
}

/** A shell's environment without anything that the test runner put into it. */
export function plainEnvironment(port: number): Record<string, string> {
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

export type Installation = Awaited<ReturnType<typeof installAndStart>>

/** Runs the README's command and waits until the terminal says where to go. */
export async function installAndStart(command: string) {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-newcomer-'))
  copyWorkTree(folder)
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
    /** How long the installation took, in milliseconds. */
    installedInMs: installedAtMs - begunMs,
    /** From the end of the installation to the moment it can be opened, in milliseconds. */
    startedInMs: readyAtMs - installedAtMs,
    output: () => output,
    /** Sends a signal and answers with the exit code. */
    async end(signal: 'SIGINT' | 'SIGTERM') {
      // A terminal's Ctrl-C reaches the whole group; a service's SIGTERM reaches the one process that `exec` left.
      process.kill(-(shell.pid ?? 0), signal)
      return ended
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What a shell prints for a command. */
export async function answerOf(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', command])
  return stdout
}
