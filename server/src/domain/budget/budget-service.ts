// Budgets: what a token or a user may use until the next five hours, day, week or month begin. They are limits beside the balance, not money.
// Those that look back a minute, or at what is under way, are stored here too; calls are held to them by gateway/admit.

import { AppError } from '@waystation/contract/errors'
import {
  type Budget,
  type BudgetDraft,
  type BudgetName,
  type BudgetPeriod,
  budgetSpan,
  isRenewing,
} from '@waystation/contract/money/budget'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { KnownBudget } from '../token/token-lookup.ts'
import {
  type BudgetFigures,
  type BudgetOwner,
  findBudgets,
  findTokenBudgets,
  removeBudget,
  renewBudget,
  saveBudget,
} from './budget-store.ts'

export interface BudgetParts {
  readonly database: Database
  readonly invalidation: Invalidation
  /** Unix milliseconds. */
  readonly now: () => number
}

export class BudgetService {
  readonly #parts: BudgetParts

  constructor(parts: BudgetParts) {
    this.#parts = parts
  }

  /** The budgets of an owner. */
  async of(owner: BudgetOwner): Promise<Budget[]> {
    return (await findBudgets(this.#parts.database, owner)).map((row) => this.#shown(row))
  }

  async #named(owner: BudgetOwner, { unit, period }: BudgetName): Promise<Budget | undefined> {
    return (await this.of(owner)).find((budget) => budget.unit === unit && budget.period === period)
  }

  /** The budgets of a user's tokens, by token. */
  async ofTokens(userId: number): Promise<(Budget & { token_id: number })[]> {
    const rows = await findTokenBudgets(this.#parts.database, userId)
    return rows.map((row) => ({ ...this.#shown(row), token_id: row.owner_id }))
  }

  /** Makes or changes the budget of this unit and period. Throws too_many_budgets. @param actorId who does it */
  async set(owner: BudgetOwner, draft: BudgetDraft, actorId: number): Promise<{ before: object | undefined; after: Budget }> {
    const { database, invalidation, now } = this.#parts
    const { unit, period, zone, limit, soft_limit } = draft
    const name = { unit, period }
    const before = await this.#named(owner, name)
    await database.run(saveBudget, {
      ...{ owner, name, zone, quota: limit, softQuota: soft_limit, now: periodAt(draft, now()) },
      ...{ ref: newRequestId(), actorId },
    })
    invalidation.publish(owner.kind, owner.id)
    const after = await this.#named(owner, name)
    if (!after) throw new AppError('not_found', { what: 'budget' })
    return { before, after }
  }

  /** Takes a budget away; answers what it was. @throws AppError not_found */
  async remove(owner: BudgetOwner, name: BudgetName): Promise<Budget> {
    const { database, invalidation } = this.#parts
    const before = await this.#named(owner, name)
    const removed = await database.run(removeBudget, { owner, name })
    if (!removed || !before) throw new AppError('not_found', { what: 'budget' })
    invalidation.publish(owner.kind, owner.id)
    return before
  }

  /** Begins the present period of each of these whose last one has ended. Nothing for most calls. */
  async renewDue(known: readonly KnownBudget[]): Promise<void> {
    const nowMs = this.#parts.now()
    for (const budget of known) if (budget.renewsAt * 1000 <= nowMs) await this.#renew(budget, nowMs)
  }

  /** Those of these whose period has not ended. */
  running(known: readonly KnownBudget[]): readonly KnownBudget[] {
    const nowMs = this.#parts.now()
    return known.filter(({ renewsAt }) => renewsAt * 1000 > nowMs)
  }

  async #renew(budget: KnownBudget, nowMs: number): Promise<void> {
    const { database, invalidation } = this.#parts
    await database.run(renewBudget, { id: budget.id, now: periodAt(budget, nowMs) })
    invalidation.publish(budget.owner.kind, budget.owner.id)
  }

  #shown(row: BudgetFigures): Budget {
    const terms = { unit: row.unit, period: row.period, zone: row.zone, limit: row.quota, soft_limit: row.soft_quota, held: row.held }
    const nowMs = this.#parts.now()
    if (!isRenewing(row.period)) return { ...terms, spent: 0, started_at: 0, renews_at: 0 }
    if (row.renews_at * 1000 > nowMs)
      return { ...terms, spent: row.used - row.used_before, started_at: row.started_at, renews_at: row.renews_at }
    // It renews with the next call; until then nothing was spent.
    if (row.period === '5h') return { ...terms, spent: 0, started_at: 0, renews_at: 0 }
    const { startedAt, renewsAt } = periodAt(row, nowMs)
    return { ...terms, spent: 0, started_at: startedAt, renews_at: renewsAt }
  }
}

/** The period that a moment lies in, or that begins with it; unix seconds, 0 where nothing renews. */
function periodAt({ period, zone }: { readonly period: BudgetPeriod; readonly zone: string }, nowMs: number) {
  if (!isRenewing(period)) return { startedAt: 0, renewsAt: 0 }
  const { startMs, endMs } = budgetSpan(period, zone, nowMs)
  return { startedAt: Math.floor(startMs / 1000), renewsAt: Math.floor(endMs / 1000) }
}
