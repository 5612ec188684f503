import { Link } from '@tanstack/react-router'
import { getUsageYear } from '@waystation/contract/api/money/wallet'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import type { Language } from '~/i18n/language'
import { paths } from '~/paths'
import { ErrorState, Panel, QuotaText, SkeletonLines, timeText, useQuotaFormat } from '~/ui/kit'
import { dayTexts, monthText } from '../statement/statement-texts.ts'
import { monthsOf, SHADES, shadeOf, type YearMonth } from './year-months.ts'
import './year.css'

const MINUTES_FRESH = 5
/** The days that a month may have, from 0. */
const places = Array.from({ length: 31 }, (_, day) => day)
const shades = Array.from({ length: SHADES + 1 }, (_, shade) => shade)

/** What was used on each day of the last twelve months, as a calendar; each month leads to its statement. */
export function YearPanel() {
  const t = useText()
  const language = useLanguage()
  const { data: year, error, refresh } = useData(getUsageYear, {}, { freshMs: MINUTES_FRESH * 60_000 })
  const months = year ? monthsOf(year.first, year.by_day) : []
  const most = Math.max(0, ...(year?.by_day ?? []))
  return (
    <Panel title={t('wallet.year.title')} aside={<Scale />}>
      {error && !year && <ErrorState error={error} onRetry={refresh} />}
      {!error && !year && <SkeletonLines count={12} />}
      {year && (
        <>
          <table className="year">
            <caption className="unseen">{t('wallet.year.title')}</caption>
            <tbody>
              {months.map((month) => (
                <MonthLine key={month.month} month={month} most={most} />
              ))}
            </tbody>
          </table>
          {most === 0 && <p className="wallet-small">{t('wallet.year.none')}</p>}
          {year.hours_until !== null && (
            <p className="wallet-small">{t('time.wholeHours', { time: timeText(year.hours_until, 'short', language) })}</p>
          )}
        </>
      )}
    </Panel>
  )
}

/** From nothing to most. */
function Scale() {
  const t = useText()
  return (
    <span className="year-scale" aria-hidden>
      {t('wallet.year.less')}
      {shades.map((shade) => (
        <i key={shade} className={`shade-${shade}`} />
      ))}
      {t('wallet.year.more')}
    </span>
  )
}

function MonthLine({ month: { month, days, total }, most }: { readonly month: YearMonth; readonly most: number }) {
  const t = useText()
  const language = useLanguage()
  const format = useQuotaFormat()
  const names = dayTexts(month, days.length, language)
  const largest = Math.max(0, ...days)
  const words = t('wallet.year.month', { most: format(largest), day: names[days.indexOf(largest)] ?? '' })
  return (
    <tr>
      <th scope="row">
        <Link to={paths.statement()} search={{ month }} aria-label={monthText(month, language)}>
          {shortMonth(month, language)}
        </Link>
      </th>
      <td>
        {/* Of the days the largest is read aloud; each has its figure on the statement. */}
        <span className="year-days" role="img" aria-label={largest > 0 ? words : t('wallet.year.nothing')}>
          {places.map((day) => {
            const quota = days[day]
            if (quota === undefined) return <i key={day} className="to-come" />
            return <i key={day} className={`shade-${shadeOf(quota, most)}`} title={`${names[day]}: ${format(quota)}`} />
          })}
        </span>
      </td>
      <td className="right number">
        <QuotaText value={total} zeroIsNone />
      </td>
    </tr>
  )
}

/** `Mar`; January with its year. @param month `2026-03` */
function shortMonth(month: string, language: Language): string {
  const isFirst = month.endsWith('-01')
  const style: Intl.DateTimeFormatOptions = { month: 'short', timeZone: 'UTC', ...(isFirst ? { year: '2-digit' } : {}) }
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en-US', style)
}
