// The changes of tasks, each one transaction with what they do to money: a task ends once, and is paid or given back once.
import { logType } from '@waystation/contract/site/status-table'
import { locked } from '../../db/locked.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'
import { adoptHold } from '../ledger/holds/adopt-hold.ts'
import { type EndParts, endHolds, type HoldEnd } from '../ledger/holds/end-holds.ts'
import type { LogDraft } from '../ledger/operation.ts'
import { putFile } from '../vendor-file/vendor-file-store.ts'
import { forgetPrompts, keepPrompts } from './batch-prompt-store.ts'
import { afterReport, isEnd, type NewTask, type TaskMoney, type TaskPayment, type TaskRecord, type TaskReport } from './task.ts'
import { openness, rowOf, taskOf } from './task-store.ts'

interface Acceptance {
  readonly task: NewTask
  readonly payment: TaskPayment
  readonly ends: EndParts
}

/** What became of a submission. `isNew` false: the user has this task already, and nothing is charged for it again. */
export interface Accepted {
  readonly id: number
  /** By which its user asks for the task that there is. */
  readonly taskId: string
  readonly isNew: boolean
  /** Quota units that were charged, or are held. */
  readonly quota: number
}

/**
 * Stores a task that its vendor has taken, and charges it or keeps its hold for it.
 * @throws where the same task is stored at the same moment: once more, and it is known
 */
export const acceptTask = writeTask<Acceptance, Accepted>('task.accept', async (tx, { task, payment, ends }) => {
  const known = await knownTask(tx, task)
  if (known) {
    const { id, taskId } = known
    // The same request once more: its commit had not been answered.
    if (known.holdId === task.holdId) return { id, taskId, isNew: true, quota: known.quota }
    await endHolds(tx, [{ kind: 'release', id: task.holdId }], ends)
    return { id, taskId, isNew: false, quota: 0 }
  }
  const { amount, money, facts, writeOff } = await pay(tx, task.holdId, payment, ends)
  const row = rowOf(task, money, amount - writeOff, facts, await tx.sets.nowMs())
  const id = await insertedId(tx, tx.db.insertInto('task').values(row))
  if (task.prompts !== undefined) await keepPrompts(tx, task.holdId, task.prompts)
  return { id, taskId: task.taskId, isNew: true, quota: amount - writeOff }
})

/** The task as its user has it already: this one, or another that was submitted under the same key. */
async function knownTask(tx: WriteTx, { userId, kind, taskId, confirms, idempotencyKey }: NewTask) {
  const ofUser = tx.db.selectFrom('task').select(['id', 'task_id', 'hold_id', 'quota']).where('user_id', '=', userId)
  const same = ofUser.where('kind', '=', kind).where('task_id', '=', taskId)
  const row =
    (await same.where('confirms', '=', confirms ? 1 : 0).executeTakeFirst()) ??
    (idempotencyKey === undefined ? undefined : await ofUser.where('idempotency_key', '=', idempotencyKey).executeTakeFirst())
  return row && { id: Number(row.id), taskId: row.task_id, holdId: row.hold_id, quota: Number(row.quota) }
}

async function pay(
  tx: WriteTx,
  id: string,
  payment: TaskPayment,
  ends: EndParts,
): Promise<{ readonly amount: number; readonly money: TaskMoney; readonly facts: string; readonly writeOff: number }> {
  if (payment.kind === 'free') {
    await endHolds(tx, [{ kind: 'release', id, ...(payment.log ? { log: payment.log } : {}) }], ends)
    return { amount: 0, money: 'free', facts: '', writeOff: 0 }
  }
  const { amount, log } = payment
  const facts = JSON.stringify(log)
  if (payment.kind === 'hold') {
    await adoptHold(tx, id, payment.leaseMs, facts)
    return { amount, money: 'held', facts, writeOff: 0 }
  }
  const [verdict] = await endHolds(tx, [{ kind: 'settle', id, amount, log }], ends)
  const writeOff = verdict && 'writeOff' in verdict ? (verdict.writeOff ?? 0) : 0
  return { amount, money: amount === 0 ? 'free' : 'charged', facts, writeOff }
}

/** Reports on open tasks, by their row's number. */
export interface Reports {
  readonly reports: readonly { readonly id: number; readonly report: TaskReport }[]
  /** When those that go on are asked for again, unix milliseconds. */
  readonly nextPollMs: number
  readonly ends: EndParts
}

/**
 * Writes what is reported of tasks. A task that has ended changes no more, whoever reports what and how often; at its end what is held is
 * charged, and a failure gives back what it cost. Answers the tasks that ended by this.
 */
export const reportTasks = writeTask<Reports, readonly TaskRecord[]>('task.report', async (tx, { reports, nextPollMs, ends }) => {
  const ids = [...new Set(reports.map(({ id }) => id))].sort((a, b) => a - b)
  if (ids.length === 0) return []
  const query = tx.db.selectFrom('task').selectAll().where('id', 'in', ids).where('is_open', '=', 1).orderBy('id')
  const rows = await locked(tx, query).execute()
  const open = new Map(rows.map((row) => [Number(row.id), { task: taskOf(row), facts: row.facts }]))
  const nowMs = await tx.sets.nowMs()
  const ended: TaskRecord[] = []
  const holdEnds: HoldEnd[] = []
  for (const { id, report } of reports) {
    const found = open.get(id)
    // Reported twice in one list, it may have ended by the first.
    if (!found?.task.isOpen) continue
    const { task, facts } = found
    const change = afterReport(task, report, nowMs)
    const paid = isEnd(change.status) ? settled({ ...task, ...change }, facts, report) : undefined
    if (paid?.end) holdEnds.push(paid.end)
    const next: TaskRecord = { ...task, ...change, ...(paid ? { money: paid.money, quota: paid.quota } : {}), updatedMs: nowMs, misses: 0 }
    open.set(id, { task: next, facts })
    await writeChange(tx, next, nextPollMs)
    if (next.isOpen) continue
    ended.push(next)
    for (const file of report.files ?? []) await putFile(tx, file)
  }
  await endHolds(tx, holdEnds, ends)
  await forgetPrompts(tx, ended)
  return ended
})

