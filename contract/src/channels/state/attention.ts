// What will break next, for those who run the site.
import { z } from 'zod'
import { TestFailure } from '../channel.ts'
import { EndingModel } from '../upstream-models.ts'

/** How many of each kind are named. */
export const MAX_NAMED = 5
/** Models that end within so many days are named. */
export const ENDING_DAYS = 60

const count = z.number().int()
const channel = { id: count, name: z.string() }

/** The first few, and how many there are. */
const some = <Item extends z.ZodType>(item: Item) => z.object({ total: count, items: z.array(item) })

export const Attention = z.object({
  /** Channels that the gateway has disabled, the newest first. */
  disabled: some(
    z.object({
      ...channel,
      /** In the vendor's words; empty where `failure` says it. */
      reason: z.string(),
      failure: TestFailure.nullable(),
      /** Unix seconds; 0: not known. */
      since: count,
    }),
  ),
  /** Enabled channels of which half of the keys or more cannot be used, but for more than one. Those with the fewest left first. */
  weakened: some(z.object({ ...channel, total: count, disabled: count, cooling: count })),
  /** Enabled channels that one more refused key switches off: of several keys one is left. */
  one_left: some(z.object({ ...channel, total: count })),
  /** Enabled channels whose last test failed, the newest first. */
  failed_tests: some(z.object({ ...channel, failure: TestFailure, tested_at: count })),
  /** Enabled channels with little left at their vendor: below what the option says, or less than three days' worth. Days by the cost of the last week. */
  balances: some(z.object({ ...channel, balance: z.string(), currency: z.string(), days: z.number().nullable() })),
  /** Offered models without a price, the most called in the last week first. */
  unpriced: some(z.object({ model: z.string(), calls_last_week: count })),
  /** The soonest first. */
  ending: some(EndingModel),
  /** Kinds of unexpected errors of the server that came up since they were last marked as seen; 0 to others than super admins. */
  server_errors: count,
})
export type Attention = z.infer<typeof Attention>
