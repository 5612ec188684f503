import { lazy, Suspense, useEffect, useState } from 'react'
import { useText } from '~/i18n'
import { IconButton } from '~/ui/button/IconButton'
import { SearchIcon } from '~/ui/icons'
import { useIsPhone } from '~/ui/use-phone'
import '../shell.css'

const load = () => import('./Palette.tsx')
const Palette = lazy(load)
const warm = () => void load()
/** The page itself comes first. */
const WARM_AFTER_MS = 2000
const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** The search field of the bar, which opens the palette; so does Ctrl or Cmd with K, anywhere in the console. On a phone an icon. */
export function PaletteButton() {
  const t = useText()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setIsOpen((isOpen) => !isOpen)
    }
    // While typing too: the browser's own meaning of the keys is no use inside the console.
    addEventListener('keydown', toggle, true)
    return () => removeEventListener('keydown', toggle, true)
  }, [])

  // Loaded while the page is idle, so that typing right after the shortcut reaches the palette.
  useEffect(() => {
    const soon = setTimeout(warm, WARM_AFTER_MS)
    return () => clearTimeout(soon)
  }, [])

  const open = () => setIsOpen(true)
  return (
    <>
      {isPhone ? (
        <IconButton label={t('shell.search')} icon={<SearchIcon />} onClick={open} />
      ) : (
        <button type="button" className="palette-button" aria-haspopup="dialog" onClick={open} onPointerEnter={warm} onFocus={warm}>
          <SearchIcon />
          <span className="grow ellipsis">{t('shell.search')}</span>
          <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
        </button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
