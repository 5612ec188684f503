// Do tasks that run cost the calls anything? Two servers, one of them with a thousand drawings under way at a proxy, which it asks for as often as
// the option says. Both are measured with all their threads, one after the other.
import { openFakeDrawingProxy } from '../server/src/testing/fake-tasks/fake-drawing-proxy.ts'
import { state } from '../server/src/testing/fake-tasks/task-states.ts'
import { callWorkload, warmCalls } from './lib/call-cpu.ts'
import { inTurn } from './lib/measure.ts'
import { onOneCore, type Stage } from './lib/stage.ts'
import type { Question } from './question.ts'

const TASKS = 1000
const AT_ONCE = 20
const SECRET = 'secret-of-the-proxy'
const DRAWING = 'mj_imagine'
const DRAWING_TYPE = 5

export const runningTasks: Question = {
  number: 18,
  title: `Cost of a call while ${TASKS} tasks run`,
  async ask(options) {
    const proxy = await openFakeDrawingProxy(SECRET)
    try {
      const modes = { ...callWorkload.modes, [DRAWING]: '/whole' }
      return await onOneCore(options, modes, (quiet) =>
        onOneCore(options, modes, async (busy) => {
          for (const { gateway } of [quiet, busy]) await addProxy(gateway.console, proxy.url)
          const running = await fill(busy, () => proxy.plan(state.running()))
          const without = await warmCalls(quiet, 'subject', quiet.gateway.pid, options.warmSeconds)
          const beside = await warmCalls(busy, 'subject', busy.gateway.pid, options.warmSeconds)
          const { floor, subject, ratio } = await inTurn(options.rounds, {
            floor: () => without.round(options.roundSeconds),
            subject: () => beside.round(options.roundSeconds),
          })
          const note = `${running} drawings running, asked for every 15 s; with: ${beside.facts()}; without: ${without.facts()}`
          return [
            { what: 'a call with a whole answer', unit: 'µs CPU', subject, floor, floorName: 'no tasks', judged: ratio, goal: 1.03, note },
          ]
        }),
      )
    } finally {
      await proxy.close()
    }
  },
}

async function addProxy(console: Stage['gateway']['console'], base_url: string): Promise<void> {
  await console.call('POST', '/api/channel/', {
    ...{ name: 'proxy', type: DRAWING_TYPE, key: SECRET, base_url, models: DRAWING, group: 'default' },
  })
}

/** Submits the drawings. Answers how many were taken, which has to be all. */
async function fill({ gateway }: Stage, plan: () => void): Promise<number> {
  const url = `http://127.0.0.1:${gateway.port}/mj/submit/imagine`
  const headers = { authorization: `Bearer sk-${gateway.key}`, 'content-type': 'application/json' }
  let taken = 0
  for (let at = 0; at < TASKS; at += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        plan()
        const answer = await fetch(url, { method: 'POST', headers, body: '{"prompt":"a cat"}' })
        const { code } = (await answer.json()) as { code?: number }
        if (code === 1) taken += 1
      }),
    )
  if (taken !== TASKS) throw new Error(`only ${taken} of ${TASKS} drawings were taken`)
  return taken
}
