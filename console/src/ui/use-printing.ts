import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { applyPalette } from './palette.ts'
import { useThemeMode } from './theme-mode.ts'

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
