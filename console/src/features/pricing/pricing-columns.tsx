import { Fragment, type ReactNode } from 'react'
import { type TextKey, useLanguage, useText } from '~/i18n'
import { endState } from '~/shared/ending-models/model-end'
import { type Card, type Column, CopyButton, numberText, Tag, useUrlState } from '~/ui/kit'
import { type PriceName, type PricingRow, ratioTone } from './pricing-rows.ts'

/** Columns behind the name and the first price. */
const others: readonly { readonly name: PriceName; readonly title: TextKey; readonly isHidden?: boolean }[] = [
  { name: 'output', title: 'pricing.output' },
  { name: 'cacheRead', title: 'pricing.cacheRead' },
  { name: 'cacheWrite', title: 'pricing.cacheWrite' },
  { name: 'audioInput', title: 'pricing.audioInput', isHidden: true },
  { name: 'audioOutput', title: 'pricing.audioOutput', isHidden: true },
  { name: 'imageInput', title: 'pricing.imageInput', isHidden: true },
  { name: 'cacheStorage', title: 'pricing.cacheStorage', isHidden: true },
]

/** @param isRatio are the figures ratios? Then those of input have a colour. */
export function pricingColumns(isRatio: boolean): readonly Column<PricingRow>[] {
  return [
    { field: 'model', title: 'pricing.model', width: 260, grow: 3, isFixed: true, render: (_, row) => <ModelName row={row} /> },
    { field: 'vendor', title: 'pricing.vendor', width: 120, grow: 1, render: (vendor) => <Dash text={vendor} /> },
    { field: 'isPerCall', title: 'pricing.kind', width: 110, render: (_, row) => <Billing row={row} />, csv: billingText },
    { field: 'input', title: 'pricing.input', width: 132, align: 'right', render: (_, row) => <Input row={row} isRatio={isRatio} /> },
    ...others.map(
      ({ name, title, isHidden = false }): Column<PricingRow> => ({
        field: name,
        title,
        width: 110,
        align: 'right',
        isHidden,
        render: (text, row) => <WithTiers row={row} name={name} first={<Dash text={text} />} />,
      }),
    ),
    {
      field: 'groups',
      title: 'pricing.groups',
      width: 160,
      isHidden: true,
      render: (groups) => groups.map((group) => <Tag key={group}>{group}</Tag>),
      csv: ({ groups }) => groups.join(' '),
    },
  ]
}

const billingText = ({ isPerCall, unit, film }: PricingRow) =>
  [unit ?? (isPerCall ? 'call' : 'tokens'), film?.resolution].filter(Boolean).join(' ')
/** What a price per call is for. */
export const unitWords = {
  image: ['pricing.byImage', 'pricing.perImage'],
  second: ['pricing.bySecond', 'pricing.perSecond'],
  video: ['pricing.byVideo', 'pricing.perVideo'],
  call: ['pricing.byCall', 'pricing.perCall'],
} as const

/** On a phone. */
export function pricingCard(isRatio: boolean): (row: PricingRow) => Card {
  return (row) => ({
    title: <ModelName row={row} />,
    aside: <CardInput row={row} isRatio={isRatio} />,
    body: <div className="pricing-card-prices">{row.isPerCall ? <Billing row={row} /> : <OtherPrices row={row} isRatio={isRatio} />}</div>,
  })
}

/** "Input $3.00 / M": a figure alone does not say what it is for. */
function CardInput({ row, isRatio }: { readonly row: PricingRow; readonly isRatio: boolean }) {
  const t = useText()
  if (row.isPerCall || row.input === undefined) return <Input row={row} isRatio={isRatio} />
  return (
    <span className="pricing-card-input">
      {/* Beside several prices the unit stands once, before them. */}
      <span className="text3">
        {t('pricing.input')}
        {!isRatio && row.tiers.length > 0 && ' / M'}
      </span>
      <Input row={row} isRatio={isRatio} />
      {!isRatio && row.tiers.length === 0 && <span className="text3">/ M</span>}
    </span>
  )
}

