import { decimalText, product, type Rational, rational, sum } from '@waystation/contract/money/rational'
import type { PricingEntry } from '@waystation/contract/prices/pricing'
import { billingType } from '@waystation/contract/site/status-table'
import { useText } from '~/i18n'
import { Dialog, Tag } from '~/ui/kit'
import { ratioTone } from './pricing-rows.ts'

/** The call of the example. */
const INPUT_TOKENS = 10_000
const OUTPUT_TOKENS = 1_000
const PLACES = 9
const MIN_PLACES = 6
const tones = [
  ['green', 1],
  ['blue', 2],
  ['orange', 4],
  ['red', 6],
] as const

export interface ExplanationProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly entries: readonly PricingEntry[]
  readonly group: string
  readonly groupRatio: number
}

/** How a call is charged, in words and with one call of a model of this table. */
export function Explanation({ isOpen, onClose, entries, group, groupRatio }: ExplanationProps) {
  const t = useText()
  const entry = entries.find(({ quota_type, price_source }) => quota_type === billingType.perUsage && price_source === 'ratio')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('pricing.explain.title')} width={600}>
      <div className="pricing-explanation">
        <p>{t('pricing.explain.intro')}</p>
        <p className="pricing-formula">{t('pricing.explain.formula')}</p>
        {entry && <Example entry={entry} group={group} groupRatio={groupRatio} />}
        <ul>
          <li>{t('pricing.explain.ratio')}</li>
          <li>{t('pricing.explain.cache')}</li>
          <li>{t('pricing.explain.perCall')}</li>
          <li>{t('pricing.explain.group')}</li>
        </ul>
        <div className="pricing-tones">
          <span className="text2">{t('pricing.explain.colors')}</span>
          {tones.map(([tone, ratio]) => (
            <Tag key={tone} tone={ratioTone(ratio)}>
              {t(`pricing.explain.${tone}`)}
            </Tag>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

interface ExampleProps {
  readonly entry: PricingEntry
  readonly group: string
  readonly groupRatio: number
}

function Example({ entry, group, groupRatio }: ExampleProps) {
  const t = useText()
  const rate = product(rational(2), rational(entry.model_ratio), rational(groupRatio))
  const lines = [
    { what: t('pricing.input'), tokens: INPUT_TOKENS, rate },
    { what: t('pricing.output'), tokens: OUTPUT_TOKENS, rate: product(rate, rational(entry.completion_ratio)) },
  ].map((line) => ({ ...line, amount: product(line.rate, rational(line.tokens), rational('0.000001')) }))
  return (
    <table className="pricing-example">
      <caption>{t('pricing.explain.example', { model: entry.model_name, group, ratio: groupRatio })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('pricing.explain.what')}</th>
          <th scope="col">{t('pricing.explain.tokens')}</th>
          <th scope="col">{t('pricing.explain.rate')}</th>
          <th scope="col">{t('pricing.explain.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.what}>
            <th scope="row">{line.what}</th>
            <td>{line.tokens.toLocaleString('en-US')}</td>
            <td>{dollars(line.rate, 2)}</td>
            <td>{dollars(line.amount, MIN_PLACES)}</td>
          </tr>
        ))}
        <tr className="pricing-sum">
          <th scope="row">{t('pricing.explain.sum')}</th>
          <td />
          <td />
          <td>{dollars(sum(...lines.map(({ amount }) => amount)), MIN_PLACES)}</td>
        </tr>
      </tbody>
    </table>
  )
}

const dollars = (value: Rational, minPlaces: number) => `$${decimalText(value, PLACES, minPlaces)}`
