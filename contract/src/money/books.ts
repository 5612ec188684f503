// The operator's books: what users paid, what vendors take by our count and by their bills, and whether the ledger agrees with itself.
// Days are days in UTC, as vendors bill them. Amounts are quota units.
import { z } from 'zod'

/** The most days that one view of the books spans. */
export const MAX_BOOK_DAYS = 366
/** What one bill may have. */
export const MAX_BILL_BYTES = 5 * 1024 * 1024
export const MAX_BILL_LINES = 100_000
/** Differences and causes that are listed; the rest is in their sum. */
export const MAX_LISTED = 200

const amount = z.number().int()
const count = z.number().int()
/** Start of a day in UTC, unix seconds. */
const day = z.number().int()

const bookSums = {
  calls: count,
  /** What users paid. */
  revenue: amount,
  /** What the vendors take by our count, for the calls of which a list price is known. */
  cost: amount,
  /** Calls of which none is known, and what users paid for them: no margin counts them. */
  unpriced: count,
  unpriced_revenue: amount,
  /** What vendors billed; null: no bill was uploaded. */
  bill: amount.nullable(),
  /** The bill less our count of the days that it covers; null: no bill was uploaded. */
  drift: amount.nullable(),
}

export const BookSums = z.object(bookSums)
export type BookSums = z.infer<typeof BookSums>

/** Why a bill and our count of a day and model may differ. */
export const driftCauses = ['aborted', 'retried', 'cached', 'unlogged', 'unbilled', 'unpriced', 'rounding', 'unexplained'] as const
export type DriftCause = (typeof driftCauses)[number]

export const Drift = z.object({
  cause: z.enum(driftCauses),
  day,
  channel_id: count,
  channel: z.string(),
  /** As the channel's vendor calls it; empty: the bill names no models. */
  model: z.string(),
  /** The bill less our count. */
  drift: amount,
  bill: amount,
  cost: amount,
  /** All calls of this day and model. */
  calls: count,
  /** Those that the cause is about: cut off, tried in vain, without a price; all of them where it is about each. */
  concerned: count,
})
export type Drift = z.infer<typeof Drift>

/** What no account could pay of charges, and the site bears. */
export const WriteOffs = z.object({
  calls: count,
  quota: amount,
  /** The largest first, at most MAX_LISTED. The name is empty where the user is gone. */
  rows: z.array(z.object({ day, user_id: count, username: z.string(), model: z.string(), calls: count, quota: amount })),
  /** The sum of those that are not listed. */
  left_out: amount,
})
export type WriteOffs = z.infer<typeof WriteOffs>

export const BooksOverview = z.object({
  from: day,
  /** Not included. */
  to: day,
  totals: BookSums,
  /** What users paid in the span right before, of the same length. */
  revenue_before: amount,
  /** What lies on the users' accounts, of which some is held for calls that run. */
  balances: z.object({ accounts: count, posted: amount, held: amount }),
  channels_billed: count,
  channels_unbilled: count,
  days: z.array(z.object({ day, ...bookSums })),
  channels: z.array(z.object({ channel_id: count, name: z.string(), ...bookSums })),
  models: z.array(z.object({ model: z.string(), ...bookSums })),
  /** The largest first, at most MAX_LISTED; `drifts_left_out` is the sum of the others. */
  drifts: z.array(Drift),
  drifts_left_out: amount,
  write_offs: WriteOffs,
})
export type BooksOverview = z.infer<typeof BooksOverview>

export const billForms = ['openai', 'anthropic', 'google', 'general'] as const
export type BillForm = (typeof billForms)[number]

/** A file as it was chosen. */
export const BillUpload = z.object({
  channel_id: z.number().int().min(1),
  file_name: z.string().max(190),
  text: z.string().min(1, 'bill_empty').max(MAX_BILL_BYTES, 'bill_too_big'),
})
export type BillUpload = z.infer<typeof BillUpload>

export const BillDraft = BillUpload.extend({
  /** Days of earlier bills may be replaced: the preview has said which. */
  replace: z.boolean().default(false),
})

/** What storing a file would do. */
export const BillPreview = z.object({
  form: z.enum(billForms),
  lines: count,
  first_day: day,
  last_day: day,
  days: count,
  amount,
  /** The same in dollars, as decimal text, exact to a millionth. */
  dollars: z.string(),
  /** What we counted at this channel on those days. */
  cost: amount,
  models: z.array(z.object({ model: z.string(), amount, is_known: z.boolean() })),
  /** Days that are stored already and would be replaced, and what their bills came to. */
  replaces: z.object({ days: count, amount }),
})
export type BillPreview = z.infer<typeof BillPreview>

export const Bill = z.object({
  id: count,
  channel_id: count,
  channel: z.string(),
  form: z.string(),
  file_name: z.string(),
  username: z.string(),
  created_at: z.number().int(),
  first_day: day,
  last_day: day,
  days: count,
  amount,
})
export type Bill = z.infer<typeof Bill>

/** What the check of the ledger compares. */
export const checkNames = ['balances', 'days', 'held', 'used', 'logs', 'times', 'orders', 'codes', 'check_ins', 'invitations'] as const
export type CheckName = (typeof checkNames)[number]

/** Something that does not add up, and whose it is. */
export const BookDifference = z.object({
  check: z.enum(checkNames),
  invariant: z.string(),
  subject: z.string(),
  expected: z.number(),
  found: z.number(),
  about: z.object({ kind: z.enum(['user', 'request', 'code', 'order']), id: z.string() }).optional(),
})
export type BookDifference = z.infer<typeof BookDifference>

export const BookCheck = z.object({
  /** Unix seconds. */
  at: z.number().int(),
  took_ms: z.number().int(),
  open_holds: count,
  /** Charges whose log rows were cleaned up or never written: nothing to compare. */
  charges_without_log: count,
  checks: z.array(z.object({ name: z.enum(checkNames), covered: count, differences: count })),
  /** At most MAX_LISTED. */
  differences: z.array(BookDifference),
})
export type BookCheck = z.infer<typeof BookCheck>

export const BookChecks = z.object({
  is_running: z.boolean(),
  /** Null: none was finished yet. */
  last: BookCheck.nullable(),
})
export type BookChecks = z.infer<typeof BookChecks>
