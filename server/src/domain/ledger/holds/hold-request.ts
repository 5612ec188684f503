// The request for a hold, and the error when an account cannot cover it.
import { AppError } from '@waystation/contract/errors'
import type { HoldOperation, HoldOwner, Leg, LogDraft, Shortage } from '../operation.ts'

/** A budget does not cover a hold. */
export class BudgetShort extends Error {
  readonly accountId: number

  constructor(accountId: number) {
    super('a budget does not cover this hold')
    this.name = 'BudgetShort'
    this.accountId = accountId
  }
}

/** Who pays, and how much is set aside. */
export interface HoldNeed {
  readonly userAccountId: number
  /** Absent where there is no token (the playground). */
  readonly token?: { readonly id: number; readonly accountId: number; readonly isUnlimited: boolean }
  /** Budgets that the call counts against. */
  readonly budgets?: readonly Omit<Leg, 'reserves'>[]
  readonly amount: number
  /** Set where a smaller hold is enough: a share of the available balance is held then, and never less than this. */
  readonly minimum?: number
}

/** The same with what the hold is known by, and what the log needs. */
export interface HoldRequest extends HoldNeed {
  readonly id: string
  readonly userId: number
  /** The node that ends it. Absent: this node. */
  readonly owner?: HoldOwner
  readonly price: string
  readonly facts: LogDraft
}

/** The error of a hold that an account cannot cover. */
export function refusalOf(
  { userAccountId, budgets, amount, minimum = amount }: HoldNeed,
  { accountId, available }: Shortage,
): AppError | BudgetShort {
  if (budgets?.some((budget) => budget.accountId === accountId)) return new BudgetShort(accountId)
  const code = accountId === userAccountId ? 'insufficient_user_quota' : 'pre_consume_token_quota_failed'
  return new AppError(code, { need: Math.min(amount, minimum), available: Math.max(0, available) })
}

/** The accounts that a hold counts against. */
export function legsOf({ userAccountId, token, budgets = [] }: HoldNeed): readonly Leg[] {
  const legs: Leg[] = [{ accountId: userAccountId, reserves: true }]
  if (token) legs.push({ accountId: token.accountId, reserves: !token.isUnlimited })
  for (const budget of budgets) legs.push({ ...budget, reserves: true })
  return legs
}

/** The same as an operation. @param epoch of this node, which ends it where nobody else is named */
export function holdOperation(request: HoldRequest, epoch: string): HoldOperation {
  if (!Number.isSafeInteger(request.amount) || request.amount < 0) throw new RangeError(`a hold of ${request.amount} is not possible`)
  return {
    kind: 'hold',
    id: request.id,
    legs: legsOf(request),
    amount: request.amount,
    ...(request.minimum === undefined ? {} : { minimum: request.minimum }),
    owner: request.owner ?? { kind: 'node', id: epoch, leaseSeconds: 0 },
    userId: request.userId,
    tokenId: request.token?.id ?? 0,
    price: request.price,
    facts: JSON.stringify(request.facts),
  }
}
