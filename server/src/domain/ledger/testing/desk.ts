// A ledger on a bare database, for tests: accounts with money, and nodes that commit.
import { logType } from '@waystation/contract/status-table'
import { ulid } from 'ulid'
import { type Database, openDatabase } from '../../../db/database.ts'
import type { DatabaseAddress } from '../../../db/kind.ts'
import { writeTasks as realTasks } from '../../write-tasks.ts'
import { type CommitterParts, GroupCommitter } from '../committer.ts'
import { openSystemAccounts, renewLease } from '../ledger-tasks.ts'
import type { HoldOwner, LogDraft, Operation, SystemAccounts, Verdict } from '../operation.ts'
import { type Reconciliation, reconcile } from '../reconcile.ts'
import { recoverHolds } from '../recover.ts'
import type { Spool } from '../spool.ts'
import { expireLease, openFunded, writeTasks as testTasks } from './desk-tasks.ts'

export interface Balance {
  readonly posted: number
  readonly held: number
  readonly used: number
  readonly calls: number
}

export interface DeskNode {
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

export interface Desk {
  readonly database: Database
  readonly accounts: SystemAccounts
  /** An account of a user with money, and of a token with a limit. */
  user(balance: number): Promise<{ accountId: number; userId: number }>
  token(limit: number): Promise<number>
  /** A node that commits, on this database or on a stand-in for it. */
  node(options?: Partial<Pick<CommitterParts, 'database' | 'now' | 'onBatch' | 'onConflict'>>): Promise<DeskNode>
  /** The node is gone, and somebody sweeps up after it. */
  crash(node: DeskNode): Promise<{ recovered: number; released: number }>
  balance(accountId: number): Promise<Balance>
  /** What a hold's owner has noted of its use. */
  used(holdId: string): Promise<number>
  reconcile(): Promise<Reconciliation>
  /** What a call's entries come to for an account. */
  charged(holdId: string, accountId: number): Promise<number>
  /** Refs of a call's entries, sorted. */
  refs(holdId: string): Promise<string[]>
  close(): Promise<void>
}

let lastOwnerId = 0

export async function openDesk(address: DatabaseAddress, onDeath: (error: Error) => void = () => {}): Promise<Desk> {
  const database = await openDatabase({
    address,
    taskModules: [new URL('../../write-tasks.ts', import.meta.url), new URL('./desk-tasks.ts', import.meta.url)],
    tasks: [...realTasks, ...testTasks],
    isExclusive: false,
    onDeath,
  })
  const accounts = await database.run(openSystemAccounts, null)
  const base = Math.floor(performance.timeOrigin % 1_000_000) * 1000
  const nextOwner = () => {
    lastOwnerId += 1
    return base + lastOwnerId
  }
  let sweeps = 0

  return {
    database,
    accounts,
    async user(balance) {
      const userId = nextOwner()
      return { userId, accountId: await database.run(openFunded, { kind: 'user', ownerId: userId, balance, from: accounts.grant }) }
    },
    token: (limit) => database.run(openFunded, { kind: 'token', ownerId: nextOwner(), balance: limit, from: accounts.limit }),
    async node(options = {}) {
      const epoch = ulid()
      await database.run(renewLease, { epoch, name: 'test', leaseSeconds: 600 })
      const troubles: DeskNode['troubles'] = []
      const spool = memorySpool()
      const committer = new GroupCommitter({
        database: options.database ?? database,
        epoch,
        accounts,
        spool,
        now: options.now ?? (() => performance.now()),
        onTrouble: (error, facts) => void troubles.push({ error, facts }),
        ...(options.onBatch ? { onBatch: options.onBatch } : {}),
        ...(options.onConflict ? { onConflict: options.onConflict } : {}),
      })
      return { epoch, committer, troubles, spool, submit: (operation) => committer.submit(operation) }
    },
    async crash(node) {
      await database.run(expireLease, { epoch: node.epoch })
      sweeps += 1
      return database.run(recoverHolds, {
        limit: 1000,
        accounts,
        marker: { epoch: node.epoch, seq: 1_000_000 + sweeps },
        policy: 'checkpoint',
      })
    },
    async balance(accountId) {
      const row = await database.read.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
      return { posted: Number(row.posted), held: Number(row.held), used: Number(row.used), calls: Number(row.calls) }
    },
    async used(holdId) {
      return Number((await database.read.selectFrom('hold').select('used').where('id', '=', holdId).executeTakeFirstOrThrow()).used)
    },
    reconcile: () => reconcile(database),
    async charged(holdId, accountId) {
      const entries = await database.read.selectFrom('entry').selectAll().where('hold_id', '=', holdId).execute()
      return entries.reduce(
        (sum, entry) =>
          sum +
          (Number(entry.debit_account) === accountId ? 1 : Number(entry.credit_account) === accountId ? -1 : 0) * Number(entry.amount),
        0,
      )
    },
    async refs(holdId) {
      const entries = await database.read.selectFrom('entry').select('ref').where('hold_id', '=', holdId).execute()
      return entries.map((entry) => entry.ref).sort()
    },
    close: () => database.close(),
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
  // What `around` answers is what the task would have answered, or a test's own error.
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
