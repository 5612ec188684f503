import { Link, useNavigate } from '@tanstack/react-router'
import { listOwnBudgets } from '@waystation/contract/api/money/budget'
import { getOwnOrder, getWallet, listMoneyIn, redeem } from '@waystation/contract/api/money/wallet'
import { useState } from 'react'
import { call } from '~/api/call'
import { CallError, messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useRefresh } from '~/api/use-refresh'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { refreshUser } from '~/session/refresh-user'
import { usePublicStatus } from '~/session/status'
import { useUser } from '~/session/user'
import { BudgetBar } from '~/shared/budget/BudgetBar'
import { priceText } from '~/shared/money/price-text.ts'
import { CheckIn, Invite } from '~/shared/rewards/Rewards'
import {
  Banner,
  Button,
  changeText,
  ErrorState,
  OrdersIcon,
  OutsideIcon,
  Page,
  Panel,
  type SumLine,
  timeText,
  toast,
  useQuotaFormat,
} from '~/ui/kit'
import { BalancePanel } from './BalancePanel.tsx'
import { CodeEntry } from './CodeEntry.tsx'
import { History } from './History.tsx'
import { isMethod, MethodIcon } from './methods.tsx'
import type { WalletData } from './money.ts'
import { AddMoney } from './pay/AddMoney.tsx'
import { PayDialog } from './pay/PayDialog.tsx'
import { type OpenOrder, openPaymentPage } from './pay/pay-order.ts'
import { useWaiting } from './pay/WaitingBox.tsx'
import './wallet.css'

const WAIT_MS = 15 * 60_000

interface PayOrderProps {
  readonly order: OpenOrder
  /** The order stays: it can be paid later, from the history. */
  readonly onClose: () => void
  readonly onOrder: (order: OpenOrder) => void
}

/** An order that waits to be paid: where to pay it, and what has become of it. */
function PayOrder({ order, onClose, onOrder }: PayOrderProps) {
  const t = useText()
  const format = useQuotaFormat()
  const refresh = useRefresh()
  const balance = useUser()?.quota ?? 0
  const waiting = useWaiting({
    of: `${order.id}`,
    startedAtMs: order.startedAtMs,
    endsAtMs: order.startedAtMs + WAIT_MS,
    poll: async (signal) => {
      const { status } = await call(getOwnOrder, { params: { id: order.id } }, { signal })
      if (status === 'pending') return 'waiting'
      await Promise.all([refreshUser(), refresh(getWallet, listMoneyIn)])
      return status === 'paid' ? 'done' : 'failed'
    },
  })
  const { again } = order
  const newOrder = () => again?.().then(onOrder, (error: unknown) => toast.failed(messageOf(error)))
  const calculation: SumLine[] = order.calculation === undefined ? [] : [{ label: t('wallet.calculation'), value: order.calculation }]
  return (
    <PayDialog
      isOpen
      onClose={onClose}
      title={isMethod(order.method) ? t(`wallet.payWith.${order.method}`) : t('wallet.toPay')}
      code={undefined}
      onOpenPage={() => openPaymentPage(order)}
      icon={<MethodIcon method={order.method} />}
      price={priceText(order.money, order.currency)}
      lines={[{ label: t('wallet.credited'), value: format(order.quota) }, ...calculation]}
      orderNumber={order.number}
      waiting={waiting}
      paid={t('wallet.paid', { balance: format(balance) })}
      onOtherMethod={onClose}
      // Of an order from the history only its price is known: a new one is made on the page behind.
      onNewOrder={again ? newOrder : onClose}
    />
  )
}

