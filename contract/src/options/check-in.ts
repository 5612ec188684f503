// Quota that is given away: to new users, inviters, invitees and for checking in. Source: server-behaviour 5.2, 5.6 and 5.7.
import { z } from 'zod'
import { GIFT_MAX } from '../quota.ts'
import { flag, number, option } from './option.ts'

const quotaAmount = z.number().int().min(0).max(GIFT_MAX)

export const checkInEnabled = option({
  key: 'CheckInEnabled',
  type: flag(),
  default: false,
  status: 'check_in_enabled',
  about: 'Let users check in once a day to receive quota.',
  isReady: true,
})

export const checkInQuota = option({
  key: 'CheckInQuota',
  type: number(quotaAmount),
  default: 1000,
  unit: 'quota',
  about: 'Quota received per check-in; the minimum if CheckInMaxQuota is set.',
  isReady: true,
})

export const checkInMaxQuota = option({
  key: 'CheckInMaxQuota',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  about: 'Maximum quota per check-in; the amount is random between CheckInQuota and this. 0 always gives CheckInQuota.',
  isReady: true,
})

export const quotaForNewUser = option({
  key: 'QuotaForNewUser',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  about: 'Initial balance of a new user.',
  isReady: true,
})

export const quotaForInviter = option({
  key: 'QuotaForInviter',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  about: 'Quota an inviter receives for each new user.',
  isReady: true,
})

export const quotaForInvitee = option({
  key: 'QuotaForInvitee',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  about: 'Quota a new user receives for being invited.',
  isReady: true,
})

export const affEnabled = option({
  key: 'AffEnabled',
  type: flag(),
  default: true,
  status: 'aff_enabled',
  about: 'Give every user an invite code.',
  isReady: true,
})

export const rebateEnabled = option({
  key: 'RebateEnabled',
  type: flag(),
  default: false,
  about: 'Give inviters a share of the top-ups of the users they invited.',
  isReady: true,
})

export const rebatePercentage = option({
  key: 'RebatePercentage',
  type: number(z.number().min(0).max(100)),
  default: 0,
  unit: 'percent',
  about: "The inviter's share of each top-up, if RebateEnabled is on.",
  isReady: true,
})