function OtherPrices({ row, isRatio }: { readonly row: PricingRow; readonly isRatio: boolean }) {
  const t = useText()
  const parts = others.flatMap(({ name, title, isHidden }) =>
    isHidden || row[name] === undefined ? [] : [`${t(title)} ${row[name]}${isRatio ? '' : ' / M'}`],
  )
  // Each is whole; lines end between them.
  return parts.map((part, at) => (
    <Fragment key={part}>
      {at > 0 && ' · '}
      <span className="number">{part}</span>
    </Fragment>
  ))
}

function ModelName({ row: { model, source, tiers, end, film } }: { readonly row: PricingRow }) {
  const t = useText()
  const language = useLanguage()
  const { change } = useUrlState()
  return (
    <>
      <span className="pricing-head">
        <span className="pricing-name">
          <button type="button" className="pricing-open mono ellipsis" title={model} onClick={() => change({ model })}>
            {model}
          </button>
          <CopyButton value={model} label={`${t('action.copy')} ${model}`} />
        </span>
        {end && <EndTag on={end.on} successor={end.successor} />}
        {source === 'fallback' && <Tag>{t('pricing.fallback')}</Tag>}
        {source === 'unset' && (
          <Tag tone="amber" title={t('pricing.unsetText')}>
            {t('pricing.unset')}
          </Tag>
        )}
      </span>
      {tiers.map(({ above }) => (
        <span key={above} className="pricing-tier">
          {t('pricing.tier', { tokens: numberText(above, language) })}
        </span>
      ))}
      {film?.others.map(({ resolution }) => (
        <span key={resolution} className="pricing-tier">
          {t('pricing.atResolution', { resolution })}
        </span>
      ))}
    </>
  )
}

/** Marks a model that has ended at its maker, or ends soon. */
function EndTag({ on, successor }: { readonly on: string; readonly successor: string | undefined }) {
  const t = useText()
  const state = endState(on)
  if (state === 'later') return null
  return (
    <Tag
      tone={state === 'ended' ? 'red' : 'amber'}
      title={t(successor ? 'pricing.endTextSuccessor' : 'pricing.endText', { successor: successor ?? '' })}
    >
      {t(state === 'ended' ? 'pricing.ended' : 'pricing.ends', { on })}
    </Tag>
  )
}

/** A price, and below it those of longer prompts, each at the height of its words. */
function WithTiers({ row: { tiers }, name, first }: { readonly row: PricingRow; readonly name: PriceName; readonly first: ReactNode }) {
  return (
    <>
      {first}
      {tiers.map((tier) => (
        <span key={tier.above} className="pricing-tier">
          {tier[name] ?? '–'}
        </span>
      ))}
    </>
  )
}

function Billing({ row: { isPerCall, unit, film } }: { readonly row: PricingRow }) {
  const t = useText()
  return (
    <>
      <span className="text2">{t(isPerCall ? unitWords[unit ?? 'call'][0] : 'pricing.byTokens')}</span>
      {film && <span className="pricing-tier">{t('pricing.atResolution', { resolution: film.resolution })}</span>}
    </>
  )
}

/** The price of input, or of the call. */
function Input({ row, isRatio }: { readonly row: PricingRow; readonly isRatio: boolean }) {
  const t = useText()
  if (row.isPerCall) {
    return (
      <>
        <span className="number">
          {row.call} <span className="text3">{t(unitWords[row.unit ?? 'call'][1])}</span>
        </span>
        {row.film?.others.map(({ resolution, dollars }) => (
          <span key={resolution} className="pricing-tier">
            {dollars}
          </span>
        ))}
      </>
    )
  }
  const first = isRatio && row.input !== undefined ? <Tag tone={ratioTone(row.ratio)}>{row.input}</Tag> : <Dash text={row.input} />
  return <WithTiers row={row} name="input" first={first} />
}

function Dash({ text }: { readonly text: string | undefined }) {
  return text === undefined || text === '' ? <span className="text3">–</span> : <span className="number">{text}</span>
}
