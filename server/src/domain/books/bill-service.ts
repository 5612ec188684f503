// Uploading vendors' bills: looked at first, then stored.

import { AppError, type Words } from '@waystation/contract/errors'
import type { Bill, BillPreview, BillUpload } from '@waystation/contract/money/books'
import { decimalText } from '@waystation/contract/money/rational'
import { quotaPerUnit } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../db/database.ts'
import { toRowId } from '../like-pattern.ts'
import { findChannelNames } from '../log/log-store.ts'
import { findBills, findStoredDays, removeBill, saveBill } from './bill-store.ts'
import { DAY_SECONDS } from './bill-values.ts'
import { findDaysOfChannel } from './book-store.ts'
import { type BillLine, type ReadBill, readBill } from './read-bill.ts'
import { modelKey } from './vendors/model-key.ts'

/** All throw what readBill throws, or AppError not_found for a channel or bill that is not there. */
export interface BillService {
  list(): Promise<Bill[]>
  preview(upload: BillUpload): Promise<BillPreview>
  /** @throws AppError bill_days_exist where days have a bill and `mayReplace` is false */
  store(upload: BillUpload, by: { readonly userId: number; readonly mayReplace: boolean }): Promise<{ id: number; preview: BillPreview }>
  remove(id: number): Promise<Bill>
}

export interface BillParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
}

const CHANNEL: Words = { zh: '渠道', en: 'The channel' }
const BILL: Words = { zh: '账单', en: 'The bill' }

export function billService({ database, options }: BillParts): BillService {
  const read = async (upload: BillUpload): Promise<ReadBill> => {
    const names = await findChannelNames(database, [toRowId(upload.channel_id)])
    if (names.size === 0) throw new AppError('not_found', { what: CHANNEL })
    return await readBill(upload.text, options.get(quotaPerUnit))
  }
  return {
    list: () => findBills(database),
    preview: async (upload) => previewOf(database, upload.channel_id, await read(upload)),
    async store(upload, { userId, mayReplace }) {
      const bill = await read(upload)
      const preview = await previewOf(database, upload.channel_id, bill)
      const { form, lines } = bill
      const id = await database.run(saveBill, {
        ...{ channelId: upload.channel_id, form, fileName: upload.file_name, userId, lines, mayReplace },
      })
      return { id, preview }
    },
    async remove(id) {
      const bill = (await findBills(database)).find((one) => one.id === id)
      if (!bill) throw new AppError('not_found', { what: BILL })
      await database.run(removeBill, { id })
      return bill
    },
  }
}

async function previewOf(database: Database, channelId: number, { form, rows, lines }: ReadBill): Promise<BillPreview> {
  const days = [...new Set(lines.map(({ day }) => day))].sort((a, b) => a - b)
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0]
  const ours = await findDaysOfChannel(database, channelId, { from: first, to: last + DAY_SECONDS })
  const covered = new Set(days)
  const known = new Set(ours.filter(({ day }) => covered.has(day)).map(({ model_name }) => modelKey(model_name)))
  return {
    ...{ form, lines: rows, first_day: first, last_day: last, days: days.length },
    amount: lines.reduce((sum, { quota }) => sum + quota, 0),
    dollars: decimalText({ numerator: lines.reduce((sum, { micros }) => sum + BigInt(micros), 0n), denominator: 1_000_000n }, 6, 2),
    cost: ours.reduce((sum, { day, cost }) => (covered.has(day) ? sum + cost : sum), 0),
    models: modelsOf(lines).map(({ model, amount }) => ({ model, amount, is_known: model === '' || known.has(modelKey(model)) })),
    replaces: await findStoredDays(database, channelId, days),
  }
}

/** What each model came to, the largest first. */
function modelsOf(lines: readonly BillLine[]): { model: string; amount: number }[] {
  const sums = new Map<string, number>()
  for (const { model, quota } of lines) sums.set(model, (sums.get(model) ?? 0) + quota)
  return [...sums].map(([model, amount]) => ({ model, amount })).sort((a, b) => b.amount - a.amount)
}
