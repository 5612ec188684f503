// What one transaction charges: the movements on the accounts that pay, and on the house's own. The batch of live calls and the recovery of
// abandoned ones both charge through it.
import type { LogDraft, SystemAccounts } from './operation.ts'
import { payable } from './payable.ts'
import type { AccountState, HoldRecord } from './state.ts'

/** A ledger entry to be written. `amount` > 0; `ref` is unique for ever. */
export interface NewEntry {
  readonly ref: string
  readonly debit: number
  readonly credit: number
  readonly amount: number
  readonly kind: string
  readonly holdId: string
}

type Charged = Pick<HoldRecord, 'id' | 'legs'>

export class Charges {
  readonly entries: NewEntry[] = []
  /** What moved on system accounts, to be folded: no batch locks a row that all batches need. */
  readonly systemDeltas = new Map<number, number>()
  readonly #accounts: SystemAccounts
  readonly #account: (id: number) => AccountState

  /** @param account the locked account of this id */
  constructor(accounts: SystemAccounts, account: (id: number) => AccountState) {
    this.#accounts = accounts
    this.#account = account
  }

  /**
   * What of an amount the legs can pay, in quota units; all of it where they may be overdrawn.
   * @param wasHeld what the call's own hold had set aside, and has given back
   */
  payable(legs: HoldRecord['legs'], amount: number, wasHeld: number, mayOverdraw: boolean): number {
    if (mayOverdraw) return amount
    return payable(
      amount,
      legs.filter((leg) => leg.reserves).map((leg) => ({ account: this.#account(leg.accountId), wasHeld })),
    )
  }

  /** Posts an amount to every leg; negative gives back. Legs that do not reserve only count it. */
  post(hold: Charged, amount: number, entry: { ref: string; kind: string; calls: number }): void {
    hold.legs.forEach((leg, at) => {
      const account = this.#account(leg.accountId)
      account.used += amount
      account.calls += entry.calls
      account.posted -= leg.reserves ? amount : 0
      account.isChanged = true
      assertExact(account)
      if (!leg.reserves || amount === 0) return
      const other = account.kind === 'token' ? this.#accounts.limit : this.#accounts.revenue
      this.#add(other, amount)
      // The first leg is the one that pays; the others are limits that the same call counts against.
      const ref = at === 0 ? entry.ref : `${entry.ref}@${leg.accountId}`
      this.#enter({ ref, from: leg.accountId, to: other, amount, kind: entry.kind, holdId: hold.id })
    })
  }

  /** Books what the house bears of a charge; negative takes it back. */
  postHousePart(hold: Charged, amount: number, ref: string): void {
    if (amount === 0) return
    const { house, revenue } = this.#accounts
    this.#add(house, -amount)
    this.#add(revenue, amount)
    this.#enter({ ref, from: house, to: revenue, amount, kind: 'house', holdId: hold.id })
  }

  #add(account: number, amount: number): void {
    this.systemDeltas.set(account, (this.systemDeltas.get(account) ?? 0) + amount)
  }

  #enter({ ref, from, to, amount, kind, holdId }: { ref: string; from: number; to: number; amount: number; kind: string; holdId: string }) {
    const [debit, credit] = amount > 0 ? [from, to] : [to, from]
    this.entries.push({ ref, debit, credit, amount: Math.abs(amount), kind, holdId })
  }
}

function assertExact(account: AccountState): void {
  if (!Number.isSafeInteger(account.posted) || !Number.isSafeInteger(account.used))
    throw new RangeError(`account ${account.id} would leave the exact range`)
}

/** The log row of a charge of which the house bears a part, in quota units: it says what was paid and what was not, so that its sum adds up. */
export function withHousePart(log: LogDraft, housePart: number): LogDraft {
  if (housePart === 0) return log
  const quota = log.quota - housePart
  if (log.other === '') return { ...log, quota }
  const other = JSON.parse(log.other) as { charge?: object }
  const charge = other.charge ? { charge: { ...other.charge, quota, house_part: housePart } } : {}
  return { ...log, quota, other: JSON.stringify({ ...other, ...charge, house_part: housePart }) }
}
