// Daily check-ins and the transfer of invitation income. Source: specification §5, server-behaviour 5.6 and 5.7.
import { randomInt } from 'node:crypto'
import { AppError } from '@waystation/contract/errors'
import { quota } from '@waystation/contract/money/quota'
import type { Wallet } from '@waystation/contract/money/wallet'
import { timeZone } from '@waystation/contract/options/appearance'
import {
  affEnabled,
  checkInEnabled,
  checkInMaxQuota,
  checkInQuota,
  inviterAfterPayment,
  quotaForInvitee,
  quotaForInviter,
  rebateEnabled,
  rebatePercentage,
} from '@waystation/contract/options/check-in'
import { quotaPerUnit } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import { datesOf, dayOf, startOfDay } from '@waystation/contract/values/calendar'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { Caller } from '../session/caller.ts'
import { ensureAffCode } from '../user/accounts/account-store.ts'
import { published } from '../user/published.ts'
import { findInvited, type InvitedRecord } from './invitation-store.ts'
import {
  type CheckInMoment,
  checkIn,
  findCheckIns,
  findInviteSums,
  lastCheckIn,
  opensAfterChange,
  transferReferral,
} from './reward-store.ts'

/** Days of check-ins that are shown one by one. */
const SHOWN_DAYS = 7
/** `randomInt` draws from at most this many numbers. */
const RANDOM_SPAN_MAX = 2 ** 48 - 1

export interface RewardParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly invalidation: Invalidation
  /** Unix milliseconds. */
  readonly now: () => number
}

export class RewardService {
  readonly #parts: RewardParts

  constructor(parts: RewardParts) {
    this.#parts = parts
  }

  /** A user's invite code, made at its first use. @throws AppError aff_disabled */
  async inviteCode({ id }: Caller): Promise<string> {
    const { database, options } = this.#parts
    if (!options.get(affEnabled)) throw new AppError('aff_disabled')
    return database.run(ensureAffCode, { userId: id })
  }

  /** May the user check in now? Once on each date of the site's time zone. */
  async canCheckIn({ id }: Caller): Promise<boolean> {
    if (!this.#isCheckInOpen()) return false
    const moment = this.#moment()
    const last = await lastCheckIn(this.#parts.database.read, id)
    return last?.day !== moment.day && opensAfterChange(last, moment) === 0
  }

  /** The check-ins of the last days and of this month; null: they are off. */
  async checkIns({ id }: Caller): Promise<Wallet['check_in']> {
    const { database, options } = this.#parts
    if (!this.#isCheckInOpen()) return null
    const moment = this.#moment()
    const { day: today, zone } = moment
    const [monthStart] = datesOf('month', today)
    const opensAt = opensAfterChange(await lastCheckIn(database.read, id), moment)
    const found = await findCheckIns(database, id, Math.min(monthStart, today - SHOWN_DAYS + 1))
    const rewardOf = new Map(found.map(({ day, quota }) => [day, quota]))
    const days = Array.from({ length: SHOWN_DAYS }, (_, at) => today - SHOWN_DAYS + 1 + at)
    const inMonth = found.filter(({ day }) => day >= monthStart)
    const least = options.get(checkInQuota)
    return {
      can_check_in: !rewardOf.has(today) && opensAt === 0,
      opens_at: opensAt === 0 || rewardOf.has(today) ? null : opensAt,
      zone,
      days: days.map((day) => ({ day: startOfDay(day, zone) / 1000, quota: quota(rewardOf.get(day) ?? 0) })),
      month_count: inMonth.length,
      month_quota: quota(inMonth.reduce((sum, { quota }) => sum + quota, 0)),
      least: quota(least),
      most: quota(Math.max(least, options.get(checkInMaxQuota))),
    }
  }

  /** What inviting brought, and what it brings; null: it is off. */
  async invitations(caller: Caller): Promise<Wallet['invitation']> {
    const { database, options } = this.#parts
    if (!options.get(affEnabled)) return null
    const { code: known, people, gifts, income, transferable } = await findInviteSums(database, caller.id)
    const code = known || (await this.inviteCode(caller))
    return {
      ...{ code, people, gifts: quota(gifts), rebates: quota(income - gifts), income: quota(income) },
      transferable: quota(transferable),
      transferred: quota(gifts - transferable),
      transfer_least: quota(options.get(quotaPerUnit)),
      to_inviter: quota(options.get(quotaForInviter)),
      to_invitee: quota(options.get(quotaForInvitee)),
      rebate_percent: options.get(rebateEnabled) ? options.get(rebatePercentage) : 0,
      after_first_payment: options.get(inviterAfterPayment),
    }
  }

  /** A page of those whom the caller invited, the newest first; also while invitations are off. */
  async invited({ id }: Caller, page: { offset: number; limit: number }) {
    const { rows, total } = await findInvited(this.#parts.database, id, page)
    return { items: rows.map(invitedJson), total }
  }

  /** Checks in and returns the reward in quota units. @throws AppError check_in_disabled, checked_in, check_in_zone_changed */
  async checkIn({ id, username }: Caller, requestId: string): Promise<number> {
    const { database, options, invalidation } = this.#parts
    if (!this.#isCheckInOpen()) throw new AppError('check_in_disabled')
    const quota = rewardBetween(options.get(checkInQuota), options.get(checkInMaxQuota))
    await published(invalidation, id, database.run(checkIn, { userId: id, username, requestId, moment: this.#moment(), quota }))
    return quota
  }

  /** Moves invitation income to the balance. @throws AppError aff_disabled, aff_transfer_min, aff_transfer_short */
  async transfer({ id, username }: Caller, amount: number, requestId: string): Promise<void> {
    const { database, options, invalidation } = this.#parts
    if (!options.get(affEnabled)) throw new AppError('aff_disabled')
    const least = options.get(quotaPerUnit)
    if (amount < least) throw new AppError('aff_transfer_min', { amount: least }, { fields: { quota: 'aff_transfer_min' } })
    await published(invalidation, id, database.run(transferReferral, { userId: id, username, requestId, amount }))
  }

  #isCheckInOpen(): boolean {
    const { options } = this.#parts
    return options.get(checkInEnabled) && options.get(checkInQuota) > 0
  }

  #moment(): CheckInMoment {
    const zone = this.#parts.options.get(timeZone)
    const nowMs = this.#parts.now()
    return { at: Math.floor(nowMs / 1000), zone, day: dayOf(nowMs, zone) }
  }
}

/** Letters of a name that are shown to the inviter. */
const SHOWN_LETTERS = 2

const invitedJson = ({ id, username, joinedAt, isGone, gift, due, rebates }: InvitedRecord) => ({
  ...{ id, name: `${[...username].slice(0, SHOWN_LETTERS).join('')}***`, joined_at: joinedAt, is_gone: isGone },
  ...{ gift: quota(gift), due: quota(due), rebates: quota(rebates) },
})

/** A whole number from `least` to `most`, each as likely; `least` where `most` is smaller. */
function rewardBetween(least: number, most: number): number {
  if (most <= least) return least
  return least + randomInt(Math.min(most - least + 1, RANDOM_SPAN_MAX))
}
