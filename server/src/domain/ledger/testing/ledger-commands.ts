// The commands that a random walk gives to the ledger and to its model (MON-2).
import fc from 'fast-check'
import { ulid } from 'ulid'
import { expect } from 'vitest'
import { purgeHolds } from '../holds/recover.ts'
import { foldBatches, purgeBatches } from '../projections/fold.ts'
import { cleanLogs, postMovements, setBalance } from './fixture-tasks.ts'
import { holdFor, logFor } from './ledger-fixture.ts'
import {
  always,
  at,
  type Command,
  canPay,
  compare,
  correct,
  end,
  isLimited,
  isSwept,
  type Model,
  type ModelHold,
  newHold,
  onHold,
  partsOf,
  type Real,
  repeated,
  reserve,
  settle,
  settlePart,
  sweep,
} from './ledger-model.ts'

const index = fc.nat(1000)

const amount = fc.integer({ min: 0, max: 200 })

const placeHold: fc.Arbitrary<Command> = fc.tuple(index, index, index, amount).map(([nodeAt, user, token, size]) =>
  always(`hold ${size} for user ${user}`, async (model, real) => {
    const node = nodeAt % real.nodes.length
    const hold = newHold({
      node,
      user: user % model.users.length,
      token: token % 3 === 2 ? undefined : token % model.tokens.length,
      requested: size,
      amount: size,
    })
    const isPossible = canPay(hold, model, size)
    const tokenLeg = hold.token === undefined ? {} : { token: { accountId: at(real.tokens, hold.token), isLimited: isLimited(hold.token) } }
    const verdict = await at(real.nodes, node).submit(
      holdFor(at(real.nodes, node), { id: hold.id, user: at(real.users, hold.user), amount: size, ...tokenLeg }),
    )
    expect(verdict.kind).toBe(isPossible ? 'done' : 'short')
    if (!isPossible) return
    reserve(hold, model, size)
    model.holds.push(hold)
  }),
)

/** A hold that may be smaller: a quarter of the available balance, next to others an eighth, and never less than the minimum. */
const placeSmallerHold: fc.Arbitrary<Command> = fc.tuple(index, index, amount, amount).map(([nodeAt, user, size, minimum]) =>
  always(`hold at most ${size} and at least ${minimum} for user ${user}`, async (model, real) => {
    const node = nodeAt % real.nodes.length
    const least = Math.min(size, minimum)
    const account = at(model.users, user)
    const available = account.posted - account.held
    const share = Math.floor(available / (account.held === 0 ? 4 : 8))
    const granted = share >= size ? size : Math.max(least, share)
    const hold = newHold({ node, user: user % model.users.length, token: undefined, requested: size, amount: granted })
    const request = holdFor(at(real.nodes, node), { id: hold.id, user: at(real.users, hold.user), amount: size })
    const verdict = await at(real.nodes, node).submit({ ...request, minimum })
    if (granted > available) return expect(verdict).toMatchObject({ kind: 'short', available })
    expect(verdict).toEqual({ kind: 'done', granted })
    reserve(hold, model, granted)
    model.holds.push(hold)
  }),
)

/** How far a checkpoint may be behind the parts that were settled after it was made. */
const BEHIND = 40

const noteProgress: fc.Arbitrary<Command> = fc
  .tuple(index, amount)
  .map(([pick, size]) =>
    onHold(`checkpoint at ${size - BEHIND} beyond the parts`, pick, (hold, _model, real) => checkpoint(hold, size - BEHIND, real)),
  )

async function checkpoint(hold: ModelHold, beyond: number, real: Real): Promise<void> {
  const used = Math.max(0, partsOf(hold) + beyond)
  const facts = JSON.stringify(logFor(at(real.users, hold.user).userId, used))
  const verdict = await at(real.nodes, hold.node).submit({ kind: 'checkpoint', id: hold.id, used, facts })
  expect(verdict.kind).toBe(hold.state === 'open' ? 'done' : 'unknown')
  if (hold.state === 'open') hold.used = Math.max(hold.used, used)
}

