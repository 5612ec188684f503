// The commands that a random walk gives to the ledger and to its model (MON-2).
import fc from 'fast-check'
import { ulid } from 'ulid'
import { expect } from 'vitest'
import { foldBatches, purgeBatches } from '../fold.ts'
import { purgeHolds } from '../recover.ts'
import { holdFor, logFor } from './desk.ts'
import { cleanLogs, postMovements, setBalance } from './desk-tasks.ts'
import {
  always,
  at,
  type Command,
  canPay,
  charge,
  compare,
  isLimited,
  isSwept,
  type ModelHold,
  onHold,
  payable,
  reserve,
  settle,
} from './ledger-model.ts'

const index = fc.nat(1000)

const amount = fc.integer({ min: 0, max: 200 })

const placeHold: fc.Arbitrary<Command> = fc.tuple(index, index, index, amount).map(([nodeAt, user, token, size]) =>
  always(`hold ${size} for user ${user}`, async (model, real) => {
    const node = nodeAt % real.nodes.length
    const hold: ModelHold = {
      id: ulid(),
      node,
      user: user % model.users.length,
      token: token % 3 === 2 ? undefined : token % model.tokens.length,
      amount: size,
      used: 0,
      parts: 0,
      partsCharged: 0,
      house: 0,
      state: 'open',
    }
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

/** A hold for which less will do: a quarter of what is there, beside others an eighth, and never less than the minimum. */
const placeSmallerHold: fc.Arbitrary<Command> = fc.tuple(index, index, amount, amount).map(([nodeAt, user, size, minimum]) =>
  always(`hold at most ${size} and at least ${minimum} for user ${user}`, async (model, real) => {
    const node = nodeAt % real.nodes.length
    const least = Math.min(size, minimum)
    const account = at(model.users, user)
    const available = account.posted - account.held
    const share = Math.floor(available / (account.held === 0 ? 4 : 8))
    const granted = share >= size ? size : Math.max(least, share)
    const hold: ModelHold = {
      id: ulid(),
      node,
      user: user % model.users.length,
      token: undefined,
      amount: granted,
      used: 0,
      parts: 0,
      partsCharged: 0,
      house: 0,
      state: 'open',
    }
    const request = holdFor(at(real.nodes, node), { id: hold.id, user: at(real.users, hold.user), amount: size })
    const verdict = await at(real.nodes, node).submit({ ...request, minimum })
    if (granted > available) return expect(verdict).toMatchObject({ kind: 'short', available })
    expect(verdict).toEqual({ kind: 'done', granted })
    reserve(hold, model, granted)
    model.holds.push(hold)
  }),
)

const noteProgress: fc.Arbitrary<Command> = fc.tuple(index, amount).map(([pick, used]) =>
  onHold(`checkpoint at ${used}`, pick, async (hold, _model, real) => {
    // Parts and checkpoints together are not right yet: see the todo in ledger-model.test.ts.
    if (hold.parts > 0) return
    const facts = JSON.stringify(logFor(at(real.users, hold.user).userId, used))
    const verdict = await at(real.nodes, hold.node).submit({ kind: 'checkpoint', id: hold.id, used, facts })
    expect(verdict.kind).toBe(hold.state === 'open' ? 'done' : 'unknown')
    if (hold.state === 'open') hold.used = Math.max(hold.used, used)
  }),
)

const comeBack: fc.Arbitrary<Command> = fc.tuple(index, amount).map(
  ([pick, size]): Command => ({
    check: (model) => model.holds.some(isSwept),
    async run(model, real) {
      await settle(at(model.holds.filter(isSwept), pick), size, model, real)
      await compare(model, real)
    },
    toString: () => `an owner that was swept comes back and settles ${size} on ${pick}`,
  }),
)

const crash: fc.Arbitrary<Command> = index.map((pick) =>
  always('a node crashes and is swept', async (model, real) => {
    const gone = pick % real.nodes.length
    await real.desk.crash(at(real.nodes, gone))
    model.dead.add(gone)
    for (const hold of model.holds) {
      if (!model.dead.has(hold.node) || hold.state !== 'open') continue
      reserve(hold, model, -hold.amount)
      const paid = payable(hold, model, hold.used, hold.amount)
      if (hold.used > 0) charge(hold, model, paid, 1)
      hold.state = hold.used > 0 ? 'recovered' : 'swept'
      hold.house = hold.used - paid
      hold.used = paid
    }
    // The late ones speak through the old committer; new calls come from a new node.
    real.nodes.push(await real.desk.node())
  }),
)

/** Every command, with random arguments. What all others need comes more often, or most walks would be short of holds. */
export const commandArbitraries: fc.Arbitrary<Command>[] = [
  placeHold,
  placeHold,
  placeHold,
  placeHold,
  placeSmallerHold,
  crash,
  crash,
  comeBack,
  comeBack,
  comeBack,
  noteProgress,
  noteProgress,
  noteProgress,
  noteProgress,
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
  ...[0.5, 1, 2].map((share) =>
    index.map((pick) =>
      onHold(`settle ${share} of the amount`, pick, (hold, model, real) => settle(hold, Math.floor(hold.amount * share), model, real)),
    ),
  ),
  fc.tuple(index, amount).map(([pick, size]) =>
    onHold(`settle ${size} twice in one batch`, pick, async (hold, model, real) => {
      const again = settle(hold, size, model, real)
      const second = at(real.nodes, hold.node).submit({ kind: 'settle', id: hold.id, amount: size + 1 })
      await again
      expect((await second).kind).toBe('already')
    }),
  ),
  fc.tuple(index, amount).map(([pick, size]) =>
    onHold(`settle a part of ${size}`, pick, async (hold, model, real) => {
      if (hold.used > 0) return
      const part = hold.parts + 1
      const verdict = await at(real.nodes, hold.node).submit({ kind: 'settle', id: hold.id, amount: size, part })
      expect(verdict.kind).toBe(hold.state === 'open' ? 'done' : 'unknown')
      if (hold.state !== 'open') return
      const freed = Math.min(hold.amount, size)
      reserve(hold, model, -freed)
      hold.amount -= freed
      hold.parts = part
      const paid = payable(hold, model, size, freed)
      hold.partsCharged += paid
      charge(hold, model, paid, 1)
      expect((await at(real.nodes, hold.node).submit({ kind: 'settle', id: hold.id, amount: size, part })).kind).toBe('already')
    }),
  ),
  index.map((pick) =>
    onHold('release', pick, async (hold, model, real) => {
      const verdict = await at(real.nodes, hold.node).submit({ kind: 'release', id: hold.id })
      if (hold.state === 'open') {
        expect(verdict.kind).toBe('done')
        reserve(hold, model, -hold.amount)
        hold.state = 'released'
      } else if (hold.state === 'recovered') {
        expect(verdict.kind).toBe('corrected')
        charge(hold, model, -hold.used, 0)
        hold.state = 'corrected'
      } else expect(verdict.kind).toBe('already')
    }),
  ),
  fc.tuple(index, amount).map(([pick, size]) =>
    always(`grant ${size}`, async (model, real) => {
      const user = pick % model.users.length
      await real.desk.database.run(postMovements, [
        {
          ref: `grant:${ulid()}`,
          from: real.desk.accounts.grant,
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
      await real.desk.database.run(setBalance, {
        accountId: at(real.users, user).accountId,
        balance: size,
        against: real.desk.accounts.adjust,
        ref: `adjust:${ulid()}`,
        kind: 'adjust',
        actorId: 1,
      })
      at(model.users, user).posted = size
    }),
  ),
  fc.constant(always('the logs are cleaned up', async (_model, real) => void (await real.desk.database.run(cleanLogs, null)))),
  fc.constant(
    always('markers are folded and purged', async (_model, real) => {
      while ((await real.desk.database.run(foldBatches, { limit: 100 })) === 100);
      await real.desk.database.run(purgeBatches, { olderThanMs: -1000 })
    }),
  ),
  fc.constant(
    always('resolved holds are purged', async (model, real) => {
      await real.desk.database.run(purgeHolds, { olderThanMs: -1000, limit: 10_000 })
      model.holds.splice(0, model.holds.length, ...model.holds.filter((hold) => hold.state === 'open'))
    }),
  ),
]
