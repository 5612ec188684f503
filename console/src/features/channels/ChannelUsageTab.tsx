import type { Channel } from '@waystation/contract/channel'
import { useText } from '~/i18n'
import { useQuotaFormat } from '~/ui/kit'
import { ChannelUsageSection } from './ChannelUsageSection.tsx'

/** What was spent through a channel: lately by model, and since it was made. */
export function ChannelUsageTab({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const money = useQuotaFormat()
  return (
    <div className="form">
      <ChannelUsageSection channelId={channel.id} />
      <p className="field-hint">{t('channel.usedEver', { money: money(channel.used_quota) })}</p>
    </div>
  )
}
