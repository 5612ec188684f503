// The fake vendor, called in each of its dialects.
import type { DialectName } from '@waystation/wire/chat/dialects'
import type { World } from '../../testing/world.ts'
import type { Client } from './client.ts'

export interface Upstream {
  readonly name: string
  readonly dialect: DialectName
  readonly channel: Readonly<Record<string, unknown>>
  /** What stands in front of its paths at the fake vendor; absent: nothing. */
  readonly below?: string
  /** The vendor's own name of the model; absent: the client's. */
  readonly model?: string
  /** Does it count thinking among the output without saying how much of it? */
  readonly hidesThinkingTokens?: true
}

export const upstreams: readonly Upstream[] = [
  { name: 'chat', dialect: 'openai-chat', channel: { type: 8 } },
  { name: 'Responses', dialect: 'openai-responses', channel: { type: 1, setting: JSON.stringify({ dialects: ['openai-responses'] }) } },
  { name: 'Messages', dialect: 'anthropic-messages', channel: { type: 14 } },
  { name: 'Gemini', dialect: 'gemini-generate', channel: { type: 24 } },
]

const flavours: readonly Client['flavour'][] = ['gpt-5', 'claude-sonnet-4-5', 'gemini-3-pro']

/** The model name by which a client of this flavour calls this upstream. */
export function modelAt(upstream: Upstream, flavour: Client['flavour']): string {
  return `${flavour}-at-${upstream.name.toLowerCase().replaceAll(' ', '-')}`
}

/** Units for a token of input, for one that was cached, and for one of output. */
export const prices = { input: 1, cached: 0.5, output: 3 } as const

/** The options of a world with these prices at these far ends. */
export function priceOptionsAt(ends: readonly Upstream[]) {
  const models = ends.flatMap((upstream) => flavours.map((flavour) => modelAt(upstream, flavour)))
  const each = (value: number) => JSON.stringify(Object.fromEntries(models.map((model) => [model, value])))
  return { ModelRatio: each(prices.input), CacheRatio: each(prices.cached), CompletionRatio: each(prices.output) }
}

export const priceOptions = priceOptionsAt(upstreams)

/** A rate-limited key cools; the calls of other tests use the other keys. */
const keys = Array.from({ length: 30 }, (_, at) => `far-key-${at}`).join('\n')

export async function addUpstreams(world: World, ends = upstreams): Promise<void> {
  // The gateway reports a refusal to the client at once, since the client's own retry is tested.
  await world.setOption('RetryTimes', '0')
  for (const upstream of ends) {
    const names = flavours.map((flavour) => modelAt(upstream, flavour))
    const { model, channel, below = '' } = upstream
    const model_mapping = model === undefined ? '' : JSON.stringify(Object.fromEntries(names.map((name) => [name, model])))
    await world.addChannel({
      name: upstream.name,
      models: names.join(','),
      key: keys,
      model_mapping,
      base_url: world.provider.url + below,
      ...channel,
    })
  }
}
