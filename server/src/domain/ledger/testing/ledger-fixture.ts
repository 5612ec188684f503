// A ledger on a bare database, for tests: accounts with money, and nodes that commit.
import { randomInt } from 'node:crypto'
import { logType } from '@waystation/contract/site/status-table'
import { ulid } from 'ulid'
import type { Database } from '../../../db/database.ts'
import type { DatabaseAddress } from '../../../db/kind.ts'
import { openDatabase } from '../../../db/open-database.ts'
import { systemClock } from '../../../lib/clock.ts'
import { writeTasks as realTasks } from '../../write-tasks.ts'
import { type CommitterParts, GroupCommitter } from '../commit/committer.ts'
import type { Spool } from '../commit/spool.ts'
import { recoverHolds } from '../holds/recover.ts'
import { endLease, openSystemAccounts, renewLease } from '../ledger-tasks.ts'
import type { HoldOwner, LogDraft, Operation, SystemAccounts, Verdict } from '../operation.ts'
import { type Reconciliation, reconcile } from '../reconcile/reconcile.ts'
import { openFunded, writeTasks as testTasks } from './fixture-tasks.ts'

export interface Balance {
  readonly posted: number
  readonly held: number
  readonly used: number
  readonly calls: number
}

export interface LedgerNode {
  readonly epoch: string
  readonly committer: GroupCommitter
  readonly troubles: { readonly error: unknown; readonly facts: Record<string, unknown> }[]
  readonly spool: MemorySpool
  submit(operation: Operation): Promise<Verdict>
}

export interface MemorySpool extends Spool {
  readonly records: Operation[]
  isFull: boolean
}

type NodeOptions = Partial<Pick<CommitterParts, 'database' | 'clock' | 'onBatch' | 'onConflict'>>

/** Owners are numbered from a place of their own in each fixture, for several may work on one database. */
const OWNERS_PER_FIXTURE = 10_000
const MAX_FIXTURES = 200_000

export async function openLedgerFixture(address: DatabaseAddress, onDeath: (error: Error) => void = () => {}): Promise<LedgerFixture> {
  const database = await openDatabase({
    address,
    taskModules: [new URL('../../write-tasks.ts', import.meta.url), new URL('./fixture-tasks.ts', import.meta.url)],
    tasks: [...realTasks, ...testTasks],
    isExclusive: false,
    onDeath,
  })
  return new LedgerFixture(database, await database.run(openSystemAccounts, null))
}

export class LedgerFixture {
  readonly database: Database
  readonly accounts: SystemAccounts
  #lastOwnerId = randomInt(MAX_FIXTURES) * OWNERS_PER_FIXTURE
  #sweeps = 0

  constructor(database: Database, accounts: SystemAccounts) {
    this.database = database
    this.accounts = accounts
  }

  /** An account of a user with money. */
  async user(balance: number): Promise<{ accountId: number; userId: number }> {
    const userId = this.#nextOwner()
    return { userId, accountId: await this.database.run(openFunded, { kind: 'user', ownerId: userId, balance, from: this.accounts.grant }) }
  }

