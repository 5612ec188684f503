import { useNavigate } from '@tanstack/react-router'
import { listOwnBudgets } from '@waystation/contract/api/money/budget'
import { getWallet } from '@waystation/contract/api/money/wallet'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { BudgetBar } from '~/shared/budget/BudgetBar'
import { CheckIn, Invite } from '~/shared/rewards/Rewards'
import { Arriving, Banner, Button, ErrorState, OrdersIcon, Page, Panel, useQuotaFormat } from '~/ui/kit'
import { History } from './History.tsx'
import type { WalletData } from './money.ts'
import { AddMoney } from './pay/AddMoney.tsx'
import { PayOrder } from './pay/PayOrder.tsx'
import type { OpenOrder } from './pay/pay-order.ts'
import { RedeemCode } from './RedeemCode.tsx'
import { WalletBalance } from './WalletBalance.tsx'
import { YearPanel } from './year/YearPanel.tsx'
import './wallet.css'

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
      {!wallet && <Arriving />}
      <div className="wallet">
        <div className="wallet-balance">
          {wallet && <Owed wallet={wallet} />}
          <WalletBalance wallet={wallet} />
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
          <YearPanel />
          <History onOrder={setOrder} />
        </div>
      </div>
      {order && <PayOrder key={order.id} order={order} onClose={() => setOrder(undefined)} onOrder={setOrder} />}
    </Page>
  )
}
