// What a run of checks costs whoever pays for it, at most, before it is begun.
import { noUsage } from '@waystation/contract/calls/usage'
import { type ClientCheckName, clientFamilyFacts } from '@waystation/contract/clients/client-checks'
import { upstreamModelOf } from '../../domain/catalog/routable-channel.ts'
import type { ClientCheckCost } from '../../domain/ports.ts'
import { priceCall } from '../../domain/pricing/price-call.ts'
import type { KnownCaller } from '../../domain/token/token-lookup.ts'
import type { Gateway } from '../gateway.ts'
import { embeds, longestAnswer } from './run-checks.ts'

/** Tokens of a request, at most: instructions, a tool and what was said before. */
const PROMPT_TOKENS = 600
const answered: readonly ClientCheckName[] = ['whole', 'stream', 'tools', 'tool_result', 'schema']

/** The cost of checking every family with a token, by the price at the channel that would be tried first. */
export function runCost(model: string, { user, token }: KnownCaller, { catalog, prices, traits }: Gateway): ClientCheckCost {
  const made = traits(model)
  const asked: readonly ClientCheckName[] = embeds(made) ? ['embeddings'] : answered
  const calls = Object.values(clientFamilyFacts).reduce(
    (sum, { checks }) => sum + checks.filter((check) => asked.includes(check)).length,
    0,
  )
  const group = token.group || user.group
  const first = catalog.current().tiers(group, token.aliases?.get(model) ?? model)[0]?.candidates[0]
  const price =
    first &&
    prices.priceOf({
      ...{ requested: first.model, upstream: upstreamModelOf(first.channel, first.model), channelType: first.channel.type },
      ...{ group, userGroup: user.group, acceptsUnset: user.setting.accept_unset_model_ratio_model },
    })
  if (!price) return { calls, mostQuota: null }
  const each = priceCall({ ...noUsage, freshInput: PROMPT_TOKENS, output: longestAnswer(made), calls: 1 }, price)
  return { calls, mostQuota: each * calls }
}
