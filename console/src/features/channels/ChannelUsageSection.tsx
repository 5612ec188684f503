import { getChannelUsage } from '@waystation/contract/api/channel-health'
import { dayOf, startOfDay, wallMs } from '@waystation/contract/calendar'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { useSiteZone } from '~/session/status'
import { Chart, FormSection, numberText, OTHER_COLOR, QuickChoices, useQuotaFormat } from '~/ui/kit'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const spans = [
  { days: 1, step: 'hour', label: 'channel.usageDay' },
  { days: 7, step: 'day', label: 'channel.usageWeek' },
  { days: 30, step: 'day', label: 'channel.usageMonth' },
] as const

/** What was spent through a channel, by model. */
export function ChannelUsageSection({ channelId }: { readonly channelId: number }) {
  const t = useText()
  const language = useLanguage()
  const money = useQuotaFormat()
  const [{ days, step, label }, setSpan] = useState<(typeof spans)[number]>(spans[0])
  const zone = useSiteZone()
  const { from, to } = spanOf(days, step, zone)
  const { data, error } = useData(
    getChannelUsage,
    { params: { id: channelId }, query: { from: String(from), to: String(to), step } },
    { freshMs: 60_000 },
  )
  const starts = data?.starts ?? []
  const told = (start: number, shown: Intl.DateTimeFormatOptions) =>
    new Date(start * 1000).toLocaleString(language === 'zh' ? 'zh-CN' : 'en-US', { ...shown, hourCycle: 'h23', timeZone: zone })
  const day = { month: 'numeric', day: 'numeric' } as const
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const sum = data && `${money(data.quota)} · ${t('channel.hourCalls', { count: data.calls, calls: numberText(data.calls, language) })}`

  return (
    <FormSection
      title={t('channel.usage')}
      columns={1}
      aside={
        <>
          <span className="field-hint">{sum && `${sum} · ${zone.replaceAll('_', ' ')}`}</span>
          <QuickChoices
            choices={spans.map((span) => ({ label: t(span.label), isChosen: span.label === label, choose: () => setSpan(span) }))}
          />
        </>
      }
    >
      <Chart
        title={t('channel.usageTitle')}
        kind="bars"
        labels={starts.map((start) => told(start, step === 'hour' ? clock : day))}
        fullLabels={starts.map((start) => told(start, step === 'hour' ? { ...day, ...clock } : { ...day, year: 'numeric' }))}
        series={(data?.models ?? []).map(({ model, quota }, index) => ({
          name: model ?? t('channel.usageOther'),
          values: quota,
          color: model === null ? OTHER_COLOR : index,
        }))}
        format={(value) => money(value)}
        axisFormat={(value) => money(value).replace(/\.00$/, '')}
        totalName={t('channel.usageTotal')}
        isLoading={!data && !error}
        emptyText={error ? error.message : t('channel.usageNone')}
        height={180}
      />
    </FormSection>
  )
}

/** Whole hours, or whole days of the site's time zone, up to now. Unix seconds. */
function spanOf(days: number, step: 'hour' | 'day', zone: string): { from: number; to: number } {
  const now = Date.now()
  const seconds = (ms: number) => Math.floor(ms / 1000)
  if (step === 'hour') {
    const to = now + HOUR_MS - ((wallMs(now, zone) + (now % 1000)) % HOUR_MS)
    return { from: seconds(to - days * DAY_MS), to: seconds(to) }
  }
  const today = dayOf(now, zone)
  return { from: seconds(startOfDay(today - days + 1, zone)), to: seconds(startOfDay(today + 1, zone)) }
}
