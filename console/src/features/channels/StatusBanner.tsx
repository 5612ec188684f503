import type { Channel } from '@waystation/contract/channel'
import { channelStatus } from '@waystation/contract/status-table'
import { useLanguage, useText } from '~/i18n'
import { Banner, Button, timeText } from '~/ui/kit'
import { useChannelCalls } from './channel-queries.ts'
import { disabledBecause } from './channel-words.ts'

/** Shows that a channel is disabled, why and since when, and enables it. Empty while it is enabled. */
export function StatusBanner({ channel }: { readonly channel: Channel }) {
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
