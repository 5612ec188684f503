import { Link } from '@tanstack/react-router'
import { getProxySigns, updateOption } from '@waystation/contract/api/option'
import { isRoot } from '@waystation/contract/site/status-table'
import type { ReactNode } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useUser } from '~/session/user'
import { Banner, Button, toast } from '~/ui/kit'

/** Milliseconds between two looks while the page is visible. */
const EVERY_MS = 60_000

/** Tells the super admin that requests come through a reverse proxy that the settings do not fit, with the switch beside it. */
export function ProxyNotice() {
  const t = useText()
  const isSuperAdmin = isRoot(useUser()?.role ?? 0)
  const { data, refresh } = useData(getProxySigns, {}, { when: isSuperAdmin, everyMs: EVERY_MS, freshMs: EVERY_MS })
  const turnOn = async () => {
    try {
      await call(updateOption, { body: { key: 'ReverseProxyEnabled', value: 'true' } })
      await refresh()
    } catch (error) {
      toast.failed(messageOf(error))
    }
  }
  if (!isSuperAdmin || !data) return null
  const { undeclared, contradiction } = data
  const settings = (
    <Link to={paths.settings()} search={{ tab: 'system' }}>
      {t('shell.proxySettings')}
    </Link>
  )
  return (
    <>
      {undeclared && (
        <Notice action={<Button onClick={turnOn}>{t('shell.proxyTurnOn')}</Button>}>
          {t('shell.proxyUndeclared', undeclared)} {settings}
        </Notice>
      )}
      {contradiction && (
        <Notice>
          {t('shell.proxyContradiction', { peer: contradiction.peer, real: contradiction.real_ip, forwarded: contradiction.forwarded_for })}
          <pre className="proxy-lines">{PROXY_LINES}</pre>
        </Notice>
      )}
    </>
  )
}

/** What makes each of them write both headers, or take out the one that it does not write. */
const PROXY_LINES = `nginx    proxy_set_header X-Real-IP $remote_addr;
         proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
Caddy    header_up -X-Real-IP
HAProxy  http-request del-header X-Real-IP`

const Notice = ({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) => (
  <div className="offline">
    <Banner tone="amber" action={action}>
      {children}
    </Banner>
  </div>
)
