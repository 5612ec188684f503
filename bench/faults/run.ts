// `npm run faults`: what becomes of callers while vendors fail in each of the ways of ways.ts, measured on real sockets against a server that is
// started as its operator starts it. `-- --only 500,cut`: these ways alone. Ends with code 1 where a goal is missed.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { allDead } from './all-dead.ts'
import { type Check, checkBooks } from './books.ts'
import type { SeenCall } from './callers.ts'
import { oneDead } from './dead-one.ts'
import { Stage } from './stage.ts'
import type { Verdict } from './verdict.ts'
import { groupsOf, type Way, ways } from './ways.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const say = (text: string) => void process.stderr.write(`${text}\n`)

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const groups = groupsOf(values.only?.split(','))
const asked = groups.flat()
/** A slow vendor is not dead, and what is only found after half a minute by calls that wait is no answer to wait for. */
const deadly = asked.filter(({ hasLimits }) => hasLimits)

const models = ways.flatMap(({ name }) => [`one-${name}`, `all-${name}`, `healthy-beside-${name}`, `healthy-beside-all-${name}`])
const stage = await Stage.open(root, models)
let isGood = true
try {
  const calls: SeenCall[] = []
  const one: Verdict[] = []
  for (const group of groups) {
    say(group.map(({ name }) => name).join(', '))
    one.push(...(await oneDead(stage, group, calls, say)))
  }
  print('One of three equal channels is dead, 30 calls under way', inOrder(one))
  const all: Verdict[] = []
  for (const group of halvesOf(deadly)) {
    say(group.map(({ name }) => name).join(', '))
    all.push(...(await allDead(stage, group, calls, say)))
  }
  print('All three channels are dead, 20 calls a second', inOrder(all))
  const verdicts = [...one, ...all]
  const checks = await checkBooks(stage, calls, portsOf(verdicts))
  printBooks(checks)
  isGood = verdicts.every(({ missed }) => missed.length === 0) && checks.every(({ faults }) => faults === 0)
} finally {
  await stage.close()
}
process.exitCode = isGood ? 0 : 1

/** All at once would be too much for a small machine. */
function halvesOf(all: readonly Way[]): readonly (readonly Way[])[] {
  const half = Math.ceil(all.length / 2)
  return [all.slice(0, half), all.slice(half)].filter((group) => group.length > 0)
}

function inOrder(verdicts: readonly Verdict[]): readonly Verdict[] {
  const at = (name: string) => ways.findIndex((way: Way) => way.name === name)
  return verdicts.toSorted((first, second) => at(first.way) - at(second.way))
}

/** Ports that were closed for a while. */
function portsOf(verdicts: readonly Verdict[]): ReadonlySet<number> {
  return new Set(verdicts.flatMap(({ closedPorts }) => closedPorts))
}

function print(title: string, verdicts: readonly Verdict[]): void {
  if (verdicts.length === 0) return
  const heads = ['way', ...Object.keys(verdicts[0]?.cells ?? {}), 'judged']
  const lines = verdicts.map((verdict) => [verdict.way, ...Object.values(verdict.cells), judged(verdict)])
  const widths = heads.map((head, at) => Math.max(head.length, ...lines.map((line) => line[at]?.length ?? 0)))
  const text = (line: readonly string[]) => `  ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()
  process.stdout.write(`\n${title}\n${[heads, ...lines].map(text).join('\n')}\n`)
}

function judged({ missed, unclear }: Verdict): string {
  if (missed.length > 0) return `DOES NOT HOLD: ${missed.join(', ')}`
  return unclear.length > 0 ? `unclear, the machine is busy: ${unclear.join(', ')}` : 'holds'
}

function printBooks(checks: readonly Check[]): void {
  process.stdout.write('\nThe books\n')
  for (const { what, of, faults } of checks)
    process.stdout.write(`  ${faults === 0 ? 'holds' : 'DOES NOT HOLD'}: ${what} (${of}${faults === 0 ? '' : `, ${faults} faults`})\n`)
}
