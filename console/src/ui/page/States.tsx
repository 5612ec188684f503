import type { ReactNode } from 'react'
import { CallError, messageOf } from '../../api/call-error.ts'
import { useText } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import { CopyButton } from '../copy/CopyButton.tsx'
import { CloudAlertIcon, LockIcon } from '../icons.ts'
import './states.css'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly text?: ReactNode
  /** One button. */
  readonly action?: ReactNode
  readonly footer?: ReactNode
}

/** Nothing to show: an icon, a line, a sentence, the next step. Also for "no match" and errors. */
export function EmptyState({ icon, title, text, action, footer }: EmptyStateProps) {
  return (
    <div className="empty">
      {icon && <span className="empty-icon">{icon}</span>}
      <strong>{title}</strong>
      {text && <p>{text}</p>}
      {action && <div className="empty-action">{action}</div>}
      {footer}
    </div>
  )
}

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

/** A bar in the place of text that is loading. Rows keep their final height. */
export function Skeleton({ width = '60%' }: { readonly width?: string | number }) {
  return <span className="skeleton" style={{ width }} aria-hidden />
}

/** A few bars, for a drawer or a panel. */
export function SkeletonLines({ count = 6 }: { readonly count?: number }) {
  return (
    <div className="stack" style={{ gap: 22, padding: '8px 0' }} aria-busy>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <Skeleton key={index} width={`${90 - (index % 3) * 22}%`} />
      ))}
    </div>
  )
}

/**
 * Stands in the place of what may come or not, while that is not known: what follows beside it takes its room and is not shown, so that nothing
 * in sight is moved.
 * @param children what is shown meanwhile
 */
export function Arriving({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      {children}
      <i className="arriving" hidden />
    </>
  )
}

/** In place of data that are not there yet: two bars, or why they cannot be loaded. What follows beside it waits with it (`Arriving`). */
export function Pending({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => unknown }) {
  if (error) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <Arriving>
      <SkeletonLines count={2} />
    </Arriving>
  )
}
