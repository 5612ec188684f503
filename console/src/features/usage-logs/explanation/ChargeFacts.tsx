import type { AfterLeaving, ChargeFact, LogEntry, LogOther } from '@waystation/contract/calls/log'
import { type TextKey, useLanguage, useText } from '~/i18n'
import { usePublicStatus, useQuotaPerUnit } from '~/session/status'
import { otherOf } from '~/shared/log-row'
import { numberText, QuotaText, useIsPhone, useQuotaFormat } from '~/ui/kit'
import { isError, isTest } from '../log-other.ts'
import { FilterButton } from '../row-links.tsx'
import { type AddedUp, addUp } from './add-up.ts'
import { type ChargeRow, type ChargeWords, chargeNotes, chargeRows, measuredInput, type ShownNumber } from './charge-text.ts'
import { LedgerLink } from './LedgerLink.tsx'

/** How the tokens of a call were computed where none were reported: of a recording, from characters, from a spoken text. */
function MeasuredFacts({ other, figure }: { readonly other: LogOther; readonly figure: (value: number) => string }) {
  const t = useText()
  const input = measuredInput(other)
  const { sound_tokens_per_token: factor } = other
  return (
    <>
      {input?.unit === 'seconds' && (
        <p className="text3">
          {t('log.measuredSeconds', {
            seconds: secondsExact(input.seconds),
            whole: figure(input.wholeSeconds),
            tokens: figure(input.tokens),
          })}
        </p>
      )}
      {input?.unit === 'pages' && <p className="text3">{t('log.measuredPages', { count: figure(input.pages) })}</p>}
      {input?.unit === 'characters' && <p className="text3">{t('log.measuredCharacters', { count: figure(input.characters) })}</p>}
      {factor !== undefined && <p className="text3">{t('log.soundReckoned', { factor: figure(factor) })}</p>}
    </>
  )
}

/** All decimals: 62.0001 s count as 63, and rounded to 62 they would not. */
const secondsExact = (seconds: number): string => seconds.toLocaleString('en-US', { maximumFractionDigits: 12 })

/** The arithmetic of a charge, line by line, ending in the row's own amount. */
export function ChargeFacts({ row, isAdmin }: { readonly row: LogEntry; readonly isAdmin: boolean }) {
  const t = useText()
  const format = useQuotaFormat()
  const perUnit = useQuotaPerUnit()
  const language = useLanguage()
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
              : other.end_reason === 'recovered'
                ? t('log.recoveredWhole', { amount: format(row.quota, 'exact') })
                : row.content}
        </p>
      )}
      {other.usage_suspect && <p className="tone-orange">{t('log.usageSuspect')}</p>}
      {cutSides.map((side) => {
        const most = other.usage_cut?.[side]
        return most === undefined ? null : (
          <p key={side} className="tone-orange">
            {t(cutWords[side], { most: numberText(most, language) })}
          </p>
        )
      })}
      {other.after_leaving && <p className="text3">{t(leavingWords[other.after_leaving])}</p>}
      {other.refusals_left_out !== undefined && (
        <p className="tone-orange">{t('log.refusalsLeftOut', { count: String(other.refusals_left_out) })}</p>
      )}
      {other.output_lowered_to !== undefined && (
        <p className="text3">{t('log.outputLowered', { tokens: String(other.output_lowered_to) })}</p>
      )}
      {other.tool_uses_lowered_to !== undefined && (
        <p className="text3">{t('log.toolUsesLowered', { uses: String(other.tool_uses_lowered_to) })}</p>
      )}
    </section>
  )
}

const cutSides = ['input', 'output', 'uses', 'searches', 'pages', 'images'] as const
const cutWords = {
  input: 'log.cutInput',
  output: 'log.cutOutput',
  uses: 'log.cutUses',
  searches: 'log.cutSearches',
  images: 'log.cutImages',
  pages: 'log.cutPages',
} as const satisfies Readonly<Record<(typeof cutSides)[number], TextKey>>

interface SumProps {
  readonly row: LogEntry
  readonly isAdmin: boolean
  readonly charge: ChargeFact
  readonly sum: AddedUp
}

function Sum({ row, isAdmin, charge, sum }: SumProps) {
  const words = useChargeWords()
  const other = otherOf(row)
  return (
    <>
      <table>
        <tbody>
          {chargeRows(row, other, charge, sum, words).map((line) => (
            <Line key={line.key} line={line} group={row.group} quota={row.quota} />
          ))}
        </tbody>
      </table>
      <MeasuredFacts other={other} figure={words.figure} />
      {chargeNotes(row, other, charge, sum, words).map(({ text, isWarning }) => (
        <p key={text} className={isWarning ? 'tone-orange' : 'text3'}>
          {text}
        </p>
      ))}
      <Movements row={row} isAdmin={isAdmin} charge={charge} />
    </>
  )
}

function useChargeWords(): ChargeWords {
  const t = useText()
  const language = useLanguage()
  const format = useQuotaFormat()
  const quotaPerUnit = useQuotaPerUnit()
  const inCurrency = usePublicStatus()?.display_in_currency ?? true
  return { t, figure: (value) => numberText(value, language), amount: (units) => format(units, 'exact'), inCurrency, quotaPerUnit }
}

/** A row of the table. A note takes the place of count and price. */
function Line({ line, group, quota }: { readonly line: ChargeRow; readonly group: string; readonly quota: number }) {
  const isPhone = useIsPhone()
  return (
    <tr className={rowClasses[line.kind]}>
      <th scope="row">
        {line.label}
        {line.part && <span className="text3"> {line.part}</span>}
        {/* On a phone the names that filter stand below, large enough for a finger. */}
        {line.kind === 'group' && <> {isPhone ? group : <FilterButton filter="group" value={group} />}</>}
      </th>
      {line.note ? (
        <td className="charge-note" colSpan={2}>
          {line.note}
        </td>
      ) : (
        <>
          <td>{line.count}</td>
          <td>{line.price && <Shown value={line.price} />}</td>
        </>
      )}
      <td>{line.kind === 'total' ? <QuotaText value={quota} precision="exact" /> : <Shown value={line.amount} />}</td>
    </tr>
  )
}

const rowClasses: Readonly<Partial<Record<ChargeRow['kind'], string>>> = { subtotal: 'ruled', total: 'ruled total' }

function Shown({ value: { text, exact } }: { readonly value: ShownNumber }) {
  return exact === undefined ? text : <span title={exact}>{text}</span>
}

/** The hold, what came back of it or was added, the ledger's entry, and by whose price. */
function Movements({ row, isAdmin, charge }: Omit<SumProps, 'sum'>) {
  const t = useText()
  const format = useQuotaFormat()
  const rest = charge.held - charge.quota
  const version = otherOf(row).price_version
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
    version !== undefined && version > 0 && t('log.priceVersion', { version: String(version) }),
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
