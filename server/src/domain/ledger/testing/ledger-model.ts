// The ledger as a few maps, and how a command is run on it and on the real one (MON-2).
import type fc from 'fast-check'
import { ulid } from 'ulid'
import { expect } from 'vitest'
import type { Verdict } from '../operation.ts'
import { type LedgerFixture, type LedgerNode, logFor } from './ledger-fixture.ts'

export interface ModelAccount {
  posted: number
  held: number
  used: number
  calls: number
}
export interface ModelHold {
  readonly id: string
  readonly node: number
  readonly user: number
  readonly token: number | undefined
  /** What it was placed for, and what of it is still set aside. */
  readonly requested: number
  amount: number
  /** What the last checkpoint reported for the whole, parts included. */
  used: number
  /** Amounts of settled parts by number. */
  readonly parts: Map<number, number>
  /** What a recovery charged and no late part has been set off against. */
  credit: { paid: number; house: number }
  /** Swept: nothing had been charged. Late: parts came after the recovery. */
  state: 'open' | 'settled' | 'released' | 'recovered' | 'swept' | 'late' | 'corrected'
  /** What its owner ended it with. */
  final: number
}
export interface Model {
  readonly users: ModelAccount[]
  /** Even ones have a limit, odd ones only count. */
  readonly tokens: ModelAccount[]
  readonly holds: ModelHold[]
  /** Nodes whose lease has run out; they may go on all the same, as a node cut off from the database does. */
  readonly dead: Set<number>
}
export interface Real {
  readonly fixture: LedgerFixture
  readonly users: readonly { accountId: number; userId: number }[]
  readonly tokens: readonly number[]
  readonly nodes: LedgerNode[]
}

export type Command = fc.AsyncCommand<Model, Real>

export const isLimited = (token: number) => token % 2 === 0

export const isSwept = (hold: ModelHold) => hold.state === 'recovered' || hold.state === 'swept' || hold.state === 'late'

export function newHold(hold: Pick<ModelHold, 'node' | 'user' | 'token' | 'requested' | 'amount'>): ModelHold {
  return { ...hold, id: ulid(), used: 0, parts: new Map(), credit: { paid: 0, house: 0 }, state: 'open', final: 0 }
}

export function partsOf(hold: ModelHold): number {
  return [...hold.parts.values()].reduce((sum, amount) => sum + amount, 0)
}

/** What the answer to a repeat is: the same is harmless, another amount is not. */
export function repeated(recorded: number, amount: number): Verdict {
  return recorded === amount ? { kind: 'already' } : { kind: 'different-amount', recorded }
}

const RECENT = 8

/** A command on one of the holds so far; skipped while there is none. */
export function onHold(name: string, pick: number, run: (hold: ModelHold, model: Model, real: Real) => Promise<void>): Command {
  return {
    check: (model) => model.holds.length > 0,
    async run(model, real) {
      // Among the newest, where things still happen.
      const hold = at(model.holds.slice(-RECENT), pick)
      await run(hold, model, real)
      await compare(model, real)
      await expectExactCost(hold, real)
    },
    toString: () => `${name} of hold ${pick}`,
  }
}

export function always(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real)
      await compare(model, real)
    },
    toString: () => name,
  }
}

export function at<Item>(list: readonly Item[], pick: number): Item {
  const item = list[pick % list.length]
  if (item === undefined) throw new Error('the list is empty')
  return item
}

function legsOf(hold: ModelHold, model: Model): { account: ModelAccount; reserves: boolean }[] {
  const legs = [{ account: at(model.users, hold.user), reserves: true }]
  if (hold.token !== undefined) legs.push({ account: at(model.tokens, hold.token), reserves: isLimited(hold.token) })
  return legs
}

export function reserve(hold: ModelHold, model: Model, amount: number): void {
  for (const { account, reserves } of legsOf(hold, model)) if (reserves) account.held += amount
}

export function charge(hold: ModelHold, model: Model, amount: number, calls: number): void {
  for (const { account, reserves } of legsOf(hold, model)) {
    account.used += amount
    account.calls += calls
    if (reserves) account.posted -= amount
  }
}

/** What of an amount the user can pay: the most that leaves them not below zero and, beyond the hold's own, no other hold uncovered. */
export function payable(hold: ModelHold, model: Model, amount: number, wasHeld: number): number {
  const { posted, held } = at(model.users, hold.user)
  const isFine = (paid: number) => paid === 0 || (posted >= paid && (paid <= wasHeld || posted - paid >= held))
  let paid = amount
  while (!isFine(paid)) paid -= 1
  return paid
}

export const canPay = (hold: ModelHold, model: Model, amount: number) =>
  legsOf(hold, model).every(({ account, reserves }) => !reserves || account.posted - account.held >= amount)

/** A balance is never below zero, whatever a vendor reports (decision D43); the limit of a token may be (decision D58). */
function expectNoOverdraft(model: Model): void {
  for (const account of model.users) expect(account.posted).toBeGreaterThanOrEqual(0)
}

