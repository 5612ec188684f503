// What an operator's machine carries: the packages of `npm ci --omit=dev`, how large they are, and that they serve a console which was built
// before. It works on a copy, so the packages of this checkout stay.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureConsole } from '../server/src/pages/console-build.ts'
import { freePort } from '../server/src/testing/network/free-port.ts'
import { copyWorkTree } from './copy-work-tree.ts'
import { root } from './processes.ts'

/** Of 2^20 bytes, beside Node.js, whose size is its own. */
const MAX_MEGABYTES = 105
const MEGABYTE = 2 ** 20
const START_LIMIT_MS = 30_000
const ASK_EVERY_MS = 100

/** What a clone holds, and the console as it is built from that. */
function copyProduct(to: string): void {
  copyWorkTree(to)
  cpSync(join(root, 'console/dist'), join(to, 'console/dist'), { recursive: true })
}

function bytesBelow(folder: string): number {
  let bytes = 0
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const entry = lstatSync(path)
    bytes += entry.isDirectory() ? bytesBelow(path) : entry.size
  }
  return bytes
}

/** Answers when the page and the readiness are served. Throws Error where they are not in time. */
async function assertServes(folder: string): Promise<void> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' }
  const child: ChildProcess = spawn(join(folder, 'node_modules/.bin/node'), ['server/src/main.ts'], { cwd: folder, env, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    const untilMs = performance.now() + START_LIMIT_MS
    while (!(await answers(`http://127.0.0.1:${port}/readyz`))) {
      if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
      if (performance.now() > untilMs) throw new Error('the server was not ready in time')
      await sleep(ASK_EVERY_MS)
    }
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text()
    const script = /src="([^"]+\.js)"/.exec(page)?.[1]
    if (script === undefined) throw new Error(`the console was not served: ${page.slice(0, 200)}`)
    if (!(await answers(new URL(script, `http://127.0.0.1:${port}/`).href))) throw new Error(`${script} was not served`)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

const folder = mkdtempSync(join(tmpdir(), 'waystation-production-'))
try {
  if ((await ensureConsole((text) => console.log(text))) === undefined) throw new Error('the console could not be built')
  copyProduct(folder)
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const modules = join(folder, 'node_modules')
  const node = readdirSync(modules).find((name) => name.startsWith('node-linux-'))
  const [all, nodes] = [bytesBelow(modules), node === undefined ? 0 : bytesBelow(join(modules, node))]
  const own = (all - nodes) / MEGABYTE
  const text = `${own.toFixed(0)} MB (at most ${MAX_MEGABYTES}) beside ${(nodes / MEGABYTE).toFixed(0)} MB of Node.js`
  await assertServes(folder)
  console.log(`npm ci --omit=dev: ${text}, and it serves the console and its API`)
  if (own > MAX_MEGABYTES) throw new Error('that is too much')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
