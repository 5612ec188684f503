// What pictures that were made by tasks cost: the same, whether their call or the poller of tasks sees the end first.
import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { noTokens, type WireUsage } from '@waystation/wire/chat/reply/usage'
import { storedPictures } from '@waystation/wire/tasks/picture-tasks'
import type { TaskReading } from '@waystation/wire/tasks/task-reading'
import type { Measured } from '../../../domain/pricing/hold-policy.ts'
import type { Price } from '../../../domain/pricing/price.ts'
import type { TaskRecord, TaskReport, TaskSale } from '../../../domain/task/task.ts'
import { taskCharge } from '../task-charge.ts'

/** Pictures that were requested. */
export interface AskedPictures {
  readonly count: number
  readonly measured: Measured | undefined
}

/** What is paid for where the vendor counts no tokens: the pictures that came, as many tokens as such pictures are charged as where they go by them. */
export function paidPictures({ count, measured }: AskedPictures, made: number, counted: WireUsage | undefined): WireUsage {
  const usage = counted ?? { ...noTokens, raw: null }
  const { asTokens } = measured ?? {}
  if (!asTokens || counted) return { ...usage, images: made }
  const tokens = Math.ceil((asTokens.count * Math.min(made, count)) / count)
  return { ...usage, [asTokens.bucket]: tokens, images: made }
}

/** What is kept of pictures from their submission to their end. */
interface PictureSale {
  readonly asked: AskedPictures
  readonly price: Price
  /** Quota units. */
  readonly held: number
}

/** As the task's row keeps it. */
export const pictureSaleText = (sale: PictureSale): string => JSON.stringify(sale)

/** What so many pictures use of what was requested. */
export function pictureUsage({ count, measured }: AskedPictures, made: number): Usage {
  const { raw: _, ...counted } = paidPictures({ count, measured }, Math.min(made, count), undefined)
  const { unitFactor } = measured ?? {}
  return { ...noUsage, ...counted, calls: 1, ...(unitFactor === undefined ? {} : { unitFactor }) }
}

/** The charge of pictures that are made. */
export function pictureCharge(task: TaskRecord, made: number, { sale, log }: TaskSale): NonNullable<TaskReport['charge']> {
  const { asked, price, held }: PictureSale = JSON.parse(sale) // only `pictureSaleText` writes it
  const usage = pictureUsage(asked, made)
  const { images } = usage
  return taskCharge(task, log, { usage, price, held, source: 'upstream', ...(images === undefined ? {} : { more: { images } }) })
}

/** What a poll told of pictures, as it is stored. */
export function storedReport({ result, failReason, ...told }: Omit<TaskReading, 'id' | 'film' | 'pictures'>): TaskReport {
  return { ...told, ...(failReason === undefined ? {} : { failReason: failReason.slice(0, MAX_REASON) }), result: storedPictures(result) }
}

/** Characters of the vendor's words that a task keeps. */
const MAX_REASON = 1000