const isOpen = ({ state }: ModelHold) => state === 'open'

/** A command for one of the holds that are so; left out where there is none. */
const onSome = (
  words: string,
  pick: number,
  isSo: (hold: ModelHold) => boolean,
  act: (hold: ModelHold, model: Model, real: Real) => Promise<unknown>,
): Command => ({
  check: (model) => model.holds.some(isSo),
  async run(model, real) {
    await act(at(model.holds.filter(isSo), pick), model, real)
    await compare(model, real)
  },
  toString: () => words,
})

/** A session that goes on, as far as it gets: without it, few walks have an open hold with a part and a checkpoint beyond it. */
const goOn: fc.Arbitrary<Command> = fc.tuple(index, amount, amount).map(([pick, size, beyond]) =>
  onSome(`open hold ${pick} settles a part of ${size} and notes ${beyond} beyond it`, pick, isOpen, async (hold, model, real) => {
    await settlePart(hold, hold.parts.size + 1, size, model, real)
    await checkpoint(hold, beyond, real)
  }),
)

const comeBack: fc.Arbitrary<Command> = fc
  .tuple(index, amount)
  .map(([pick, size]) =>
    onSome(`an owner that was swept comes back and settles ${size} on ${pick}`, pick, isSwept, (hold, model, real) =>
      settle(hold, size, model, real),
    ),
  )

/** A part that is new, or comes late or out of turn, or was settled before. */
const settleSomePart: fc.Arbitrary<Command> = fc
  .tuple(index, amount, fc.nat(3))
  .map(([pick, size, ahead]) =>
    onHold(`settle a part of ${size}`, pick, (hold, model, real) =>
      settlePart(hold, Math.max(1, hold.parts.size + ahead), size, model, real),
    ),
  )

const lateParts: fc.Arbitrary<Command> = fc.tuple(index, fc.array(amount, { minLength: 1, maxLength: 3 })).map(([pick, sizes]) =>
  onSome(`parts of ${sizes} arrive after hold ${pick} was swept`, pick, isSwept, async (hold, model, real) => {
    const next = Math.max(0, ...hold.parts.keys()) + 1
    // In one batch: rows that one part writes, the next must take back.
    await Promise.all(sizes.map((size, more) => settlePart(hold, next + more, size, model, real)))
  }),
)

const crash: fc.Arbitrary<Command> = index.map((pick) =>
  always('a node crashes and is swept', async (model, real) => {
    const gone = pick % real.nodes.length
    await real.fixture.crash(at(real.nodes, gone))
    model.dead.add(gone)
    for (const hold of model.holds) {
      if (model.dead.has(hold.node) && hold.state === 'open') sweep(hold, model)
    }
    // The late ones speak through the old committer; new calls come from a new node.
    real.nodes.push(await real.fixture.node())
  }),
)

const times = (count: number, command: fc.Arbitrary<Command>) => Array.from({ length: count }, () => command)

