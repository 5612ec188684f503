// Tells users that a budget of theirs reached its soft limit: once in each of its periods, a moment after the charge.

import { quotaText } from '@waystation/contract/money/quota'
import { serverAddress } from '@waystation/contract/options/payment'
import { zonedText } from '@waystation/contract/values/calendar'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { quotaDisplay } from '../option/quota-display.ts'
import { userSettingOf } from '../user/accounts/user-setting.ts'
import { findReachedBudgets, type ReachedBudget, warnOfBudget } from './budget-warning-store.ts'
import { languageOfReceiver, type NoticeParts, noticeDeliveries } from './notice-deliveries.ts'

const TYPE = 'budget_soft_limit'
/** Users that one query looks at. */
const LOOK_MAX = 500

export interface BudgetWarningParts extends NoticeParts {
  readonly database: Database
  /** Unix milliseconds. */
  readonly now: () => number
}

export class BudgetWarnings {
  readonly #parts: BudgetWarningParts

  constructor(parts: BudgetWarningParts) {
    this.#parts = parts
  }

  /** Warns of the budgets of these users, and answers of how many. */
  async warn(userIds: readonly number[]): Promise<number> {
    const { database, now, outgoing } = this.#parts
    let warned = 0
    for (let at = 0; at < userIds.length; at += LOOK_MAX) {
      const found = await findReachedBudgets(database, userIds.slice(at, at + LOOK_MAX), Math.floor(now() / 1000))
      for (const reached of found) if (await this.#warnOf(reached)) warned += 1
    }
    if (warned > 0) outgoing.outbox.wake()
    return warned
  }

  async #warnOf(reached: ReachedBudget): Promise<boolean> {
    const { database, options, outgoing } = this.#parts
    const { budgetId, startedAt, username, email, userId } = reached
    const language = languageOfReceiver(reached)
    const [spent, limit] = [reached.spent, reached.quota].map((quota) => quotaText(quota, quotaDisplay(options), language))
    const address = options.get(serverAddress)
    const renewsAt = zonedText(reached.renewsAt * 1000, reached.zone)
    const deliveries = await noticeDeliveries(
      this.#parts,
      { id: userId, username, email, language: reached.language },
      userSettingOf(reached.setting),
      {
        matter: {
          ...{
            kind: 'budget-warning',
            username,
            tokenName: reached.tokenName,
            tokenId: reached.tokenId,
            spent: spent ?? '',
            limit: limit ?? '',
            renewsAt,
          },
          link: address === '' ? '' : `${address}/app/tokens`,
        },
        type: TYPE,
        values: [spent ?? '', limit ?? '', renewsAt],
        // That a period is told of once is decided where it is noted; a limit that was changed is told of again.
        ref: `budget-warning:${budgetId}:${newRequestId()}`,
      },
    )
    if (deliveries.length === 0) return false
    return database.run(warnOfBudget, { budgetId, startedAt, deliveries: deliveries.map((delivery) => outgoing.outbox.seal(delivery)) })
  }
}
