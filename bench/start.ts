// How soon after its start does a server answer a call, and how much memory has it then? The console is built and the database migrated,
// as at every start but the first. The floor is the bare proxy: what Node and its libraries take by themselves.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { errorCode } from '../server/src/lib/fields.ts'
import { freePort } from '../server/src/testing/network/free-port.ts'
import { openGateway, startFlags } from './lib/gateway.ts'
import { measured } from './lib/measure.ts'
import { cpuMicroseconds, ended, residentKilobytes, startProgram } from './lib/process.ts'
import { smallAsk } from './lib/traffic.ts'
import type { Question } from './question.ts'

const MODEL = 'bench-whole'
const ASK_EVERY_MS = 5
/** A machine on which the bare proxy needs longer is too busy to tell. */
const QUIET_START_MS = 400
const LIMIT_MS = 30_000

interface Started {
  readonly firstAnswerMs: number
  readonly cpuMs: number
  readonly residentMegabytes: number
}

export const start: Question = {
  number: 5,
  title: 'Start',
  async ask(options) {
    const upstream = await startProgram(new URL('./programs/upstream.ts', import.meta.url))
    const vendor = `http://127.0.0.1:${upstream.port}`
    try {
      const gateway = await openGateway(options, [MODEL])
      await gateway.addChannel(MODEL, `${vendor}/whole`)
      await gateway.stop()
      const subject: Started[] = []
      const floor: Started[] = []
      for (let round = 0; round < options.rounds; round++) {
        floor.push(
          await timed(
            fileURLToPath(new URL('./programs/bare-proxy.ts', import.meta.url)),
            [],
            { BENCH_UPSTREAM: vendor },
            '/whole',
            'key-7',
          ),
        )
        subject.push(
          await timed(
            `${options.root}server/src/main.ts`,
            startFlags(options.root),
            { DATA_DIR: gateway.dataFolder, LOG_LEVEL: 'error' },
            '',
            `sk-${gateway.key}`,
          ),
        )
      }
      await gateway.close()
      const row = (name: keyof Started, what: string, unit: string) => {
        const [figures, bare] = [measured(subject.map((one) => one[name])), measured(floor.map((one) => one[name]))]
        return { what, unit, subject: figures, judged: figures, note: `the bare proxy: ${bare.median.toFixed(0)} ${unit}` }
      }
      const bareMs = measured(floor.map(({ firstAnswerMs }) => firstAnswerMs)).median
      return [
        {
          ...row('firstAnswerMs', 'from the start to the first answered call', 'ms'),
          goal: 1000,
          // Memory is the same on a busy machine; time is not.
          ...(bareMs > QUIET_START_MS ? { unclear: 'the machine is busy' } : {}),
        },
        row('cpuMs', 'CPU until then, all threads', 'ms'),
        { ...row('residentMegabytes', 'resident memory after it', 'MB'), goal: 180 },
      ]
    } finally {
      await upstream.stop()
    }
  },
}

/** Starts a program and calls it until it answers. */
async function timed(
  program: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
  path: string,
  key: string,
): Promise<Started> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(process.execPath, [...flags, program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...env },
  })
  try {
    while (!(await isAnswered(`http://127.0.0.1:${port}${path}/v1/chat/completions`, key, child))) {
      if (performance.now() - startedMs > LIMIT_MS) throw new Error(`${program} did not answer in time`)
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    }
    const pid = child.pid ?? 0
    return {
      firstAnswerMs: performance.now() - startedMs,
      cpuMs: cpuMicroseconds(pid) / 1000,
      residentMegabytes: residentKilobytes(pid) / 1024,
    }
  } finally {
    await ended(child, 'SIGTERM')
  }
}

async function isAnswered(url: string, key: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`the program ended with code ${child.exitCode}`)
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: smallAsk(MODEL),
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`answered with status ${answer.statusCode}`)
    return true
  } catch (error) {
    if (errorCode(error) === 'ECONNREFUSED') return false
    throw error
  }
}