/** Every command, with random arguments. What all others need comes more often, or most walks would be short of holds. */
export const commandArbitraries: fc.Arbitrary<Command>[] = [
  ...times(4, placeHold),
  placeSmallerHold,
  ...times(2, crash),
  ...times(3, comeBack),
  ...times(4, noteProgress),
  ...times(2, settleSomePart),
  ...times(3, goOn),
  lateParts,
  fc.tuple(index, amount).map(([pick, by]) =>
    onHold(`extend by ${by}`, pick, async (hold, model, real) => {
      const isPossible = canPay(hold, model, by)
      const verdict = await at(real.nodes, hold.node).submit({ kind: 'extend', id: hold.id, by })
      expect(verdict.kind).toBe(hold.state !== 'open' ? 'unknown' : isPossible ? 'done' : 'short')
      if (verdict.kind !== 'done') return
      reserve(hold, model, by)
      hold.amount += by
    }),
  ),
  fc.tuple(index, fc.nat(1)).map(([pick, more]) =>
    onHold(`ask for ${more} more`, pick, async (hold, _model, real) => {
      const amount = hold.requested + more
      const verdict = await at(real.nodes, hold.node).submit(
        holdFor(at(real.nodes, hold.node), { id: hold.id, user: at(real.users, hold.user), amount }),
      )
      const same = hold.state === 'open' ? { kind: 'done', granted: hold.amount } : { kind: 'already' }
      expect(verdict).toEqual(more === 0 ? same : { kind: 'different-amount', recorded: hold.requested })
    }),
  ),
  ...[0.5, 1, 2].map((share) =>
    index.map((pick) =>
      onHold(`settle ${share} of the amount`, pick, (hold, model, real) => settle(hold, Math.floor(hold.amount * share), model, real)),
    ),
  ),
  fc.tuple(index, amount).map(([pick, size]) =>
    onHold(`settle ${size} twice in one batch`, pick, async (hold, model, real) => {
      const first = settle(hold, size, model, real)
      const node = at(real.nodes, hold.node)
      const [same, another] = [size, size + 1].map((amount) => node.submit({ kind: 'settle', id: hold.id, amount }))
      await first
      expect(await same).toEqual(repeated(hold.final, size))
      expect(await another).toEqual(repeated(hold.final, size + 1))
    }),
  ),
  index.map((pick) =>
    onHold('release', pick, async (hold, model, real) => {
      const verdict = await at(real.nodes, hold.node).submit({ kind: 'release', id: hold.id })
      if (hold.state === 'open' && hold.parts.size > 0) {
        expect(verdict).toEqual({ kind: 'done' })
        end(hold, 0, model)
      } else if (hold.state === 'open') {
        expect(verdict).toEqual({ kind: 'done' })
        reserve(hold, model, -hold.amount)
        hold.state = 'released'
      } else if (hold.state === 'swept') expect(verdict).toEqual({ kind: 'already' })
      else if (isSwept(hold)) {
        expect(verdict).toEqual({ kind: 'corrected' })
        correct(hold, 0, model)
      } else expect(verdict).toEqual(repeated(hold.final, 0))
    }),
  ),
  fc.tuple(index, amount).map(([pick, size]) =>
    always(`grant ${size}`, async (model, real) => {
      const user = pick % model.users.length
      await real.fixture.database.run(postMovements, [
        {
          ref: `grant:${ulid()}`,
          from: real.fixture.accounts.grant,
          to: at(real.users, user).accountId,
          amount: size,
          kind: 'grant',
          actorId: 1,
        },
      ])
      at(model.users, user).posted += size
    }),
  ),
  fc.tuple(index, amount).map(([pick, size]) =>
    always(`an admin sets the balance to ${size}`, async (model, real) => {
      const user = pick % model.users.length
      await real.fixture.database.run(setBalance, {
        accountId: at(real.users, user).accountId,
        balance: size,
        against: real.fixture.accounts.adjust,
        ref: `adjust:${ulid()}`,
        kind: 'adjust',
        actorId: 1,
      })
      at(model.users, user).posted = size
    }),
  ),
  fc.constant(always('the logs are cleaned up', async (_model, real) => void (await real.fixture.database.run(cleanLogs, null)))),
  fc.constant(
    always('markers are folded and purged', async (_model, real) => {
      while ((await real.fixture.database.run(foldBatches, { limit: 100 })) === 100);
      await real.fixture.database.run(purgeBatches, { olderThanMs: -1000 })
    }),
  ),
  fc.constant(
    always('resolved holds are purged', async (model, real) => {
      await real.fixture.database.run(purgeHolds, { olderThanMs: -1000, limit: 10_000 })
      model.holds.splice(0, model.holds.length, ...model.holds.filter((hold) => hold.state === 'open'))
    }),
  ),
]
