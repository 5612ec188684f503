// The far ends of the matrix: the same fake vendor, spoken to in each of its dialects.
import type { DialectName } from '@waystation/wire/chat/dialects'
import type { World } from '../../testing/world.ts'
import type { Client } from './client.ts'

export interface Upstream {
  readonly name: string
  readonly dialect: DialectName
  readonly channel: Readonly<Record<string, unknown>>
}

export const upstreams: readonly Upstream[] = [
  { name: 'chat', dialect: 'openai-chat', channel: { type: 8 } },
  { name: 'Responses', dialect: 'openai-responses', channel: { type: 1, setting: JSON.stringify({ dialects: ['openai-responses'] }) } },
  { name: 'Messages', dialect: 'anthropic-messages', channel: { type: 14 } },
  { name: 'Gemini', dialect: 'gemini-generate', channel: { type: 24 } },
]

const flavours: readonly Client['flavour'][] = ['gpt-5', 'claude-sonnet-4-5', 'gemini-3-pro']

/** The name under which a client of this flavour asks this far end. */
export function modelAt(upstream: Upstream, flavour: Client['flavour']): string {
  return `${flavour}-at-${upstream.name.toLowerCase()}`
}

const models = upstreams.flatMap((upstream) => flavours.map((flavour) => modelAt(upstream, flavour)))
const each = (value: number) => JSON.stringify(Object.fromEntries(models.map((model) => [model, value])))

/** Units for a token of input, for one that was cached, and for one of output. */
export const prices = { input: 1, cached: 0.5, output: 3 } as const

/** The options of a world with these prices. */
export const priceOptions = { ModelRatio: each(prices.input), CacheRatio: each(prices.cached), CompletionRatio: each(prices.output) }

/** A key that was told to wait cools; the calls of other tests take the other keys. */
const keys = Array.from({ length: 30 }, (_, at) => `far-key-${at}`).join('\n')

export async function addUpstreams(world: World): Promise<void> {
  // A refusal is told to the client at once, whose own retry is looked at.
  await world.setOption('RetryTimes', '0')
  for (const upstream of upstreams) {
    const names = flavours.map((flavour) => modelAt(upstream, flavour)).join(',')
    await world.addChannel({ name: upstream.name, models: names, key: keys, ...upstream.channel })
  }
}
