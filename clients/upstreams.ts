// The far ends: the same fake vendor in each of its dialects, with a model for every agent.
import type { DialectName } from '@waystation/wire/chat/dialects'
import { matrixUpstreams as judged, type MatrixUpstream } from '../server/src/gateway/clients/testing/matrix-upstreams.ts'
import { prices } from '../server/src/gateway/clients/testing/upstreams.ts'
import type { World } from '../server/src/gateway/testing/world.ts'
import type { RecordedRequest } from '../server/src/testing/fakes/fake-provider.ts'
import type { Agent } from './agent.ts'

export type { MatrixUpstream as Upstream }

/** The newest model of each vendor. */
export const upstreams: readonly MatrixUpstream[] = judged.filter(({ name }) => ['chat', 'Responses', 'Messages', 'Gemini'].includes(name))

/** DeepSeek's channel as it is made: it speaks the dialect that suits the client best. */
const deepseek: readonly MatrixUpstream[] = judged
  .filter(({ name }) => name === 'DeepSeek')
  .map((upstream) => ({ ...upstream, channel: { type: 43 } }))

export const allUpstreams: readonly MatrixUpstream[] = [...upstreams, ...deepseek]

export const modelAt = (upstream: MatrixUpstream, { flavour }: Agent): string => `${flavour}-at-${upstream.name.toLowerCase()}`

const ownNames: Readonly<Partial<Record<DialectName, RegExp>>> = {
  'openai-responses': /^gpt-/,
  'anthropic-messages': /^claude-/,
  'gemini-generate': /^gemini-/,
}

/** The vendor's model behind it: the very one that the agent takes it for, where the vendor has that. */
export const vendorModel = (upstream: MatrixUpstream, { flavour }: Agent): string =>
  ownNames[upstream.dialect]?.test(flavour) ? flavour : (upstream.model ?? flavour)

/** Adds a channel for every far end, and prices for its models. */
export async function addUpstreams(world: World, agents: readonly Agent[]): Promise<void> {
  const modelsOf = (upstream: MatrixUpstream) => [...new Set(agents.map((agent) => modelAt(upstream, agent)))]
  const each = (value: number) => JSON.stringify(Object.fromEntries(allUpstreams.flatMap(modelsOf).map((model) => [model, value])))
  await world.setOption('ModelRatio', each(prices.input))
  await world.setOption('CacheRatio', each(prices.cached))
  await world.setOption('CompletionRatio', each(prices.output))
  // What has no price is not sent. The fake vendor bills no searches, so that none are charged either.
  await world.setOption('ToolPrices', JSON.stringify({ '*': { webSearch: 0.01, groundedPrompt: 0.01 } }))
  for (const upstream of allUpstreams) {
    const mapping = Object.fromEntries(agents.map((agent) => [modelAt(upstream, agent), vendorModel(upstream, agent)]))
    const base_url = world.provider.url + (upstream.below ?? '')
    const models = modelsOf(upstream).join(',')
    await world.addChannel({ name: upstream.name, models, model_mapping: JSON.stringify(mapping), base_url, ...upstream.channel })
  }
}

/** Units that the vendor's own book says a request costs; undefined where it was refused, or only counted. */
export function owed({ bill, path }: RecordedRequest): number | undefined {
  if (bill === undefined || /[/:]count_?tokens/i.test(path)) return undefined
  const cached = bill.usage.prompt_tokens_details.cached_tokens
  return (bill.usage.prompt_tokens - cached) * prices.input + cached * prices.cached + bill.usage.completion_tokens * prices.output
}
