// The charge of a task that has ended: at the price that it was taken with, and never more than was held for it.
import type { LogOther, UsageSource } from '@waystation/contract/calls/log'
import { completionTokensOf, promptTokensOf, type Usage } from '@waystation/contract/calls/usage'
import type { LogDraft } from '../../domain/ledger/operation.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { compilePrice, priceCall } from '../../domain/pricing/price-call.ts'
import type { TaskRecord, TaskReport } from '../../domain/task/task.ts'
import { usageKeys } from '../settle/bucket-keys.ts'
import { chargeFact } from '../settle/charge-fact.ts'

interface TaskUse {
  readonly usage: Usage
  readonly price: Price
  /** Quota units. */
  readonly held: number
  readonly source: UsageSource
  /** Further facts for the row. */
  readonly more?: LogOther
}

/** What a task came to, with its row. @param log the row as it was when the task was taken */
export function taskCharge(
  task: Pick<TaskRecord, 'holdId' | 'submitMs'>,
  log: LogDraft,
  { usage, price, held, source, more }: TaskUse,
): NonNullable<TaskReport['charge']> {
  const amount = Math.min(priceCall(usage, compilePrice(price)), held)
  const charge = chargeFact(price, usage, { quota: amount, held, ref: `settle:${task.holdId}` })
  return chargeRow(task, log, { amount, usage, other: { ...more, charge, usage_source: source } })
}

/** A charge with its row, in which the facts of the end are laid over those of the beginning. */
export function chargeRow(
  { submitMs }: Pick<TaskRecord, 'submitMs'>,
  log: LogDraft,
  { amount, usage, other }: { readonly amount: number; readonly usage: Usage; readonly other: LogOther },
): NonNullable<TaskReport['charge']> {
  const useTime = Math.round((Date.now() - submitMs) / 1000)
  const tokens = { promptTokens: promptTokensOf(usage), completionTokens: completionTokensOf(usage) }
  return { amount, log: { ...log, ...tokens, quota: amount, useTime, other: otherOf(log, { ...usageKeys(usage), ...other }) } }
}

/** Empty where no rows are kept. */
function otherOf({ other }: LogDraft, facts: LogOther): string {
  if (other === '') return ''
  const known: LogOther = JSON.parse(other) // written when the task was taken
  return JSON.stringify({ ...known, ...facts })
}