async function writeChange(tx: WriteTx, task: TaskRecord, nextPollMs: number): Promise<void> {
  await tx.db
    .updateTable('task')
    .set({
      status: task.status,
      progress: task.progress,
      fail_reason: task.failReason,
      start_ms: task.startMs,
      finish_ms: task.finishMs,
      result: JSON.stringify(task.result),
      money: task.money,
      quota: task.quota,
      is_open: openness(task),
      updated_ms: task.updatedMs,
      next_poll_ms: nextPollMs,
      misses: task.misses,
    })
    .where('id', '=', task.id)
    .execute()
}

/** What the end of a task does to its money; undefined: nothing. */
function settled(
  task: TaskRecord,
  facts: string,
  { charge, failureLog }: TaskReport,
): { readonly end?: HoldEnd; readonly money: TaskMoney; readonly quota: number } | undefined {
  const { holdId: id, status, money, quota } = task
  if (money === 'charged' && status === 'FAILURE')
    return { end: { kind: 'refund', id, log: refundLog(task, facts) }, money: 'refunded', quota }
  if (money !== 'held') return undefined
  if (charge && charge.amount > 0) return { end: { kind: 'settle', id, ...charge }, money: 'charged', quota: charge.amount }
  if (status === 'FAILURE' || charge) {
    const log = charge?.log ?? failureLog
    return { end: { kind: 'release', id, ...(log ? { log } : {}) }, money: 'free', quota: 0 }
  }
  // It succeeded, and nothing says what it came to: what was held for it.
  const log: LogDraft = JSON.parse(facts) // written when the task was taken
  return { end: { kind: 'settle', id, amount: quota, log: { ...log, quota } }, money: 'charged', quota }
}

/** The row that tells of a refund. */
function refundLog({ taskId, holdId, model }: TaskRecord, facts: string): LogDraft {
  const charged: LogDraft = JSON.parse(facts) // written when the task was taken
  const other = { content: { key: 'task_refunded', facts: { task: taskId, model } }, task_id: taskId, refund_of: holdId }
  return {
    ...charged,
    type: logType.system,
    isStream: false,
    useTime: 0,
    promptTokens: 0,
    completionTokens: 0,
    other: JSON.stringify(other),
  }
}

/** Has tasks asked for later, or sooner: nothing was told of them. */
export const deferTasks = writeTask<{ readonly ids: readonly number[]; readonly nextPollMs: number }, null>(
  'task.defer',
  async (tx, { ids, nextPollMs }) => {
    if (ids.length === 0) return null
    await tx.db
      .updateTable('task')
      .set((row) => ({ next_poll_ms: nextPollMs, misses: row('misses', '+', 1) }))
      .where('id', 'in', ids)
      .where('is_open', '=', 1)
      .execute()
    return null
  },
)

/** Which tasks there is news of. */
export type Marked = { readonly holdId: string } | { readonly channelId: number; readonly vendorId: string }

/** Has open tasks asked for at once: their vendor says that there is something new. */
export const markTasks = writeTask<Marked, null>('task.mark', async (tx, which) => {
  const update = tx.db.updateTable('task').set({ next_poll_ms: 0 }).where('is_open', '=', 1)
  const marked =
    'holdId' in which
      ? update.where('hold_id', '=', which.holdId)
      : update.where('task_id', '=', which.vendorId).where('channel_id', '=', which.channelId)
  await marked.execute()
  return null
})

/** The addresses of these were told, or will be by the outbox. */
export const noteTold = writeTask<{ readonly ids: readonly number[] }, null>('task.told', async (tx, { ids }) => {
  if (ids.length > 0) await tx.db.updateTable('task').set({ is_open: 0, hook: '' }).where('id', 'in', ids).execute()
  return null
})

/** Takes a task out of its user's sight. */
export const removeTask = writeTask<{ readonly id: number }, null>('task.remove', async (tx, { id }) => {
  await tx.db.updateTable('task').set({ is_removed: 1 }).where('id', '=', id).execute()
  return null
})

/**
 * Deletes tasks that ended this long ago, at most so many, and answers how many. What is open, or has an address that is to be told of its end, stays.
 */
export const removeOldTasks = writeTask<{ readonly olderMs: number; readonly limit: number }, number>(
  'task.remove-old',
  async (tx, { olderMs, limit }) => {
    const before = (await tx.sets.nowMs()) - olderMs
    // A task is asked for no more once it has ended, so its next poll is of about that time, and has an index.
    const ended = tx.db.selectFrom('task').select('id').where('is_open', '=', 0).where('next_poll_ms', '<', before)
    const rows = await ended.where('updated_ms', '<', before).limit(limit).execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await tx.db.deleteFrom('task').where('id', 'in', ids).where('is_open', '=', 0).execute()
    return ids.length
  },
)
