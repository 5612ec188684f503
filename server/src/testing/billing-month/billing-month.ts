// One generated month with all causes that move money, and every number that screens show of it beside what the entries of the ledger say.
import { randomNumbers } from '@waystation/wire/testing/draws/random'
import type { DatabaseKind } from '../../db/kind.ts'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { MonthCalls } from './month-calls.ts'
import { MonthMoney } from './month-money.ts'
import { MONTH_END_MS, MONTH_START_MS, openScene } from './month-scene.ts'
import { compareScreens } from './month-screens.ts'

export interface MonthOptions {
  readonly database: DatabaseKind
  readonly calls: number
  /** A number that decides all choices. */
  readonly seed: number
  /** Told how far it is. */
  readonly say?: (words: string) => void
}

/** Every way in which money moves: a month without one of them proves nothing of it. */
const CAUSES = [
  ...['settle', 'recover', 'correct', 'house', 'redeem', 'epay', 'stripe', 'refund', 'dispute', 'debt', 'rebate', 'check-in'],
  ...['aff-transfer', 'adjust', 'grant'],
]
const LEAST_COMPARISONS = 300

/** What speaks against a month, in words: what is wrong, and what did not take place at all. */
export function faultsOf({ comparisons, kinds, books, entries }: MonthReport): string[] {
  const isMoved = comparisons.filter(({ screen, entries: found }) => screen !== 0 || found !== 0)
  return [
    ...comparisons.filter(({ screen, entries: found }) => screen !== found).map(({ what }) => `wrong: ${what}`),
    ...(isMoved.length < LEAST_COMPARISONS ? [`only ${isMoved.length} numbers that are not 0 were compared`] : []),
    ...[...kinds].filter(([, count]) => count === 0).map(([kind]) => `no call was ${kind}`),
    ...CAUSES.filter((cause) => !entries.get(cause)).map((cause) => `no entry was made by ${cause}`),
    ...books.differences.map((one) => `books: ${one.invariant} ${one.subject} expected ${one.expected} found ${one.found}`),
    ...(books.openHolds === 0 ? [] : [`${books.openHolds} holds are open`]),
    ...(books.chargesWithoutLog === 0 ? [] : [`${books.chargesWithoutLog} charges have no row in the log`]),
  ]
}

/** Calls that run at once. */
const WAVE = 250
const WAVES_LEAST = 60
const LOGIN_WAVES = 150

export type MonthReport = Awaited<ReturnType<typeof runBillingMonth>>

export async function runBillingMonth({ database: kind, calls, seed, say = () => {} }: MonthOptions) {
  const startedMs = performance.now()
  const random = randomNumbers(seed).next
  const scene = await openScene(kind)
  try {
    const money = new MonthMoney(scene, random)
    const traffic = await MonthCalls.open(scene, random)
    await money.begin()
    const waves = Math.max(WAVES_LEAST, Math.ceil(calls / WAVE))
    for (let wave = 0; wave < waves; wave += 1) {
      scene.clock.ms = MONTH_START_MS + Math.floor(((MONTH_END_MS - MONTH_START_MS) * (wave + 1)) / waves) - 60_000
      if (wave % LOGIN_WAVES === 0 || wave % Math.ceil(waves / 5) === 0) await scene.logIn()
      await traffic.wave(share(calls, waves, wave))
      for (let turn = 0; turn < 2; turn += 1) await money.turn()
      if (wave % Math.ceil(waves / 12) === Math.ceil(waves / 24)) await traffic.restart()
      if (wave % 100 === 99) say(`${wave + 1} of ${waves} waves, ${Math.round((performance.now() - startedMs) / 1000)} s`)
    }
    await traffic.close()
    await scene.logIn()
    say('reading the screens')
    const comparisons = await compareScreens(scene)
    const { read } = scene.console.database
    const entries = await read
      .selectFrom('entry')
      .select(['kind', (row) => row.fn.countAll().as('count')])
      .groupBy('kind')
      .execute()
    return {
      ...{ comparisons, kinds: traffic.counts, books: await reconcile(scene.console.database) },
      /** Movements by kind, in the ledger. */
      entries: new Map(entries.map((row) => [row.kind, Number(row.count)])),
      seconds: (performance.now() - startedMs) / 1000,
    }
  } finally {
    await scene.close()
  }
}

/** How many of the calls this wave has, so that all together are as many as asked for. */
const share = (calls: number, waves: number, at: number): number =>
  Math.floor((calls * (at + 1)) / waves) - Math.floor((calls * at) / waves)
