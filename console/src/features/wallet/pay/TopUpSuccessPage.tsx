import { Link } from '@tanstack/react-router'
import { getOwnOrder, getWallet, listMoneyIn } from '@waystation/contract/api/money/wallet'
import { useEffect, useState } from 'react'
import { call } from '~/api/call'
import { useRefresh } from '~/api/use-refresh'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { refreshUser } from '~/session/refresh-user'
import { useUser } from '~/session/user'
import { EmptyState, FailedIcon, OkIcon, Page, Spinner, useQuotaFormat, useUrlState, WalletIcon } from '~/ui/kit'
import { useWaiting, type Waiting } from './WaitingBox.tsx'
import '../wallet.css'

const WAIT_MS = 10 * 60_000
const EVERY_MS = 2000

type PaidOrder = Pick<Awaited<ReturnType<typeof findOrder>>[number], 'status' | 'quota'>

/** The order of an id, or the newest one of the user where the payment service dropped it. A list of one or none. */
async function findOrder(id: number | undefined, signal: AbortSignal) {
  if (id !== undefined) return [await call(getOwnOrder, { params: { id } }, { signal })]
  return (await call(listMoneyIn, { query: { kind: 'paid', p: '1', page_size: '1' } }, { signal })).items
}

/**
 * Where a payment service sends the browser back to. It proves nothing, so it credits nothing: the service's signed notice does. The page
 * looks until that is there, and says what came of it.
 */
export default function TopUpSuccessPage() {
  const t = useText()
  const refresh = useRefresh()
  const { params } = useUrlState()
  const [startedAtMs] = useState(Date.now)
  const [order, setOrder] = useState<PaidOrder>()
  // Some services put their own parameters behind it.
  const id = Number.parseInt(params.order ?? '', 10) || undefined
  const waiting = useWaiting({
    of: String(id),
    startedAtMs,
    endsAtMs: startedAtMs + WAIT_MS,
    everyMs: EVERY_MS,
    poll: async (signal) => {
      const [found] = await findOrder(id, signal)
      if (!found || found.status === 'pending') return 'waiting'
      await Promise.all([refreshUser(), refresh(getWallet, listMoneyIn)])
      setOrder(found)
      return found.status === 'paid' ? 'done' : 'failed'
    },
  })
  // What has happened already is said at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the beginning only
  useEffect(() => void waiting.pollNow(), [])
  return (
    <Page title={t('wallet.success.title')}>
      <div aria-live="polite">
        <Outcome phase={waiting.phase} order={order} />
      </div>
    </Page>
  )
}

function Outcome({ phase, order }: { readonly phase: Waiting['phase']; readonly order: PaidOrder | undefined }) {
  const t = useText()
  const format = useQuotaFormat()
  const balance = useUser()?.quota
  const action = (
    <span className="wallet-ways">
      <Link to={paths.wallet()}>{t('wallet.success.toWallet')}</Link>
      <Link to={paths.home()}>{t('wallet.success.toHome')}</Link>
    </span>
  )
  if (phase === 'done' && order) {
    return (
      <EmptyState
        icon={<OkIcon color="var(--greenText)" />}
        title={t('wallet.success.credited', { amount: format(order.quota) })}
        text={balance !== undefined && t('wallet.success.balance', { balance: format(balance) })}
        action={action}
      />
    )
  }
  if (phase === 'failed' && order) {
    const title = t(`wallet.statuses.${order.status}`)
    return <EmptyState icon={<FailedIcon color="var(--redText)" />} title={title} text={t('wallet.success.failed')} action={action} />
  }
  const isLate = phase === 'expired'
  return (
    <EmptyState
      icon={isLate ? <WalletIcon /> : <Spinner />}
      title={t('wallet.success.checking')}
      text={t(isLate ? 'wallet.success.late' : 'wallet.success.text')}
      action={action}
    />
  )
}
