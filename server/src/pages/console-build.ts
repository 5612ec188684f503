// Builds the console when its sources have changed: into a folder of its own that is then renamed, one build at a time (decision D4).
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { packFiles } from './pack-files.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const consoleFolder = join(root, 'console')
const distFolder = join(consoleFolder, 'dist')
const hashFile = join(distFolder, '.sources')
const lockFolder = join(consoleFolder, '.build-lock')
/** A lock older than this was left behind by a build that died. */
const LOCK_STALE_MS = 120_000

/** The folder of the built console, which is built first if need be; undefined where the console's sources are not there. */
export async function ensureConsole(say: (text: string) => void): Promise<string | undefined> {
  if (!existsSync(join(consoleFolder, 'index.html'))) return undefined
  const hash = sourcesHash()
  if (isCurrent(hash)) return distFolder
  await withLock(async () => {
    if (isCurrent(hash)) return
    say('Building the console …')
    const fresh = join(consoleFolder, `.dist-${process.pid}`)
    rmSync(fresh, { recursive: true, force: true })
    await runVite(fresh)
    await packFiles(fresh)
    writeFileSync(join(fresh, '.sources'), hash)
    rmSync(distFolder, { recursive: true, force: true })
    renameSync(fresh, distFolder)
  })
  return distFolder
}

function isCurrent(hash: string): boolean {
  return existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash
}

/** A hash over everything that the build reads of ours. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  for (const name of [
    'console/src',
    'console/public',
    'console/index.html',
    'console/package.json',
    'console/vite.config.ts',
    'console/chunk-layers.ts',
    'console/early-chunks.ts',
    'server/src/pages/pack-files.ts',
    'contract/src',
    'docs/guide',
    'package-lock.json',
  ]) {
    if (existsSync(join(root, name))) add(join(root, name))
  }
  return hash.digest('hex')
}

/** What the console is built with. Throws Error where it is not installed, as on machines that only serve. */
function findVite(): string {
  const require = createRequire(join(consoleFolder, 'package.json'))
  try {
    return join(require.resolve('vite/package.json'), '../bin/vite.js')
  } catch {
    throw new Error(
      'the console is not built, or from other sources, and what builds it is not installed: run npm ci && npm run build first',
    )
  }
}

async function runVite(outDir: string): Promise<void> {
  const child = spawn(process.execPath, [findVite(), 'build', consoleFolder, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A build that a test run started would be a development build otherwise, and larger.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`the console could not be built:\n${output}`)
}

async function withLock(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      mkdirSync(lockFolder)
      break
    } catch {
      const age = existsSync(lockFolder) ? Date.now() - statSync(lockFolder).mtimeMs : 0
      if (age > LOCK_STALE_MS) rmSync(lockFolder, { recursive: true, force: true })
      else await sleep(200)
    }
  }
  try {
    await work()
  } finally {
    rmSync(lockFolder, { recursive: true, force: true })
  }
}