export async function settle(hold: ModelHold, amount: number, model: Model, real: Real): Promise<void> {
  const log = logFor(at(real.users, hold.user).userId, amount + partsOf(hold))
  const verdict = await at(real.nodes, hold.node).submit({ kind: 'settle', id: hold.id, amount, log })
  if (hold.state === 'open') {
    expect(verdict).toEqual(verdictWith('done', end(hold, amount, model)))
  } else if (isSwept(hold)) {
    expect(verdict).toEqual(verdictWith('corrected', correct(hold, amount, model)))
  } else expect(verdict).toEqual(repeated(hold.final, amount))
}

export function verdictWith(kind: 'done' | 'corrected', writeOff: number): Verdict {
  return writeOff === 0 ? { kind } : { kind, writeOff }
}

/** Ends an open hold; gives what the house bears. */
export function end(hold: ModelHold, amount: number, model: Model): number {
  const wasHeld = hold.amount
  reserve(hold, model, -wasHeld)
  const paid = payable(hold, model, amount, wasHeld)
  charge(hold, model, paid, 1)
  hold.state = 'settled'
  hold.final = amount
  return amount - paid
}

/** The owner of a swept hold ends it; gives what the house bears. */
export function correct(hold: ModelHold, amount: number, model: Model): number {
  const difference = amount - hold.credit.paid
  const paid = difference < 0 ? difference : payable(hold, model, difference, 0)
  charge(hold, model, paid, hold.state === 'swept' ? 1 : 0)
  hold.state = 'corrected'
  hold.final = amount
  return difference - paid
}

export async function settlePart(hold: ModelHold, part: number, amount: number, model: Model, real: Real): Promise<void> {
  const log = logFor(at(real.users, hold.user).userId, partsOf(hold) + amount)
  const verdict = await at(real.nodes, hold.node).submit({ kind: 'settle', id: hold.id, amount, part, log })
  const known = hold.parts.get(part)
  if (known !== undefined) return expect(verdict).toEqual(repeated(known, amount))
  if (hold.state === 'open') {
    const freed = Math.min(hold.amount, amount)
    reserve(hold, model, -freed)
    hold.amount -= freed
    const paid = payable(hold, model, amount, freed)
    charge(hold, model, paid, 0)
    expect(verdict).toEqual(verdictWith('done', amount - paid))
  } else if (isSwept(hold)) {
    const covered = Math.min(hold.credit.paid, amount)
    const paid = payable(hold, model, amount - covered, 0)
    charge(hold, model, paid, hold.state === 'swept' ? 1 : 0)
    expect(verdict).toEqual(verdictWith('corrected', amount - covered - paid))
    hold.credit = { paid: hold.credit.paid - covered, house: Math.max(0, hold.credit.house - (amount - covered)) }
    hold.state = 'late'
  } else return expect(verdict).toEqual({ kind: 'unknown' })
  hold.parts.set(part, amount)
}

/** A sweep finds the owner gone: what no part covers is charged by the checkpoint. */
export function sweep(hold: ModelHold, model: Model): void {
  const wasHeld = hold.amount
  reserve(hold, model, -wasHeld)
  const cost = Math.max(0, hold.used - partsOf(hold))
  const hasRow = cost > 0 || hold.parts.size > 0
  const paid = payable(hold, model, cost, wasHeld)
  charge(hold, model, paid, hasRow ? 1 : 0)
  hold.credit = { paid, house: cost - paid }
  hold.state = hasRow ? 'recovered' : 'swept'
}

/** What user and house have paid for it together is what was used, in whatever order parts, sweeps and the end came. */
async function expectExactCost(hold: ModelHold, real: Real): Promise<void> {
  const { fixture } = real
  const paid = await fixture.charged(hold.id, at(real.users, hold.user).accountId)
  const house = await fixture.charged(hold.id, fixture.accounts.house)
  const rest = isSwept(hold) ? hold.credit.paid + hold.credit.house : hold.final
  expect(paid + house).toBe(partsOf(hold) + rest)
}

/** The ledger must agree with the model, and its books must add up. */
export async function compare(model: Model, real: Real): Promise<void> {
  const rows = await real.fixture.database.read.selectFrom('account').select(['id', 'posted', 'held', 'used', 'calls']).execute()
  const byId = new Map(
    rows.map(({ id, posted, held, used, calls }) => [
      Number(id),
      { posted: Number(posted), held: Number(held), used: Number(used), calls: Number(calls) },
    ]),
  )
  expect(real.users.map((user) => byId.get(user.accountId))).toEqual(model.users)
  expect(real.tokens.map((accountId) => byId.get(accountId))).toEqual(model.tokens)
  expectNoOverdraft(model)
  expect((await real.fixture.reconcile()).differences).toEqual([])
}
