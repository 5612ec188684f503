import { Link } from '@tanstack/react-router'
import { type Text, useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { useUser } from '~/session/user'
import { ReminderLink, useReminderWay } from '~/shared/money/Reminder'
import { changeText, timeText, useQuotaFormat } from '~/ui/kit'
import { zoneName } from '~/ui/time-zone'
import { BalancePanel } from './BalancePanel.tsx'
import type { WalletData } from './money.ts'

/** The pace of the last seven days predicts no date that is more than a year away. */
const LONGEST_FORECAST_DAYS = 365

const forecastText = (days: number, t: Text): string =>
  days > LONGEST_FORECAST_DAYS ? t('wallet.lastsLong') : t('wallet.lasts', { count: days })

const none = { balance: 0, held: 0, running_calls: 0 }

/** The balance, what of it is held, and what was used this month. */
export function WalletBalance({ wallet }: { readonly wallet: WalletData | undefined }) {
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
      {...(typeof usage?.days_left === 'number' ? { balanceHint: forecastText(usage.days_left, t) } : {})}
      held={held}
      heldNote={running_calls > 0 ? t('wallet.running', { count: running_calls }) : t('wallet.noneRunning')}
      heldHint={<Reminder />}
      usedLabel={usage ? t('wallet.usedThisMonthIn', { zone: zoneName(usage.zone) }) : t('wallet.usedThisMonth')}
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

/** The balance below which the user is warned and how, or why they are not; and a link to change it. */
function Reminder() {
  const t = useText()
  const format = useQuotaFormat()
  const threshold = useUser()?.quota_remind_threshold ?? 0
  const way = useReminderWay()
  if (threshold <= 0 || way === undefined) return <Link to={paths.me()}>{t('wallet.change')}</Link>
  return (
    <>
      <span>{t(`reminder.ways.${way}`, { amount: format(threshold) })}</span>
      <ReminderLink way={way} />
    </>
  )
}
