// What a film costs once it is made: at the price that it was taken with, and never more than was held for it.
import type { FilmReport } from '@waystation/wire/tasks/task-reading'
import { type FilmOrder, filmUsage } from '../../../domain/pricing/film-price.ts'
import type { Price } from '../../../domain/pricing/price.ts'
import type { TaskRecord, TaskReport, TaskSale } from '../../../domain/task/task.ts'
import { taskCharge } from '../task-charge.ts'

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
  const isReported = made.seconds !== undefined || made.tokens !== undefined
  return taskCharge(task, log, { usage: filmUsage(order, made, price), price, held, source: isReported ? 'upstream' : 'counted' })
}
