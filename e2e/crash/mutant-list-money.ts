// Mutants of money that comes in by other ways than calls: codes, payments, check-ins, invitations, admins.
import type { Mutant } from './mutant-list.ts'

const DOMAIN = 'server/src/domain'
const API = 'server/src/api'
const nodes = (name: string, database = 'sqlite') => ({ file: `${API}/two-nodes.test.ts`, name: `on ${database}.*${name}` })
const redemption = (name: string) => ({ file: `${API}/redemption.test.ts`, name: `on sqlite.*${name}` })

const oneNotice = nodes('MON-9 a notice of Epay that is told 50 times at once')
const oneWebhook = nodes('MON-9 a webhook of Stripe that is told 50 times at once')
const oneRefund = nodes('MON-10 20 parallel refunds')
const transfers = 'MON-8 100 parallel transfers'

export const moneyMutants: readonly Mutant[] = [
  {
    name: 'an order that is paid is credited again',
    file: `${DOMAIN}/top-up/order-store.ts`,
    from: "if (order.status === 'paid') return { result: 'known', userId }",
    to: '',
    test: oneNotice,
  },
  {
    name: 'an order is credited before its state is looked at',
    file: `${DOMAIN}/top-up/order-store.ts`,
    from: "if (order.status !== 'pending') return { result: 'refused', userId }",
    to: '',
    test: oneRefund,
  },
  {
    name: 'a notice of another amount is believed',
    file: `${DOMAIN}/top-up/order-store.ts`,
    from: 'Number(order.money) === money',
    to: 'Number(order.money) > 0 * money',
    test: oneNotice,
  },
  {
    name: 'an order of one service is paid through another',
    file: `${DOMAIN}/top-up/order-store.ts`,
    from: ".where('gateway', '=', gateway).where('trade_no', '=', tradeNo)",
    to: ".where('trade_no', '=', tradeNo)",
    test: oneNotice,
  },
  {
    name: 'a notice decides what is credited',
    file: `${DOMAIN}/top-up/order-store.ts`,
    from: 'amount: Number(order.quota), source: gateway',
    to: 'amount: money, source: gateway',
    test: oneNotice,
  },
  {
    name: 'two notices at once read the same order on PostgreSQL',
    file: `${DOMAIN}/top-up/order-store.ts`,
    from: 'const order = await locked(tx, query).executeTakeFirst()',
    to: 'const order = await query.executeTakeFirst()',
    test: nodes('MON-9 a notice of Epay that is told 50 times at once', 'postgres'),
  },
  {
    name: 'a refund does not look at the order',
    file: `${DOMAIN}/top-up/order-store.ts`,
    from: "if (order.status !== 'paid') throw new AppError('order_not_paid')",
    to: '',
    test: oneRefund,
  },
  {
    name: "a refund leaves the inviter's share",
    file: `${DOMAIN}/top-up/order-store.ts`,
    from: 'await post(tx, rebate ? [back, rebate.movement] : [back])',
    to: 'await post(tx, [back])',
    test: oneRefund,
  },
  {
    name: 'a refund takes what running calls hold',
    file: `${DOMAIN}/top-up/order-store.ts`,
    from: 'if (available < Number(order.quota)) throw',
    to: 'if (available < 0) throw',
    test: nodes('MON-10 what running calls hold'),
  },
  {
    name: 'what was not paid is credited',
    file: `${DOMAIN}/top-up/top-up-service.ts`,
    from: "if (!notice.isPaid) return 'ignored'",
    to: '',
    test: oneWebhook,
  },
  {
    name: 'the signature of a notice is not compared',
    file: 'server/src/payment/epay.ts',
    from: "if (!isSame(fields.sign ?? '', epaySignature(fields, options.get(epayKey)))) return undefined",
    to: '',
    test: oneNotice,
  },
  {
    name: 'an empty key signs',
    file: `${DOMAIN}/top-up/gateway-open.ts`,
    from: "options.get(option) !== ''",
    to: 'options.get(option) !== undefined',
    test: { file: 'server/src/payment/empty-secrets.test.ts', name: 'MON-9 Epay' },
  },
  {
    name: 'a gift has one use too many',
    file: `${DOMAIN}/redemption/redemption-store.ts`,
    from: 'const isExhausted = code.is_gift !== 0 && code.max_uses >= 0 && code.used_count >= code.max_uses',
    to: 'const isExhausted = code.is_gift !== 0 && code.max_uses >= 0 && code.used_count > code.max_uses',
    test: nodes('MON-7 200 parallel redemptions of a gift for seven'),
  },
  {
    name: 'a code is not used up by its last use',
    file: `${DOMAIN}/redemption/redemption-store.ts`,
    from: 'const isUsedUp = is_gift === 0 ||',
    to: 'const isUsedUp =',
    test: nodes('MON-7 200 parallel redemptions of a code that is no gift'),
  },
  {
    name: 'two redemptions at once read the same code on PostgreSQL',
    file: `${DOMAIN}/redemption/redemption-store.ts`,
    from: `    const found = await locked(tx, query).executeTakeFirst()
    if (found) return found`,
    to: `    const found = await query.executeTakeFirst()
    if (found) return found`,
    test: nodes('MON-7 200 parallel redemptions of a code that is no gift', 'postgres'),
  },
  {
    name: 'a use leaves no row',
    file: `${DOMAIN}/redemption/redemption-store.ts`,
    from: "await tx.db.insertInto('redemption_use').values({ redemption_id: id, user_id: userId, quota: amount, used_at: now }).execute()",
    to: '',
    test: nodes('MON-7 200 parallel redemptions of a gift without an end'),
  },
  {
    name: 'a disabled code counts',
    file: `${DOMAIN}/redemption/redemption-store.ts`,
    from: "if (code.status === redemptionStatus.disabled) return 'redemption_disabled'",
    to: '',
    test: redemption('a disabled gift code gives nothing'),
  },
  {
    name: 'a code outlives its end',
    file: `${DOMAIN}/redemption/redemption-store.ts`,
    from: "if (until !== 0 && now >= until) return 'redemption_expired'",
    to: '',
    test: redemption('each reason has its own words'),
  },
  {
    name: 'a day may be rewarded again',
    file: `${DOMAIN}/reward/reward-store.ts`,
    from: 'await insert.execute().catch((error) => {',
    to: 'await insert.orReplace().execute().catch((error) => {',
    test: nodes('MON-8 100 parallel check-ins at the last moment'),
  },
  {
    name: 'a transfer does not look at what was earned',
    file: `${DOMAIN}/reward/reward-store.ts`,
    from: 'if (available < amount) throw',
    to: 'if (available < -1e15 * amount) throw',
    test: nodes(transfers),
  },
  {
    name: 'two transfers at once read the same income on PostgreSQL',
    file: `${DOMAIN}/reward/reward-store.ts`,
    from: '(await locked(tx, query).execute()).find(',
    to: '(await query.execute()).find(',
    test: nodes(transfers, 'postgres'),
  },
  {
    name: 'a rebate is booked twice',
    file: `${DOMAIN}/reward/rebate.ts`,
    from: 'share ? [credit, await rebateMovement(tx, paid, share)] : [credit]',
    to: "share ? [credit, await rebateMovement(tx, paid, share), { ...(await rebateMovement(tx, paid, share)), ref: 'again:' + paid.ref }] : [credit]",
    test: oneRefund,
  },
  {
    name: 'a rebate is rounded up',
    file: `${DOMAIN}/reward/rebate.ts`,
    from: 'return Number(numerator / (denominator * 100n))',
    to: 'return Number((numerator + denominator * 100n - 1n) / (denominator * 100n))',
    test: { file: `${API}/reward.test.ts`, name: 'on sqlite.*vector 12' },
  },
  {
    name: 'a rebate is no income',
    file: `${DOMAIN}/reward/rebate.ts`,
    from: 'await addInviteIncome(tx, inviterId, share)',
    to: '',
    test: oneRefund,
  },
  {
    name: 'an admin overwrites what was spent since they looked',
    file: `${DOMAIN}/ledger/correct.ts`,
    from: 'correction.to - (correction.seen ?? account.posted)',
    to: 'correction.to - account.posted',
    test: nodes('MON-5 admin edits of a balance'),
  },
  {
    name: 'two first movements at once fight over an account',
    file: `${DOMAIN}/ledger/ledger-tasks.ts`,
    from: "insert.onConflict((conflict) => conflict.columns(['kind', 'owner_id']).doNothing())",
    to: 'insert',
    test: { file: `${DOMAIN}/ledger/ledger-bank.test.ts`, name: 'on postgres.*MON-6' },
  },
]
