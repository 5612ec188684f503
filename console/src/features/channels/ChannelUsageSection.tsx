import { getChannelUsage } from '@waystation/contract/api/channel-health'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { Chart, FormSection, numberText, OTHER_COLOR, QuickChoices, timeText, useQuotaFormat } from '~/ui/kit'
import { midnight } from '~/ui/midnight'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400

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
  const { from, to } = spanOf(days, step)
  const { data, error } = useData(
    getChannelUsage,
    { params: { id: channelId }, query: { from: String(from), to: String(to), step } },
    { freshMs: 60_000 },
  )
  const starts = data?.starts ?? []
  const short = (start: number) => (step === 'hour' ? timeText(start, 'clock', language).slice(0, 5) : dayText(start, language))
  const sum = data && `${money(data.quota)} · ${t('channel.hourCalls', { count: data.calls, calls: numberText(data.calls, language) })}`

  return (
    <FormSection
      title={t('channel.usage')}
      columns={1}
      aside={
        <>
          <span className="field-hint">{sum}</span>
          <QuickChoices
            choices={spans.map((span) => ({ label: t(span.label), isChosen: span.label === label, choose: () => setSpan(span) }))}
          />
        </>
      }
    >
      <Chart
        title={t('channel.usageTitle')}
        kind="bars"
        labels={starts.map(short)}
        fullLabels={starts.map((start) => (step === 'hour' ? timeText(start, 'short', language) : timeText(start, 'date', language)))}
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

/** Whole hours, or whole days of the person's own, up to now. */
function spanOf(days: number, step: 'hour' | 'day'): { from: number; to: number } {
  const now = new Date()
  if (step === 'hour') {
    const to = Math.floor(now.getTime() / 1000 / HOUR_SECONDS + 1) * HOUR_SECONDS
    return { from: to - days * DAY_SECONDS, to }
  }
  const today = midnight(now)
  return { from: today - (days - 1) * DAY_SECONDS, to: today + DAY_SECONDS }
}

function dayText(start: number, language: 'zh' | 'en'): string {
  return new Date(start * 1000).toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en-US', { month: 'numeric', day: 'numeric' })
}
