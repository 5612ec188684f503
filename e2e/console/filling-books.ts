// The books of a filled server: each day's sums are those of its usage, most of them at what vendors take, with the bills of two channels.
import type { DatabaseSync } from 'node:sqlite'

const DAY = 86_400

interface BookSum {
  readonly day: number
  readonly channel_id: number
  readonly model_name: string
  readonly calls: number
  readonly quota: number
}

/** Puts the books where the sums of usage say; the usage must have been spread before. */
export function spreadBooks(database: DatabaseSync, now: number): void {
  const sums = database
    .prepare(
      `select quarter - quarter % ${DAY} as day, channel_id, model_name, sum(calls) as calls, sum(quota) as quota from usage_quarter group by 1, 2, 3`,
    )
    .all() as unknown as BookSum[]
  database.exec('delete from book_day')
  const insert = database.prepare('insert into book_day values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const channels = [...new Set(sums.map(({ channel_id }) => channel_id))].sort((a, b) => a - b)
  const costs = sums.map((sum) => ({ ...sum, cost: costOf(sum, channels) }))
  for (const { day, channel_id, model_name, calls, quota, cost } of costs) {
    const unknown = cost === undefined
    const counted = unknown ? 0 : Math.floor(calls / 40)
    const countedCost = unknown ? 0 : Math.round((cost * counted) / Math.max(1, calls))
    const row = [cost ?? 0, unknown ? calls : 0, unknown ? quota : 0, counted, countedCost, unknown ? 0 : Math.round(cost / 6)]
    insert.run(day, channel_id, model_name, calls, quota, ...row, 0)
  }
  const writeOff = database.prepare('insert into write_off_day values (?, ?, ?, ?, ?)')
  for (const [at, { day, model_name, calls, quota }] of costs.entries())
    if (at % 40 === 0) writeOff.run(day, 1 + (at % 3), model_name, Math.ceil(calls / 20), Math.ceil(quota / 50))
  const billed = costs.filter(({ channel_id, day }) => channels.indexOf(channel_id) < 2 && day < now - DAY)
  storeBills(database, billed, channels)
}

/** The second channel sells at a loss, and the vendor of the last is not known. */
function costOf({ quota, channel_id }: BookSum, channels: readonly number[]): number | undefined {
  const at = channels.indexOf(channel_id)
  if (at > 1 && at === channels.length - 1) return undefined
  return Math.round(quota * (at === 1 ? 1.08 : 0.79))
}

function storeBills(database: DatabaseSync, sums: readonly (BookSum & { cost: number | undefined })[], channels: readonly number[]): void {
  const bill = database.prepare('insert into vendor_bill (channel_id, form, file_name, user_id, created_at) values (?, ?, ?, 1, ?)')
  const line = database.prepare('insert into vendor_bill_line values (?, ?, ?, ?, ?, ?, ?, 0)')
  for (const [at, id] of channels.slice(0, 2).entries()) {
    const created = Math.floor(Date.now() / 1000) - 3600
    const { lastInsertRowid } = bill.run(id, at === 0 ? 'openai' : 'general', at === 0 ? 'openai-costs.csv' : 'reseller.csv', created)
    for (const [index, { day, model_name, cost = 0 }] of sums.filter(({ channel_id }) => channel_id === id).entries()) {
      // Most days agree to the rounding; some have what our own count has not.
      const more = index % 9 === 0 ? Math.round(cost * 0.02) : index % 13 === 0 ? -Math.round(cost * 0.12) : index % 3
      line.run(id, day, model_name, Number(lastInsertRowid), (cost + more) * 2, cost + more, 0)
    }
    const last = sums.findLast(({ channel_id }) => channel_id === id)
    if (last && at === 0) line.run(id, last.day, 'text-embedding-3-large', Number(lastInsertRowid), 440_000, 220_000, 0)
  }
}
