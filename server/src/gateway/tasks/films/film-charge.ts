// What a film costs once it is made: at the price that it was taken with, and never more than was held for it.
import type { LogOther } from '@waystation/contract/calls/log'
import { completionTokensOf, promptTokensOf } from '@waystation/contract/calls/usage'
import type { FilmReport } from '@waystation/wire/tasks/task-reading'
import type { LogDraft } from '../../../domain/ledger/operation.ts'
import { type FilmOrder, filmUsage } from '../../../domain/pricing/film-price.ts'
import type { Price } from '../../../domain/pricing/price.ts'
import { compilePrice, priceCall } from '../../../domain/pricing/price-call.ts'
import type { TaskRecord, TaskReport, TaskSale } from '../../../domain/task/task.ts'
import { usageKeys } from '../../settle/bucket-keys.ts'
import { chargeFact } from '../../settle/charge-fact.ts'

/** What is kept of a film from its submission to its end. */
export interface FilmSaleFacts {
  readonly order: FilmOrder
  readonly price: Price
  /** Quota units. */
  readonly held: number
}

/** As the task's row keeps it. */
export const saleText = (facts: FilmSaleFacts): string => JSON.stringify(facts)

/** The charge of a film that is made. */
export function filmCharge(task: TaskRecord, made: FilmReport, { sale, log }: TaskSale): NonNullable<TaskReport['charge']> {
  const { order, price, held }: FilmSaleFacts = JSON.parse(sale) // only `saleText` writes it
  const usage = filmUsage(order, made, price)
  const amount = Math.min(priceCall(usage, compilePrice(price)), held)
  const charge = chargeFact(price, usage, { quota: amount, held, ref: `settle:${task.holdId}` })
  const seconds = Math.round((Date.now() - task.submitMs) / 1000)
  const tokens = { promptTokens: promptTokensOf(usage), completionTokens: completionTokensOf(usage) }
  return { amount, log: { ...log, ...tokens, quota: amount, useTime: seconds, other: otherOf(log, { ...usageKeys(usage), charge }, made) } }
}

function otherOf({ other }: LogDraft, facts: LogOther, made: FilmReport): string {
  if (other === '') return ''
  const known: LogOther = JSON.parse(other) // written when the task was taken
  const isReported = made.seconds !== undefined || made.tokens !== undefined
  return JSON.stringify({ ...known, ...facts, usage_source: isReported ? 'upstream' : 'counted' })
}
