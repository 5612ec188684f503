// How the last test of a channel went, in the columns of the table.
import type { Channel } from '@waystation/contract/channels/channel'
import { useLanguage, useText } from '~/i18n'
import { RefreshIcon, responseTimeTone, Tag, timeText } from '~/ui/kit'
import { failureText } from '../channel-words.ts'
import { useIsTesting } from './channel-tests.ts'
import { seconds } from './TestResult.tsx'

/** The time of the last test; in red that it failed, with the reason and when in the tooltip. */
export function LastTest({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { id, test_failure, test_time, response_time } = channel
  const time = test_time > 0 ? timeText(test_time, 'full', language) : undefined
  if (useIsTesting(id)) return <RefreshIcon className="turning" aria-label={t('channel.testing')} />
  if (test_failure) {
    return (
      <Tag tone="red" title={t('channel.disabledBecause', { reason: failureText(test_failure, language), time: time ?? '–' })}>
        {t('channel.testFailedShort')}
      </Tag>
    )
  }
  return <ResponseTag ms={response_time} title={time && t('channel.testedAt', { time })} />
}

/** When it was tested last. */
export function TestedAt({ time }: { readonly time: number }) {
  const language = useLanguage()
  return time === 0 ? <span className="text3">–</span> : <span className="number">{timeText(time, 'short', language)}</span>
}

/** Of a tag: how many failed, else the average of those that were tested. */
export function TagTests({ channels }: { readonly channels: readonly Channel[] }) {
  const t = useText()
  const failed = channels.filter((channel) => channel.test_failure !== null)
  const good = channels.filter((channel) => channel.test_failure === null && channel.response_time > 0)
  if (failed.length > 0) {
    return (
      <Tag tone="red" title={failed.map((channel) => channel.name).join(', ')}>
        {t('channel.testsFailed', { count: failed.length })}
      </Tag>
    )
  }
  const sum = good.reduce((total, channel) => total + channel.response_time, 0)
  return <ResponseTag ms={good.length === 0 ? 0 : Math.round(sum / good.length)} />
}

function ResponseTag({ ms, title }: { readonly ms: number; readonly title?: string | undefined }) {
  const t = useText()
  if (ms === 0) return <span className="text3">{t('channel.untested')}</span>
  return (
    <Tag tone={responseTimeTone(ms)} title={title}>
      {seconds(ms)}
    </Tag>
  )
}