/** A field for a redemption code. Why a code does not count stands below it. */
function RedeemCode() {
  const t = useText()
  const format = useQuotaFormat()
  const [key, setKey] = useState('')
  const [fault, setFault] = useState<string>()
  const { run, isRunning } = useCall(redeem, { isQuiet: true, refreshes: [getWallet, listMoneyIn] })
  const submit = async () => {
    if (key.trim() === '') return setFault(t('wallet.codeEmpty'))
    try {
      const { quota, is_gift } = await run({ body: { key: key.trim() } })
      toast.done(t(is_gift ? 'wallet.redeemedGift' : 'wallet.redeemed', { amount: format(quota) }))
      setKey('')
      setFault(undefined)
      void refreshUser()
    } catch (error) {
      setFault((error instanceof CallError ? error.fields.key : undefined) ?? messageOf(error))
    }
  }
  return (
    <Panel title={t('wallet.code')} aside={<Shop />}>
      <CodeEntry
        label={t('wallet.code')}
        placeholder={t('wallet.paste')}
        submit={t('wallet.redeem')}
        value={key}
        onChange={(typed) => {
          setKey(typed)
          setFault(undefined)
        }}
        onSubmit={submit}
        fault={fault}
        isBusy={isRunning}
      />
    </Panel>
  )
}

/** Where codes are sold. */
function Shop() {
  const t = useText()
  const shop = usePublicStatus()?.top_up_link
  if (!shop) return t('wallet.noLink')
  return (
    <a className="wallet-link" href={shop} target="_blank" rel="noreferrer">
      {t('wallet.buyCode')}
      <OutsideIcon />
    </a>
  )
}

const none = { balance: 0, held: 0, running_calls: 0 }

/** The balance, what of it is held, and what was used this month. */
function Balance({ wallet }: { readonly wallet: WalletData | undefined }) {
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

/** The limits that an admin set; nothing where there are none. */
function OwnBudgets() {
  const t = useText()
  const { data: budgets = [] } = useData(listOwnBudgets, {}, { refetchesOnReturn: true })
  if (budgets.length === 0) return null
  return (
    <Panel title={t('budget.mine')}>
      <p className="text2 budget-note">{t('budget.mineText')}</p>
      {budgets.map((budget) => (
        <BudgetBar key={`${budget.unit} ${budget.period}`} budget={budget} />
      ))}
    </Panel>
  )
}

/** What the user owes, and what is locked, where there is any: both come from payments that were given back or are disputed. */
function Owed({ wallet: { debt, locked } }: { readonly wallet: WalletData }) {
  const t = useText()
  const format = useQuotaFormat()
  return (
    <>
      {debt > 0 && <Banner tone="amber">{t('wallet.debt', { amount: format(debt) })}</Banner>}
      {locked > 0 && <Banner tone="amber">{t('wallet.locked', { amount: format(locked) })}</Banner>}
    </>
  )
}

/** What somebody has, and everything that adds to it. */
export default function WalletPage() {
  const t = useText()
  const navigate = useNavigate()
  const { data: wallet, error, refresh } = useData(getWallet, {}, { refetchesOnReturn: true })
  const [order, setOrder] = useState<OpenOrder>()
  if (error && !wallet) {
    return (
      <Page title={t('wallet.title')}>
        <ErrorState error={error} onRetry={refresh} />
      </Page>
    )
  }
  return (
    <Page
      title={t('wallet.title')}
      subtitle={t('wallet.subtitle')}
      actions={
        <Button icon={<OrdersIcon />} onClick={() => void navigate({ to: paths.statement() })}>
          {t('statement.title')}
        </Button>
      }
    >
      <div className="wallet">
        <div className="wallet-balance">
          {wallet && <Owed wallet={wallet} />}
          <Balance wallet={wallet} />
        </div>
        <div className="wallet-add">
          <AddMoney offer={wallet?.top_up} onOrder={setOrder} />
        </div>
        <div className="wallet-side rewards">
          <OwnBudgets />
          <RedeemCode />
          {wallet?.check_in && <CheckIn checkIn={wallet.check_in} />}
          {wallet?.invitation && <Invite invitation={wallet.invitation} />}
        </div>
        <div className="wallet-history">
          <History onOrder={setOrder} />
        </div>
      </div>
      {order && <PayOrder key={order.id} order={order} onClose={() => setOrder(undefined)} onOrder={setOrder} />}
    </Page>
  )
}
