// What a batch costs once it has ended: its answers at the price that it was taken with, and never more than was held for it.
import type { ChargeFact, LogOther } from '@waystation/contract/calls/log'
import { noUsage } from '@waystation/contract/calls/usage'
import { decimalText, product, rational } from '@waystation/contract/money/rational'
import type { LogDraft, VendorFacts } from '../../domain/ledger/operation.ts'
import { BATCH_TIER, type BatchSum } from '../../domain/pricing/batch-price.ts'
import type { Price } from '../../domain/pricing/price.ts'
import type { CostQuery, VendorCosts } from '../../domain/pricing/vendor-costs.ts'
import type { TaskRecord, TaskReport } from '../../domain/task/task.ts'
import { chargeFact } from '../settle/charge-fact.ts'
import type { BatchOrder } from '../tasks/taken-task.ts'
import { chargeRow } from '../tasks/task-charge.ts'

/** What is kept of a batch from its submission to its end. */
export interface BatchSaleFacts extends BatchOrder {
  readonly price: Price
  /** Quota units. */
  readonly held: number
}

/** As the task's row keeps it. */
export const batchSaleText = (facts: BatchSaleFacts): string => JSON.stringify(facts)

/** What a batch was taken with. @param text made by batchSaleText */
export const batchSaleOf = (text: string): BatchSaleFacts => JSON.parse(text)

/** What a batch came to. */
export interface BatchEnd {
  readonly sum: BatchSum
  /** Was some of it counted here, since its vendor reported nothing for it? */
  readonly isCounted: boolean
  /** Answers that could not be read: each costs its part of what is held. */
  readonly unread: number
  readonly costs: VendorCosts
  /** The channel's type and factor. */
  readonly vendor: Omit<CostQuery, 'model'>
}

/** The charge of a batch that has ended. */
export function batchCharge(task: TaskRecord, facts: BatchSaleFacts, log: LogDraft, end: BatchEnd): NonNullable<TaskReport['charge']> {
  const { sum, unread } = end
  const amount = Math.min(sum.costUpTo(facts.held) + Math.ceil((facts.held * unread) / facts.requests), facts.held)
  const { usage } = sum
  const other: LogOther = {
    usage_source: end.isCounted ? 'counted' : 'upstream',
    batch: { requests: facts.requests, answered: sum.answers + unread },
    charge: chargeOf(sum, facts, { quota: amount, held: facts.held, ref: `settle:${task.holdId}` }),
  }
  const vendor = vendorOf(log, end)
  return chargeRow(task, vendor ? { ...log, vendor } : log, { amount, usage, other })
}

/** The parts of a batch as one charge: what makes one of them dearer than the others stands in the weights of its lines. */
function chargeOf(sum: BatchSum, { price }: BatchSaleFacts, charge: Parameters<typeof chargeFact>[2]): ChargeFact {
  const whole = chargeFact(price, sum.usage, charge, 0)
  if (price.kind === 'per-call') return whole
  const lines = sum.parts.flatMap(({ usage, promptTokens }) => {
    const { lines, tiers = [] } = chargeFact(price, usage, charge, promptTokens)
    const dearer = tiers.filter(({ name }) => name !== BATCH_TIER).map(({ factor }) => rational(factor))
    return lines.map((line) => (dearer.length === 0 ? line : { ...line, weight: decimalText(product(rational(line.weight), ...dearer)) }))
  })
  return { ...whole, lines }
}

/** What the vendor takes for it; undefined: nobody was asked. */
function vendorOf({ vendor }: LogDraft, { sum, isCounted, costs, vendor: query }: BatchEnd): VendorFacts | undefined {
  if (!vendor) return undefined
  const { model } = vendor
  const parts = sum.parts.length > 0 ? sum.parts : [{ usage: noUsage, promptTokens: 0 }]
  const all = parts.map(({ usage, promptTokens }) => costs.of(usage, { ...query, model }, promptTokens))
  if (all.some((one) => one === undefined)) return { model, ...(isCounted ? { isCounted } : {}) }
  const cost = all.reduce((total, one) => total + (one?.cost ?? 0), 0)
  const cacheCost = all.reduce((total, one) => total + (one?.cacheCost ?? 0), 0)
  return { model, cost, ...(cacheCost > 0 ? { cacheCost } : {}), ...(isCounted ? { isCounted } : {}) }
}
