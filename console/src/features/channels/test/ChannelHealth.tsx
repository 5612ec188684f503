import { getChannelHealth, listChannelHealth } from '@waystation/contract/api/channels/channel-health'
import type { ChannelHealth, ChannelHour } from '@waystation/contract/channels/state/channel-health'
import { call } from '~/api/call'
import { batched, useBatched } from '~/api/use-batched'
import { useData } from '~/api/use-data'
import { type Text, useLanguage, useText } from '~/i18n'
import { FormSection, HealthStrip, numberText, type Slice, timeText } from '~/ui/kit'
import { seconds } from './TestResult.tsx'

const LIST_SLICES = 20
const MINUTES = 60
const EVERY_MS = 60_000

const health = batched<ChannelHealth>(listChannelHealth, (ids) => call(listChannelHealth, { query: { ids: ids.join(',') } }))

/** The last hour of a channel, or of those of a tag together, in a row. */
export function HealthCell({ ids, isDim }: { readonly ids: readonly number[]; readonly isDim?: boolean }) {
  const t = useText()
  const known = useBatched(health, ids, EVERY_MS)
  const label = t('channel.lastHour')
  if (known.length === 0) return <HealthStrip slices={undefined} count={LIST_SLICES} label={label} isDim={isDim === true} />
  const slices = Array.from({ length: LIST_SLICES }, (_, at) => addUp(known.flatMap((one) => one.slices.slice(at, at + 1))))
  return <HealthStrip slices={slices} count={LIST_SLICES} label={`${label}: ${inWords(addUp(slices), t)}`} isDim={isDim === true} />
}

/** The last hour in the drawer, minute by minute, with its figures. */
export function HealthSection({ channelId, isDim }: { readonly channelId: number; readonly isDim: boolean }) {
  const t = useText()
  const { data } = useData(getChannelHealth, { params: { id: channelId } }, { everyMs: EVERY_MS })
  const minutesAgo = (index: number) => MINUTES - 1 - index
  const clock = (index: number) => timeText(Math.floor(Date.now() / 1000) - minutesAgo(index) * 60, 'clock', 'en').slice(0, 5)
  return (
    <FormSection title={t('channel.lastHour')} columns={1} aside={<HourFigures hour={data} />}>
      <HealthStrip
        slices={data?.slices}
        count={MINUTES}
        size="tall"
        isDim={isDim}
        label={data ? `${t('channel.lastHour')}: ${inWords(addUp(data.slices), t)}` : t('channel.lastHour')}
        tip={(index) => `${clock(index)} · ${inWords(data?.slices[index] ?? [0, 0, 0], t)}`}
      />
      <HourHint hour={data} />
    </FormSection>
  )
}

function HourFigures({ hour }: { readonly hour: ChannelHour | undefined }) {
  const t = useText()
  const language = useLanguage()
  if (!hour) return null
  const { calls, failed, first_p95_ms } = hour
  if (calls === 0) return <span className="field-hint">{t('channel.hourNone')}</span>
  const parts = [
    t('channel.hourCalls', { count: calls, calls: numberText(calls, language) }),
    t('channel.hourSuccess', { share: share(calls - failed, calls) }),
    ...(first_p95_ms === null ? [] : [t('channel.hourFirst', { time: seconds(first_p95_ms) })]),
  ]
  return <span className="field-hint">{parts.join(' · ')}</span>
}

/** Marks the time before the server began to count. */
function HourHint({ hour }: { readonly hour: ChannelHour | undefined }) {
  const t = useText()
  if (!hour || hour.since <= Date.now() / 1000 - MINUTES * 60 + 60) return null
  return <span className="field-hint">{t('channel.hourSince', { time: timeText(hour.since, 'clock', 'en').slice(0, 5) })}</span>
}

const addUp = (slices: readonly Slice[]): Slice =>
  slices.reduce<Slice>(([calls, failed, slow], slice) => [calls + slice[0], failed + slice[1], slow + slice[2]], [0, 0, 0])

function inWords([calls, failed, slow]: Slice, t: Text): string {
  if (calls === 0) return t('channel.hourNone')
  return t('channel.hourSlice', { count: calls, calls, failed, slow })
}

/** `98.6%`; never rounded up to 100. */
function share(part: number, whole: number): string {
  return `${(Math.floor((part / whole) * 1000) / 10).toFixed(1)}%`
}
