// What the account of a channel has left at its provider.
import type { Channel } from '@waystation/contract/channel'
import { reportsBalance } from '@waystation/contract/channel-type'
import { useLanguage, useText } from '~/i18n'
import { timeText } from '~/ui/kit'

const CENTS = 2

/** Does this channel's provider report a balance? */
export const offersBalance = ({ type, base_url }: Pick<Channel, 'type' | 'base_url'>): boolean => reportsBalance(type, base_url)

/** `$312.40`, `¥41.75`, `7.00 EUR`. It is the provider's money, so it is shown in the provider's currency. */
export function moneyText(amount: number, currency: string): string {
  const figure = Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: CENTS, maximumFractionDigits: CENTS })
  const minus = amount < 0 ? '−' : ''
  if (currency === 'USD') return `${minus}$${figure}`
  return currency === 'CNY' ? `${minus}¥${figure}` : `${minus}${figure} ${currency}`
}

/** The last reported balance: red when nothing is left, a dash where there is none. */
export function Balance({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { balance, balance_currency, balance_updated_time } = channel
  if (balance_updated_time === 0) {
    return (
      <span className="text3" title={t(offersBalance(channel) ? 'channel.balanceUnknown' : 'channel.balanceNone')}>
        –
      </span>
    )
  }
  const time = timeText(balance_updated_time, 'full', language)
  return (
    <span className={balance <= 0 ? 'number tone-red' : 'number'} title={t('channel.balanceAt', { time })}>
      {moneyText(balance, balance_currency || 'USD')}
    </span>
  )
}
