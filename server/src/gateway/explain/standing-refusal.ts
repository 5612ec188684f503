// What a caller would be refused with as things stand, in the order in which a call meets it. Nothing is counted, held or changed.
import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { AppError } from '@waystation/contract/errors'
import { perBucket } from '@waystation/contract/prices/price-buckets'
import { userStatus } from '@waystation/contract/site/status-table'
import { priceCall } from '../../domain/pricing/price-call.ts'
import { mayUseModel } from '../../domain/token/model-limit.ts'
import { assertActive } from '../../domain/token/token-standing.ts'
import { limitRefusal } from '../admit/call-limits.ts'
import type { Attempt } from '../attempt.ts'
import { assertUsable } from '../authenticate/authenticate.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import { type HoldParts, moneyRefusal, needOf } from '../place-hold/place-hold.ts'
import { noWayOut } from '../place-hold/way-out.ts'
import { firstNeed } from '../sessions/session-bill.ts'
import type { Call } from '../types.ts'
import type { RouteLook } from './look-at-route.ts'

/** What looking for it takes. */
export type StandingServices = Pick<Gateway, 'options' | 'prices' | 'rates' | 'budgets'> & {
  readonly ledger: Pick<Gateway['ledger'], 'refusal'>
}

/** Prices of so many attempts are looked at: those of a model are alike, and a call has no more. */
const PRICED_ATTEMPTS = 5

/** The refusal of a call, if it would meet one; undefined: it would be tried. */
export async function standingRefusal(
  caller: Caller,
  call: Call,
  look: Pick<RouteLook, 'tiers' | 'refusal'> & { readonly hasBody: boolean },
  services: StandingServices,
): Promise<AppError | undefined> {
  const refused = refusalBefore(caller, call.facts.model, services) ?? (await limitRefusal(caller, call, services)) ?? look.refusal
  // Nobody in particular pays for a question about a group.
  if (refused || caller.user.accountId === 0) return refused
  const usable = look.tiers.flatMap((tier) => tier.usable).slice(0, PRICED_ATTEMPTS)
  const [first] = usable
  if (!first) return undefined
  return moneyRefusal(caller, call, services, await knownNeed(call, [first, ...usable.slice(1)], look.hasBody, services))
}

type Some<Item> = readonly [Item, ...Item[]]

async function knownNeed(call: Call, usable: Some<Attempt>, hasBody: boolean, services: StandingServices): Promise<HoldParts> {
  const { operation } = call.endpoint
  if (operation.kind === 'session') return firstNeed(operation.soundRate, usable)
  return hasBody ? needOf(call, usable, services) : leastNeed(usable)
}

const oneOfEach: Usage = { ...noUsage, ...perBucket(() => 1), seconds: 1, calls: 1 }

/** Without a body nobody knows what a call costs: it must be able to pay anything at all, unless it is free. */
function leastNeed(usable: Some<Attempt>): HoldParts {
  const priced = usable.find(({ price }) => priceCall(oneOfEach, price) > 0)
  const amount = priced ? 1 : 0
  return { dearest: priced ?? usable[0], amount, minimum: amount, wayOut: noWayOut }
}

/** What is refused before limits, channels and money are looked at. */
function refusalBefore({ user, token, group }: Caller, model: string, services: Pick<Gateway, 'options'>): AppError | undefined {
  try {
    if (token) assertActive({ user, token })
    else if (user.status !== userStatus.active) throw new AppError('user_banned')
    assertUsable(group, user.group, services)
    if (token && !mayUseModel(token.models, model)) throw new AppError('model_not_allowed', { model })
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
