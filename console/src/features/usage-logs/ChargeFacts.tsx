import type { AfterLeaving, ChargeFact, LogEntry } from '@waystation/contract/log'
import { bucketOf, type PriceBucket } from '@waystation/contract/price-buckets'
import { decimalPlaces, decimalText } from '@waystation/contract/rational'
import { type TextKey, useLanguage, useText } from '~/i18n'
import { useQuotaPerUnit } from '~/session/status'
import { otherOf } from '~/shared/log-row'
import { numberText, QuotaText, useIsPhone, useQuotaFormat } from '~/ui/kit'
import { type AddedUp, addUp } from './add-up.ts'
import { FilterButton } from './FilterButton.tsx'
import { LedgerLink } from './LedgerLink.tsx'
import { isError, isTest } from './log-other.ts'
import { MeasuredFacts } from './MeasuredFacts.tsx'

/** The arithmetic of a charge, line by line, ending in the row's own amount. */
export function ChargeFacts({ row, isAdmin }: { readonly row: LogEntry; readonly isAdmin: boolean }) {
  const t = useText()
  const format = useQuotaFormat()
  const perUnit = useQuotaPerUnit()
  const other = otherOf(row)
  const { charge } = other
  const sum = charge && addUp(charge, perUnit)
  const source = sourceWords[other.usage_source ?? ''] ?? undefined
  return (
    <section className="charge">
      <h4>
        {t('log.charge')} {source && <span>{t(source)}</span>}
      </h4>
      {charge && sum ? (
        <Sum row={row} isAdmin={isAdmin} charge={charge} sum={sum} />
      ) : (
        <p className="text2">
          {isTest(row)
            ? other.would_be_quota
              ? t('log.testCost', { amount: format(other.would_be_quota, 'exact') })
              : t('log.testText')
            : isError(row) || row.quota === 0
              ? t('log.notCharged')
              : row.content}
        </p>
      )}
      {other.usage_suspect && <p className="tone-orange">{t('log.usageSuspect')}</p>}
      {other.after_leaving && <p className="text3">{t(leavingWords[other.after_leaving])}</p>}
      {other.refusals_left_out !== undefined && (
        <p className="tone-orange">{t('log.refusalsLeftOut', { count: String(other.refusals_left_out) })}</p>
      )}
      {other.output_lowered_to !== undefined && (
        <p className="text3">{t('log.outputLowered', { tokens: String(other.output_lowered_to) })}</p>
      )}
    </section>
  )
}

interface SumProps {
  readonly row: LogEntry
  readonly isAdmin: boolean
  readonly charge: ChargeFact
  readonly sum: AddedUp
}

function Sum({ row, isAdmin, charge, sum }: SumProps) {
  const t = useText()
  const language = useLanguage()
  const format = useQuotaFormat()
  const figure = (value: number) => numberText(value, language)
  const places = amountPlaces(sum)
  const parts = { row, charge, sum, figure, places }
  return (
    <>
      <table>
        <tbody>
          <Lines {...parts} />
          <Terms {...parts} />
          <Closing {...parts} />
        </tbody>
      </table>
      <MeasuredFacts other={otherOf(row)} figure={figure} />
      {charge.house_part ? <p className="text3">{t('log.housePart', { amount: format(charge.house_part, 'exact') })}</p> : null}
      {charge.unpriced ? <p className="tone-orange">{t('log.unpriced', { names: charge.unpriced.join(', ') })}</p> : null}
      {sum.roundedUnits !== BigInt(row.quota + (charge.house_part ?? 0)) && (
        <p className="tone-orange">{t('log.differs', { amount: format(Number(sum.roundedUnits), 'exact') })}</p>
      )}
      <Movements row={row} isAdmin={isAdmin} charge={charge} />
    </>
  )
}

interface SumParts extends Omit<SumProps, 'isAdmin'> {
  readonly figure: (value: number) => string
  /** Decimals of every amount above the rounding, so that they stand below each other. */
  readonly places: number
}

/** Tokens of each kind at their price. */
function Lines({ row, charge, sum, figure, places }: SumParts) {
  const t = useText()
  const unit: TextKey = charge.kind === 'per-call' ? 'log.perCall' : 'log.perMillion'
  return sum.lines.map((line) => (
    <tr key={line.bucket}>
      <th scope="row">
        {t(bucketOf(line.bucket)?.textKey ?? 'log.bucketCalls')}
        <BucketPart of={bucketOf(line.bucket)} row={row} figure={figure} />
      </th>
      <td>{figure(line.tokens)}</td>
      <td>
        <Exact value={line.price} least={2} words={(price) => t(unit, { price })} />
      </td>
      <td>
        <Exact value={line.amount} least={places} />
      </td>
    </tr>
  ))
}

/** The part of a line that is only displayed, such as thinking. */
function BucketPart({ of: bucket, row, figure }: Pick<SumParts, 'row' | 'figure'> & { readonly of: PriceBucket | undefined }) {
  const t = useText()
  const count = bucket?.part && otherOf(row)[bucket.part.tokensKey]
  return count ? <span className="text3"> {t(bucket.part.textKey, { count: figure(count) })}</span> : null
}

