import { useSyncExternalStore } from 'react'
import { useText } from '../i18n/index.ts'
import { IconButton } from './IconButton.tsx'
import { AlertIcon, CloseIcon, FailedIcon, InfoIcon, OkIcon } from './icons.ts'
import { closeToast, currentToasts, subscribeToasts } from './toasts.ts'
import './toast.css'

const icons = { green: OkIcon, red: FailedIcon, amber: AlertIcon, blue: InfoIcon } as const

/** Where toasts appear: bottom right, on a phone at the top. Mounted once. */
export function Toaster() {
  const t = useText()
  const items = useSyncExternalStore(subscribeToasts, currentToasts)
  return (
    <section className="toaster" aria-live="polite" aria-relevant="additions">
      {items.map((item) => {
        const Icon = icons[item.tone]
        return (
          <div key={item.id} className="toast" role={item.tone === 'red' ? 'alert' : 'status'}>
            <Icon className="toast-icon" color={`var(--${item.tone}Dot)`} />
            <span className="grow">{item.text}</span>
            {item.link && (
              <button type="button" className="link" onClick={item.link.run}>
                {item.link.label}
              </button>
            )}
            <IconButton label={t('action.close')} icon={<CloseIcon />} isSmall onClick={() => closeToast(item.id)} />
          </div>
        )
      })}
    </section>
  )
}
