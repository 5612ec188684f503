// One transaction for the operations of many calls. The rows are locked in key order (holds, then accounts), so two nodes cannot
// deadlock; the decisions are made here, in plain code, in the order of arrival; then each table is written once.
import type { WriteTx } from '../../db/write-task.ts'
import { Charges, withHousePart } from './charges.ts'
import { accountTable, holdFactsTable, holdTable } from './ledger-tables.ts'
import type { Batch, LogDraft, Operation, Verdict } from './operation.ts'
import { grantable } from './payable.ts'
import { type AccountState, type HoldRecord, newHold, readAccount, readHold } from './state.ts'
import { type LogRow, writeBatch } from './write-batch.ts'

/**
 * Runs a batch of operations in the open transaction and tells what became of each, in order.
 * Repeating a batch is harmless: a hold is resolved once, and the refs of entries are unique.
 */
export async function runBatch(tx: WriteTx, batch: Batch): Promise<Verdict[]> {
  const nowMs = await tx.sets.nowMs()
  const work = new BatchWork(batch, nowMs)
  await work.load(tx)
  const verdicts = batch.operations.map((operation) => work.apply(operation))
  await work.write(tx)
  return verdicts
}

class BatchWork {
  readonly #batch: Batch
  readonly #nowMs: number
  readonly #holds = new Map<string, HoldRecord>()
  readonly #accounts = new Map<number, AccountState>()
  readonly #newHolds: HoldRecord[] = []
  readonly #charges: Charges
  readonly #logs: LogRow[] = []
  /** Rows that a correction replaces. */
  readonly #staleLogs: string[] = []
  readonly #withdrawn: { log: LogDraft; writtenAtMs: number }[] = []

  constructor(batch: Batch, nowMs: number) {
    this.#batch = batch
    this.#nowMs = nowMs
    this.#charges = new Charges(batch.accounts, (id) => this.#account(id))
  }

  async load(tx: WriteTx): Promise<void> {
    const { operations } = this.#batch
    const holdIds = [...new Set(operations.filter((one) => one.kind !== 'log').map((one) => one.id))].sort()
    for (const row of await tx.sets.selectByKeys(holdTable, 'id', holdIds, { lock: true })) this.#holds.set(String(row.id), readHold(row))
    // Only where a recovery may have to be taken back is the row that it wrote of interest; most holds are spared the reading.
    const recovered = [...this.#holds.values()].filter((hold) => hold.state === 'recovered').map((hold) => hold.id)
    for (const row of await tx.sets.selectByKeys(holdFactsTable, 'id', recovered, { lock: true }))
      this.#holds.set(String(row.id), readHold(row))

    const accountIds = new Set<number>()
    for (const hold of this.#holds.values()) for (const leg of hold.legs) accountIds.add(leg.accountId)
    for (const operation of operations) if (operation.kind === 'hold') for (const leg of operation.legs) accountIds.add(leg.accountId)
    const inOrder = [...accountIds].sort((a, b) => a - b)
    for (const row of await tx.sets.selectByKeys(accountTable, 'id', inOrder, { lock: true }))
      this.#accounts.set(Number(row.id), readAccount(row))
  }

  apply(operation: Operation): Verdict {
    checkAmount(operation)
    switch (operation.kind) {
      case 'hold':
        return this.#hold(operation)
      case 'extend':
        return this.#extend(operation)
      case 'checkpoint':
        return this.#checkpoint(operation)
      case 'settle':
        return this.#settle(operation)
      case 'release':
        return this.#release(operation)
      case 'log':
        this.#logs.push(operation)
        return { kind: 'done' }
    }
  }

  #hold(operation: Extract<Operation, { kind: 'hold' }>): Verdict {
    // A batch that ran again after an error that was none: the hold is ours (ids are), so its caller has what it asked for.
    const known = this.#holds.get(operation.id)
    if (known) return known.state === 'open' ? { kind: 'done', granted: known.amount } : { kind: 'already' }
    const amount = operation.minimum === undefined ? operation.amount : this.#grantable(operation)
    const short = this.#short(operation.legs, amount)
    if (short) return short
    const hold = newHold(operation, amount, this.#nowMs)
    this.#reserve(hold, amount)
    this.#holds.set(hold.id, hold)
    this.#newHolds.push(hold)
    return { kind: 'done', granted: amount }
  }

  #extend(operation: Extract<Operation, { kind: 'extend' }>): Verdict {
    const hold = this.#holds.get(operation.id)
    if (hold?.state !== 'open') return { kind: 'unknown' }
    const short = this.#short(hold.legs, operation.by)
    if (short) return short
    this.#reserve(hold, operation.by)
    hold.amount += operation.by
    hold.isChanged = true
    return { kind: 'done' }
  }

  #checkpoint(operation: Extract<Operation, { kind: 'checkpoint' }>): Verdict {
    const hold = this.#holds.get(operation.id)
    if (hold?.state !== 'open') return { kind: 'unknown' }
    hold.used = Math.max(hold.used, operation.used)
    hold.facts = operation.facts
    hold.isChanged = true
    return { kind: 'done' }
  }

