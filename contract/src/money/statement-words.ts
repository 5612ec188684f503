import type { Language } from '../errors.ts'
import type { StatementCauseName } from './statement.ts'

/** What the causes of a statement are called, on the screen and in its CSV. */
export const statementCauseWords = {
  zh: {
    top_up: '充值',
    code: '兑换码',
    check_in: '签到',
    rebate: '好友返利',
    transfer: '邀请收益转入',
    grant: '赠送',
    adjustment: '人工调整',
    opening: '从其他网关迁入',
    refund: '退款',
    debt: '偿还欠款',
    dispute: '付款争议',
    other: '其他',
    call: '调用',
  },
  en: {
    top_up: 'Top-ups',
    code: 'Redemption codes',
    check_in: 'Check-ins',
    rebate: 'Rebates from friends',
    transfer: 'Moved from invitation income',
    grant: 'Gifts',
    adjustment: 'Adjustments',
    opening: 'Brought from another gateway',
    refund: 'Refunds',
    debt: 'Debts paid',
    dispute: 'Disputed payments',
    other: 'Other',
    call: 'Calls',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<StatementCauseName, string>>>>
