// Movements and calls of the past, for tests of statements: made by the ledger itself, at another time of its clock.
import { ulid } from 'ulid'
import type { LogDraft, Operation, Verdict } from '../../ledger/operation.ts'
import { foldBatches } from '../../ledger/projections/fold.ts'
import { commitAt, postAt, recoverAt } from '../../ledger/testing/fixture-tasks.ts'
import { holdFor, type LedgerFixture, logFor } from '../../ledger/testing/ledger-fixture.ts'

export interface Owner {
  readonly userId: number
  readonly accountId: number
}

export class Past {
  readonly #fixture: LedgerFixture
  readonly epoch = ulid()
  #seq = 0

  constructor(fixture: LedgerFixture) {
    this.#fixture = fixture
  }

  /** A movement into an account from the house, negative out of it. */
  async move(atMs: number, accountId: number, amount: number, { kind, ref }: { kind: string; ref: string }): Promise<void> {
    const house = this.#fixture.accounts.adjust
    const [from, to] = amount > 0 ? [house, accountId] : [accountId, house]
    await this.#fixture.database.run(postAt, { atMs, movements: [{ ref, from, to, amount: Math.abs(amount), kind, actorId: 1 }] })
  }

  /** Between two accounts of people. */
  async transfer(atMs: number, { from, to, amount }: { from: number; to: number; amount: number }): Promise<void> {
    const movement = { ref: `aff-transfer:${ulid()}`, from, to, amount, kind: 'aff-transfer', actorId: 1 }
    await this.#fixture.database.run(postAt, { atMs, movements: [movement] })
  }

  async hold(atMs: number, user: Owner, amount: number): Promise<string> {
    const hold = holdFor({ epoch: this.epoch }, { user, amount })
    await this.commit(atMs, [hold])
    return hold.id
  }

  /** A whole call: held and settled at one moment. */
  async call(
    atMs: number,
    user: Owner,
    { amount, model, held = amount }: { amount: number; model: string; held?: number },
  ): Promise<Verdict> {
    const id = await this.hold(atMs, user, held)
    return this.settle(atMs, id, { amount, log: logOf(user, amount, model) })
  }

  async settle(atMs: number, id: string, what: { amount: number; log?: LogDraft; part?: number; mayOverdraw?: true }): Promise<Verdict> {
    const [verdict] = await this.commit(atMs, [{ kind: 'settle', id, ...what }])
    if (!verdict) throw new Error('a settlement was not answered')
    return verdict
  }

  async checkpoint(atMs: number, id: string, { used, log }: { used: number; log: LogDraft }): Promise<void> {
    await this.commit(atMs, [{ kind: 'checkpoint', id, used, facts: JSON.stringify(log) }])
  }

  /** All open holds of this past are taken for abandoned. */
  async recover(atMs: number): Promise<void> {
    this.#seq += 1
    const marker = { epoch: this.epoch, seq: this.#seq }
    const input = { limit: 1000, accounts: this.#fixture.accounts, marker, policy: 'checkpoint' } as const
    await this.#fixture.database.run(recoverAt, { atMs, input })
  }

  async commit(atMs: number, operations: readonly Operation[]): Promise<Verdict[]> {
    this.#seq += 1
    const batch = { epoch: this.epoch, seq: this.#seq, operations, accounts: this.#fixture.accounts }
    return this.#fixture.database.run(commitAt, { atMs, batch })
  }

  async fold(): Promise<void> {
    while ((await this.#fixture.database.run(foldBatches, { limit: 50 })) === 50);
  }
}

/** The log row of a call. */
export const logOf = ({ userId }: Owner, quota: number, model: string): LogDraft => ({ ...logFor(userId, quota), model })
