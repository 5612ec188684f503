// The ends of holds that a write task brings about together with a change of its own, such as the end of a drawing: both happen, or neither.
import { ulid } from 'ulid'
import type { WriteTx } from '../../../db/write-task.ts'
import { LedgerTransaction } from '../ledger-transaction.ts'
import type { LogDraft, SystemAccounts, Verdict } from '../operation.ts'
import { settle } from './settle-hold.ts'

/** How a hold ends. Amounts are quota units. */
export type HoldEnd =
  | { readonly kind: 'settle'; readonly id: string; readonly amount: number; readonly log: LogDraft }
  | { readonly kind: 'release'; readonly id: string; readonly log?: LogDraft }
  | Refund

/** Gives back what a settled hold charged. */
export interface Refund {
  readonly kind: 'refund'
  readonly id: string
  /** The row that tells of it, under a request id of its own; its quota is filled in. */
  readonly log: LogDraft
}

export interface EndParts {
  readonly accounts: SystemAccounts
  /** The option relay.strict_holds is off. */
  readonly mayOverdraw: boolean
}

/** Ends holds in the open transaction, and answers what became of each, in order. A hold that is not there is answered `unknown`. */
export async function endHolds(tx: WriteTx, ends: readonly HoldEnd[], { accounts, mayOverdraw }: EndParts): Promise<Verdict[]> {
  if (ends.length === 0) return []
  const ledger = new LedgerTransaction(tx, accounts, await tx.sets.nowMs())
  await ledger.loadWideHolds([...new Set(ends.map(({ id }) => id))].sort())
  await ledger.loadAccounts()
  const verdicts = ends.map((end): Verdict => {
    if (end.kind === 'refund') return refund(ledger, end)
    return settle(ledger, { ...end, ...(end.kind === 'settle' && mayOverdraw ? { mayOverdraw } : {}) })
  })
  // No node has this epoch, so its row is in nobody's way.
  await ledger.write({ epoch: ulid(), seq: 0 })
  return verdicts
}

/** What the accounts paid goes back to them, and what the house bore to the house. A second refund finds nothing left. */
function refund(ledger: LedgerTransaction, { id, log }: Refund): Verdict {
  const hold = ledger.hold(id)
  if (!hold || hold.state === 'open') return { kind: 'unknown' }
  const before = { paid: hold.resolvedBy === 'owner' ? hold.used - hold.house : hold.used, writeOff: hold.house }
  if (before.paid + before.writeOff === 0) return { kind: 'already' }
  ledger.charge(hold, { kind: 'task-refund', subject: id, amount: 0, wasHeld: 0, before, calls: 0, tokens: 0, mayOverdraw: false })
  hold.used = 0
  hold.house = 0
  hold.isChanged = true
  ledger.log({ id: ulid(), log: { ...log, quota: before.paid, isGivenBack: true } })
  return { kind: 'done' }
}
