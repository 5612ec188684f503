// Runs a program until it ends or its time is over, and leaves nothing of it behind.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface RunOptions {
  readonly cwd: string
  /** All that it gets: nothing of ours is handed on. */
  readonly env: Readonly<Record<string, string>>
  readonly limitMs: number
}

/** Programs that leave their group are known by this name in their environment. */
const MARK = 'WAYSTATION_CELL'
const MAX_OUTPUT_CHARACTERS = 4_000_000

let programs = 0

export type Ran = Awaited<ReturnType<typeof run>>

/** Rejects only when there is no such program. */
export async function run([program = '', ...args]: readonly string[], { cwd, env, limitMs }: RunOptions) {
  const mark = `${process.pid}-${programs++}`
  const startedMs = performance.now()
  const child = spawn(program, args, { cwd, env: { ...env, [MARK]: mark }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      if (output[name].length < MAX_OUTPUT_CHARACTERS) output[name] += text
    })
  const onExit = () => sweep(child.pid, mark)
  process.on('exit', onExit)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    sweep(child.pid, mark)
  }, limitMs)
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      // Children that outlive it may keep its output open: they go when it has gone.
      child.on('exit', () => sweep(child.pid, mark))
      child.on('close', resolve)
    })
    // A program that was killed has no exit code.
    return { exitCode: exitCode ?? undefined, isLate, ...output, tookMs: performance.now() - startedMs }
  } finally {
    clearTimeout(timer)
    process.off('exit', onExit)
  }
}

/** Ends the program's group and, where the system shows environments, all that carry its mark. */
function sweep(pid: number | undefined, mark: string): void {
  if (pid !== undefined) end(-pid)
  for (const other of processes()) if (carries(other, mark)) end(other)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has gone by itself.
  }
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function carries(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${MARK}=${mark}`)
  } catch {
    return false
  }
}
