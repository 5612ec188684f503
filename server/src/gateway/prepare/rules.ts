import { rulesFor } from '@waystation/wire/rules/rulebooks'
import type { ChatRules } from '@waystation/wire/rules/vendors/chat-rules'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import { rulebookOf } from '../../providers/rulebook.ts'
import type { Attempt } from '../attempt.ts'

/** By channel, then by dialect and model: some thirty patterns are tried once for each model that a channel serves. */
const known = new WeakMap<RoutableChannel, Map<string, ChatRules>>()

/** A model at a channel, in one of the dialects that its vendor speaks. */
export type ModelOfChannel = Pick<Attempt, 'provider' | 'channel' | 'dialect' | 'upstreamModel'>

/** What this model accepts. */
export function rulesOf({ provider, channel, dialect, upstreamModel }: ModelOfChannel): ChatRules {
  const ofChannel = known.get(channel) ?? new Map<string, ChatRules>()
  known.set(channel, ofChannel)
  const key = `${dialect} ${upstreamModel}`
  const rules = ofChannel.get(key) ?? rulesFor(rulebookOf(provider, channel, dialect), upstreamModel)
  ofChannel.set(key, rules)
  return rules
}
