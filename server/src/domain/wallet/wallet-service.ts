// A user's wallet as one answer, and the history of what came in.

import { quota } from '@waystation/contract/money/quota'
import { moneyText, orderStatuses } from '@waystation/contract/money/top-up'
import { type MoneyIn, type MoneyInStatus, ORDER_OPEN_SECONDS, type Wallet } from '@waystation/contract/money/wallet'
import { timeZone } from '@waystation/contract/options/appearance'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../db/database.ts'
import type { RewardService } from '../reward/reward-service.ts'
import type { Caller } from '../session/caller.ts'
import type { TopUpService } from '../top-up/top-up-service.ts'
import { findHeld, findMoneyIn, type MoneyInRecord } from './wallet-store.ts'
import { daysLeft, findMonth, findYear } from './wallet-usage.ts'

export interface WalletParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly rewards: RewardService
  readonly topUps: TopUpService
  /** Unix milliseconds. */
  readonly now: () => number
}

export class WalletService {
  readonly #parts: WalletParts

  constructor(parts: WalletParts) {
    this.#parts = parts
  }

  /** Days and months are those of the site's time zone. */
  async wallet(caller: Caller): Promise<Wallet> {
    const { database, options, rewards, topUps } = this.#parts
    const moment = { now: Math.floor(this.#parts.now() / 1000), zone: options.get(timeZone) }
    const [{ balance, held, debt, locked, runningCalls }, { week, ...usage }, checkIn, invitation] = await Promise.all([
      findHeld(database, caller.id),
      findMonth(database, caller.id, moment),
      rewards.checkIns(caller),
      rewards.invitations(caller),
    ])
    return {
      balance: quota(balance),
      held: quota(held),
      debt: quota(debt),
      locked: quota(locked),
      running_calls: runningCalls,
      usage: { ...usage, days_left: daysLeft(balance - held, week) },
      check_in: checkIn,
      invitation,
      top_up: topUps.offer(caller),
    }
  }

  /** What the caller used on each day of the last twelve months, by the site's time zone. */
  year({ id }: Caller) {
    const { database, options, now } = this.#parts
    return findYear(database, id, { now: Math.floor(now() / 1000), zone: options.get(timeZone) })
  }

  /** A page of the caller's orders and redeemed codes, newest first. */
  async history({ id }: Caller, kind: 'all' | 'paid' | 'code', page: { offset: number; limit: number }) {
    const { rows, total } = await findMoneyIn(this.#parts.database, { userId: id, kind }, page)
    const now = this.#parts.now() / 1000
    return { items: rows.map((row) => shown(row, now)), total }
  }
}

function shown(row: MoneyInRecord, now: number): MoneyIn {
  const isPaid = row.kind === 'paid'
  return {
    kind: isPaid ? 'paid' : 'code',
    id: Number(row.id),
    at: Number(row.at),
    method: row.method,
    trade_no: row.trade_no,
    name: row.name,
    is_gift: Number(row.is_gift) !== 0,
    status: statusOf(row, now),
    money: isPaid ? moneyText(Number(row.money)) : '',
    currency: row.currency,
    quota: quota(Number(row.quota)),
    quota_back: quota(Number(row.quota_back)),
  }
}

function statusOf({ status, at }: MoneyInRecord, now: number): MoneyInStatus {
  const known = orderStatuses.find((one) => one === status)
  if (known && known !== 'pending') return known
  return status === 'pending' && Number(at) + ORDER_OPEN_SECONDS > now ? 'pending' : 'closed'
}
