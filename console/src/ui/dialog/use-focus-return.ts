import { useEffect, useRef } from 'react'

/**
 * Gives the focus back to where it was, once a box that took it is closed or taken away. antd looks for the former place only when the box
 * is on the page: by then a field that takes the focus as it appears has it, and nobody knows where it came from.
 */
export function useFocusReturn(isOpen: boolean): void {
  const before = useRef<Element | null>(null)
  const isShown = useRef(false)
  if (isOpen && !isShown.current) before.current = document.activeElement
  isShown.current = isOpen
  useEffect(() => {
    if (!isOpen) return
    return () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus({ preventScroll: true })
    }
  }, [isOpen])
}
