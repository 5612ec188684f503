import { Link, useLocation } from '@tanstack/react-router'
import { checkIn as checkInNow, getWallet, transferInviteIncome } from '@waystation/contract/api/money/wallet'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { quotaText } from '@waystation/contract/money/quota'
import { dayOf, startOfDay } from '@waystation/contract/values/calendar'
import { useId, useState } from 'react'
import { useCall } from '~/api/use-call'
import { type Text, useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { refreshUser } from '~/session/refresh-user'
import { usePublicStatus, useQuotaPerUnit } from '~/session/status'
import {
  Button,
  CheckIcon,
  CopyField,
  Dialog,
  Form,
  FormFailure,
  Panel,
  QuotaField,
  QuotaText,
  SumLines,
  TransferIcon,
  timeText,
  toast,
  useQuotaFormat,
} from '~/ui/kit'
import { zoneName } from '~/ui/time-zone'
import { useServerAddress } from '../server-address.ts'
import { useHumanCheck } from '../sign-in/HumanCheck.tsx'
import './rewards.css'

const DAY_MS = 86_400_000

/** Once on each date of the site's time zone; the last seven days, and what it brought this month. */
export function CheckIn({ checkIn }: { readonly checkIn: CheckIns }) {
  const t = useText()
  const format = useQuotaFormat()
  const language = useLanguage()
  const { least, most, month_count, month_quota, can_check_in, opens_at, zone, days } = checkIn
  const reward = days.at(-1)?.quota ?? 0
  const amountText = useExactAmount()
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
      <p className="rewards-small rewards-zone">{turnWords(zone, t)}</p>
      {can_check_in ? (
        <Now summary={t('wallet.checkIn.month', { count: month_count, amount: amountText(month_quota) })} />
      ) : (
        <div className="rewards-foot">
          {opens_at === null ? (
            <span className="grow number">+{amountText(reward)}</span>
          ) : (
            <span className="grow">{t('wallet.checkIn.opens', { time: timeText(opens_at, 'full', language) })}</span>
          )}
          <Button isDisabled>{t(opens_at === null ? 'wallet.checkIn.already' : 'wallet.checkIn.button')}</Button>
        </div>
      )}
    </Panel>
  )
}

/** An amount as the log tells it: to the unit, without zeros at its end. */
function useExactAmount(): (units: number) => string {
  const quotaPerUnit = useQuotaPerUnit()
  const isInCurrency = usePublicStatus()?.display_in_currency ?? true
  const language = useLanguage()
  return (units) => quotaText(units, { quotaPerUnit, isInCurrency }, language)
}

