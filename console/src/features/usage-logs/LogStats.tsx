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
  const stats = useLogStats(filters, isAdmin, everyMs)
  const figure = (value: number | undefined) => (value === undefined ? <Skeleton width={44} /> : <NumberText value={value} isShort />)
  return (
    <Chips
      figures={[
        { label: t('log.spend'), value: stats ? <QuotaText value={stats.quota} /> : <Skeleton width={44} /> },
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
