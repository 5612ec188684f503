import { findUnpricedModels } from '@waystation/contract/api/channels/channel'
import type { UnpricedModels, UnpricedRule } from '@waystation/contract/channels/channel'
import { listItems } from '@waystation/contract/values/codec'
import { useData } from '~/api/use-data'
import { type TextKey, useText } from '~/i18n'
import { endState } from '~/shared/ending-models/model-end'
import { firstNames } from '~/shared/first-names'
import { ModelPricesLink } from '~/shared/settings/ModelPricesLink'
import { Banner } from '~/ui/kit'

const MAX_NAMES = 8

const words: Readonly<Record<UnpricedRule, TextKey>> = {
  refused: 'channel.unpricedRefused',
  fallback: 'channel.unpricedFallback',
  'self-use': 'channel.unpricedSelfUse',
}

/** How many of a channel's models have no price, what that means for calls to them, and who can change it. Nothing while all have one. */
export function UnpricedNote({ facts }: { readonly facts: UnpricedFacts | undefined }) {
  const t = useText()
  if (!facts || facts.models.length === 0) return null
  const { models, asked, rule } = facts
  const names = firstNames(models, MAX_NAMES)
  return (
    <Banner tone={rule === 'refused' ? 'amber' : 'blue'} action={<ModelPricesLink opensTab />}>
      <div>{t(words[rule], { count: models.length, all: asked })}</div>
      <div className="field-hint">{names}</div>
    </Banner>
  )
}

/** Which of a channel's models have ended at their makers or end soon, and what to use in their place. Nothing while there are none. */
export function EndingNote({ ending }: Pick<UnpricedFacts, 'ending'>) {
  const t = useText()
  const near = ending.filter(({ on }) => endState(on) !== 'later').toSorted((a, b) => (a.on < b.on ? -1 : 1))
  if (near.length === 0) return null
  const one = ({ model, on, successor }: Ending) =>
    t(successor ? 'channel.endingOneSuccessor' : 'channel.endingOne', { model, on, successor: successor ?? '' })
  return (
    <Banner tone="amber">
      <div>{t('channel.ending', { count: near.length })}</div>
      <div className="field-hint">{firstNames(near.map(one), MAX_NAMES)}</div>
    </Banner>
  )
}

type Ending = UnpricedModels['ending'][number]

export interface UnpricedFacts {
  /** Those of the models that have no price under their own name nor under the one they are mapped to. */
  readonly models: readonly string[]
  /** Those that no endpoint serves, so that users are not offered them. A mapped name is another model. */
  readonly uncallable: readonly string[]
  /** Those whose makers have announced an end. A mapped name is the model that it is mapped to. */
  readonly ending: readonly Ending[]
  /** How many models were requested. */
  readonly asked: number
  /** What becomes of calls to them. */
  readonly rule: UnpricedRule
}

const FRESH_MS = 60_000

/**
 * Which models of a channel have no price; no facts while that is not known. For admins.
 * @param models a comma list, as a channel has it
 * @param type of the channel: vendors read endings of names each in their own way
 * @param mapping name that is called → name at the vendor
 */
export function useUnpricedModels(
  models: string,
  type: number,
  mapping: Readonly<Record<string, string>> = {},
): { readonly facts: UnpricedFacts | undefined; readonly isLoading: boolean } {
  const names = listItems(models)
  const upstream = (name: string) => (Object.hasOwn(mapping, name) ? mapping[name] : undefined) || name
  const asked = [...new Set(names.flatMap((name) => [name, upstream(name)]))]
  const { data, isLoading } = useData(
    findUnpricedModels,
    { body: { models: asked, type } },
    { when: names.length > 0, freshMs: FRESH_MS, keepsPrevious: true },
  )
  if (names.length === 0 || !data) return { facts: undefined, isLoading }
  const unpriced = new Set(data.models)
  const uncallable = new Set(data.uncallable)
  const facts: UnpricedFacts = {
    models: names.filter((name) => unpriced.has(name) && unpriced.has(upstream(name))),
    ending: data.ending.filter(({ model }) => names.some((name) => upstream(name) === model)),
    uncallable: names.filter((name) => uncallable.has(name) && !Object.hasOwn(mapping, name)),
    asked: names.length,
    rule: data.rule,
  }
  return { facts, isLoading }
}
