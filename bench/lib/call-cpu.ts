// What a call with a whole answer costs a server, all its threads.
import { cpuByThread, residentKilobytes } from './process.ts'
import type { Stage } from './stage.ts'
import { smallAsk } from './traffic.ts'

/** The workload: 200 bytes of request, 560 bytes of answer, connections that never pause. */
export const callWorkload = { model: 'bench-whole', modes: { 'bench-whole': '/whole' }, connections: 32 } as const

/** The cost of calls to one server, round by round. */
export interface CallCpu {
  /** CPU microseconds a call, all threads, over so many seconds. */
  round(seconds: number): Promise<number>
  /** Of the rounds so far: calls a second of the best, microseconds a call by thread, megabytes resident now. */
  facts(): string
}

/** Warms a server up; rounds are measured from then on. */
export async function warmCalls(
  { cost, target }: Stage,
  to: 'subject' | 'rival' | 'floor',
  pid: number,
  warmSeconds: number,
): Promise<CallCpu> {
  const { model, connections } = callWorkload
  const run = (seconds: number) => cost(pid, { kind: 'closed', target: target(to, model, smallAsk(model)), connections, seconds })
  await run(warmSeconds)
  const threadsBefore = cpuByThread(pid)
  let calls = 0
  let fastest = 0
  return {
    async round(seconds) {
      const answer = await run(seconds)
      calls += answer.calls
      fastest = Math.max(fastest, answer.calls / answer.seconds)
      return answer.cpuMicroseconds / answer.calls
    },
    facts() {
      const threads = threadCosts(threadsBefore, cpuByThread(pid), calls)
      return `up to ${Math.round(fastest)} calls/s; ${threads}; ${Math.round(residentKilobytes(pid) / 1024)} MB resident after it`
    },
  }
}

/** `main 160 µs, sqlite-writer 76 µs, …` for each call between two looks; what is below a fiftieth of all is left out. */
function threadCosts(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, calls: number): string {
  const used = [...after].map(([name, microseconds]) => [name, microseconds - (before.get(name) ?? 0)] as const)
  const sum = used.reduce((total, [, microseconds]) => total + microseconds, 0)
  return used
    .filter(([, microseconds]) => microseconds > sum / 50)
    .sort(([, a], [, b]) => b - a)
    .map(([name, microseconds]) => `${name === 'V8Worker' ? "V8's own" : name} ${Math.round(microseconds / calls)} µs`)
    .join(', ')
}
