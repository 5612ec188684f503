import { useText } from '~/i18n'
import { Chips, NumberText, QuotaText, Skeleton } from '~/ui/kit'
import { useLogStats } from './log-queries.ts'

interface LogStatsProps {
  readonly filters: Readonly<Record<string, string>>
  readonly isAdmin: boolean
  readonly everyMs: number | undefined
}

/** What the rows that the filters leave come to, and how busy the last minute was. */
export function LogStats({ filters, isAdmin, everyMs }: LogStatsProps) {
  const t = useText()
  const { data: stats, error } = useLogStats(filters, isAdmin, everyMs)
  // The list below shows the error, since it is loaded with the same filters.
  const unknown = error ? '—' : <Skeleton width={44} />
  const figure = (value: number | undefined) => (value === undefined ? unknown : <NumberText value={value} isShort />)
  return (
    <Chips
      figures={[
        { label: t('log.spend'), value: stats ? <QuotaText value={stats.quota} /> : unknown },
        { label: t('log.tokens'), value: figure(stats?.token_total) },
        {
          label: t('log.inOut'),
          value: (
            <>
              {figure(stats?.token_input)} / {figure(stats?.token_output)}
            </>
          ),
        },
        { label: t('log.rpm'), value: figure(stats?.rpm) },
        { label: t('log.tpm'), value: figure(stats?.tpm) },
      ]}
    />
  )
}
