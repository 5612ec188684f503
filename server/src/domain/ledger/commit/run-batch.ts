// One transaction for the operations of many calls. The rows are locked in key order (holds, then accounts), so two nodes cannot
// deadlock; the decisions are made here, in plain code, in the order of arrival; then each table is written once.
import type { WriteTx } from '../../../db/write-task.ts'
import { settle } from '../holds/settle-hold.ts'
import { LedgerTransaction } from '../ledger-transaction.ts'
import {
  amountOf,
  type Batch,
  type CheckpointOperation,
  type ExtendOperation,
  type HoldOperation,
  type Leg,
  type Operation,
  type Shortage,
  type Verdict,
} from '../operation.ts'
import { grantable } from '../payable.ts'

/**
 * Runs a batch of operations in the open transaction and answers each, in order.
 * Repeating a batch is harmless: a hold is resolved once, and the refs of entries are unique.
 */
export async function runBatch(tx: WriteTx, batch: Batch): Promise<Verdict[]> {
  const { operations, accounts, epoch, seq } = batch
  const ledger = new LedgerTransaction(tx, accounts, await tx.sets.nowMs())
  await ledger.loadHolds(operations.filter((one) => one.kind !== 'log').map((one) => one.id))
  await ledger.loadAccounts(operations.flatMap((one) => (one.kind === 'hold' ? one.legs : [])))
  const verdicts = operations.map((operation) => apply(ledger, operation))
  await ledger.write({ epoch, seq })
  return verdicts
}

function apply(ledger: LedgerTransaction, operation: Operation): Verdict {
  checkNumbers(operation)
  switch (operation.kind) {
    case 'hold':
      return placeHold(ledger, operation)
    case 'extend':
      return extend(ledger, operation)
    case 'checkpoint':
      return checkpoint(ledger, operation)
    case 'settle':
    case 'release':
      return settle(ledger, operation)
    case 'log':
      ledger.log(operation)
      return { kind: 'done' }
  }
}

function placeHold(ledger: LedgerTransaction, operation: HoldOperation): Verdict {
  // The batch runs again after a commit that did succeed: hold ids are unique to a call, so the existing hold is this one.
  const known = ledger.hold(operation.id)
  if (known && known.requested !== operation.amount) return { kind: 'different-amount', recorded: known.requested }
  if (known) return known.state === 'open' ? { kind: 'done', granted: known.amount } : { kind: 'already' }
  const amount = grantedAmount(ledger, operation)
  const short = shortageOfHold(ledger, operation, amount)
  if (short) return short
  ledger.place(operation, amount)
  return { kind: 'done', granted: amount }
}

function extend(ledger: LedgerTransaction, { id, by }: ExtendOperation): Verdict {
  const hold = ledger.hold(id)
  if (hold?.state !== 'open') return { kind: 'unknown' }
  const short = shortage(ledger, hold.legs, by)
  if (short) return short
  ledger.reserve(hold, by)
  return { kind: 'done' }
}

function checkpoint(ledger: LedgerTransaction, { id, used, facts }: CheckpointOperation): Verdict {
  const hold = ledger.hold(id)
  if (hold?.state !== 'open') return { kind: 'unknown' }
  hold.used = Math.max(hold.used, used)
  hold.facts = facts
  hold.hasNewFacts = true
  hold.isChanged = true
  return { kind: 'done' }
}

/** Finds the accounts that pay for a hold or limit it. */
type Accounts = Pick<LedgerTransaction, 'account'>
type HoldNeed = Pick<HoldOperation, 'legs' | 'amount' | 'minimum'>

/** Which account does not cover a hold; undefined: all do. @param amount what it sets aside, in quota units */
export function shortageOfHold(accounts: Accounts, need: HoldNeed, amount = grantedAmount(accounts, need)): Shortage | undefined {
  return shortage(accounts, need.legs, amount) ?? countedShortage(accounts, need.legs)
}

function shortage(ledger: Accounts, legs: readonly Leg[], amount: number): Shortage | undefined {
  for (const leg of legs) {
    const account = ledger.account(leg.accountId)
    const available = account.posted - account.held
    if (leg.reserves && !leg.counted && available < amount) return { kind: 'short', accountId: leg.accountId, available }
  }
  return undefined
}

/** Of limits that are no money. */
function countedShortage(ledger: Accounts, legs: readonly Leg[]): Shortage | undefined {
  for (const { accountId, counted } of legs) {
    if (!counted) continue
    const { posted, held } = ledger.account(accountId)
    if (posted - held < counted.amount) return { kind: 'short', accountId, available: posted - held }
  }
  return undefined
}

function grantedAmount(ledger: Accounts, { legs, amount, minimum }: HoldNeed): number {
  if (minimum === undefined) return amount
  const accounts = legs.filter((leg) => leg.reserves && !leg.counted).map((leg) => ledger.account(leg.accountId))
  const available = Math.min(...accounts.map(({ posted, held }) => posted - held))
  return grantable(amount, minimum, { available, isAlone: accounts.every(({ held }) => held === 0) })
}

/** An amount that is not a whole number ≥ 0 is refused before any effect (I18): a negative charge would be a gift. */
function checkNumbers(operation: Operation): void {
  const amount = amountOf(operation)
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${operation.kind} of ${amount} is not possible`)
  if (operation.kind !== 'settle' || operation.part === undefined) return
  if (!Number.isSafeInteger(operation.part) || operation.part < 1) throw new RangeError(`part ${operation.part} is not possible`)
}
