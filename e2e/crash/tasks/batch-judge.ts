// What the clients of batches were told, against the books: each is charged once, for the requests that its vendor has answered.
import type { Kysely } from 'kysely'
import type { Tables } from '../../../server/src/db/tables/tables.ts'
import { BATCH_MODEL } from '../front-door.ts'
import type { Charged, Complain } from '../judge.ts'
import type { SubmittedBatch } from './batch-load.ts'

/** An answer of the stand-in costs as much: 20 tokens of input and 5 of output, at half the price. Quota units, as a fraction of a million. */
const ANSWER_MICRO =
  BigInt(BATCH_MODEL.ratioMicro) * 20n + (BigInt(BATCH_MODEL.ratioMicro) * BigInt(BATCH_MODEL.completionMicro) * 5n) / 1_000_000n

/** What so many answers cost, in quota units: rounded once, half up. */
export const costOf = (answers: number): number => Number((BigInt(answers) * ANSWER_MICRO + 1_000_000n) / 2_000_000n)

/** A batch as its row has it. */
export interface BatchFact {
  readonly taskId: string
  readonly requestId: string
  readonly vendorId: string
  readonly isOpen: boolean
}

/**
 * Judges all batches, and takes their charges out of those that are left to be explained.
 * @param answered how many requests the vendor has answered, by its id of the batch
 */
export async function judgeBatches(
  db: Kysely<Tables>,
  submitted: readonly SubmittedBatch[],
  answered: ReadonlyMap<string, number>,
  charges: Map<string, Charged>,
  complain: Complain,
): Promise<{ submitted: number; settled: number; unknown: number }> {
  const columns = ['task_id', 'hold_id', 'vendor_id', 'is_open'] as const
  const rows = await db.selectFrom('task').select(columns).where('kind', '=', 'batch').execute()
  const known = new Set(rows.map((row) => row.hold_id))
  for (const { requestId } of submitted) if (!known.has(requestId)) complain('lost', `batch ${requestId} was taken and is not there`)
  for (const { task_id, hold_id, vendor_id, is_open } of rows) {
    const fact = { taskId: task_id, requestId: hold_id, vendorId: vendor_id, isOpen: is_open === 1 }
    judgeBatch(fact, answered.get(vendor_id), charges.get(hold_id), complain)
    charges.delete(hold_id)
  }
  return { submitted: submitted.length, settled: rows.filter((row) => row.is_open === 0).length, unknown: rows.length - submitted.length }
}

/** @param answered requests that its vendor has answered; undefined: it does not know the batch */
export function judgeBatch(batch: BatchFact, answered: number | undefined, charged: Charged | undefined, complain: Complain): void {
  const name = `batch ${batch.taskId} ${batch.requestId}`
  if (answered === undefined) complain('wrong', `${name} is not known at its vendor`)
  if (batch.isOpen) complain('wrong', `${name} has not ended`)
  const cost = batch.isOpen ? 0 : costOf(answered ?? 0)
  for (const [kind, times] of charged?.kinds ?? []) if (times > 1) complain('double', `${name} has ${times} entries of kind ${kind}`)
  const net = charged?.net ?? 0
  if (net < cost) complain('lost', `${name} costs ${cost} and was charged ${net}`)
  if (net > cost) complain('double', `${name} costs ${cost} and was charged ${net}`)
}
