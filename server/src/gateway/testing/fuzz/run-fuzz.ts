import { rulebooks } from '@waystation/wire/rules/rulebooks'
import { draws } from '@waystation/wire/testing/draws/draw'
import { drawnDialects } from '@waystation/wire/testing/draws/index'
import { sendDraw } from './send-draws.ts'
import { Tally } from './tally.ts'
import { targets } from './targets.ts'

/** Draws so many requests of each client dialect and sends each to every target. */
export async function runFuzz(countPerDialect: number, seed: number, say?: (words: string) => void): Promise<Tally> {
  const tally = new Tally()
  let turn = 0
  for (const dialect of drawnDialects) {
    for (const draw of draws(dialect, countPerDialect, seed)) {
      await sendDraw(dialect.name, draw, turn, tally)
      turn += 1
      if (turn % 1000 === 0) say?.(`${turn} draws`)
    }
  }
  return tally
}

/** Rules of the targets' books that no request of the run came upon. */
export function unusedRules({ usedRules }: Tally): string[] {
  const books = new Set(targets.map(({ rulebook }) => rulebook))
  return [...books].flatMap((book) => rulebooks[book].map(({ name }) => name)).filter((name) => !usedRules.has(name))
}
