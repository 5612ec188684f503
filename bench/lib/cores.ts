// Which cores a bench uses. What is measured runs on one core, all its threads; load and vendor have the others, so that they neither take
// from it nor help it. Otherwise a server with more threads looks cheaper where cores are free.
import { execFileSync } from 'node:child_process'

export interface Cores {
  /** Of the servers that are measured, one at a time. */
  readonly measured: string
  /** Of load and vendor. */
  readonly others: string
}

/** Undefined where there is one core, or nothing to pin with. */
export function findCores(): Cores | undefined {
  let list: string
  try {
    // `pid 12's current affinity list: 0-3,8`
    list =
      execFileSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' })
        .split(':')
        .at(-1) ?? ''
  } catch {
    return undefined
  }
  const cores = list.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
  const [measured, ...others] = cores
  return measured === undefined || others.length === 0 ? undefined : { measured: String(measured), others: others.join(',') }
}

/** What is to be run so that Node runs on these cores: a program, and what stands before Node's own arguments. */
export function nodeOn(cores: string | undefined): { readonly program: string; readonly before: readonly string[] } {
  if (cores === undefined) return { program: process.execPath, before: [] }
  return { program: 'taskset', before: ['-c', cores, process.execPath] }
}

/** What is said beside figures. */
export function coresText(cores: Cores | undefined): string {
  return cores ? `pinned to core ${cores.measured}` : 'not pinned: there is one core, or no taskset'
}
