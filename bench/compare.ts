// Has a call become dearer since another commit? `node bench/compare.ts COMMIT`, or `npm run bench -- --against COMMIT`: both servers run in
// one sitting on the same core and are called in turn, so that what the machine does besides meets both.
// --rounds 5   calls of each side     --seconds 3   of each round     --warm 20   before the first
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { callWorkload, warmCalls } from './lib/call-cpu.ts'
import { coresText } from './lib/cores.ts'
import { inTurn } from './lib/measure.ts'
import { comparedModes, comparedStreams } from './lib/paced-streams.ts'
import { printAnswer } from './lib/print.ts'
import { onOneCore } from './lib/stage.ts'
import { type BenchOptions, isMissed, type Row } from './question.ts'

/** A call may cost so much of what it cost there. */
const GOAL = 1.05

/** Measures this checkout against a commit of the same repository. Prints the answer; true: not dearer than the goal allows. */
export async function compareWith(commit: string, options: BenchOptions): Promise<boolean> {
  const other = checkOut(commit, options)
  // Who stops it in the middle must not find a worktree left behind.
  process.once('SIGINT', () => {
    other.remove()
    process.exit(130)
  })
  try {
    const rows = await compare({ ...options, rivalRoot: other.root }, other.name)
    process.stdout.write(printAnswer({ question: 0, title: `CPU of calls, against ${other.name}`, rows }))
    return !rows.some(isMissed)
  } finally {
    other.remove()
  }
}

function compare(options: BenchOptions, name: string): Promise<Row[]> {
  return onOneCore(options, { ...callWorkload.modes, ...comparedModes }, async (stage) => {
    if (!stage.rival) throw new Error('there is nothing to compare with')
    const theirs = await warmCalls(stage, 'rival', stage.rival.pid, options.warmSeconds)
    const ours = await warmCalls(stage, 'subject', stage.gateway.pid, options.warmSeconds)
    const { floor, subject, ratio } = await inTurn(options.rounds, {
      floor: () => theirs.round(options.roundSeconds),
      subject: () => ours.round(options.roundSeconds),
    })
    const call: Row = {
      what: 'a call with a whole answer, all threads',
      unit: 'µs CPU',
      subject,
      floor,
      floorName: name,
      judged: ratio,
      goal: GOAL,
      note: `${coresText(stage.cores)}, after ${options.warmSeconds} s each, ${options.rounds} rounds in turn; here: ${ours.facts()}; ${name}: ${theirs.facts()}`,
    }
    const streams = await comparedStreams(stage, options)
    const event: Row = {
      what: 'an event of a stream that is passed through, the whole call in it',
      unit: 'µs CPU',
      ...{ subject: streams.subject, floor: streams.floor, floorName: name, judged: streams.ratio, goal: GOAL },
    }
    return [call, event]
  })
}

interface CheckOut {
  /** Ends in a slash. */
  readonly root: string
  /** The commit's short id. */
  readonly name: string
  remove(): void
}

/** A commit in a worktree of its own, with the packages of this checkout. */
function checkOut(commit: string, { root, say }: BenchOptions): CheckOut {
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', root, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const name = git('rev-parse', '--short', `${commit}^{commit}`)
  const folder = join(mkdtempSync(join(tmpdir(), 'waystation-compare-')), name)
  const remove = () => {
    git('worktree', 'remove', '--force', folder)
    rmSync(join(folder, '..'), { recursive: true, force: true })
  }
  git('worktree', 'add', '--detach', folder, name)
  try {
    copyPackages(join(root, 'node_modules'), join(folder, 'node_modules'))
    const lock = (at: string) => (existsSync(join(at, 'package-lock.json')) ? readFileSync(join(at, 'package-lock.json'), 'utf8') : '')
    if (lock(root) !== lock(folder)) say(`The packages of ${name} were others; it is measured with those of today.`)
  } catch (error) {
    remove()
    throw error
  }
  return { root: `${folder}/`, name, remove }
}

/** By hard links where both are on one file system, which takes no room. */
function copyPackages(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' })
  } catch {
    rmSync(to, { recursive: true, force: true })
    execFileSync('cp', ['-a', from, to])
  }
}

if (import.meta.main) {
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      warm: { type: 'string', default: '20' },
    },
  })
  const [commit] = positionals
  if (commit === undefined) throw new Error('usage: node bench/compare.ts COMMIT [--rounds 5] [--seconds 3] [--warm 20]')
  const isMet = await compareWith(commit, {
    rounds: Number(flags.rounds),
    roundSeconds: Number(flags.seconds),
    warmSeconds: Number(flags.warm),
    isLong: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    profileFolder: undefined,
    say: (text) => process.stderr.write(`${text}\n`),
  })
  process.exitCode = isMet ? 0 : 1
}
