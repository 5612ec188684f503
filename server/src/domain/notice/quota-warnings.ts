// Tells users that their balance is low, after every charge that leaves it so, and at most once in two hours. Calls do not wait for it:
// who was charged is noted, and looked at a moment later. Source: server-behaviour 4.8.

import { quotaText } from '@waystation/contract/money/quota'
import { quotaRemindThreshold } from '@waystation/contract/options/logs'
import { serverAddress } from '@waystation/contract/options/payment'
import type { UserSetting } from '@waystation/contract/people/user'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { MailMatter } from '../mail/mail-words.ts'
import { quotaDisplay } from '../option/quota-display.ts'
import type { Delivery } from '../outbox/outbox.ts'
import { userSettingOf } from '../user/accounts/user-setting.ts'
import { languageOfReceiver, type NoticeParts, noticeDeliveries } from './notice-deliveries.ts'
import { findBalances, giveNotice, isRepeatedNotice, type LowBalance } from './notice-store.ts'

const KIND = 'quota_exceed'
const PAUSE_SECONDS = 7200
/** Users that one query looks at. */
const LOOK_MAX = 500

export interface QuotaWarningParts extends NoticeParts {
  readonly database: Database
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Users who were charged since the last look. */
export class ChargedUsers {
  #ids = new Set<number>()

  add(userId: number): void {
    this.#ids.add(userId)
  }

  /** Takes them all. */
  take(): number[] {
    const taken = [...this.#ids]
    this.#ids = new Set()
    return taken
  }
}

export class QuotaWarnings {
  readonly #parts: QuotaWarningParts

  constructor(parts: QuotaWarningParts) {
    this.#parts = parts
  }

  /** Warns those of the users whose balance is low, and answers how many were. */
  async warn(userIds: readonly number[]): Promise<number> {
    let warned = 0
    for (let at = 0; at < userIds.length; at += LOOK_MAX) {
      const found = await findBalances(this.#parts.database, userIds.slice(at, at + LOOK_MAX), KIND)
      for (const user of found) if (await this.#warnOne(user)) warned += 1
    }
    if (warned > 0) this.#parts.outgoing.outbox.wake()
    return warned
  }

  async #warnOne(user: LowBalance): Promise<boolean> {
    const { database, options, outgoing, now } = this.#parts
    const setting = userSettingOf(user.setting)
    const threshold = setting.quota_warning_threshold ?? options.get(quotaRemindThreshold)
    if (user.balance >= threshold || now() / 1000 - user.warnedAt < PAUSE_SECONDS) return false
    const deliveries = await this.#deliveries(user, setting)
    if (deliveries.length === 0) return false
    const sealed = deliveries.map((delivery) => outgoing.outbox.seal(delivery))
    const notice = { userId: user.id, kind: KIND, pauseSeconds: PAUSE_SECONDS, deliveries: sealed }
    return database.run(giveNotice, notice).catch((error) => {
      if (isRepeatedNotice(error)) return false
      throw error
    })
  }

  #deliveries(user: LowBalance, setting: UserSetting): Promise<Delivery[]> {
    const { options } = this.#parts
    const remaining = quotaText(user.balance, quotaDisplay(options), languageOfReceiver(user))
    const address = options.get(serverAddress)
    const link = address === '' ? '' : `${address}/app/wallet`
    const matter: MailMatter = { kind: 'quota-warning', username: user.username, remaining, link }
    const ref = `quota-warning:${user.id}:${newRequestId()}`
    return noticeDeliveries(this.#parts, user, setting, { matter, type: KIND, values: [remaining], ref })
  }
}
