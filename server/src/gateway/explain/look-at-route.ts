// Looks at every channel that could take a call now, without drawing, holding or changing anything: the plan of `plan-route` with all that it
// leaves out.
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@waystation/contract/errors'
import type { Candidate } from '../../domain/catalog/channel-index.ts'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import { typicalTokens } from '../../domain/pricing/hold-policy.ts'
import type { Attempt, SkippedChannel } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import { attemptAt } from '../plan-route/attempt-at.ts'
import { noRoute } from '../plan-route/no-route.ts'
import type { PlanParts } from '../plan-route/plan-parts.ts'
import { isSkipped, knownHome, near, offered, trialOf } from '../plan-route/plan-route.ts'
import { fitBehind } from '../plan-route/virtual-model.ts'
import type { Call } from '../types.ts'

/** What looking takes besides planning. */
export interface LookParts extends PlanParts {
  readonly availability: PlanParts['availability'] & { mayForce(channel: RoutableChannel, model: string): boolean }
}

/** Channels of one priority, looked at. */
export interface TierLook {
  readonly priority: number
  readonly usable: readonly Attempt[]
  readonly skipped: readonly SkippedChannel[]
}

/** What was seen. */
export interface RouteLook {
  readonly tiers: readonly TierLook[]
  /** The channel that answered the conversation last, and whether the call goes there first. */
  readonly home: { readonly channel: RoutableChannel; readonly isFirst: boolean } | undefined
  /** The channel that a call may try before its time, since no other can be used. */
  readonly trial: RoutableChannel | undefined
  /** What the caller would be told for want of a channel. */
  readonly refusal: AppError | undefined
}

/** Other calls have their turn after so many channels. */
const CHANNELS_PER_TURN = 100

/** Looks at all channels of the model in the caller's group, tier after tier. */
export async function lookAtRoute(caller: Caller, call: Call, parts: LookParts): Promise<RouteLook> {
  const behind = fitBehind(caller, call, parts)?.map((one) => one.model) ?? [call.facts.model]
  const promptTokens = typicalTokens(call.facts.size.textBytes)
  const tiers: TierLook[] = []
  let looked = 0
  for (const { candidates } of behind.flatMap((name) => parts.catalog.tiers(caller.group, name))) {
    const usable: Attempt[] = []
    const skipped: SkippedChannel[] = []
    for (const candidate of candidates) {
      const found = attemptAt(candidate, caller, call, promptTokens, parts)
      if (isSkipped(found)) skipped.push(found)
      else usable.push(found)
      looked += 1
      if (looked % CHANNELS_PER_TURN === 0) await setImmediate()
    }
    tiers.push({ priority: candidates[0]?.channel.priority ?? 0, usable, skipped })
  }
  const { availability } = parts
  const isServed = tiers.some(({ usable }) => usable.length > 0)
  const mayTry = (channel: RoutableChannel, name: string) => availability.mayForce(channel, name)
  const skipped = tiers.flatMap((tier) => tier.skipped)
  const trial = isServed ? undefined : trialOf(skipped, availability, mayTry)?.channel
  return { tiers, home: homeOf(caller, call, tiers, parts), trial, refusal: trial ? undefined : refusalOf(caller, call, tiers, parts) }
}

function homeOf(caller: Caller, call: Call, tiers: readonly TierLook[], parts: LookParts): RouteLook['home'] {
  const home = knownHome(caller, call, parts)
  if (!home) return undefined
  const first: Candidate | undefined = near(caller, call, [], home, parts)
  const isFirst = first !== undefined && tiers.some(({ usable }) => usable.some(({ channel }) => channel === first.channel))
  return { channel: home.channel, isFirst }
}

function refusalOf(caller: Caller, call: Call, tiers: readonly TierLook[], parts: LookParts): AppError | undefined {
  const { model } = call.facts
  if (tiers.some(({ usable }) => usable.length > 0)) return undefined
  try {
    offered(caller, call, parts)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  const search = { catalog: parts.catalog, group: caller.group, model }
  return noRoute(
    tiers.flatMap(({ skipped }) => skipped),
    search,
  )
}
