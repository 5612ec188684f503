// What does it cost to serve one port by several processes, which share PostgreSQL and Redis? The CPU time of all of them together for one call, beside
// that of one process which has all of these calls, and beside that of one which has as many as each of them. A process with fewer calls takes more CPU
// time for each, alone too, so only the second tells what sharing costs. And what they serve where calls come as fast as they are answered.
import { readFileSync } from 'node:fs'
import { REDIS } from '../server/src/testing/databases/redis-server.ts'
import { inTurn, measured } from './lib/measure.ts'
import { openPostgresGateway } from './lib/postgres-gateway.ts'
import { cpuMicroseconds, type Program, startProgram } from './lib/process.ts'
import { assertClean, type LoadAnswer, type LoadOrder } from './lib/traffic.ts'
import type { BenchOptions, Question, Row } from './question.ts'

const PROCESSES = [2, 4]
const PER_SECOND = 300
const CONNECTIONS = 32
const GOAL = 1.1
const GENTLE_SECONDS = 5

export const severalProcesses: Question = {
  number: 19,
  title: 'Several processes on PostgreSQL and Redis',
  async ask(options) {
    const upstream = await startProgram(new URL('./programs/upstream.ts', import.meta.url))
    const load: Program<LoadOrder, LoadAnswer> = await startProgram<LoadOrder, LoadAnswer>(
      new URL('./programs/load-generator.ts', import.meta.url),
    )
    const closing: (() => Promise<void>)[] = []
    try {
      const rows: Row[] = []
      for (const processes of PROCESSES) {
        const one = await openSide(1, upstream.port, options)
        const several = await openSide(processes, upstream.port, options)
        closing.push(one.close, several.close)
        // Each process has to compile what is hot by itself, and refuses calls where it is new and everybody calls at once.
        for (const side of [one, several]) {
          await side.run(load, PER_SECOND, GENTLE_SECONDS)
          await side.run(load, 'closed', options.warmSeconds * side.workers)
        }
        for (const perSecond of [PER_SECOND, PER_SECOND / processes]) {
          const { floor, subject, ratio } = await inTurn(options.rounds, {
            floor: async () => (await one.run(load, perSecond, options.roundSeconds)).microseconds,
            subject: async () => (await several.run(load, PER_SECOND, options.roundSeconds)).microseconds,
          })
          rows.push({
            ...{ what: `${processes} processes, a call at ${PER_SECOND} a second`, unit: 'µs CPU', subject, floor },
            ...{ floorName: `one process at ${perSecond} a second`, judged: ratio, goal: GOAL },
          })
        }
        for (const side of [one, several]) rows.push(await throughput(side, load, { upstream: upstream.pid, load: load.pid }, options))
        for (const close of closing.splice(0)) await close()
      }
      return rows
    } finally {
      for (const close of closing) await close()
      await load.stop()
      await upstream.stop()
    }
  },
}

type Side = Awaited<ReturnType<typeof openSide>>

async function openSide(workers: number, upstreamPort: number, options: BenchOptions) {
  const env = { WORKERS: String(workers), REDIS_URL: REDIS }
  const { gateway, target, close } = await openPostgresGateway(upstreamPort, options, env)
  return {
    workers,
    /** CPU time of all processes for a call, and what the load tells of the calls: so many a second, or as many as are answered. */
    async run(load: Program<LoadOrder, LoadAnswer>, pace: number | 'closed', seconds: number) {
      const before = cpuOfAll(gateway.pid)
      const order: LoadOrder =
        pace === 'closed'
          ? { kind: pace, target, connections: CONNECTIONS, seconds }
          : { kind: 'open', target, perSecond: pace, connections: CONNECTIONS, seconds }
      const answer = assertClean(await load.order(order), `${workers} processes`)
      return { ...answer, microseconds: (cpuOfAll(gateway.pid) - before) / answer.calls }
    },
    close,
  }
}

/** Of the process and of those that it has started, since their start. */
function cpuOfAll(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  return [pid, ...children].reduce((sum, one) => sum + cpuMicroseconds(one), 0)
}

/** Calls a second, and who else used the cores meanwhile. */
async function throughput(
  side: Side,
  load: Program<LoadOrder, LoadAnswer>,
  others: Readonly<Record<'upstream' | 'load', number>>,
  { rounds, roundSeconds }: BenchOptions,
): Promise<Row> {
  const perSecond: number[] = []
  let used = { gateway: 0, upstream: 0, load: 0, all: 0, seconds: 0 }
  for (let round = 0; round < rounds; round++) {
    const before = { ...others, all: cpuOfMachine() }
    const [upstream, generator] = [cpuMicroseconds(before.upstream), cpuMicroseconds(before.load)]
    const { calls, seconds, microseconds } = await side.run(load, 'closed', roundSeconds)
    perSecond.push(calls / seconds)
    used = {
      gateway: used.gateway + microseconds * calls,
      upstream: used.upstream + cpuMicroseconds(others.upstream) - upstream,
      load: used.load + cpuMicroseconds(others.load) - generator,
      all: used.all + cpuOfMachine() - before.all,
      seconds: used.seconds + seconds,
    }
  }
  const cores = (microseconds: number) => (microseconds / 1e6 / used.seconds).toFixed(2)
  const rest = used.all - used.gateway - used.upstream - used.load
  const note = `cores: gateway ${cores(used.gateway)}, vendor ${cores(used.upstream)}, load ${cores(used.load)}, PostgreSQL, Redis and the rest ${cores(rest)}`
  const figure = measured(perSecond)
  return {
    what: `${side.workers === 1 ? 'one process' : `${side.workers} processes`}, ${CONNECTIONS} connections`,
    unit: 'calls/s',
    subject: figure,
    judged: figure,
    note,
  }
}

/** Of all processes, in microseconds: /proc/stat counts hundredths of a second; idle and waiting for disks are left out. */
function cpuOfMachine(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softIrq) * 10_000
}
