// How the owner of a hold ends it, in the whole or part by part, and how what a recovery charged in its absence is corrected.
//
// A recovery charges what the last checkpoint reports beyond the parts that were settled by then. That is a payment on account: each part
// that
// arrives later is set off against it, and the final settlement charges or gives back the difference. So once the owner has reported
// everything, the entries of a hold add up to its parts and its rest, in whatever order they and the recovery came.
import { type Charged, withWriteOff } from '../charges.ts'
import { partsWriteOff, sweptRow, waitingRow } from '../commit/waiting-row.ts'
import type { LedgerTransaction } from '../ledger-transaction.ts'
import { type LogDraft, type ReleaseOperation, type SettleOperation, tokensOf, type Verdict } from '../operation.ts'
import type { HoldRecord } from '../state.ts'

type PartOperation = SettleOperation & { readonly part: number }

/** Ends a hold, or settles a part of it. A release is a settlement of nothing. */
export function settle(ledger: LedgerTransaction, operation: SettleOperation | ReleaseOperation): Verdict {
  const hold = ledger.hold(operation.id)
  if (!hold) return { kind: 'unknown' }
  if (isPart(operation)) return settlePart(ledger, hold, operation)
  if (operation.kind === 'settle') {
    if (hold.state === 'open') return end(ledger, hold, operation)
    if (hold.resolvedBy === 'sweeper') return correct(ledger, hold, operation)
    return repeated(hold.used, operation.amount)
  }
  const nothing = { ...operation, kind: 'settle', amount: 0 } as const
  if (hold.state === 'open') return hold.partCount > 0 ? end(ledger, hold, nothing) : release(ledger, hold, operation)
  if (hold.resolvedBy === 'sweeper') return hold.state === 'released' ? { kind: 'already' } : correct(ledger, hold, nothing)
  return repeated(hold.used, 0)
}

function isPart(operation: SettleOperation | ReleaseOperation): operation is PartOperation {
  return operation.kind === 'settle' && operation.part !== undefined
}

/** Decision D52: the same once more is harmless, another amount is an error. */
function repeated(recorded: number, amount: number): Verdict {
  return recorded === amount ? { kind: 'already' } : { kind: 'different-amount', recorded }
}

function end(ledger: LedgerTransaction, hold: HoldRecord, operation: SettleOperation): Verdict {
  const { amount } = operation
  const wasHeld = hold.amount
  const tokens = usedTokens(hold, operation.log)
  ledger.free(hold)
  const how = { calls: 1, tokens, mayOverdraw: mayOverdraw(operation) }
  const charged = ledger.charge(hold, { kind: 'settle', subject: hold.id, amount, wasHeld, ...how })
  return closed('settled', ledger, hold, { operation, charged })
}

function release(ledger: LedgerTransaction, hold: HoldRecord, { log }: ReleaseOperation): Verdict {
  ledger.free(hold)
  hold.used = 0
  ledger.resolve(hold, 'released', 'owner')
  if (log) ledger.log({ id: hold.id, log })
  return { kind: 'done' }
}

/** A part of something that goes on: charged at once, the reservation shrinks by it. */
function settlePart(ledger: LedgerTransaction, hold: HoldRecord, operation: PartOperation): Verdict {
  const { part, amount, log } = operation
  const known = hold.parts.find((one) => one.part === part)
  if (known) return repeated(known.amount, amount)
  const isLate = hold.resolvedBy === 'sweeper'
  if (hold.state !== 'open' && !isLate) return { kind: 'unknown' }
  const { writeOff } = isLate ? chargeLatePart(ledger, hold, operation) : chargePart(ledger, hold, operation)
  hold.parts.push({ part, amount, writeOff })
  hold.partCount += 1
  hold.hasNewParts = true
  if (log) {
    hold.facts = JSON.stringify(log)
    hold.hasNewFacts = true
  }
  if (isLate) {
    ledger.resolve(hold, 'corrected', 'sweeper')
    const row = sweptRow(hold)
    if (row) ledger.log(row)
  }
  return verdictWith(isLate ? 'corrected' : 'done', writeOff)
}

