// Budgets: what a token or a user may spend until the next day, week or month begins. They are limits beside the balance, not money.

import { AppError } from '@waystation/contract/errors'
import type { Budget, BudgetDraft, BudgetPeriod } from '@waystation/contract/money/budget'
import { spanOf } from '@waystation/contract/values/calendar'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { KnownBudget } from '../token/token-lookup.ts'
import {
  type BudgetFigures,
  type BudgetOwner,
  findBudget,
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

  /** The budget of an owner; undefined where there is none. */
  async get(owner: BudgetOwner): Promise<Budget | undefined> {
    const row = await findBudget(this.#parts.database, owner)
    return row && this.#shown(row)
  }

  /** The budgets of a user's tokens, by token. */
  async ofTokens(userId: number): Promise<(Budget & { token_id: number })[]> {
    const rows = await findTokenBudgets(this.#parts.database, userId)
    return rows.map((row) => ({ ...this.#shown(row), token_id: row.owner_id }))
  }

  /** Makes or changes a budget. @param actorId who does it */
  async set(owner: BudgetOwner, draft: BudgetDraft, actorId: number): Promise<{ before: object | undefined; after: Budget }> {
    const { database, invalidation, now } = this.#parts
    const { period, zone, limit, soft_limit } = draft
    const before = await this.get(owner)
    await database.run(saveBudget, {
      ...{ owner, period, zone, quota: limit, softQuota: soft_limit, now: periodAt(draft, now()) },
      ...{ ref: newRequestId(), actorId },
    })
    invalidation.publish(owner.kind, owner.id)
    const after = await this.get(owner)
    if (!after) throw new AppError('not_found', { what: 'budget' })
    return { before, after }
  }

  /** Takes a budget away; answers what it was. @throws AppError not_found */
  async remove(owner: BudgetOwner): Promise<Budget> {
    const { database, invalidation } = this.#parts
    const before = await this.get(owner)
    const removed = await database.run(removeBudget, owner)
    if (!removed || !before) throw new AppError('not_found', { what: 'budget' })
    invalidation.publish(owner.kind, owner.id)
    return before
  }

  /** Begins the present period of each of these whose last one has ended. Nothing for most calls. */
  async renewDue(known: readonly KnownBudget[]): Promise<void> {
    const nowMs = this.#parts.now()
    for (const budget of known) if (budget.renewsAt * 1000 <= nowMs) await this.#renew(budget, nowMs)
  }

  async #renew(budget: KnownBudget, nowMs: number): Promise<void> {
    const { database, invalidation } = this.#parts
    await database.run(renewBudget, { id: budget.id, now: periodAt(budget, nowMs) })
    invalidation.publish(budget.owner.kind, budget.owner.id)
  }

  #shown(row: BudgetFigures): Budget {
    const terms = { period: row.period, zone: row.zone, limit: row.quota, soft_limit: row.soft_quota, held: row.held }
    const nowMs = this.#parts.now()
    if (row.renews_at * 1000 > nowMs)
      return { ...terms, spent: row.used - row.used_before, started_at: row.started_at, renews_at: row.renews_at }
    // It renews with the next call; until then nothing was spent.
    const { startedAt, renewsAt } = periodAt(row, nowMs)
    return { ...terms, spent: 0, started_at: startedAt, renews_at: renewsAt }
  }
}

/** The period that a moment lies in, unix seconds. */
function periodAt({ period, zone }: { readonly period: BudgetPeriod; readonly zone: string }, nowMs: number) {
  const { startMs, endMs } = spanOf(period, zone, nowMs)
  return { startedAt: Math.floor(startMs / 1000), renewsAt: Math.floor(endMs / 1000) }
}
