// What does one call cost that asks for a whole answer, with everything on, beside the least that a proxy must do?
// The workload: 200 bytes of request, 560 bytes of answer, 32 connections that never pause.
import { inTurn } from './lib/measure.ts'
import { cpuByThread } from './lib/process.ts'
import { onStage } from './lib/stage.ts'
import { smallAsk } from './lib/traffic.ts'
import type { Question } from './question.ts'

const MODEL = 'bench-whole'
const CONNECTIONS = 32
/** The compiler of the engine has done its work by then. */
const WARM_SECONDS = 8

export const callCost: Question = {
  number: 1,
  title: 'CPU of a call with a whole answer, at saturation',
  ask: (options) =>
    onStage(options, { [MODEL]: '/whole' }, async ({ gateway, floorPid, target, cost }) => {
      const body = smallAsk(MODEL)
      const order = (to: 'subject' | 'floor', seconds: number) =>
        ({ kind: 'closed', target: target(to, MODEL, body), connections: CONNECTIONS, seconds }) as const
      await cost(floorPid, order('floor', WARM_SECONDS))
      await cost(gateway.pid, order('subject', WARM_SECONDS))

      const speeds = { floor: [] as number[], subject: [] as number[] }
      const run = async (side: 'floor' | 'subject', pid: number) => {
        const { calls, seconds, cpuMicroseconds } = await cost(pid, order(side, options.roundSeconds))
        speeds[side].push(calls / seconds)
        return cpuMicroseconds / calls
      }
      const threadsBefore = cpuByThread(gateway.pid)
      const { floor, subject, ratio } = await inTurn(options.rounds, {
        floor: () => run('floor', floorPid),
        subject: () => run('subject', gateway.pid),
      })
      const share = threadShares(threadsBefore, cpuByThread(gateway.pid))
      const fastest = (values: readonly number[]) => Math.round(Math.max(...values))
      return [
        {
          what: 'a call, all threads, against the bare proxy',
          unit: 'µs CPU',
          subject,
          floor,
          judged: ratio,
          goal: 3,
          note: `up to ${fastest(speeds.subject)} against ${fastest(speeds.floor)} calls/s; ${share}`,
        },
      ]
    }),
}

/** `main 60 %, worker 30 %, …` of what was used between two looks. */
function threadShares(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  const used = [...after].map(([name, microseconds]) => [name, microseconds - (before.get(name) ?? 0)] as const)
  const sum = used.reduce((total, [, microseconds]) => total + microseconds, 0)
  return used
    .filter(([, microseconds]) => microseconds > sum / 50)
    .sort(([, a], [, b]) => b - a)
    .map(([name, microseconds]) => `${name} ${Math.round((microseconds / sum) * 100)} %`)
    .join(', ')
}
