import { countChannels } from '@waystation/contract/api/channel-many'
import { channelStatus } from '@waystation/contract/status-table'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { useUrlState } from '~/ui/kit'
import { TESTED } from './channel-filters.ts'
import './channel.css'

/** `48 channels, 44 enabled · 2 auto-disabled · 3 failed their test`, the troubles as links to them; what the page is for while there are none. */
export function ChannelCountsText() {
  const t = useText()
  const { change } = useUrlState()
  const { data } = useData(countChannels)
  if (!data || data.total === 0) return t('channel.subtitle')
  const show = (filters: Readonly<Record<string, string>>) => change({ status: undefined, [TESTED]: undefined, p: undefined, ...filters })
  return (
    <>
      {t('channel.counts', { count: data.total, enabled: data.enabled })}
      {data.auto_disabled > 0 && (
        <button type="button" className="count-link tone-amber" onClick={() => show({ status: String(channelStatus.autoDisabled) })}>
          {t('channel.autoCount', { count: data.auto_disabled })}
        </button>
      )}
      {data.test_failed > 0 && (
        <button type="button" className="count-link tone-red" onClick={() => show({ [TESTED]: 'failed' })}>
          {t('channel.testsFailedCount', { count: data.test_failed })}
        </button>
      )}
    </>
  )
}
