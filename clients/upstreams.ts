// The far ends: the same fake vendor in each of its dialects, with a model for every agent.
import { prices, type Upstream, upstreams } from '../server/src/gateway/clients/testing/upstreams.ts'
import type { World } from '../server/src/gateway/testing/world.ts'
import type { RecordedRequest } from '../server/src/testing/fake-provider.ts'
import type { Agent } from './agent.ts'

export { type Upstream, upstreams }

export const modelAt = (upstream: Upstream, agent: Agent): string => `${agent.flavour}-at-${upstream.name.toLowerCase()}`

/** Adds a channel for every far end, and prices for its models. */
export async function addUpstreams(world: World, agents: readonly Agent[]): Promise<void> {
  const modelsOf = (upstream: Upstream) => [...new Set(agents.map((agent) => modelAt(upstream, agent)))]
  const each = (value: number) => JSON.stringify(Object.fromEntries(upstreams.flatMap(modelsOf).map((model) => [model, value])))
  await world.setOption('ModelRatio', each(prices.input))
  await world.setOption('CacheRatio', each(prices.cached))
  await world.setOption('CompletionRatio', each(prices.output))
  for (const upstream of upstreams)
    await world.addChannel({ name: upstream.name, models: modelsOf(upstream).join(','), ...upstream.channel })
}

/** Units that the vendor's own book says a request costs; undefined where it was refused, or only counted. */
export function owed({ bill, path }: RecordedRequest): number | undefined {
  if (bill === undefined || /[/:]count_?tokens/i.test(path)) return undefined
  const cached = bill.usage.prompt_tokens_details.cached_tokens
  return (bill.usage.prompt_tokens - cached) * prices.input + cached * prices.cached + bill.usage.completion_tokens * prices.output
}
