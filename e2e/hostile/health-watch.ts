// Asks a server every 20 ms how it is, from a thread of its own, so that what the test itself is busy with is not counted.
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const EVERY_MS = 20
const { url } = workerData as { url: string }
const agent = new Agent({ keepAlive: true })
const tookMs: number[] = []
let failures = 0
/** How late this thread's own clock was, at most: what the machine is busy with is no fault of the server's. */
let lateMs = 0
let dueMs = performance.now()

function ask(): void {
  const startedMs = performance.now()
  lateMs = Math.max(lateMs, startedMs - dueMs)
  dueMs = startedMs + EVERY_MS
  setTimeout(ask, EVERY_MS)
  get(`${url}/livez`, { agent }, (response) => {
    response.resume()
    response.on('end', () => tookMs.push(performance.now() - startedMs))
    if (response.statusCode !== 200) failures += 1
  }).on('error', () => (failures += 1))
}

ask()
parentPort?.on('message', () => {
  parentPort?.postMessage({ tookMs: tookMs.toSorted((a, b) => a - b), failures, lateMs })
  process.exit(0)
})
