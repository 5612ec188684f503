// Tasks as the rest of the server sees them.
import { setTimeout as sleep } from 'node:timers/promises'
import { CommitUnknown, type Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { SystemAccounts } from '../ledger/operation.ts'
import { findPrompts } from './batch-prompt-store.ts'
import type { NewTask, TaskKind, TaskPayment, TaskRecord, TaskSale } from './task.ts'
import {
  type DueTasks,
  findByKey,
  findDue,
  findRow,
  findSale,
  findTasks,
  listOwnTasks,
  listTasks,
  type OwnTasks,
  type TaskFilter,
} from './task-store.ts'
import { type Accepted, acceptTask, deferTasks, type Marked, markTasks, type Reports, removeTask, reportTasks } from './task-tasks.ts'

export interface TasksParts {
  readonly database: Database
  readonly accounts: SystemAccounts
  /** The option relay.strict_holds is off. */
  readonly mayOverdraw: () => boolean
  /** Called with each user whose balance a task lowered. */
  readonly onCharge?: (userId: number) => void
}

const TRIES = 4
const PAUSE_MS = 250

export class Tasks {
  readonly #parts: TasksParts

  constructor(parts: TasksParts) {
    this.#parts = parts
  }

  /** Stores a task that its vendor has taken, and charges it or keeps its hold; once, however often it is tried. Throws the database's errors. */
  async accept(task: NewTask, payment: TaskPayment): Promise<Accepted> {
    for (let left = TRIES - 1; ; left--) {
      try {
        const accepted = await this.#parts.database.run(acceptTask, { task, payment, ends: this.#ends })
        if (payment.kind === 'charge' && accepted.quota > 0) this.#parts.onCharge?.(task.userId)
        return accepted
      } catch (error) {
        // Another request stored the same task, or one under the same key, or the commit was not answered: what is there is found by the next try.
        const isThere = ['task_of_user', 'task_id', 'task_once', 'idempotency_key'].some((name) => isUniqueViolation(error, name))
        if (!(isThere || error instanceof CommitUnknown) || left === 0) throw error
        await sleep(PAUSE_MS)
      }
    }
  }

  /** Writes what is reported of tasks, and answers those that ended by it: see reportTasks. Throws the database's errors. */
  async report(reports: Reports['reports'], nextPollMs: number): Promise<readonly TaskRecord[]> {
    const ended = await this.#parts.database.run(reportTasks, { reports, nextPollMs, ends: this.#ends })
    const charged = new Set(reports.filter(({ report }) => report.charge).map(({ id }) => id))
    for (const { id, userId } of ended) if (charged.has(id)) this.#parts.onCharge?.(userId)
    return ended
  }

  /** Has tasks asked for again at another time: nothing was told of them. */
  async defer(ids: readonly number[], nextPollMs: number): Promise<void> {
    await this.#parts.database.run(deferTasks, { ids, nextPollMs })
  }

  /** Has an open task asked for at once. */
  async mark(which: Marked): Promise<void> {
    await this.#parts.database.run(markTasks, which)
  }

  /** A task by the number of its row. */
  row(id: number): Promise<TaskRecord | undefined> {
    return findRow(this.#parts.database, id)
  }

  /** Open tasks that should be asked for by now. */
  due(nowMs: number, limit: number, which: DueTasks = 'single'): Promise<readonly TaskRecord[]> {
    return findDue(this.#parts.database, nowMs, limit, which)
  }

  /** Those of these tasks that are this user's. */
  find(userId: number, kinds: readonly TaskKind[], taskIds: readonly string[]): Promise<readonly TaskRecord[]> {
    return findTasks(this.#parts.database, userId, kinds, taskIds)
  }

  /** The task that a user submitted under this key. */
  underKey(userId: number, key: string): Promise<TaskRecord | undefined> {
    return findByKey(this.#parts.database, userId, key)
  }

  /** What a task that is charged at its end was taken with. */
  sale(id: number): Promise<TaskSale | undefined> {
    return findSale(this.#parts.database, id)
  }

  /** Our own count of the prompts of an open batch, by its hold; empty: there is none. */
  prompts(holdId: string): Promise<string> {
    return findPrompts(this.#parts.database, holdId)
  }

  /** The next tasks that a token has submitted. */
  listOwn(which: OwnTasks, limit: number): Promise<readonly TaskRecord[]> {
    return listOwnTasks(this.#parts.database, which, limit)
  }

  /** Takes a task out of its user's sight; it is asked for and charged as before. */
  async remove(id: number): Promise<void> {
    await this.#parts.database.run(removeTask, { id })
  }

  /** A page of tasks, newest first. */
  list(filter: TaskFilter, page: { readonly offset: number; readonly limit: number }) {
    return listTasks(this.#parts.database, filter, page)
  }

  get #ends() {
    return { accounts: this.#parts.accounts, mayOverdraw: this.#parts.mayOverdraw() }
  }
}
