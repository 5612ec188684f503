// Notices of payments that were refused. They are kept with the order, so that "paid and not credited" can be looked into.
import { createHash } from 'node:crypto'
import type { NoticeReason } from '@waystation/contract/money/top-up'
import type { Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { PaymentNoticeRow } from '../../db/tables/tables.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { toRowId } from '../like-pattern.ts'
import { type Telling, tellRoots } from '../notice/root-notice-store.ts'

export type NoticeRecord = Selectable<PaymentNoticeRow>

export interface RefusedNotice {
  readonly gateway: string
  readonly kind: string
  readonly reason: NoticeReason
  readonly tradeNo: string
  readonly gatewayRef: string
  /** Hundredths of the currency. */
  readonly money: number
  readonly currency: string
  /** Anybody may have sent it, so no more than one is kept of an order, and none of an order that does not exist. */
  readonly isUnsigned: boolean
  readonly telling: Telling
}

/** Of notices that anybody may have sent, the super admins are told of one in so many seconds. */
const UNSIGNED_PAUSE_SECONDS = 86_400

/** `new`: the first of its kind. `repeated`: counted. `dropped`: nobody need know. */
type Kept = 'new' | 'repeated' | 'dropped'

/** Keeps a refused notice and tells the super admins of it, once for all its repetitions. */
export const keepRefused = writeTask<RefusedNotice, Kept>('top-up.keep-refused', async (tx, refused) => {
  const { gateway, kind, reason, isUnsigned } = refused
  const [trade_no, gateway_ref] = [refused.tradeNo.slice(0, 64), refused.gatewayRef.slice(0, 255)]
  const order_id = await orderIdOf(tx, { gateway, trade_no, gateway_ref })
  if (isUnsigned && order_id === 0) return 'dropped'
  const facts = isUnsigned ? [order_id] : [kind, trade_no, gateway_ref, refused.money, refused.currency]
  const digest = createHash('sha256')
    .update(JSON.stringify([gateway, reason, ...facts]))
    .digest('hex')
  const known = await locked(tx, tx.db.selectFrom('payment_notice').select(['id', 'times']).where('digest', '=', digest)).executeTakeFirst()
  if (known && isUnsigned) return 'dropped'
  const last_at = Math.floor((await tx.sets.nowMs()) / 1000)
  if (known) {
    await tx.db
      .updateTable('payment_notice')
      .set({ times: known.times + 1, last_at })
      .where('id', '=', Number(known.id))
      .execute()
    return 'repeated'
  }
  const isTold = !isUnsigned || !(await hasUnsignedSince(tx, last_at - UNSIGNED_PAUSE_SECONDS))
  const said = { kind, trade_no, gateway_ref, money: storable(refused.money), currency: refused.currency.slice(0, 8) }
  const row = { order_id, gateway, reason, digest, times: 1, first_at: last_at, last_at, ...said }
  await tx.db.insertInto('payment_notice').values(row).execute()
  if (isTold) await tellRoots(tx, refused.telling)
  return 'new'
})

/** What a notice calls its amount may be anything. */
const storable = (money: number): number => (Number.isSafeInteger(money) ? money : 0)

/** Did another node keep the same notice at the same time? */
export const isKeptTwice = (error: unknown): boolean => isUniqueViolation(error, 'digest')

async function orderIdOf(
  tx: WriteTx,
  { gateway, trade_no, gateway_ref }: { gateway: string; trade_no: string; gateway_ref: string },
): Promise<number> {
  if (trade_no === '' && gateway_ref === '') return 0
  const orders = tx.db.selectFrom('top_up_order').select('id')
  const named =
    trade_no === '' ? orders.where('gateway', '=', gateway).where('gateway_ref', '=', gateway_ref) : orders.where('trade_no', '=', trade_no)
  return Number((await named.executeTakeFirst())?.id ?? 0)
}

/** Was a notice that anybody may have sent kept since? It is the last one, or there is none. @param since unix seconds */
async function hasUnsignedSince(tx: WriteTx, since: number): Promise<boolean> {
  const last = await tx.db
    .selectFrom('payment_notice')
    .select('first_at')
    .where('reason', 'in', ['signature', 'closed'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return Number(last?.first_at ?? 0) > since
}

/** A page of the notices of an order, or of those that name none (0), newest first. */
export async function findRefused(
  database: Database,
  orderId: number,
  page: { offset: number; limit: number },
): Promise<{ rows: NoticeRecord[]; total: number }> {
  const matching = database.read.selectFrom('payment_notice').where('order_id', '=', toRowId(orderId))
  const [rows, count] = await Promise.all([
    matching.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    matching.select((row) => row.fn.countAll().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.count) }
}
