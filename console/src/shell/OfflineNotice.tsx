import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useText } from '~/i18n'
import { Banner, OfflineIcon } from '~/ui/kit'
import { clockText, shownSince } from './shown-since.ts'

/** Above the page while the browser has no network: how old what one sees is. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return isOnline ? null : <Notice />
}

function Notice() {
  const t = useText()
  const client = useQueryClient()
  const [since] = useState(() => {
    const active = client.getQueryCache().findAll({ type: 'active' })
    return shownSince(
      active.map((query) => query.state.dataUpdatedAt),
      Date.now(),
    )
  })
  return (
    <div className="offline">
      <Banner tone="red" icon={<OfflineIcon />}>
        {t('shell.offline', { time: clockText(since) })}
      </Banner>
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
