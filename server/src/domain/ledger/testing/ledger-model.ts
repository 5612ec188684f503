// The ledger as a few maps, and how a command is run on it and on the real one (MON-2).
import type fc from 'fast-check'
import { expect } from 'vitest'
import { type Desk, type DeskNode, logFor } from './desk.ts'

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
  amount: number
  used: number
  parts: number
  partsCharged: number
  /** Of a recovered hold: what the house bore. */
  house: number
  state: 'open' | 'settled' | 'released' | 'recovered' | 'swept' | 'corrected'
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
  readonly desk: Desk
  readonly users: readonly { accountId: number; userId: number }[]
  readonly tokens: readonly number[]
  readonly nodes: DeskNode[]
}

export type Command = fc.AsyncCommand<Model, Real>

export const isLimited = (token: number) => token % 2 === 0

export const isSwept = (hold: ModelHold) => hold.state === 'recovered' || hold.state === 'swept'

const RECENT = 8

/** A command on one of the holds so far; skipped while there is none. */
export function onHold(name: string, pick: number, run: (hold: ModelHold, model: Model, real: Real) => Promise<void>): Command {
  return {
    check: (model) => model.holds.length > 0,
    async run(model, real) {
      // Among the newest, where things still happen.
      await run(at(model.holds.slice(-RECENT), pick), model, real)
      await compare(model, real)
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

/** What of an amount the accounts can pay: the most that leaves none below zero and, beyond the hold's own, no other hold uncovered. */
export function payable(hold: ModelHold, model: Model, amount: number, wasHeld: number): number {
  const isFine = (paid: number) =>
    legsOf(hold, model).every(
      ({ account, reserves }) =>
        !reserves || paid === 0 || (account.posted >= paid && (paid <= wasHeld || account.posted - paid >= account.held)),
    )
  let paid = amount
  while (!isFine(paid)) paid -= 1
  return paid
}

export const canPay = (hold: ModelHold, model: Model, amount: number) =>
  legsOf(hold, model).every(({ account, reserves }) => !reserves || account.posted - account.held >= amount)

/** A balance and a limit are never below zero, whatever a vendor reports (decision D43). */
function expectNobodyOverdrawn(model: Model): void {
  for (const account of [...model.users, ...model.tokens]) expect(account.posted).toBeGreaterThanOrEqual(0)
}

export async function settle(hold: ModelHold, amount: number, model: Model, real: Real): Promise<void> {
  const log = logFor(at(real.users, hold.user).userId, amount + hold.partsCharged)
  const verdict = await at(real.nodes, hold.node).submit({ kind: 'settle', id: hold.id, amount, log })
  if (hold.state === 'open') {
    reserve(hold, model, -hold.amount)
    const paid = payable(hold, model, amount, hold.amount)
    expect(verdict).toEqual(paid === amount ? { kind: 'done' } : { kind: 'done', housePart: amount - paid })
    charge(hold, model, paid, 1)
    hold.state = 'settled'
  } else if (hold.state === 'recovered' || hold.state === 'swept') {
    expect(verdict.kind).toBe('corrected')
    const difference = amount - (hold.state === 'recovered' ? hold.used : 0)
    const paid = difference < 0 ? difference : payable(hold, model, difference, 0)
    expect('housePart' in verdict ? verdict.housePart : 0).toBe(difference - paid)
    charge(hold, model, paid, hold.state === 'recovered' ? 0 : 1)
    hold.state = 'corrected'
  } else expect(verdict.kind).toBe('already')
}

/** The real one must say what the model says, and its books must add up. */
export async function compare(model: Model, real: Real): Promise<void> {
  const rows = await real.desk.database.read.selectFrom('account').select(['id', 'posted', 'held', 'used', 'calls']).execute()
  const byId = new Map(
    rows.map(({ id, posted, held, used, calls }) => [
      Number(id),
      { posted: Number(posted), held: Number(held), used: Number(used), calls: Number(calls) },
    ]),
  )
  expect(real.users.map((user) => byId.get(user.accountId))).toEqual(model.users)
  expect(real.tokens.map((accountId) => byId.get(accountId))).toEqual(model.tokens)
  expectNobodyOverdrawn(model)
  expect((await real.desk.reconcile()).differences).toEqual([])
}
