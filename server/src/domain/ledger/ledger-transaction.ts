// The holds and accounts that one transaction works on: what it reserves, charges and logs, and how all of that is written. Live calls
// (run-batch.ts) and the recovery of abandoned ones (recover.ts) both go through it, so a hold is charged in one way only.
import type { HoldState } from '../../db/tables/tables.ts'
import type { WriteTx } from '../../db/write-task.ts'
import { type Charge, type Charged, Charges } from './charges.ts'
import { type BatchMarker, type LogRow, writeBatch } from './commit/write-batch.ts'
import { accountTable, holdTable, type NewHoldRow, wideHoldTable } from './ledger-tables.ts'
import type { HoldOperation, Leg, LogDraft, SystemAccounts } from './operation.ts'
import { type AccountState, type HoldRecord, placeHold, readAccount, readHold } from './state.ts'
import { UnknownAccount } from './unknown-account.ts'

export class LedgerTransaction {
  readonly #tx: WriteTx
  readonly #nowMs: number
  readonly #holds = new Map<string, HoldRecord>()
  readonly #accounts = new Map<number, AccountState>()
  readonly #newHolds: NewHoldRow[] = []
  readonly #charges: Charges
  readonly #logs: LogRow[] = []
  readonly #withdrawn: { id: string; log: LogDraft; writtenAtMs: number }[] = []

  /** @param nowMs the database's time, Unix milliseconds */
  constructor(tx: WriteTx, system: SystemAccounts, nowMs: number) {
    this.#tx = tx
    this.#nowMs = nowMs
    this.#charges = new Charges(system, (id) => this.account(id), nowMs)
  }

  /** Locks holds. Settled parts and rows in waiting are read only where they matter: most holds have no parts and are not swept. */
  async loadHolds(ids: readonly string[]): Promise<void> {
    const inOrder = [...new Set(ids)].sort()
    for (const row of await this.#tx.sets.selectByKeys(holdTable, 'id', inOrder, { lock: true })) this.#add(readHold(row))
    const wide = [...this.#holds.values()].filter((hold) => hold.resolvedBy === 'sweeper' || hold.partCount > 0)
    await this.loadWideHolds(wide.map(({ id }) => id))
  }

  /** Locks holds, given in the order of their ids, and reads all of them. */
  async loadWideHolds(ids: readonly string[]): Promise<void> {
    for (const row of await this.#tx.sets.selectByKeys(wideHoldTable, 'id', ids, { lock: true })) this.#add(readHold(row))
  }

  /** Locks the accounts of the holds that were loaded, and of these legs. */
  async loadAccounts(legs: readonly Leg[] = []): Promise<void> {
    const ids = new Set([...this.#holds.values()].flatMap((hold) => hold.legs).map((leg) => leg.accountId))
    for (const leg of legs) ids.add(leg.accountId)
    const inOrder = [...ids].sort((a, b) => a - b)
    for (const row of await this.#tx.sets.selectByKeys(accountTable, 'id', inOrder, { lock: true }))
      this.#accounts.set(Number(row.id), readAccount(row))
  }

  get holds(): readonly HoldRecord[] {
    return [...this.#holds.values()]
  }

  hold(id: string): HoldRecord | undefined {
    return this.#holds.get(id)
  }

  /** @throws UnknownAccount when it was not found */
  account(id: number): AccountState {
    const account = this.#accounts.get(id)
    if (!account) throw new UnknownAccount(id)
    return account
  }

  place(operation: HoldOperation, amount: number): void {
    const { hold, row } = placeHold(operation, amount, this.#nowMs)
    this.#changeHeld(hold.legs, amount)
    this.#changeCounted(hold.legs, 1)
    this.#add(hold)
    this.#newHolds.push(row)
  }

  /** Sets more aside for a hold, in quota units; negative gives back. */
  reserve(hold: HoldRecord, by: number): void {
    hold.amount += by
    hold.isChanged = true
    this.#changeHeld(hold.legs, by)
  }

  /** Gives all of a hold back, which is over. */
  free(hold: HoldRecord): void {
    this.reserve(hold, -hold.amount)
    this.#changeCounted(hold.legs, -1)
  }

  #changeHeld(legs: readonly Leg[], by: number): void {
    for (const leg of legs) if (leg.reserves && !leg.counted) this.#hold(leg, by)
  }

  /** What is no money is held from the placing of a hold to its end, whatever its parts and extensions. */
  #changeCounted(legs: readonly Leg[], sign: 1 | -1): void {
    for (const leg of legs) if (leg.counted) this.#hold(leg, sign * leg.counted.amount)
  }

  #hold({ accountId }: Leg, by: number): void {
    const account = this.account(accountId)
    account.held += by
    account.isChanged = true
  }

  charge(hold: HoldRecord, charge: Charge): Charged {
    return this.#charges.charge(hold, charge)
  }

  resolve(hold: HoldRecord, state: Exclude<HoldState, 'open'>, by: 'owner' | 'sweeper'): void {
    hold.state = state
    hold.resolvedBy = by
    hold.resolvedAtMs = this.#nowMs
    hold.isChanged = true
  }

  #add(hold: HoldRecord): void {
    this.#holds.set(hold.id, hold)
  }

  log(row: LogRow): void {
    this.#logs.push(row)
  }

  /** Takes a row out of the log, and out of the sums of the hour in which it was written. */
  withdrawLog(row: LogRow, writtenAtMs: number): void {
    const unwritten = this.#logs.findIndex(({ id }) => id === row.id)
    if (unwritten === -1) this.#withdrawn.push({ ...row, writtenAtMs })
    else this.#logs.splice(unwritten, 1)
  }

  write(marker: BatchMarker): Promise<void> {
    return writeBatch(this.#tx.sets, {
      marker,
      nowMs: this.#nowMs,
      newHolds: this.#newHolds,
      changedHolds: [...this.#holds.values()].filter((hold) => hold.isChanged),
      changedAccounts: [...this.#accounts.values()].filter((account) => account.isChanged),
      charges: this.#charges,
      logs: this.#logs,
      withdrawn: this.#withdrawn,
    })
  }
}
