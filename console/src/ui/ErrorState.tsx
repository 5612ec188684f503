import { CallError, messageOf } from '../api/call-error.ts'
import { useText } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { EmptyState } from './EmptyState.tsx'
import { CloudAlertIcon, LockIcon } from './icons.ts'

/** A failure in place of what should be here: what happened, try again, and the request id for support. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: (() => unknown) | undefined }) {
  const t = useText()
  if (error instanceof CallError && error.code === 'no_permission') {
    return <EmptyState icon={<LockIcon />} title={t('error.noPermission')} text={t('error.noPermissionText')} />
  }
  const requestId = error instanceof CallError ? error.requestId : undefined
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudAlertIcon />}
        title={error instanceof CallError && error.code === 'network' ? t('error.noServer') : t('error.title')}
        text={messageOf(error)}
        action={onRetry && <Button onClick={onRetry}>{t('action.retry')}</Button>}
        footer={
          requestId && (
            <span className="row text3 mono">
              {requestId}
              <CopyButton value={requestId} label={t('error.requestId')} />
            </span>
          )
        }
      />
    </div>
  )
}
