// MON-2: random operations in any order have the effect that a simple in-memory model predicts, and the books add up after every step.
// WAYSTATION_MODEL_RUNS sets how many walks; WAYSTATION_SEED repeats one.

import { isWhole } from '@waystation/wire/testing/matrix'
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { commandArbitraries } from './testing/ledger-commands.ts'
import { type LedgerFixture, openLedgerFixture } from './testing/ledger-fixture.ts'
import type { Model, Real } from './testing/ledger-model.ts'

const RUNS = isWhole ? { sqlite: 24, postgres: 10, mysql: 10 } : { sqlite: 6, postgres: 3, mysql: 3 }
const STEPS = 100
const USERS = [3000, 300, 0]
const TOKENS = [1500, 0]

eachDatabase('the ledger against its model', ({ kind, address }) => {
  let fixture: LedgerFixture
  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
  }, 180_000)
  afterAll(() => fixture.close())

  test('MON-2 no walk loses or makes a unit', { timeout: 3_600_000 }, async () => {
    const numRuns = Number(process.env.WAYSTATION_MODEL_RUNS ?? RUNS[kind])
    const seed = Number(process.env.WAYSTATION_SEED ?? Math.floor(performance.timeOrigin) % 2_147_483_647)
    process.stderr.write(`model walk on ${kind}: ${numRuns} runs, seed ${seed}\n`)
    const walk = fc.asyncProperty(
      fc.array(fc.oneof(...commandArbitraries), { minLength: STEPS / 2, maxLength: STEPS, size: 'max' }),
      async (commands) => {
        const users = await Promise.all(USERS.map((balance) => fixture.user(balance)))
        const tokens = await Promise.all(TOKENS.map((limit) => fixture.token(limit)))
        const real: Real = { fixture, users, tokens, nodes: [await fixture.node(), await fixture.node()] }
        const empty = { held: 0, used: 0, calls: 0 }
        const model: Model = {
          users: USERS.map((posted) => ({ posted, ...empty })),
          tokens: TOKENS.map((posted) => ({ posted, ...empty })),
          holds: [],
          dead: new Set(),
        }
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands)
        } finally {
          // The next walk must not meet what this one left open.
          for (const hold of model.holds) if (hold.state === 'open') await real.nodes[hold.node]?.submit({ kind: 'release', id: hold.id })
        }
      },
    )
    await fc.assert(walk, { numRuns, seed, endOnFailure: process.env.WAYSTATION_SHRINK !== '1' })
  })
})