/** From the sum of the lines to the charge. */
function Closing({ row, sum, places }: SumParts) {
  const t = useText()
  const format = useQuotaFormat()
  const isPhone = useIsPhone()
  return (
    <>
      {sum.lines.length + sum.tiers.length + sum.uses.length > 1 && (
        <tr className="ruled">
          <th scope="row">{t('log.subtotal')}</th>
          <td />
          <td />
          <td>
            <Exact value={sum.subtotal} least={places} />
          </td>
        </tr>
      )}
      <tr>
        <th scope="row">
          {/* On a phone the names that filter stand below, large enough for a finger. */}
          {t('log.groupFactor')} {isPhone ? row.group : <FilterButton filter="group" value={row.group} />}
        </th>
        <td />
        <td>× {decimalText(sum.groupRatio)}</td>
        <td>
          <Exact value={sum.afterGroup} least={places} />
        </td>
      </tr>
      {sum.isRounded && (
        <tr>
          <th scope="row">{t(sum.isLeast ? 'log.leastOne' : 'log.rounding')}</th>
          <td className="charge-note" colSpan={2}>
            {t(sum.isLeast ? 'log.leastOneText' : 'log.roundingText', { amount: format(1, 'exact') })}
          </td>
          <td>{format(Number(sum.roundedUnits), 'exact')}</td>
        </tr>
      )}
      <tr className="ruled total">
        <th scope="row">{t('log.charged')}</th>
        <td colSpan={2} />
        <td>
          <QuotaText value={row.quota} precision="exact" />
        </td>
      </tr>
    </>
  )
}

/** Price factors of the tokens, and charges other than tokens. */
function Terms({ sum, figure, places }: SumParts) {
  const t = useText()
  return (
    <>
      {sum.tiers.map((tier) => (
        <tr key={tier.name}>
          <th scope="row">{t('log.tier', { name: tier.name })}</th>
          <td />
          <td>× {decimalText(tier.factor)}</td>
          <td>
            <Exact value={tier.amount} least={places} />
          </td>
        </tr>
      ))}
      {sum.uses.map((use) => (
        <tr key={use.kind}>
          <th scope="row">{t(useWords[use.kind] ?? 'log.useOther')}</th>
          <td>{figure(use.count)}</td>
          <td>
            <Exact value={use.price} least={2} words={(price) => t('log.perUse', { price })} />
          </td>
          <td>
            <Exact value={use.amount} least={places} />
          </td>
        </tr>
      ))}
    </>
  )
}

const useWords: Readonly<Record<string, TextKey>> = {
  request: 'log.useRequest',
  webSearch: 'log.useWebSearch',
  webSearchPreview: 'log.useWebSearch',
  groundedPrompt: 'log.useGroundedPrompt',
  fileSearch: 'log.useFileSearch',
}

/** Decimals of a dollar that a line shows: a hundredth of a unit at the usual rate. */
const MAX_DECIMALS = 8
/** Decimals that it shows at least: a unit at the usual rate. */
const MIN_DECIMALS = 6

/** As many decimals as the most exact amount has, within bounds. */
function amountPlaces({ lines, tiers, uses, subtotal, afterGroup }: AddedUp): number {
  const amounts = [...lines, ...tiers, ...uses].map(({ amount }) => amount)
  const needed = [...amounts, subtotal, afterGroup].map((amount) => decimalText(amount, MAX_DECIMALS).split('.')[1]?.length ?? 0)
  return Math.max(MIN_DECIMALS, ...needed)
}

interface ExactProps {
  readonly value: AddedUp['subtotal']
  readonly least?: number
  readonly words?: (dollars: string) => string
}

/** Dollars. A ratio such as 3.92857142857 makes a tail of figures far below a unit: the nearest value is shown, and the whole on hover. */
function Exact({ value, least = MIN_DECIMALS, words = (dollars) => dollars }: ExactProps) {
  const shown = words(`$${decimalText(value, MAX_DECIMALS, least)}`)
  return decimalPlaces(value) <= MAX_DECIMALS ? shown : <span title={`$${decimalText(value)}`}>{shown}</span>
}

/** The hold, what came back of it or was added, the ledger's entry, and by whose price. */
function Movements({ row, isAdmin, charge }: Omit<SumProps, 'sum'>) {
  const t = useText()
  const format = useQuotaFormat()
  const rest = charge.held - charge.quota
  const moved = [
    row.quota > 0 ? t('log.balanceDown', { amount: format(row.quota, 'exact') }) : t('log.balanceSame'),
    t('log.held', { held: format(charge.held, 'exact') }),
    rest > 0 && t('log.released', { amount: format(rest, 'exact') }),
    rest < 0 && t('log.added', { amount: format(-rest, 'exact') }),
  ].filter((part) => part !== false)
  const priced = [
    charge.priced_model !== row.model_name && t('log.pricedAs', { model: charge.priced_model }),
    charge.price_source === 'fallback' && t('log.fallbackPrice'),
    charge.price_source === 'unset' && t('log.unsetPrice'),
  ].filter((part) => part !== false)
  return (
    <p className="text3">
      {[...moved, ...priced].join(' · ')}
      {charge.entry_ref && (
        <>
          {' '}
          <span className="kept-together">
            · <LedgerLink row={row} isAdmin={isAdmin} />
          </span>
        </>
      )}
    </p>
  )
}

const leavingWords: Readonly<Record<AfterLeaving, TextKey>> = {
  cancelled: 'log.leftCancelled',
  usage_awaited: 'log.leftUsageAwaited',
  drained: 'log.leftDrained',
  drain_ended: 'log.leftDrainEnded',
}

const sourceWords: Readonly<Record<string, TextKey>> = {
  upstream: 'log.usageUpstream',
  counted: 'log.usageCounted',
  none: 'log.usageNone',
}
