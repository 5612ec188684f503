// What one transaction charges: the movements on the paying accounts and on the installation's own. Used by the batch of live calls and by
// the recovery of abandoned ones.

import type { NewEntry } from './ledger-tables.ts'
import type { LogDraft, SystemAccounts } from './operation.ts'
import { payable } from './payable.ts'
import { AccountQuarters, isOwned } from './projections/account-quarters.ts'
import type { AccountState, HoldRecord } from './state.ts'

export interface Charge {
  /** What was used, in quota units, ≥ 0. */
  readonly amount: number
  /** What the hold had set aside for it, and has given back. */
  readonly wasHeld: number
  /** What an earlier charge for the same use took; this one replaces it. */
  readonly before?: Charged
  readonly kind: 'settle' | 'recover' | 'correct' | 'task-refund'
  /** The subject of the charge, as in `settle:<subject>`: a hold's id, or that of a part. */
  readonly subject: string
  /** How many calls the accounts count for it. */
  readonly calls: number
  /** How many tokens limits of tokens count for it; negative where an earlier charge counted more. */
  readonly tokens: number
  /** The accounts may be overdrawn for what was not held. */
  readonly mayOverdraw: boolean
}

/** What the accounts have paid of a use so far, and what the house bears. Quota units. */
export interface Charged {
  readonly paid: number
  readonly writeOff: number
}

export class Charges {
  readonly entries: NewEntry[] = []
  /** What moved on system accounts, to be folded: no batch locks a row that all batches need. */
  readonly systemDeltas = new Map<number, number>()
  /** What moved on accounts that people own, to be folded too. */
  readonly quarters: AccountQuarters
  readonly #system: SystemAccounts
  readonly #account: (id: number) => AccountState
  readonly #nowMs: number

  /** @param account the locked account of this id */
  constructor(system: SystemAccounts, account: (id: number) => AccountState, nowMs: number) {
    this.#system = system
    this.#account = account
    this.#nowMs = nowMs
    this.quarters = new AccountQuarters(nowMs)
  }

  /** Charges what was used: the accounts pay what they can, and the house bears the rest (decision D43). */
  charge(hold: HoldRecord, { amount, wasHeld, before, kind, subject, calls, tokens, mayOverdraw }: Charge): Charged {
    const paidBefore = before?.paid ?? 0
    const difference = amount - paidBefore
    const paidNow = difference < 0 || mayOverdraw ? difference : this.#payable(hold, difference, wasHeld)
    const writeOff = difference - paidNow
    this.#post(hold, { quota: paidNow, tokens, calls }, { ref: `${kind}:${subject}`, kind })
    const houseRef = kind === 'correct' || kind === 'task-refund' ? `house-${kind}:${subject}` : `house:${subject}`
    this.#postWriteOff(hold, writeOff - (before?.writeOff ?? 0), houseRef)
    return { paid: paidBefore + paidNow, writeOff }
  }

  #payable(hold: HoldRecord, amount: number, wasHeld: number): number {
    const accounts = hold.legs.filter((leg) => leg.reserves && !leg.counted).map((leg) => this.#account(leg.accountId))
    // The limit of a token and a budget are no money (decision D58): what a call cost beyond its hold is paid by the balance all the same, and
    // they go below zero.
    const payer = accounts.find(({ kind }) => kind === 'user')
    return payer ? payable(amount, payer, wasHeld) : amount
  }

  /** Posts to every leg what was used in its unit; negative gives back. Legs that do not reserve only count it. */
  #post(hold: HoldRecord, used: { quota: number; tokens: number; calls: number }, entry: { ref: string; kind: string }): void {
    hold.legs.forEach((leg, at) => {
      const account = this.#account(leg.accountId)
      const amount = used[leg.counted?.unit ?? 'quota']
      account.used += amount
      account.calls += used.calls
      account.posted -= leg.reserves ? amount : 0
      account.isChanged = true
      assertExact(account)
      if (!leg.reserves || amount === 0) return
      // A user pays; tokens and budgets are limits.
      const other = account.kind === 'user' ? this.#system.revenue : this.#system.limit
      this.#add(other, amount)
      if (isOwned(account.kind)) this.quarters.add(account.id, entry.kind, -amount)
      // The first leg is the one that pays; the others are limits that the same call counts against.
      const ref = at === 0 ? entry.ref : `${entry.ref}@${leg.accountId}`
      this.#enter({ ref, from: leg.accountId, to: other, amount, kind: entry.kind, holdId: hold.id })
    })
  }

  /** Books what the house bears of a charge; negative takes it back. */
  #postWriteOff(hold: HoldRecord, amount: number, ref: string): void {
    if (amount === 0) return
    const { house, revenue } = this.#system
    this.#add(house, -amount)
    this.#add(revenue, amount)
    this.#enter({ ref, from: house, to: revenue, amount, kind: 'house', holdId: hold.id })
  }

  #add(account: number, amount: number): void {
    this.systemDeltas.set(account, (this.systemDeltas.get(account) ?? 0) + amount)
  }

  #enter({ ref, from, to, amount, kind, holdId }: { ref: string; from: number; to: number; amount: number; kind: string; holdId: string }) {
    const [debit_account, credit_account] = amount > 0 ? [from, to] : [to, from]
    this.entries.push({ ref, debit_account, credit_account, amount: Math.abs(amount), kind, hold_id: holdId, created_at_ms: this.#nowMs })
  }
}

function assertExact(account: AccountState): void {
  if (!Number.isSafeInteger(account.posted) || !Number.isSafeInteger(account.used))
    throw new RangeError(`account ${account.id} would leave the exact range`)
}

/**
 * The log row of a charge that was only partly paid, in quota units: it records the paid and the unpaid amount, so that its sum adds up.
 */
export function withWriteOff(log: LogDraft, writeOff: number): LogDraft {
  if (writeOff === 0) return log
  const quota = log.quota - writeOff
  const less = { ...log, quota, writtenOff: writeOff }
  if (log.other === '') return less
  const other: { charge?: object } = JSON.parse(log.other)
  const charge = other.charge ? { charge: { ...other.charge, quota, write_off: writeOff } } : {}
  return { ...less, other: JSON.stringify({ ...other, ...charge, write_off: writeOff }) }
}
