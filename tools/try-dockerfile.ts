// Does what the Dockerfile says, without a container engine, and starts what comes out of it: it must be healthy, be nobody's root, keep its
// data to itself, hold nothing that does not belong in an image, and end in order. Needs root (mounts of its own) and the package registry.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../server/src/testing/network/free-port.ts'
import { root } from './processes.ts'
import { type BuiltStage, buildStages, filesOf } from './ship/build-stages.ts'
import { readDockerfile } from './ship/dockerfile.ts'

const HEALTHY_WITHIN_MS = 60_000
/** What an image must not hold. */
const strays = ['**/master.key', '**/*.db', '**/.git', 'source', 'opt/**/node-linux-*', '**/waystation/{server,console}/**/*.ts', 'data/*']

const image = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'waystation-image-'))
try {
  const built = buildStages(image.stages, folder, (text) => console.log(text))
  assertNoStrays(built)
  await assertRuns(built)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function assertNoStrays(built: BuiltStage): void {
  const found = strays.flatMap((pattern) => filesOf(built, pattern)).filter((path) => !/^(usr|proc|dev)\//.test(path))
  if (found.length > 0) throw new Error(`the image holds what it should not: ${found.slice(0, 5).join(', ')}`)
}

async function assertRuns({ root: bare, how }: BuiltStage): Promise<void> {
  const env = { ...how.env, PORT: String(await freePort()), HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
  const asStarted = { ...how, env }
  const isHealthy = () => {
    try {
      bare.run(image.health, asStarted)
      return true
    } catch {
      return false
    }
  }
  if (isHealthy()) throw new Error('the health check finds a server that was not started')
  const startedMs = performance.now()
  const child = bare.start([...image.entrypoint, ...image.command], asStarted)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (said += String(bytes)))
  const ended = once(child, 'exit')
  while (!isHealthy()) {
    if (child.exitCode !== null || performance.now() - startedMs > HEALTHY_WITHIN_MS)
      throw new Error(`it does not become healthy:\n${said}`)
    await sleep(200)
  }
  const healthyMs = performance.now() - startedMs
  const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  if (uid === undefined || uid === '0') throw new Error(`it runs as user ${uid}`)
  const key = statSync(bare.path('data/master.key'))
  if ((key.mode & 0o077) !== 0 || key.uid !== Number(uid)) throw new Error('others may read the master key')
  child.kill('SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`after a SIGTERM it ended with ${code}:\n${said}`)
  if (isHealthy()) throw new Error('it is still healthy after its end')
  console.log(`The image's program was healthy after ${(healthyMs / 1000).toFixed(1)} s as user ${uid}, and ended in order.`)
}
