import { useNavigate } from '@tanstack/react-router'
import { getWallet } from '@waystation/contract/api/wallet'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { CheckIn } from '~/shared/rewards/CheckIn.tsx'
import { Invite } from '~/shared/rewards/Invite.tsx'
import { Button, ErrorState, OrdersIcon, Page } from '~/ui/kit'
import { AddMoney } from './AddMoney.tsx'
import { Balance } from './Balance.tsx'
import { History } from './History.tsx'
import { Owed } from './Owed.tsx'
import { OwnBudget } from './OwnBudget.tsx'
import { PayOrder } from './PayOrder.tsx'
import type { OpenOrder } from './pay-order.ts'
import { RedeemCode } from './RedeemCode.tsx'
import './wallet.css'

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
          <OwnBudget />
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
