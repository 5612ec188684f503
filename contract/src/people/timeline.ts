// What happened to an account, newest first: money, orders, messages and what the audit log says by its user and about them. No calls.
import { z } from 'zod'
import { Quota } from '../money/quota.ts'
import { StatementEntry, statementCauses } from '../money/statement.ts'
import { orderStatuses } from '../money/top-up.ts'
import { AuditEntry } from './audit.ts'

/**
 * What a timeline can be narrowed down to. `account`: what the user did beside tokens and logins; `handled`: what others did to the account.
 */
export const timelineKinds = ['money', 'order', 'token', 'login', 'message', 'account', 'handled'] as const
export type TimelineKind = (typeof timelineKinds)[number]

const count = z.number().int()
/** A line of its own among all, and its moment in unix seconds. */
const line = { line_id: z.string(), at: count }

const MoneyLine = StatementEntry.extend({
  ...line,
  source: z.literal('money'),
  cause: z.enum(statementCauses),
  /** The order that it belongs to; 0: none. */
  order_id: count,
  /** Who made an adjustment; 0: nobody, or the system. */
  actor_id: count,
})

const OrderLine = z.object({
  ...line,
  source: z.literal('order'),
  id: count,
  trade_no: z.string(),
  method: z.string(),
  status: z.enum(orderStatuses),
  /** With two decimals. */
  money: z.string(),
  currency: z.string(),
  quota: Quota,
  /** Why a super admin completed it by hand; empty: nobody did. */
  completed_because: z.string(),
})

const MessageLine = z.object({
  ...line,
  source: z.literal('message'),
  id: count,
  title: z.string(),
  /** Unix seconds; 0: not yet. */
  read_at: count,
})

const AuditLine = AuditEntry.omit({ seal: true, seal_before: true }).extend({
  ...line,
  source: z.literal('audit'),
  kind: z.enum(['token', 'login', 'account', 'handled']),
})

export const TimelineLine = z.discriminatedUnion('source', [MoneyLine, OrderLine, MessageLine, AuditLine])
export type TimelineLine = z.infer<typeof TimelineLine>

export const Timeline = z.object({
  items: z.array(TimelineLine),
  /** What the next page is asked for with; empty: this was the last one. */
  next: z.string(),
})
export type Timeline = z.infer<typeof Timeline>

/** A token as admins see it who look at its owner: nothing of its key. */
export const OwnedToken = z.object({
  id: count,
  name: z.string(),
  status: count,
  group: z.string(),
  remain_quota: Quota,
  used_quota: Quota,
  unlimited_quota: z.boolean(),
  created_time: count,
  /** Unix seconds. */
  accessed_time: count,
  /** Unix seconds, -1 for never. */
  expired_time: count,
})
export type OwnedToken = z.infer<typeof OwnedToken>
