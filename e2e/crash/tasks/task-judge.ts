// What the clients of drawings were told, against the books: each ends once, a success is charged once, and a failure costs nothing.
import type { Kysely } from 'kysely'
import type { Tables } from '../../../server/src/db/tables/tables.ts'
import type { Charged, Complain } from '../judge.ts'
import type { DrawnTask } from './task-load.ts'

/** The built-in price of a drawing, in quota units. */
const COST = 50_000

/** A task as its row has it. */
export interface TaskFact {
  readonly taskId: string
  readonly requestId: string
  readonly status: string
  readonly isOpen: boolean
}

/**
 * Judges all drawings, and takes their charges out of those that are left to be explained.
 * @param truth how each has ended at the proxy
 */
export async function judgeTasks(
  db: Kysely<Tables>,
  drawn: readonly DrawnTask[],
  truth: ReadonlyMap<string, string>,
  charges: Map<string, Charged>,
  complain: Complain,
): Promise<{ drawn: number; succeeded: number; failed: number; unknown: number }> {
  const rows = await db.selectFrom('task').select(['task_id', 'hold_id', 'status', 'is_open']).where('kind', '!=', 'batch').execute()
  const facts = rows.map(({ task_id, hold_id, status, is_open }) => ({
    ...{ taskId: task_id, requestId: hold_id, status, isOpen: is_open === 1 },
  }))
  const known = new Map(facts.map((fact) => [fact.requestId, fact]))
  for (const { taskId, requestId } of drawn)
    if (!known.has(requestId)) complain('lost', `drawing ${taskId} ${requestId} was taken and is not there`)
  for (const fact of facts) {
    judgeTask(fact, truth.get(fact.taskId), charges.get(fact.requestId), complain)
    charges.delete(fact.requestId)
  }
  const count = (status: string) => facts.filter((fact) => fact.status === status).length
  return { drawn: drawn.length, succeeded: count('SUCCESS'), failed: count('FAILURE'), unknown: facts.length - drawn.length }
}

/** @param truth how it has ended at the proxy; undefined: it does not know it */
export function judgeTask(task: TaskFact, truth: string | undefined, charged: Charged | undefined, complain: Complain): void {
  const name = `drawing ${task.taskId} ${task.requestId}`
  if (task.isOpen) complain('wrong', `${name} has not ended`)
  else if (task.status !== truth) complain('wrong', `${name} ended as ${task.status}, and at its proxy as ${truth}`)
  const cost = task.isOpen || task.status === 'SUCCESS' ? COST : 0
  for (const [kind, times] of charged?.kinds ?? []) if (times > 1) complain('double', `${name} has ${times} entries of kind ${kind}`)
  const net = charged?.net ?? 0
  if (net < cost) complain('lost', `${name} costs ${cost} and was charged ${net}`)
  if (net > cost) complain('double', `${name} costs ${cost} and was charged ${net}`)
}
