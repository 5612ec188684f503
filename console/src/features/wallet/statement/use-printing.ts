import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { applyPalette } from '~/ui/palette'
import { useThemeMode } from '~/ui/theme-mode'

/** Is the page on its way to paper? It is drawn once more before: paper is white, and nothing on it can be unfolded. */
export function usePrinting(): boolean {
  const mode = useThemeMode()
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const before = () => {
      applyPalette('light')
      flushSync(() => setIsPrinting(true))
    }
    const after = () => {
      applyPalette(mode)
      setIsPrinting(false)
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [mode])
  return isPrinting
}
