import { useSyncExternalStore } from 'react'
import { useText } from '~/i18n'
import { Banner, OfflineIcon } from '~/ui/kit'

/** Above the page while the browser has no network. */
export function OfflineNotice() {
  const t = useText()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <div className="offline">
      <Banner tone="red" icon={<OfflineIcon />}>
        {t('shell.offline')}
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
