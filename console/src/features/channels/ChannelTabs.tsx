import { useNavigate } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { getChannel } from '@waystation/contract/api/channels/channel'
import { getChannelUsage } from '@waystation/contract/api/channels/channel-health'
import type { Channel } from '@waystation/contract/channels/channel'
import { channelStatus } from '@waystation/contract/site/status-table'
import { dayOf, startOfDay, wallMs } from '@waystation/contract/values/calendar'
import { useEffect, useEffectEvent, useState } from 'react'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { useSiteZone } from '~/session/status'
import {
  BalanceIcon,
  Banner,
  Button,
  Chart,
  FormSection,
  LogsIcon,
  numberText,
  OTHER_COLOR,
  QuickChoices,
  Skeleton,
  Tabs,
  TestIcon,
  timeText,
  useFormScope,
  useQuotaFormat,
  useUrlChoice,
} from '~/ui/kit'
import { zoneName } from '~/ui/time-zone'
import { useUpdateBalance } from './channel-actions.tsx'
import { Balance, offersBalance } from './channel-cells.tsx'
import { isDisabled } from './channel-columns.tsx'
import { storedTest, testStored, useChannelCalls } from './channel-queries.ts'
import { disabledBecause } from './channel-words.ts'
import { ChannelFields } from './form/ChannelFields.tsx'
import { RoutingFields } from './form/RoutingFields.tsx'
import { HealthSection } from './test/ChannelHealth.tsx'
import { TestResult } from './test/TestResult.tsx'

/** How a channel does: its last hour, its last test, and what its account has left. */
function ChannelHealthTab({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <div className="form">
      <HealthSection channelId={channel.id} isDim={isDisabled(channel)} />
      <LastTestSection channel={channel} />
      <BalanceSection channel={channel} />
      <div>
        <Button size="small" icon={<LogsIcon />} onClick={() => navigate({ to: paths.logs(), search: { channel: String(channel.id) } })}>
          {t('channel.logs')}
        </Button>
      </div>
    </div>
  )
}

function LastTestSection({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { refresh } = useChannelCalls()
  const last = storedTest(channel, language)
  const run = async () => {
    await testStored(channel.id)
    await refresh()
  }
  return (
    <FormSection
      title={t('channel.lastTest')}
      columns={1}
      aside={
        <Button size="small" icon={<TestIcon />} onClick={run}>
          {t(last ? 'channel.testAgain' : 'channel.testRun')}
        </Button>
      }
    >
      {last ? <TestResult result={last} /> : <span className="field-hint">{t('channel.testNone')}</span>}
    </FormSection>
  )
}

function BalanceSection({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const update = useUpdateBalance()
  const offers = offersBalance(channel)
  const { balance_updated_time: at } = channel
  return (
    <FormSection
      title={t('channel.balanceAtProvider')}
      columns={1}
      aside={
        offers && (
          <Button size="small" icon={<BalanceIcon />} onClick={() => update(channel)}>
            {t('channel.balanceUpdate')}
          </Button>
        )
      }
    >
      {at > 0 ? (
        <p className="balance-line">
          <Balance channel={channel} />
          <span className="field-hint">{t('channel.balanceAt', { time: timeText(at, 'full', language) })}</span>
        </p>
      ) : (
        <span className="field-hint">{t(offers ? 'channel.balanceUnknown' : 'channel.balanceNone')}</span>
      )}
    </FormSection>
  )
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const spans = [
  { days: 1, step: 'hour', label: 'channel.usageDay' },
  { days: 7, step: 'day', label: 'channel.usageWeek' },
  { days: 30, step: 'day', label: 'channel.usageMonth' },
] as const

/** What was spent through a channel, by model. */
function ChannelUsageSection({ channelId }: { readonly channelId: number }) {
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
        <QuickChoices
          choices={spans.map((span) => ({ label: t(span.label), isChosen: span.label === label, choose: () => setSpan(span) }))}
        />
      }
    >
      <p className="field-hint">{sum ? `${sum} · ${zoneName(zone)}` : !error && <Skeleton width={180} />}</p>
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

/** Shows that a channel is disabled, why and since when, and enables it. Empty while it is enabled. */
function StatusBanner({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { enable } = useChannelCalls()
  const { id, status } = channel
  if (status === channelStatus.enabled) return null
  const isAuto = status === channelStatus.autoDisabled
  const { reason, time } = disabledBecause(channel, language)
  return (
    <Banner
      tone={isAuto ? 'amber' : 'blue'}
      action={
        <Button size="small" onClick={() => enable(id)}>
          {t('channel.enableOne')}
        </Button>
      }
    >
      <strong>
        {t(isAuto ? (time > 0 ? 'channel.isAutoDisabledSince' : 'channel.isAutoDisabled') : 'channel.isDisabled', {
          time: timeText(time, 'full', language),
        })}
      </strong>
      {reason !== '' && <div className="status-reason">{reason}</div>}
    </Banner>
  )
}

/** What was spent through a channel: lately by model, and since it was made. */
function ChannelUsageTab({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const money = useQuotaFormat()
  return (
    <div className="form">
      <p className="field-hint">{t('channel.usedEver', { money: money(channel.used_quota) })}</p>
      <ChannelUsageSection channelId={channel.id} />
    </div>
  )
}

const FRESH_MS = 5000

/** An existing channel: how it stands, and its settings, health and usage behind tabs, of which the address knows the open one. */
export function ChannelTabs({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const [tab, setTab] = useUrlChoice('tab', ['settings', 'health', 'usage'])
  // The form keeps its initial values; everything around it shows the current ones.
  const now = useData(getChannel, { params: { id: channel.id } }, { freshMs: FRESH_MS }).data
  const current: Channel = now ? { ...channel, ...now, id: channel.id } : channel
  useFaultInSight(() => setTab('settings'))
  return (
    <>
      <StatusBanner channel={current} />
      <Tabs
        label={t('channel.tabs')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            key: 'settings',
            label: t('channel.tabSettings'),
            content: (
              <div className="form">
                <ChannelFields stored={current} />
                <RoutingFields />
              </div>
            ),
          },
          {
            key: 'health',
            label: t('channel.tabHealth'),
            badge: current.test_failure ? { text: t('channel.testFailed'), tone: 'red' } : undefined,
            content: <ChannelHealthTab channel={current} />,
          },
          { key: 'usage', label: t('channel.usage'), content: <ChannelUsageTab channel={current} /> },
        ]}
      />
    </>
  )
}

/** A wrong field stands among the settings: saving from another tab must lead to it. */
function useFaultInSight(show: () => void): void {
  const { store } = useFormScope()
  const faults = useSelector(store.state, ({ errors }) => Object.keys(errors).length)
  const showFaults = useEffectEvent(show)
  useEffect(() => {
    if (faults > 0) showFaults()
  }, [faults])
}
