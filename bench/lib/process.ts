// The programs of a bench, each in a process of its own, and what the operating system says they cost.
import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { nodeOn } from './cores.ts'

/** Clock ticks of /proc in a second; 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** CPU time of a process since its start, user and system, of all its threads, in microseconds. */
export function cpuMicroseconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name stands in brackets and may hold anything, so the fields are counted from behind it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND
}

/** CPU time by thread, in microseconds: `main`, `V8Worker` for the engine's own, and ours by their names, such as `sqlite-writer`. */
export function cpuByThread(pid: number): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim()
    const nanoseconds = Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    const label = thread === String(pid) ? 'main' : name
    sums.set(label, (sums.get(label) ?? 0) + nanoseconds / 1000)
  }
  return sums
}

/** Resident memory in kilobytes. */
export function residentKilobytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

/** The most resident memory that a process has had, since its start or since `forgetPeak`, in kilobytes. */
export function peakResidentKilobytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

/** Measures the peak of a process from now on. Source: proc_pid_clear_refs(5). */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** A program of ours that answers orders over its channel, one at a time. */
export interface Program<Order, Answer> {
  readonly pid: number
  /** What it said when it was ready. */
  readonly port: number
  order(order: Order): Promise<Answer>
  stop(): Promise<void>
}

/**
 * Starts one of `bench/programs` and waits until it says that it is ready.
 * @param cores the only ones that it may use; undefined: any
 */
export async function startProgram<Order = never, Answer = never>(
  file: URL,
  env: Readonly<Record<string, string>> = {},
  cores?: string,
): Promise<Program<Order, Answer>> {
  const { program, before } = nodeOn(cores)
  const child = fork(file, {
    env: { ...process.env, ...env },
    execPath: program,
    execArgv: [...before],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`${file.pathname} ended with code ${code}`))
      child.once('exit', ended)
      child.once('message', (message) => {
        child.off('exit', ended)
        resolve(message)
      })
    })
  const { port } = (await next()) as { port: number }
  return {
    pid: child.pid ?? 0,
    port,
    async order(order) {
      const answer = next()
      child.send(order as object)
      const message = (await answer) as { error?: string }
      if (message.error !== undefined) throw new Error(message.error)
      return message as Answer
    },
    stop: () => ended(child, 'SIGKILL'),
  }
}

/** Ends a process that we started and waits until it is gone. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exit
}
