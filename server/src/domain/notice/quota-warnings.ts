// Tells users that their balance has fallen below their threshold, or below a fifth of it, and at most once in two hours. Calls do not wait for it:
// who was charged is noted, and looked at a moment later. What cannot be told now, for the pause or for want of an address, is told later.

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
import { isFalling, isNews } from './balance-level.ts'
import { languageOfReceiver, type NoticeParts, noticeDeliveries } from './notice-deliveries.ts'
import { findBalances, giveNotice, isRepeatedNotice, type LookedAt, type MarkChange, markBalances } from './notice-store.ts'

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

  /** Warns those of the users whose balance has fallen, and answers how many were. */
  async warn(userIds: readonly number[]): Promise<number> {
    let warned = 0
    for (let at = 0; at < userIds.length; at += LOOK_MAX) {
      const marks: MarkChange[] = []
      for (const user of await findBalances(this.#parts.database, userIds.slice(at, at + LOOK_MAX))) {
        const setting = userSettingOf(user.setting)
        const threshold = setting.quota_warning_threshold ?? this.#parts.options.get(quotaRemindThreshold)
        const mark = user.mark ?? undefined
        if (isFalling(user.now, mark, threshold)) warned += (await this.#warnOne(user, setting)) ? 1 : 0
        else if (isNews(user.now, mark, threshold)) marks.push({ userId: user.id, before: user.mark, mark: user.now })
      }
      if (marks.length > 0) await this.#parts.database.run(markBalances, { marks })
    }
    if (warned > 0) this.#parts.outgoing.outbox.wake()
    return warned
  }

  async #warnOne(user: LookedAt, setting: UserSetting): Promise<boolean> {
    const { database, outgoing, now } = this.#parts
    if (now() / 1000 - user.warnedAt < PAUSE_SECONDS) return false
    const deliveries = await this.#deliveries(user, setting)
    if (deliveries.length === 0) return false
    const sealed = deliveries.map((delivery) => outgoing.outbox.seal(delivery))
    const notice = { userId: user.id, before: user.mark, mark: user.now, pauseSeconds: PAUSE_SECONDS, deliveries: sealed }
    return database.run(giveNotice, notice).catch((error) => {
      if (isRepeatedNotice(error)) return false
      throw error
    })
  }

  #deliveries(user: LookedAt, setting: UserSetting): Promise<Delivery[]> {
    const { options } = this.#parts
    const remaining = quotaText(user.now.balance, quotaDisplay(options), languageOfReceiver(user))
    const address = options.get(serverAddress)
    const link = address === '' ? '' : `${address}/app/wallet`
    const matter: MailMatter = { kind: 'quota-warning', username: user.username, remaining, link }
    const ref = `quota-warning:${user.id}:${newRequestId()}`
    return noticeDeliveries(this.#parts, user, setting, { matter, type: KIND, values: [remaining], ref })
  }
}
