// Vendors' bills: a line for each channel, day and model. A day belongs to the bill that was stored last.

import { AppError, type Words } from '@waystation/contract/errors'
import type { Bill } from '@waystation/contract/money/books'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { type SetTable, setTable } from '../../db/set-executor.ts'
import { isRepeatedKey } from '../../db/unique-violation.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import type { BillLine } from './read-bill.ts'

const lineTable = setTable('vendor_bill_line', {
  channel_id: 'int',
  day: 'int',
  model_name: 'text',
  bill_id: 'int',
  micros: 'int',
  quota: 'int',
  slack: 'int',
  tokens: 'int',
}) satisfies SetTable

/** What is not there, where somebody asks for it. */
const BILL: Words = { zh: '账单', en: 'The bill' }

/** Days that one statement names. */
const DAYS_AT_ONCE = 500

export interface NewBill {
  readonly channelId: number
  readonly form: string
  readonly fileName: string
  readonly userId: number
  readonly lines: readonly BillLine[]
  /** Days of earlier bills may be replaced. */
  readonly mayReplace: boolean
}

/** Stores a bill and takes its days out of earlier ones. @throws AppError bill_days_exist */
export const saveBill = writeTask<NewBill, number>('bill.save', async (tx, { channelId, form, fileName, userId, lines, mayReplace }) => {
  const days = [...new Set(lines.map(({ day }) => day))].sort((a, b) => a - b)
  const taken = await countDays(tx, channelId, days)
  if (taken > 0 && !mayReplace) throw new AppError('bill_days_exist', { days: taken })
  for (const some of chunks(days)) {
    await tx.db.deleteFrom('vendor_bill_line').where('channel_id', '=', channelId).where('day', 'in', some).execute()
  }
  const created_at = Math.floor((await tx.sets.nowMs()) / 1000)
  const bill = { channel_id: channelId, form, file_name: fileName, user_id: userId, created_at }
  const billId = await insertBill(tx, bill)
  const rows = lines.map(({ day, model, micros, quota, slack, tokens }) => ({
    ...{ channel_id: channelId, day, model_name: model, bill_id: billId, micros, quota, slack, tokens },
  }))
  await tx.sets.insertMany(lineTable, rows).catch((error) => {
    // Another upload has stored the same days in the meantime.
    throw isRepeatedKey(error, 'vendor_bill_line', 'model_name') ? new AppError('bill_days_exist', { days: days.length }) : error
  })
  await removeEmptyBills(tx)
  return billId
})

/** Deletes a bill and its lines. @throws AppError not_found */
export const removeBill = writeTask<{ id: number }, null>('bill.remove', async (tx, { id }) => {
  const { numDeletedRows } = await tx.db.deleteFrom('vendor_bill').where('id', '=', id).executeTakeFirst()
  if (Number(numDeletedRows) === 0) throw new AppError('not_found', { what: BILL })
  await tx.db.deleteFrom('vendor_bill_line').where('bill_id', '=', id).execute()
  return null
})

async function insertBill(
  tx: WriteTx,
  bill: { channel_id: number; form: string; file_name: string; user_id: number; created_at: number },
): Promise<number> {
  const insert = tx.db.insertInto('vendor_bill').values(bill)
  if (tx.kind !== 'mysql') return Number((await insert.returning('id').executeTakeFirstOrThrow()).id)
  return Number((await insert.executeTakeFirstOrThrow()).insertId)
}

/** Bills whose days have all gone to later ones. */
async function removeEmptyBills(tx: WriteTx): Promise<void> {
  const used = tx.db.selectFrom('vendor_bill_line').select('bill_id').distinct()
  await tx.db.deleteFrom('vendor_bill').where('id', 'not in', used).execute()
}

async function countDays(tx: WriteTx, channelId: number, days: readonly number[]): Promise<number> {
  let count = 0
  for (const some of chunks(days)) {
    const rows = await tx.db
      .selectFrom('vendor_bill_line')
      .select('day')
      .distinct()
      .where('channel_id', '=', channelId)
      .where('day', 'in', some)
      .execute()
    count += rows.length
  }
  return count
}

function chunks(days: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(days.length / DAYS_AT_ONCE) }, (_, at) => days.slice(at * DAYS_AT_ONCE, (at + 1) * DAYS_AT_ONCE))
}

/** What is stored for these days of a channel: how many of them have a bill, and what it comes to. */
export async function findStoredDays(
  database: Database,
  channelId: number,
  days: readonly number[],
): Promise<{ days: number; amount: number }> {
  let [found, amount] = [0, 0]
  for (const some of chunks(days)) {
    const rows = await database.read
      .selectFrom('vendor_bill_line')
      .select(['day', (row) => row.fn.sum('quota').as('quota')])
      .where('channel_id', '=', channelId)
      .where('day', 'in', some)
      .groupBy('day')
      .execute()
    found += rows.length
    for (const { quota } of rows) amount += Number(quota)
  }
  return { days: found, amount }
}

/** All bills, newest first, with the days that are still theirs. */
export async function findBills(database: Database): Promise<Bill[]> {
  const rows = await database.read
    .selectFrom('vendor_bill as bill')
    .innerJoin('vendor_bill_line as line', 'line.bill_id', 'bill.id')
    .leftJoin('channel', 'channel.id', 'bill.channel_id')
    .leftJoin('user', 'user.id', 'bill.user_id')
    .select(['bill.id', 'bill.channel_id', 'bill.form', 'bill.file_name', 'bill.created_at', 'channel.name as channel', 'user.username'])
    .select((row) => [row.fn.min('line.day').as('first_day'), row.fn.max('line.day').as('last_day'), row.fn.sum('line.quota').as('amount')])
    .select(sql<number>`count(distinct line.day)`.as('days'))
    .groupBy(['bill.id', 'bill.channel_id', 'bill.form', 'bill.file_name', 'bill.created_at', 'channel.name', 'user.username'])
    .orderBy('bill.id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...{ id: Number(row.id), channel_id: Number(row.channel_id), channel: row.channel ?? '', form: row.form, file_name: row.file_name },
    ...{ username: row.username ?? '', created_at: Number(row.created_at), first_day: Number(row.first_day) },
    ...{ last_day: Number(row.last_day), days: Number(row.days), amount: Number(row.amount) },
  }))
}
