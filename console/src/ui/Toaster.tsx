import { type FocusEvent, useEffect, useRef } from 'react'
import { useText } from '../i18n/index.ts'
import { IconButton } from './IconButton.tsx'
import { AlertIcon, CloseIcon, FailedIcon, InfoIcon, OkIcon } from './icons.ts'
import { closeToast, currentToasts, holdToasts, type ToastItem, useToasts } from './toasts.ts'
import './toast.css'

const icons = { green: OkIcon, red: FailedIcon, amber: AlertIcon, blue: InfoIcon } as const

/** Where toasts appear: bottom right, on a phone at the top. Mounted once. */
export function Toaster() {
  const items = useToasts()
  // A toast that goes takes the focus with it, so it is given back to where it was before.
  const cameFrom = useRef<Element | null>(null)
  const giveBack = () => {
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus()
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    holdToasts(false)
  }
  useUndoKey()
  const onFocus = (event: FocusEvent) => {
    holdToasts(true)
    if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects hovering and focus
    <section
      className="toaster"
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={() => holdToasts(true)}
      onPointerLeave={() => holdToasts(false)}
      onFocus={onFocus}
      onBlur={() => holdToasts(false)}
    >
      {items.map((item) => (
        <Toast key={item.id} item={item} onLeave={giveBack} />
      ))}
    </section>
  )
}

function Toast({ item, onLeave }: { readonly item: ToastItem; readonly onLeave: () => void }) {
  const t = useText()
  const Icon = icons[item.tone]
  const { link } = item
  const follow = () => {
    onLeave()
    void link?.run()
  }
  const close = () => {
    onLeave()
    closeToast(item.id)
  }
  return (
    <div className="toast" role={item.tone === 'red' ? 'alert' : 'status'} aria-busy={item.isBusy}>
      <Icon className="toast-icon" color={`var(--${item.tone}Dot)`} />
      <span className="grow">{item.text}</span>
      {link && (
        <button
          type="button"
          className="link"
          onClick={follow}
          disabled={item.isBusy}
          {...(link.isUndo ? { 'aria-keyshortcuts': 'Control+Z Meta+Z', title: 'Ctrl Z' } : {})}
        >
          {item.isBusy ? t('kit.undoing') : link.label}
        </button>
      )}
      <IconButton label={t('action.close')} icon={<CloseIcon />} isSmall onClick={close} />
    </div>
  )
}

/** Ctrl/Cmd Z takes back what the newest toast offers to; in a field it stays the field's own. */
function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.target instanceof HTMLElement && (event.target.isContentEditable || event.target.matches('input, textarea, select'))) return
      const last = currentToasts().findLast((item) => item.link?.isUndo && !item.isBusy)
      if (!last) return
      event.preventDefault()
      void last.link?.run()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
