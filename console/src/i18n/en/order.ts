import type { Words } from '../words.ts'
import type { order as zh } from '../zh/order.ts'

export const order: Words<typeof zh> = {
  title: 'Top-up orders',
  subtitle: 'Online top-ups of all users',
  search: 'Username, order number or ID',
  id: 'ID',
  number: 'Order number',
  copyNumber: 'Copy order number',
  user: 'User',
  method: 'Payment method',
  credited: 'Credited',
  paid: 'Paid',
  status: 'Status',
  anyStatus: 'All',
  created: 'Ordered',
  paidAt: 'Paid at',
  refundedAt: 'Refunded at',
  methods: { zfb: 'Alipay', wx: 'WeChat Pay', stripe: 'Card' },
  statuses: { pending: 'Unpaid', paid: 'Credited', refunding: 'Being refunded', refunded: 'Refunded' },
  refund: 'Refund',
  refundTitle: 'Refund {money} to {user}?',
  refundText: 'Takes {quota} back from the balance of the user, and the rebate from the inviter if there was one. This cannot be undone.',
  refundStripe: 'The server instructs Stripe to return {money} to the card.',
  refundEpay:
    'Epay has no refund interface: return {money} by hand in the merchant console of Epay first. Only the quota is taken back here.',
  refundRoot: 'only a super admin can refund',
  refunded: '{money} refunded, {quota} taken back',
  refundedByHand: '{quota} taken back. Make sure that {money} was returned in Epay.',
  emptyTitle: 'No orders yet',
  emptyText: 'Orders appear here once users top up in their wallet.',
}