  /** An account of a token with a limit. */
  token(limit: number): Promise<number> {
    return this.database.run(openFunded, { kind: 'token', ownerId: this.#nextOwner(), balance: limit, from: this.accounts.limit })
  }

  /** A node that commits, on this database or on a stand-in for it. */
  async node(options: NodeOptions = {}): Promise<LedgerNode> {
    const epoch = ulid()
    await this.database.run(renewLease, { epoch, name: 'test', leaseSeconds: 600 })
    const troubles: LedgerNode['troubles'] = []
    const spool = memorySpool()
    const committer = new GroupCommitter({
      database: options.database ?? this.database,
      epoch,
      accounts: this.accounts,
      spool,
      clock: options.clock ?? systemClock,
      onTrouble: (error, facts) => void troubles.push({ error, facts }),
      ...(options.onBatch ? { onBatch: options.onBatch } : {}),
      ...(options.onConflict ? { onConflict: options.onConflict } : {}),
    })
    return { epoch, committer, troubles, spool, submit: (operation) => committer.submit(operation) }
  }

  /** The node is gone, and a sweep resolves its holds. */
  async crash(node: LedgerNode): Promise<{ recovered: number; released: number }> {
    await this.database.run(endLease, { epoch: node.epoch })
    this.#sweeps += 1
    const marker = { epoch: node.epoch, seq: 1_000_000 + this.#sweeps }
    return this.database.run(recoverHolds, { limit: 1000, accounts: this.accounts, marker, policy: 'checkpoint' })
  }

  async balance(accountId: number): Promise<Balance> {
    const row = await this.database.read.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
    return { posted: Number(row.posted), held: Number(row.held), used: Number(row.used), calls: Number(row.calls) }
  }

  /** What a hold's owner has noted of its use. */
  async used(holdId: string): Promise<number> {
    return Number((await this.database.read.selectFrom('hold').select('used').where('id', '=', holdId).executeTakeFirstOrThrow()).used)
  }

  reconcile(): Promise<Reconciliation> {
    return reconcile(this.database)
  }

  /** What a call's entries come to for an account. */
  async charged(holdId: string, accountId: number): Promise<number> {
    const entries = await this.database.read.selectFrom('entry').selectAll().where('hold_id', '=', holdId).execute()
    return entries.reduce(
      (sum, entry) =>
        sum + (Number(entry.debit_account) === accountId ? 1 : Number(entry.credit_account) === accountId ? -1 : 0) * Number(entry.amount),
      0,
    )
  }

  /** Refs of a call's entries, sorted. */
  async refs(holdId: string): Promise<string[]> {
    const entries = await this.database.read.selectFrom('entry').select('ref').where('hold_id', '=', holdId).execute()
    return entries.map((entry) => entry.ref).sort()
  }

  close(): Promise<void> {
    return this.database.close()
  }

  #nextOwner(): number {
    this.#lastOwnerId += 1
    return this.#lastOwnerId
  }
}

/** A hold by a node for a user, and a token with or without a limit. */
export function holdFor(
  node: { readonly epoch: string },
  request: {
    id?: string
    user: { accountId: number; userId: number }
    token?: { accountId: number; isLimited: boolean }
    amount: number
    owner?: HoldOwner
  },
): Extract<Operation, { kind: 'hold' }> {
  const { user, token, amount } = request
  return {
    kind: 'hold',
    id: request.id ?? ulid(),
    legs: [{ accountId: user.accountId, reserves: true }, ...(token ? [{ accountId: token.accountId, reserves: token.isLimited }] : [])],
    amount,
    owner: request.owner ?? { kind: 'node', id: node.epoch, leaseSeconds: 0 },
    userId: user.userId,
    tokenId: token?.accountId ?? 0,
    price: '{}',
    facts: JSON.stringify(logFor(user.userId, 0)),
  }
}

export function logFor(userId: number, quota: number): LogDraft {
  return {
    type: logType.consumption,
    userId,
    username: 'user',
    channelId: 0,
    tokenId: 0,
    tokenName: 'token',
    group: 'default',
    model: 'model',
    isStream: false,
    useTime: 0,
    promptTokens: 1,
    completionTokens: 1,
    quota,
    clientIp: '',
    other: '{}',
  }
}

/** A stand-in for a database whose changes may fail: `around` decides what happens to each. */
export function faultyDatabase(database: Database, around: (run: () => Promise<unknown>) => Promise<unknown>): Database {
  // What `around` returns is the task's own result, or a test's error.
  return { ...database, run: (task, input) => around(() => database.run(task, input)) as never }
}

export function memorySpool(leftBehind: readonly Operation[] = []): MemorySpool {
  const records: Operation[] = []
  const unsettled = new Set(leftBehind.map(keyOf))
  const spool: MemorySpool = {
    records,
    isFull: false,
    leftBehind,
    append(operations) {
      if (spool.isFull) throw new Error('the spool is full')
      records.push(...operations)
      for (const operation of operations) unsettled.add(keyOf(operation))
    },
    settled: (operation) => void unsettled.delete(keyOf(operation)),
    clearIfSettled() {
      if (unsettled.size === 0) records.length = 0
    },
    close() {},
  }
  return spool
}

function keyOf(operation: Operation): string {
  return JSON.stringify([operation.kind, operation.id, operation.kind === 'settle' ? operation.part : 0])
}
