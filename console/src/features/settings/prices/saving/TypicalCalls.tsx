import { useState } from 'react'
import { useText } from '~/i18n'
import { changeText, Select } from '~/ui/kit'
import { useDesk } from '../desk.ts'
import { useDeskModels } from '../use-desk-models.ts'
import { changedModels, typicalCosts } from './typical-calls.ts'

/** What three typical calls to a changed model cost before and after, at a group ratio of 1. */
export function TypicalCalls() {
  const t = useText()
  const { saved, book } = useDesk()
  const [asked, setAsked] = useState<string>()
  const lengths = useDeskModels()
  const models = changedModels(saved, book)
  const model = models.find((one) => one === asked) ?? models[0]
  if (model === undefined) return null
  const costs = typicalCosts({ saved, book, model, lengths: lengths?.get(model)?.lengths })
  return (
    <section className="price-typical" aria-label={t('price.typical.title')}>
      <span className="price-typical-model">
        <span className="price-figure-label">{t('price.typical.title')}</span>
        {models.length > 1 ? (
          <Select
            label={t('price.typical.model')}
            size="small"
            value={model}
            choices={models.map((value) => ({ value, label: value }))}
            onChange={setAsked}
            isSearchable
          />
        ) : (
          <code>{model}</code>
        )}
      </span>
      {costs.map(({ name, before, after }) => (
        <span key={name} className="price-figure">
          <span className="price-figure-label" title={t(`price.typical.${name}Text`)}>
            {t(`price.typical.${name}`)}
          </span>
          <strong>
            {before === after ? '' : <s>{money(before)}</s>}
            {before === after ? '' : ' → '}
            {money(after)}
          </strong>
          <span>{before === after ? t('price.typical.same') : (changeText(before, after) ?? '')}</span>
        </span>
      ))}
    </section>
  )
}

const PLACES = 4
const MAX_PLACES = 6
const DIGITS = 2

/** Four places at least, as a call costs; what is less than a tenth of a cent keeps two digits. */
function money(dollars: number | undefined): string {
  if (dollars === undefined) return '–'
  const most = dollars > 0 ? Math.max(MAX_PLACES, DIGITS - 1 - Math.floor(Math.log10(dollars))) : PLACES
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: PLACES, maximumFractionDigits: Math.min(most, 20), useGrouping: false })}`
}
