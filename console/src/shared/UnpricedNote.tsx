import type { UnpricedRule } from '@waystation/contract/channel'
import { type TextKey, useText } from '~/i18n'
import { Banner } from '~/ui/kit'
import { firstNames } from './first-names.ts'
import type { UnpricedFacts } from './use-unpriced-models.ts'

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
    <Banner tone={rule === 'refused' ? 'amber' : 'blue'}>
      <div>{t(words[rule], { count: models.length, all: asked })}</div>
      <div className="field-hint">{t('channel.unpricedNames', { names })}</div>
    </Banner>
  )
}
