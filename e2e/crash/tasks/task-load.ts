// People who have things drawn while the server is killed. Some of the drawings fail.
import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '../../../server/src/testing/client.ts'
import { type FakeDrawingProxy, openFakeDrawingProxy } from '../../../server/src/testing/fake-tasks/fake-drawing-proxy.ts'
import { state } from '../../../server/src/testing/fake-tasks/task-states.ts'
import { DRAWING_SECRET } from '../front-door.ts'

/** A drawing whose client was told that it was taken. */
export interface DrawnTask {
  readonly taskId: string
  readonly requestId: string
}

export interface TaskLoadOptions {
  readonly url: string
  readonly keys: readonly string[]
  readonly proxy: FakeDrawingProxy
  /** 0 ≤ x < 1, reproducible. */
  readonly random: () => number
}

export type TaskLoad = ReturnType<typeof startTasks>

const WHEN_AWAY_MS = 25
const PAUSE_MS = 40
const FAIL_SHARE = 0.4
/** The server asks for tasks every second. */
const LONGEST_END_MS = 60_000
const LOOK_MS = 250

export const openDrawingProxy = (): Promise<FakeDrawingProxy> => openFakeDrawingProxy(DRAWING_SECRET)

export function startTasks({ url, keys, proxy, random }: TaskLoadOptions) {
  const drawn: DrawnTask[] = []
  let isStopped = false

  async function draw(key: string): Promise<void> {
    const end = random() < FAIL_SHARE ? state.failed('the picture was rejected') : state.succeeded
    proxy.plan(...(random() < 0.5 ? [end] : [state.running(), end]))
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const facts = await call(`${url}/mj/submit/imagine`, { method: 'POST', headers, body: '{"prompt":"a cat"}', timeoutMs: 60_000 })
    if (facts.end === 'refused') await sleep(WHEN_AWAY_MS)
    const answer = facts.status === 200 ? (facts.json as { code?: number; result: string } | undefined) : undefined
    if (answer?.code === 1) drawn.push({ taskId: answer.result, requestId: facts.requestId })
    await sleep(PAUSE_MS)
  }
  const client = async (key: string) => {
    while (!isStopped) await draw(key)
  }
  const clients = keys.map(client)

  return {
    drawn,
    /** No new ones; answers when all that are known have ended, or have had the time to. */
    async stop(key: string): Promise<void> {
      isStopped = true
      await Promise.all(clients)
      const endMs = performance.now() + LONGEST_END_MS
      const headers = { authorization: `Bearer ${key}` }
      for (const { taskId } of drawn) {
        while (performance.now() < endMs) {
          // Another key's drawing is not told: then the time of the others was enough for it.
          const facts = await call(`${url}/mj/task/${taskId}/fetch`, { method: 'GET', headers, timeoutMs: 10_000 })
          const { status } = (facts.json ?? {}) as { status?: string }
          if (status === 'SUCCESS' || status === 'FAILURE' || facts.status === 400) break
          await sleep(LOOK_MS)
        }
      }
    },
  }
}
