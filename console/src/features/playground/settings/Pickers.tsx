import { useMemo } from 'react'
import { useLanguage, useText } from '~/i18n'
import { describedName } from '~/i18n/described-name'
import { usePublicStatus, useQuotaPerUnit } from '~/session/status'
import { Select, shortNumber } from '~/ui/kit'
import { modelsOf, priceIn, priceText, unpricedOf } from './catalogue-rules.ts'
import type { ChatControls } from './use-chat-settings.ts'

/** The models of the chosen group, and below what the chosen one costs. */
export function ModelPicker({ controls, hasPrice }: { readonly controls: ChatControls; readonly hasPrice?: boolean }) {
  const t = useText()
  const { catalogue, settings, change } = controls
  const { group, model } = settings
  const choices = useMemo(() => {
    if (!catalogue) return []
    const unpriced = new Set(unpricedOf(catalogue))
    return modelsOf(catalogue, group).map((name) => ({
      value: name,
      label: unpriced.has(name) ? `${name} · ${t('playground.noPrice')}` : name,
    }))
  }, [catalogue, group, t])
  return (
    <>
      <Select
        label={t('playground.model')}
        value={model || undefined}
        choices={choices}
        onChange={(value) => change({ model: value })}
        isSearchable
        placeholder={catalogue && choices.length === 0 ? t('playground.modelMissing') : t('playground.model')}
      />
      {hasPrice && <Price controls={controls} />}
    </>
  )
}

/** In dollars, or in quota where the installation shows quota. */
function Price({ controls }: { readonly controls: ChatControls }) {
  const t = useText()
  const perUnit = useQuotaPerUnit()
  const isMoney = usePublicStatus()?.display_in_currency ?? true
  const { catalogue, settings } = controls
  const price = catalogue && priceIn(catalogue, settings.group, settings.model)
  const words = (dollars: number) => (isMoney ? priceText(dollars) : shortNumber(Math.round(dollars * perUnit)))
  if (!price) return <span className="play-hint">&nbsp;</span>
  if ('isUnset' in price) return <span className="play-hint tone-amber">{t('playground.defaultPrice')}</span>
  if ('perCall' in price) {
    const key = price.isPerImage ? 'playground.pricePerImage' : 'playground.pricePerCall'
    return <span className="play-hint">{t(key, { price: words(price.perCall) })}</span>
  }
  const { input, output, sound } = price
  return (
    <>
      <span className="play-hint">{t('playground.price', { input: words(input), output: words(output) })}</span>
      {sound && <span className="play-hint">{t('playground.priceSound', { input: words(sound.input), output: words(sound.output) })}</span>}
    </>
  )
}

/** The groups that the user may call in, with what they do to the price. */
export function GroupPicker({ controls }: { readonly controls: ChatControls }) {
  const t = useText()
  const language = useLanguage()
  const { catalogue, settings, change } = controls
  const groups = catalogue?.groups ?? []
  const chosen = groups.find(({ name }) => name === settings.group)
  return (
    <>
      <Select
        label={t('playground.group')}
        value={settings.group || undefined}
        choices={groups.map(({ name, description }) => ({
          value: name,
          label: describedName(name, description, language),
        }))}
        onChange={(group) => change({ group })}
        isSearchable
      />
      <span className="play-hint">{chosen ? t('playground.ratio', { ratio: chosen.ratio }) : '\u00a0'}</span>
    </>
  )
}
