import { checkIn as checkInNow, getWallet } from '@waystation/contract/api/wallet'
import { dayOf } from '@waystation/contract/calendar'
import { useCall } from '~/api/use-call'
import { useLanguage, useText } from '~/i18n'
import { refreshUser } from '~/session/refresh-user'
import { useHumanCheck } from '~/shared/sign-in/use-human-check'
import { Button, CheckIcon, Panel, timeText, toast, useQuotaFormat } from '~/ui/kit'
import type { CheckIns } from './rewards-data.ts'
import './rewards.css'

const DAY_MS = 86_400_000

/** Once on each date of the site's time zone; the last seven days, and what it brought this month. */
export function CheckIn({ checkIn }: { readonly checkIn: CheckIns }) {
  const t = useText()
  const format = useQuotaFormat()
  const language = useLanguage()
  const { least, most, month_count, month_quota, can_check_in, opens_at, zone, days } = checkIn
  const reward = days.at(-1)?.quota ?? 0
  return (
    <Panel
      title={t('wallet.checkIn.title')}
      aside={
        most > least
          ? t('wallet.checkIn.between', { least: format(least), most: format(most) })
          : t('wallet.checkIn.each', { amount: format(least) })
      }
    >
      <ol className="rewards-days">
        {days.map((day, at) => (
          <Day key={day.day} day={day} zone={zone} isToday={at === days.length - 1} />
        ))}
      </ol>
      {can_check_in ? (
        <Now summary={t('wallet.checkIn.month', { count: month_count, amount: format(month_quota, 'exact') })} />
      ) : (
        <div className="rewards-foot">
          {opens_at === null ? (
            <span className="grow number">+{format(reward, 'exact')}</span>
          ) : (
            <span className="grow">{t('wallet.checkIn.opens', { time: timeText(opens_at, 'full', language) })}</span>
          )}
          <Button isDisabled>{t(opens_at === null ? 'wallet.checkIn.already' : 'wallet.checkIn.button')}</Button>
        </div>
      )}
    </Panel>
  )
}

interface DayProps {
  readonly day: CheckIns['days'][number]
  readonly zone: string
  readonly isToday: boolean
}

function Day({ day: { day, quota }, zone, isToday }: DayProps) {
  const t = useText()
  const isDone = quota > 0
  const state = isDone ? t('wallet.checkIn.done') : isToday ? t('wallet.checkIn.open') : t('wallet.checkIn.missed')
  return (
    <li className={isToday && !isDone ? 'to-take' : ''} title={state}>
      <span className="rewards-day">
        <span className="unseen">{state}</span>
        {isDone ? <CheckIcon /> : isToday ? null : <span aria-hidden>–</span>}
      </span>
      <span className={isToday ? 'rewards-today' : 'text2'}>
        {isToday ? t('wallet.checkIn.today') : new Date(dayOf(day * 1000, zone) * DAY_MS).getUTCDate()}
      </span>
    </li>
  )
}

function Now({ summary }: { readonly summary: string }) {
  const t = useText()
  const format = useQuotaFormat()
  const human = useHumanCheck()
  const { run } = useCall(checkInNow, { refreshes: [getWallet] })
  const take = async () => {
    try {
      const { quota } = await run({ query: { turnstile: human.token } })
      toast.done(t('wallet.checkIn.toast', { amount: format(quota) }))
      void refreshUser()
    } catch (error) {
      human.renew()
      throw error
    }
  }
  return (
    <>
      {human.box}
      <div className="rewards-foot">
        <span className="grow">{summary}</span>
        <Button onClick={take} disabledReason={human.waitReason}>
          {t('wallet.checkIn.button')}
        </Button>
      </div>
    </>
  )
}