function chargePart(ledger: LedgerTransaction, hold: HoldRecord, operation: PartOperation) {
  const { amount, part } = operation
  const wasHeld = Math.min(hold.amount, amount)
  ledger.reserve(hold, -wasHeld)
  // The whole is one call; it and its tokens are counted at its end.
  const how = { kind: 'settle', subject: `${hold.id}:${part}`, calls: 0, tokens: 0, mayOverdraw: mayOverdraw(operation) } as const
  return ledger.charge(hold, { ...how, amount, wasHeld })
}

/** The recovery's charge covers the part as far as it goes. */
function chargeLatePart(ledger: LedgerTransaction, hold: HoldRecord, operation: PartOperation) {
  const { amount, part } = operation
  const row = sweptRow(hold)
  if (row) ledger.withdrawLog(row, hold.resolvedAtMs)
  const paid = Math.min(hold.used, amount)
  const before = { paid, writeOff: Math.min(hold.house, amount - paid) }
  hold.used -= before.paid
  hold.house -= before.writeOff
  const tokens = (operation.log ? tokensOf(operation.log) : 0) - (row ? tokensOf(row.log) : 0)
  const counts = { calls: row ? 0 : 1, tokens: operation.log ? tokens : 0 }
  const how = { kind: 'correct', subject: `${hold.id}:${part}`, ...counts, mayOverdraw: mayOverdraw(operation) } as const
  return ledger.charge(hold, { ...how, amount, before, wasHeld: 0 })
}

/** Another node, or a restart, recovered this hold while its owner was away; the owner knows the true amount. */
function correct(ledger: LedgerTransaction, hold: HoldRecord, operation: SettleOperation): Verdict {
  const { amount } = operation
  const row = sweptRow(hold)
  if (row) ledger.withdrawLog(row, hold.resolvedAtMs)
  const before = { paid: hold.used, writeOff: hold.house }
  const counts = { calls: row ? 0 : 1, tokens: usedTokens(hold, operation.log) - (row ? tokensOf(row.log) : 0) }
  const how = { kind: 'correct', subject: hold.id, ...counts, mayOverdraw: mayOverdraw(operation) } as const
  const charged = ledger.charge(hold, { ...how, amount, before, wasHeld: 0 })
  return closed('corrected', ledger, hold, { operation, charged })
}

/** Logs what was charged, and resolves the hold. */
function closed(
  state: 'settled' | 'corrected',
  ledger: LedgerTransaction,
  hold: HoldRecord,
  { operation: { amount, log }, charged }: { readonly operation: SettleOperation; readonly charged: Charged },
): Verdict {
  if (log) ledger.log({ id: hold.id, log: withWriteOff(log, charged.writeOff + partsWriteOff(hold.parts)) })
  // The settled parts belong in the log and in the sums, whatever the caller gave.
  else if (hold.partCount > 0) ledger.log(waitingRow(hold, charged))
  hold.used = amount
  hold.house = charged.writeOff + partsWriteOff(hold.parts)
  ledger.resolve(hold, state, 'owner')
  return verdictWith(state === 'settled' ? 'done' : state, charged.writeOff)
}

/** What the whole used, by its own row, else by the one in waiting; only read where a limit counts it. */
function usedTokens(hold: HoldRecord, log: LogDraft | undefined): number {
  if (!hold.legs.some(({ counted }) => counted)) return 0
  if (log) return tokensOf(log)
  return hold.partCount > 0 ? tokensOf(waitingRow(hold, { paid: 0, writeOff: 0 }).log) : 0
}

function mayOverdraw(operation: SettleOperation): boolean {
  return operation.mayOverdraw === true
}

function verdictWith(kind: 'done' | 'corrected', writeOff: number): Verdict {
  return writeOff === 0 ? { kind } : { kind, writeOff }
}
