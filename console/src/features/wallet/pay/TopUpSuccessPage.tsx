import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { refreshUser } from '~/session/refresh-user'
import { EmptyState, Page, WalletIcon } from '~/ui/kit'
import '../wallet.css'

/** Where a payment service sends the browser back to. It proves nothing, so it credits nothing: the service's signed notice does. */
export default function TopUpSuccessPage() {
  const t = useText()
  useEffect(() => void refreshUser(), [])
  return (
    <Page title={t('wallet.success.title')}>
      <EmptyState
        icon={<WalletIcon />}
        title={t('wallet.success.checking')}
        text={t('wallet.success.text')}
        action={
          <span className="wallet-ways">
            <Link to={paths.wallet()}>{t('wallet.success.toWallet')}</Link>
            <Link to={paths.home()}>{t('wallet.success.toHome')}</Link>
          </span>
        }
      />
    </Page>
  )
}
