import { isRoot } from '@waystation/contract/status-table'
import type { ReactNode } from 'react'
import { useText } from '~/i18n'
import { customCode } from '~/session/custom-code'
import { useIsAdmin, useUser } from '~/session/user'
import { Banner } from '~/ui/kit'

/** Tells admins that the page holds code of the site, which may be the reason why it looks or behaves oddly. */
export function CustomCodeNote() {
  const t = useText()
  const isAdmin = useIsAdmin()
  const role = useUser()?.role ?? 0
  if (!isAdmin || customCode === undefined || customCode === 'held') return null
  if (customCode === 'safe') return <Note>{t('shell.customCodeOff')}</Note>
  return (
    <Note>
      {t('shell.customCode')} {isRoot(role) && <a href="?safe_mode=1">{t('shell.customCodeSafe')}</a>}
    </Note>
  )
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <div className="offline">
    <Banner tone="blue">{children}</Banner>
  </div>
)
