import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useIsAdmin } from '~/session/user'

/** Leads administrators to the prices of models; others get nothing. */
export function ModelPricesLink({
  opensTab = false,
}: {
  /** From a form, so that what was typed there stays. */ readonly opensTab?: boolean
}) {
  const t = useText()
  if (!useIsAdmin()) return null
  return (
    <Link to={paths.settings()} search={{ card: 'prices' }} {...(opensTab ? { target: '_blank' } : {})}>
      {t('snippet.modelPrices')}
    </Link>
  )
}
