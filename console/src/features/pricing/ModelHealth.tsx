import { getModelsHealth } from '@waystation/contract/api/channels/catalog'
import { zonedText } from '@waystation/contract/values/calendar'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { useSiteZone } from '~/session/status'
import { HealthStrip, percentText, Skeleton, Tag } from '~/ui/kit'
import { hourSlice, shareTone, worstHour } from './model-hours.ts'

const HOURS = 24

/** What share of a model's calls was answered in the last day, and in each of its hours. As large before that is known as after. */
export function ModelHealth({ model }: { readonly model: string }) {
  const t = useText()
  const { data, error } = useData(getModelsHealth, {}, { freshMs: 60_000 })
  const day = data?.answered[model]
  const isLoading = data === undefined && !error
  // A strip of hours without calls would say that there were none. The server tells nothing any more where the operator has just hidden it.
  const untold = day !== undefined || isLoading ? undefined : (error?.message ?? (data ? t('pricing.sheet.fewCalls') : '–'))
  return (
    <div className={`pricing-health ${untold === undefined ? '' : 'pricing-health-untold'}`}>
      <span className="pricing-health-day">
        {day !== undefined && <Tag tone={shareTone(day)}>{t('pricing.sheet.answered', { share: percentText(day) })}</Tag>}
        {isLoading && <Skeleton width={140} />}
        {untold && <span className="text3">{untold}</span>}
      </span>
      <ModelHours starts={data?.starts ?? []} shares={data?.answered_by_hour[model] ?? []} />
    </div>
  )
}

interface ModelHoursProps {
  /** When the hours began, unix seconds, oldest first; empty while that is not known. */
  readonly starts: readonly number[]
  /** Of the calls in each of them, how many were answered, 0 to 1; null: there was none. */
  readonly shares: readonly (number | null)[]
}

function ModelHours({ starts, shares }: ModelHoursProps) {
  const t = useText()
  const zone = useSiteZone()
  const time = (at: number) => zonedText((starts[at] ?? 0) * 1000, zone)
  const answered = (share: number | null | undefined) =>
    share === null || share === undefined ? t('pricing.sheet.noCalls') : t('pricing.sheet.answered', { share: percentText(share) })
  const worst = worstHour(shares)
  const inWords = [
    t('pricing.sheet.byHour'),
    ...(worst < 0 ? [] : [t('pricing.sheet.worstHour', { time: time(worst), answered: answered(shares[worst]) })]),
    ...(shares.length === 0 ? [] : [t('pricing.sheet.idleHours', { hours: shares.filter((share) => share === null).length })]),
  ]
  return (
    <HealthStrip
      slices={shares.map(hourSlice)}
      count={HOURS}
      size="tall"
      label={inWords.join(' · ')}
      {...(shares.length > 0 && { tip: (at: number) => `${time(at)} · ${answered(shares[at])}` })}
    />
  )
}
