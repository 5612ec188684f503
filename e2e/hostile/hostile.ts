// A real server under hostile bodies and stored texts (security 1, 22 to 25): it must answer its health check all the while, and its memory must come back.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { call } from '../../server/src/testing/client.ts'
import { type ConsoleClient, logIn, setUp } from '../../server/src/testing/console-client.ts'
import { freePort } from '../../server/src/testing/network/free-port.ts'
import { ServerProcess } from '../crash/server-process.ts'
import { hostileBodies } from './bodies.ts'
import { sendHostile } from './send.ts'
import { sendStored } from './stored.ts'

const MEBIBYTE = 1024 * 1024
const AT_ONCE = 16
const PATHS = [
  '/v1/chat/completions',
  '/v1/messages',
  '/v1/responses',
  '/v1/embeddings',
  '/v1/messages/count_tokens',
  '/v1beta/models/fake-chat:generateContent',
  '/v1beta/models/fake-chat:countTokens',
  '/v1/images/generations',
  '/v1/moderations',
  '/v1beta/cachedContents',
  '/upload/v1beta/files?uploadType=resumable',
]
const FORM_PATHS = ['/v1/images/edits', '/v1/audio/transcriptions', '/v1/files']

export type HostileReport = Awaited<ReturnType<typeof runHostile>>

/** @param honest how many bodies of 50 MB are sent at once by an honest user in the end */
export async function runHostile({ count, honest }: { count: number; honest: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-hostile-'))
  const bodies = hostileBodies()
  const port = await freePort()
  const upstream = await startUpstream(await freePort())
  const server = new ServerProcess({
    port,
    dataDir: folder,
    databaseUrl: `sqlite:${join(folder, 'waystation.db')}`,
    nodeArguments: ['--expose-gc', '--import', new URL('./heap-report.ts', import.meta.url).href],
  })
  try {
    await server.start()
    const console = await consoleOf(server.url)
    const keys = await prepare(console, upstream.url)
    const ordinary = () =>
      post(server.url, keys.rich, JSON.stringify({ model: 'fake-chat', messages: [{ role: 'user', content: '#in:5 #out:1' }] }))
    for (let warm = 0; warm < 50; warm++) await ordinary()
    const start = (await server.ask('heap')) as { usedBytes: number }

    const watch = new Worker(new URL('./health-watch.ts', import.meta.url), { workerData: { url: server.url } })
    await sendStored({ url: server.url, console, databasePath: join(folder, 'waystation.db') })
    const { statuses, wronglyServed } = await attack(port, Object.values(keys), bodies, count)
    const large = JSON.stringify({
      model: 'fake-chat',
      messages: [{ role: 'user', content: '#in:5 #out:1' }],
      x: 'y'.repeat(50 * MEBIBYTE),
    })
    const honestAlone = await post(server.url, keys.rich, large)
    const honestTogether = tally(await Promise.all(Array.from({ length: honest }, () => post(server.url, keys.rich, large))))
    const seen = await new Promise<{ tookMs: number[]; failures: number; lateMs: number }>((resolve) => {
      watch.once('message', resolve)
      watch.postMessage('over')
    })

    // What belongs to connections is given back when the server has noticed their end.
    await sleep(2000)
    const maxRss = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    const end = (await server.ask('heap')) as { usedBytes: number; longestMs: number }
    const quantile = (part: number) => seen.tookMs[Math.min(seen.tookMs.length - 1, Math.floor(seen.tookMs.length * part))] ?? 0
    return {
      livezMs: { median: quantile(0.5), p99: quantile(0.99), max: quantile(1) },
      livezFailures: seen.failures,
      /** How often the health check was asked. */
      livezAsked: seen.tookMs.length,
      /** The longest that the server's main thread worked without a pause, in CPU time. */
      longestWorkMs: end.longestMs,
      /** How late the watching thread's own clock was, at most. */
      machineLateMs: seen.lateMs,
      memoryMb: { start: start.usedBytes / MEBIBYTE, end: end.usedBytes / MEBIBYTE, maxRss },
      /** Hostile bodies by the status of their answer. */
      statuses,
      /** Bodies that no server may take, and that were answered with 200. */
      wronglyServed,
      honestAlone,
      honestTogether,
    }
  } finally {
    await server.kill()
    upstream.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function attack(port: number, keys: readonly string[], bodies: ReturnType<typeof hostileBodies>, count: number) {
  const statuses: number[] = []
  const wronglyServed = new Set<string>()
  let sent = 0
  const attacker = async () => {
    while (sent < count) {
      const turn = sent++
      const body = bodies[turn % bodies.length]
      const paths = body?.isForm ? FORM_PATHS : PATHS
      const path = paths[Math.floor(turn / bodies.length) % paths.length]
      const key = keys[turn % keys.length]
      if (!body || !path || !key) continue
      const status = await sendHostile(port, path, key, body)
      statuses.push(status)
      if (status === 200 && !body.isServable) wronglyServed.add(body.name)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, attacker))
  return { statuses: tally(statuses), wronglyServed: [...wronglyServed] }
}

async function consoleOf(url: string): Promise<ConsoleClient> {
  await setUp(url)
  return logIn(url)
}

/** Keys of somebody with much, with next to nothing, and with nothing at all. */
async function prepare(console: ConsoleClient, upstreamUrl: string) {
  await console.call('PUT', '/api/option/', { key: 'ModelRatio', value: '{"fake-chat":1,"claude-x":1}' })
  const channel = { key: 'far-key', base_url: upstreamUrl, group: 'default' }
  await console.call('POST', '/api/channel/', { ...channel, name: 'chat', type: 8, models: 'fake-chat' })
  // What is sent on while it comes in: its vendor refuses it all.
  await console.call('POST', '/api/channel/', { ...channel, name: 'files', type: 1, models: 'fake-files' })
  await console.call('POST', '/api/channel/', { ...channel, name: 'kept', type: 24, models: 'fake-kept' })
  await console.call('POST', '/api/channel/', { ...channel, name: 'claude', type: 14, models: 'claude-x' })
  const keyOf = async (fields: object) =>
    `sk-${(await console.call<{ key: string }>('POST', '/api/token/', { name: 'test', ...fields })).key}`
  return {
    rich: await keyOf({ unlimited_quota: true }),
    little: await keyOf({ unlimited_quota: false, remain_quota: 1000 }),
    poor: await keyOf({ unlimited_quota: false, remain_quota: 0 }),
  }
}

async function post(url: string, key: string, body: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  const facts = await call(`${url}/v1/chat/completions`, { method: 'POST', headers, body, timeoutMs: 60_000 })
  return facts.status ?? 0
}

async function startUpstream(port: number): Promise<{ child: ChildProcess; url: string }> {
  const program = fileURLToPath(new URL('../../server/src/testing/fakes/fake-provider-main.ts', import.meta.url))
  const child = spawn(process.execPath, [program, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return { child, url: `http://127.0.0.1:${port}` }
}

function tally(statuses: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
