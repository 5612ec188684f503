import type { ErrorComponentProps } from '@tanstack/react-router'
import { CallError, messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { useSystemName } from '~/session/status'
import './crash.css'

/** What stands in place of a page that broke. Drawn without the kit, which may be what broke. */
export function CrashPanel({ error }: ErrorComponentProps) {
  const t = useText()
  const isAway = error instanceof CallError && error.status === 0
  const requestId = error instanceof CallError ? error.requestId : undefined
  return (
    <div className="crash" role="alert">
      <h1>{t(isAway ? 'error.noServer' : 'error.crashTitle')}</h1>
      <p>{t(isAway ? 'error.noServerText' : 'error.crashText')}</p>
      <pre>
        {messageOf(error)}
        {requestId && `\n${t('error.requestId')}: ${requestId}`}
      </pre>
      <button type="button" onClick={() => location.reload()}>
        {t('action.reload')}
      </button>
    </div>
  )
}

/** The same as a whole page: when even the shell could not be shown, such as when the server is away. */
export function CrashPage(props: ErrorComponentProps) {
  const t = useText()
  const name = useSystemName()
  return (
    <main className="crash-page">
      <title>{`${t('shell.crashTab')} · ${name}`}</title>
      <CrashPanel {...props} />
    </main>
  )
}
