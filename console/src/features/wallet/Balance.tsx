import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { useUser } from '~/session/user'
import { BalancePanel, changeText, timeText, useQuotaFormat } from '~/ui/kit'
import type { WalletData } from './wallet-data.ts'

const none = { balance: 0, held: 0, running_calls: 0 }

/** The balance, what of it is held, and what was used this month. */
export function Balance({ wallet }: { readonly wallet: WalletData | undefined }) {
  const t = useText()
  const language = useLanguage()
  const format = useQuotaFormat()
  const { balance, held, running_calls } = wallet ?? none
  const usage = wallet?.usage
  const days = usage?.by_day ?? []
  const today = days.at(-1) ?? 0
  const change = changeText(usage?.last_month, usage?.total)
  return (
    <BalancePanel
      isLoading={wallet === undefined}
      balance={balance}
      {...(typeof usage?.days_left === 'number' ? { balanceHint: t('wallet.lasts', { count: usage.days_left }) } : {})}
      held={held}
      heldNote={running_calls > 0 ? t('wallet.running', { count: running_calls }) : t('wallet.noneRunning')}
      heldHint={<Reminder />}
      usedLabel={usage ? t('wallet.usedThisMonthIn', { zone: usage.zone.replaceAll('_', ' ') }) : t('wallet.usedThisMonth')}
      used={usage?.total ?? 0}
      usedByDay={[...days, ...Array<null>(Math.max(0, (usage?.days_in_month ?? 0) - days.length)).fill(null)]}
      usedByDayLabel={t('wallet.byDay', { today: format(today), most: format(Math.max(0, ...days)) })}
      usedHint={
        <>
          <span>{change && t('wallet.comparedTo', { change })}</span>
          <span>{t('wallet.today', { amount: format(today) })}</span>
          {typeof usage?.hours_until === 'number' && (
            <span>{t('time.wholeHours', { time: timeText(usage.hours_until, 'short', language) })}</span>
          )}
        </>
      }
    />
  )
}

/** The balance below which the user is warned, and a link to change it. */
function Reminder() {
  const t = useText()
  const format = useQuotaFormat()
  const threshold = useUser()?.quota_remind_threshold ?? 0
  return (
    <>
      <span>{threshold > 0 && t('wallet.remind', { amount: format(threshold) })}</span>
      <Link to={paths.me()}>{t('wallet.change')}</Link>
    </>
  )
}
