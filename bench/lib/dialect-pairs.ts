// The wire layer of the checkout that is measured, without any server around it: how long its functions take.
import { existsSync } from 'node:fs'
import type { Dialect } from '@waystation/wire/chat/dialect'
import { lossList } from '@waystation/wire/chat/losses/loss'
import type { ChatRequest } from '@waystation/wire/chat/request/request'
import type { RulebookName } from '@waystation/wire/rules/rulebooks'
import { type Measured, measured } from './measure.ts'

const WARM_ROUNDS = 2

export interface Pair {
  readonly from: Dialect
  readonly to: Dialect
  /** `anthropic-messages → openai-chat`: what is read and what is written. */
  readonly name: string
  /** The request as a usual model of `to` takes it; as it is, in checkouts that have no rules. */
  readonly limited: (request: ChatRequest) => ChatRequest
}

type Rules = typeof import('@waystation/wire/rules/apply-rules') & typeof import('@waystation/wire/rules/rulebooks')

/** A usual model of each vendor, and where its rules stand. */
const usual: Readonly<Record<string, readonly [book: RulebookName, model: string]>> = {
  'openai-chat': ['openai', 'gpt-5.4'],
  'openai-responses': ['openai-responses', 'gpt-5.4'],
  'anthropic-messages': ['anthropic', 'claude-opus-4-7'],
  'gemini-generate': ['gemini', 'gemini-3-flash-preview'],
}

/** Every dialect of a checkout with every other: twelve pairs. */
export async function dialectPairs(root: string): Promise<Pair[]> {
  // The checkout that is measured need not be ours.
  const module = (await import(`file://${root}wire/src/chat/dialects.ts`)) as Partial<typeof import('@waystation/wire/chat/dialects')> & {
    /** What older commits call them. */
    readonly dialects?: Readonly<Record<string, Dialect>>
  }
  const all = Object.values<Dialect>(module.clientDialects ?? module.dialects ?? {})
  const rules = await rulesOf(root)
  return all.flatMap((from) =>
    all.filter((to) => to !== from).map((to) => ({ from, to, name: `${from.name} → ${to.name}`, limited: limitedFor(to, rules) })),
  )
}

async function rulesOf(root: string): Promise<Rules | undefined> {
  if (!existsSync(`${root}wire/src/rules/apply-rules.ts`)) return undefined
  const [apply, books] = await Promise.all(['apply-rules', 'rulebooks'].map((name) => import(`file://${root}wire/src/rules/${name}.ts`)))
  return { ...apply, ...books } as Rules
}

function limitedFor({ name }: Dialect, rules: Rules | undefined): Pair['limited'] {
  const [book, model] = usual[name] ?? []
  if (rules === undefined || book === undefined || model === undefined) return (request) => request
  // The gateway too finds them once.
  const held = rules.rulesFor(book, model)
  return (request) => rules.applyRules(request, held, lossList())
}

/**
 * CPU microseconds of one run of each piece of work, in the order given. They take turns, round after round, so that whoever shares the machine
 * disturbs all alike. Two rounds come first and do not count: the engine compiles what it sees often.
 *
 * @param roundSeconds of one round of all of them
 */
export function cpuPerRun(works: readonly (() => void)[], { rounds, roundSeconds }: { rounds: number; roundSeconds: number }): Measured[] {
  const turnMs = (roundSeconds * 1000) / works.length
  const times = works.map(() => [] as number[])
  for (let round = -WARM_ROUNDS; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const took = batch(work, turnMs)
      if (round >= 0) times[index]?.push(took)
    }
  }
  return times.map(measured)
}

function batch(work: () => void, forMs: number): number {
  const startedMs = performance.now()
  const before = process.cpuUsage()
  let runs = 0
  // The clock is asked now and then only: a look costs a part of what the smallest work does.
  while (performance.now() - startedMs < forMs) for (let count = 0; count < 20; count++, runs++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runs
}
