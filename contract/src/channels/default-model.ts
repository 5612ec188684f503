// The default model of a channel test, of the sample call and of the playground.

import { type ReadTraits, traitsOf } from '../models/traits.ts'
import { modelsByChannelType, channelType as vendorOf } from './channel-type.ts'

/** Does a model with this name answer a chat? Not so those of pictures, films, sound, vectors, rankings and moderation. */
export function isChatModel(model: string, traits: ReadTraits = traitsOf): boolean {
  return traits(model).likelyWork === 'chat'
}

/** What a channel that lists no model is tested with. Source: server-behaviour 3.11. */
export const FALLBACK_TEST_MODEL = 'gpt-4o-mini'

/** Small and current models that most keys may call, in the order in which they are taken. */
const usualFirst: readonly string[] = [
  FALLBACK_TEST_MODEL,
  'gpt-4.1-mini',
  'gpt-5-mini',
  'gpt-5.4-mini',
  'claude-haiku-4-5',
  'claude-haiku-4-5-20251001',
  'gemini-2.5-flash',
  'gemini-3.5-flash',
  'deepseek-chat',
  'deepseek-v4-flash',
]

export interface DefaultModelFacts {
  /** Models without a price, whose calls may be refused. */
  readonly unpriced?: readonly string[] | undefined
  /** The type of the channel that serves them, whose own models come before those of other vendors. */
  readonly channelType?: number | undefined
  /** Absent: by their names alone. */
  readonly traits?: ReadTraits | undefined
}

/**
 * The model that a chat is tried with: one with a price before one without, a usual one of the vendor before others, otherwise the first.
 * Undefined when none of these answers a chat.
 */
export function defaultChatModel(
  models: readonly string[],
  { unpriced = [], channelType, traits }: DefaultModelFacts = {},
): string | undefined {
  const { models: own = [], smallModel } = channelType === undefined ? {} : vendorOf(channelType)
  const isOwn = new Set(own)
  const small = smallModel === undefined ? usualFirst.filter((model) => isOwn.has(model)) : [smallModel]
  const usual = [...small, ...own, ...usualFirst, ...Object.values(modelsByChannelType).flat()]
  const withoutPrice = new Set(unpriced)
  const rank = (model: string): readonly [number, number] => {
    const place = usual.indexOf(model)
    return [withoutPrice.has(model) ? 1 : 0, place < 0 ? usual.length : place]
  }
  const ranked = models.filter((model) => isChatModel(model, traits)).map((model) => ({ model, rank: rank(model) }))
  // Sorting keeps the given order of those that rank alike.
  return ranked.toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])[0]?.model
}

/**
 * The model that a channel is tested with: as for a chat, else one for vectors, rankings, sound, verdicts or pages, which have small calls of their
 * own. Undefined: none has one, as where a vendor makes pictures only.
 */
export function defaultTestModel(models: readonly string[], facts: DefaultModelFacts = {}): string | undefined {
  const { traits = traitsOf, channelType } = facts
  const { smallModel, operations = [] } = channelType === undefined ? {} : vendorOf(channelType)
  if (operations.includes('images') && !operations.includes('chat')) return undefined
  const works = ['embedding', 'ranking', 'speech', 'transcription', 'moderation', 'ocr'] as const
  const inOrder = works.flatMap((work) => models.filter((model) => traits(model).likelyWork === work))
  const others = [...inOrder.filter((model) => model === smallModel), ...inOrder]
  return defaultChatModel(models, facts) ?? others.find((model) => !facts.unpriced?.includes(model)) ?? others[0]
}
