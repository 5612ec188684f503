// Quota that is given away: to new users, inviters, invitees and for checking in. Source: server-behaviour 5.2, 5.6 and 5.7.
import { z } from 'zod'
import { GIFT_MAX } from '../money/quota.ts'
import { flag, number, option } from './option.ts'

const quotaAmount = z.number().int().min(0).max(GIFT_MAX)

export const checkInEnabled = option({
  key: 'CheckInEnabled',
  type: flag(),
  default: false,
  status: 'check_in_enabled',
  name: { en: 'Daily check-in', zh: '每日签到' },
  about: { en: 'Let users check in once a day to receive quota.', zh: '允许用户每天签到一次以获得额度。' },
  card: ['checkin', 1],
})

export const checkInQuota = option({
  key: 'CheckInQuota',
  type: number(quotaAmount),
  default: 1000,
  unit: 'quota',
  name: { en: 'Check-in quota', zh: '签到额度' },
  about: {
    en: 'Quota received per check-in; the minimum if [CheckInMaxQuota] is set.',
    zh: '每次签到获得的额度；设置了[CheckInMaxQuota]时为最小值。',
  },
  card: ['checkin', 2],
})

export const checkInMaxQuota = option({
  key: 'CheckInMaxQuota',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  name: { en: 'Maximum check-in quota', zh: '签到最大额度' },
  about: {
    en: 'Maximum quota per check-in; the amount is random between [CheckInQuota] and this. 0 always gives [CheckInQuota].',
    zh: '每次签到的最大额度；实际额度在[CheckInQuota]与此值之间随机。0 表示固定为[CheckInQuota]。',
  },
  card: ['checkin', 3],
})

export const quotaForNewUser = option({
  key: 'QuotaForNewUser',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  name: { en: 'Quota for new users', zh: '新用户额度' },
  about: { en: 'Initial balance of a new user.', zh: '新用户的初始余额。' },
  card: ['quota', 2],
})

export const quotaForInviter = option({
  key: 'QuotaForInviter',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  name: { en: 'Quota for inviters', zh: '邀请者额度' },
  about: { en: 'Quota an inviter receives for each new user.', zh: '每邀请一名新用户，邀请者获得的额度。' },
  card: ['quota', 3],
})

export const inviterAfterPayment = option({
  key: 'aff_setting.after_first_payment_enabled',
  type: flag(),
  default: false,
  name: { en: 'Pay inviters after the first payment', zh: '首次付款后再奖励邀请者' },
  about: {
    en: 'Inviters receive [QuotaForInviter] only once the new user has paid an order or redeemed a code that is no gift. Otherwise they receive it at once. Counts for users who join from now on.',
    zh: '新用户首次支付订单或兑换非礼品码后，邀请者才获得[QuotaForInviter]；否则注册时立即获得。只对此后加入的用户生效。',
  },
  card: ['quota', 8],
})

export const quotaForInvitee = option({
  key: 'QuotaForInvitee',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  status: 'quota_for_invitee',
  name: { en: 'Quota for invitees', zh: '受邀者额度' },
  about: { en: 'Quota a new user receives for being invited.', zh: '新用户因受邀而获得的额度。' },
  card: ['quota', 4],
})

export const affEnabled = option({
  key: 'AffEnabled',
  type: flag(),
  default: true,
  status: 'aff_enabled',
  name: { en: 'Invitations', zh: '邀请功能' },
  about: { en: 'Give every user an invite code.', zh: '为每个用户提供邀请码。' },
  card: ['quota', 5],
})

export const rebateEnabled = option({
  key: 'RebateEnabled',
  type: flag(),
  default: false,
  name: { en: 'Rebates', zh: '充值返利' },
  about: { en: 'Give inviters a share of the top-ups of the users they invited.', zh: '邀请者从受邀用户的充值中获得返利。' },
  card: ['quota', 6],
})

export const rebatePercentage = option({
  key: 'RebatePercentage',
  type: number(z.number().min(0).max(100)),
  default: 0,
  unit: 'percent',
  name: { en: 'Rebate percentage', zh: '返利比例' },
  about: {
    en: "The inviter's share of each top-up, if [RebateEnabled] is on.",
    zh: '邀请者在每笔充值中所得的比例，需开启[RebateEnabled]。',
  },
  card: ['quota', 7],
})