  #settle(operation: Extract<Operation, { kind: 'settle' }>): Verdict {
    const hold = this.#holds.get(operation.id)
    if (!hold) return { kind: 'unknown' }
    if (operation.part !== undefined) return this.#settlePart(hold, operation.part, operation)
    if (hold.state === 'open') {
      this.#reserve(hold, -hold.amount)
      const verdict = this.#charge(hold, operation, { ref: hold.id, wasHeld: hold.amount })
      this.#resolve(hold, 'settled', 'owner')
      return verdict
    }
    if (hold.resolvedBy === 'sweeper' && (hold.state === 'recovered' || hold.state === 'released')) return this.#correct(hold, operation)
    return { kind: 'already' }
  }

  /** A part of something that goes on: charged at once, the reservation shrinks by it. */
  #settlePart(hold: HoldRecord, part: number, operation: Extract<Operation, { kind: 'settle' }>): Verdict {
    if (part <= hold.parts) return { kind: 'already' }
    if (hold.state !== 'open') return { kind: 'unknown' }
    const freed = Math.min(hold.amount, operation.amount)
    this.#reserve(hold, -freed)
    hold.amount -= freed
    hold.parts = part
    hold.isChanged = true
    return this.#charge(hold, operation, { ref: `${hold.id}:${part}`, wasHeld: freed })
  }

  /** Another node, or a restart, recovered this hold while its owner was away; the owner knows the true amount. */
  #correct(hold: HoldRecord, operation: Extract<Operation, { kind: 'settle' }>): Verdict {
    const charged = hold.state === 'recovered' ? hold.used : 0
    const difference = operation.amount - charged
    const paid = difference < 0 ? difference : this.#charges.payable(hold.legs, difference, 0, operation.mayOverdraw === true)
    const housePart = difference - paid
    this.#charges.post(hold, paid, { ref: `correct:${hold.id}`, kind: 'correct', calls: hold.state === 'recovered' ? 0 : 1 })
    this.#charges.postHousePart(hold, housePart - hold.house, `house-correct:${hold.id}`)
    if (hold.state === 'recovered') this.#withdrawLog(hold, charged)
    this.#resolve(hold, 'corrected', 'owner')
    if (operation.log) this.#logs.push({ id: hold.id, log: withHousePart(operation.log, housePart) })
    return housePart === 0 ? { kind: 'corrected' } : { kind: 'corrected', housePart }
  }

  /** The row that the recovery wrote gives way to the true one, in the log and in the sums. */
  #withdrawLog(hold: HoldRecord, charged: number): void {
    this.#staleLogs.push(hold.id)
    const log = { ...(JSON.parse(hold.facts ?? '{}') as LogDraft), quota: charged }
    this.#withdrawn.push({ log, writtenAtMs: hold.resolvedAtMs ?? this.#nowMs })
  }

  #release(operation: Extract<Operation, { kind: 'release' }>): Verdict {
    const hold = this.#holds.get(operation.id)
    if (!hold) return { kind: 'unknown' }
    if (hold.state === 'recovered' && hold.resolvedBy === 'sweeper')
      return this.#correct(hold, { kind: 'settle', id: hold.id, amount: 0, ...(operation.log ? { log: operation.log } : {}) })
    if (hold.state !== 'open') return { kind: 'already' }
    this.#reserve(hold, -hold.amount)
    this.#resolve(hold, 'released', 'owner')
    if (operation.log) this.#logs.push({ id: hold.id, log: operation.log })
    return { kind: 'done' }
  }

  #short(legs: HoldRecord['legs'], amount: number): Verdict | undefined {
    for (const leg of legs) {
      const account = this.#account(leg.accountId)
      const available = account.posted - account.held
      if (leg.reserves && available < amount) return { kind: 'short', accountId: leg.accountId, available }
    }
    return undefined
  }

  #reserve(hold: HoldRecord, amount: number): void {
    for (const leg of hold.legs) {
      if (!leg.reserves) continue
      const account = this.#account(leg.accountId)
      account.held += amount
      account.isChanged = true
    }
  }

  /** Charges what was used; the house bears what the accounts cannot pay. The hold has been given back before. */
  #charge(hold: HoldRecord, operation: Extract<Operation, { kind: 'settle' }>, from: { ref: string; wasHeld: number }): Verdict {
    const { amount, log } = operation
    const paid = this.#charges.payable(hold.legs, amount, from.wasHeld, operation.mayOverdraw === true)
    const housePart = amount - paid
    this.#charges.post(hold, paid, { ref: `settle:${from.ref}`, kind: 'settle', calls: 1 })
    this.#charges.postHousePart(hold, housePart, `house:${from.ref}`)
    if (log && operation.part === undefined) this.#logs.push({ id: hold.id, log: withHousePart(log, housePart) })
    return housePart === 0 ? { kind: 'done' } : { kind: 'done', housePart }
  }

  #grantable({ legs, amount, minimum }: Extract<Operation, { kind: 'hold' }>): number {
    const accounts = legs.filter((leg) => leg.reserves).map((leg) => this.#account(leg.accountId))
    const available = Math.min(...accounts.map(({ posted, held }) => posted - held))
    return grantable(amount, minimum, { available, isAlone: accounts.every(({ held }) => held === 0) })
  }

  #resolve(hold: HoldRecord, state: HoldRecord['state'], by: 'owner' | 'sweeper'): void {
    hold.state = state
    hold.resolvedBy = by
    hold.resolvedAtMs = this.#nowMs
    hold.isChanged = true
  }

  #account(id: number): AccountState {
    const account = this.#accounts.get(id)
    if (!account) throw new Error(`account ${id} does not exist`)
    return account
  }

  write(tx: WriteTx): Promise<void> {
    return writeBatch(tx.sets, {
      batch: this.#batch,
      nowMs: this.#nowMs,
      newHolds: this.#newHolds,
      changedHolds: [...this.#holds.values()].filter((hold) => hold.isChanged && !hold.isNew),
      changedAccounts: [...this.#accounts.values()].filter((account) => account.isChanged),
      charges: this.#charges,
      logs: this.#logs,
      staleLogs: this.#staleLogs,
      withdrawn: this.#withdrawn,
    })
  }
}

/** An amount that is no whole number ≥ 0 is refused before any effect (I18): a negative charge would be a gift. */
function checkAmount(operation: Operation): void {
  const amount =
    operation.kind === 'extend'
      ? operation.by
      : operation.kind === 'checkpoint'
        ? operation.used
        : 'amount' in operation
          ? operation.amount
          : 0
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${operation.kind} of ${amount} is not possible`)
}
