// Quota that is given away: to new users, inviters, invitees and for checking in. Source: server-behaviour 5.2, 5.6 and 5.7.
import { z } from 'zod'
import { flag, number, option } from './option.ts'

const quotaAmount = z.number().int().min(0).max(1_000_000_000_000_000)

export const checkInEnabled = option({
  key: 'CheckInEnabled',
  type: flag(),
  default: false,
  status: 'check_in_enabled',
  about: 'Users may check in once a day for some quota.',
  isReady: false,
})

export const checkInQuota = option({
  key: 'CheckInQuota',
  type: number(quotaAmount),
  default: 1000,
  unit: 'quota',
  about: 'What checking in gives, or the least that it gives.',
  isReady: false,
})

export const checkInMaxQuota = option({
  key: 'CheckInMaxQuota',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  about: 'The most that checking in gives, drawn at random; 0: always CheckInQuota.',
  isReady: false,
})

export const quotaForNewUser = option({
  key: 'QuotaForNewUser',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  about: 'What a new user starts with.',
  isReady: false,
})

export const quotaForInviter = option({
  key: 'QuotaForInviter',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  about: 'What an inviter gets for a new user.',
  isReady: false,
})

export const quotaForInvitee = option({
  key: 'QuotaForInvitee',
  type: number(quotaAmount),
  default: 0,
  unit: 'quota',
  about: 'What a new user gets for having been invited.',
  isReady: false,
})

export const affEnabled = option({
  key: 'AffEnabled',
  type: flag(),
  default: true,
  status: 'aff_enabled',
  about: 'Users have an invite code.',
  isReady: false,
})

export const rebateEnabled = option({
  key: 'RebateEnabled',
  type: flag(),
  default: false,
  about: 'Inviters get a share of what their invitees top up.',
  isReady: false,
})

export const rebatePercentage = option({
  key: 'RebatePercentage',
  type: number(z.number().min(0).max(100)),
  default: 0,
  unit: 'percent',
  about: "The inviter's share of a top-up while RebateEnabled is on.",
  isReady: false,
})