/** By which clock days are counted, and when a new one begins here where that is another time than midnight. */
function turnWords(zone: string, t: Text): string {
  const next = startOfDay(dayOf(Date.now(), zone) + 1, zone)
  const name = zoneName(zone)
  const time = new Date(next).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return time === '00:00' ? t('wallet.checkIn.zone', { zone: name }) : t('wallet.checkIn.turns', { zone: name, time })
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
  const amountText = useExactAmount()
  const human = useHumanCheck()
  const { run } = useCall(checkInNow, { refreshes: [getWallet] })
  const take = async () => {
    try {
      const { quota } = await run({ query: { turnstile: human.token } })
      toast.done(t('wallet.checkIn.toast', { amount: amountText(quota) }))
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

type Wallet = CallData<typeof getWallet>
export type CheckIns = NonNullable<Wallet['check_in']>
export type Invitation = NonNullable<Wallet['invitation']>

interface TransferProps {
  readonly invitation: Invitation
  readonly onClose: () => void
}

/** Asks how much of the invitation income goes to the balance; all of it, unless something else is typed. */
function Transfer({ invitation: { transferable, transfer_least }, onClose }: TransferProps) {
  const t = useText()
  const format = useQuotaFormat()
  const id = useId()
  const { run } = useCall(transferInviteIncome, { isQuiet: true, done: 'wallet.invite.transferred', refreshes: [getWallet] })
  const least = t('wallet.invite.least', { amount: format(transfer_least) })
  const check = ({ quota }: { quota?: number | undefined }): Record<string, string> => {
    if (quota === undefined || quota < transfer_least) return { quota: least }
    return quota > transferable ? { quota: t('wallet.invite.most', { amount: format(transferable) }) } : {}
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('wallet.invite.transfer')}
      width={420}
      buttons={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" isSubmit form={id}>
            {t('wallet.invite.transfer')}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        schema={transferInviteIncome.body}
        initial={{ quota: transferable }}
        check={check}
        onSubmit={async (values) => {
          await run({ body: values })
          void refreshUser()
          onClose()
        }}
      >
        <FormFailure />
        <QuotaField name="quota" label={t('wallet.invite.amount')} hint={least} />
      </Form>
    </Dialog>
  )
}

/** The link for friends, what they brought, and moving it to the balance. */
export function Invite({ invitation }: { readonly invitation: Invitation }) {
  const t = useText()
  const format = useQuotaFormat()
  const address = useServerAddress()
  const { people, gifts, rebates, income, rebate_percent: percent } = invitation
  return (
    <Panel title={t('wallet.invite.title')} {...(percent > 0 ? { aside: t('wallet.invite.rebate', { percent }) } : {})} isFlush>
      <div className="rewards-invite">
        <CopyField value={`${address}${paths.register()}?aff=${invitation.code}`} label={t('wallet.invite.copy')} />
        <Terms invitation={invitation} />
        <hr />
        <SumLines
          lines={[
            { label: t('wallet.invite.people'), value: t('wallet.invite.peopleCount', { count: people }) },
            { label: t('wallet.invite.gifts'), value: <QuotaText value={gifts} /> },
            { label: t('wallet.invite.rebates'), value: <QuotaText value={rebates} /> },
            { label: t('wallet.invite.income'), value: format(income), isTotal: true },
          ]}
        />
        {people > 0 && <WhoJoined />}
      </div>
      <Transferable invitation={invitation} />
    </Panel>
  )
}

/** Leads to those who joined, from wherever else. */
function WhoJoined() {
  const t = useText()
  if (useLocation().pathname === paths.invitations()) return null
  return (
    <Link className="rewards-who" to={paths.invitations()}>
      {t('wallet.invited.title')}
    </Link>
  )
}

/** What inviting brings, as far as it brings anything. */
function Terms({
  invitation: { to_inviter, to_invitee, rebate_percent: percent, after_first_payment },
}: {
  readonly invitation: Invitation
}) {
  const t = useText()
  const format = useQuotaFormat()
  // Chinese has no space between two sentences.
  const space = useLanguage() === 'zh' ? '' : ' '
  const gifts =
    to_inviter > 0 || to_invitee > 0
      ? t(after_first_payment ? 'wallet.invite.bothLater' : 'wallet.invite.both', { mine: format(to_inviter), theirs: format(to_invitee) })
      : ''
  const share = percent > 0 ? t('wallet.invite.share', { percent }) : ''
  const terms = [gifts, share].filter(Boolean)
  return terms.length > 0 && <p className="rewards-small">{terms.join(space)}</p>
}

function Transferable({ invitation }: { readonly invitation: Invitation }) {
  const t = useText()
  const format = useQuotaFormat()
  const [isOpen, setIsOpen] = useState(false)
  const { income, transferable, transferred, transfer_least } = invitation
  const reason =
    transferable >= transfer_least
      ? undefined
      : transferable > 0
        ? t('wallet.invite.tooLittle', { amount: format(transfer_least) })
        : t('wallet.invite.nothing')
  return (
    <div className="rewards-transfer">
      <div className="rewards-foot">
        <div className="grow">
          <div className="rewards-small">{t('wallet.invite.transferable')}</div>
          <div className="rewards-transferable">
            <QuotaText value={transferable} />
          </div>
        </div>
        <Button icon={<TransferIcon />} onClick={() => setIsOpen(true)} disabledReason={reason}>
          {t('wallet.invite.transfer')}
        </Button>
      </div>
      {reason !== undefined && <p className="rewards-small">{reason}</p>}
      {income > 0 && <p className="rewards-small">{t('wallet.invite.note', { amount: format(transferred) })}</p>}
      {isOpen && <Transfer invitation={invitation} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
