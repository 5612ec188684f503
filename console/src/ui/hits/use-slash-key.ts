import type { InputRef } from 'antd'
import { type RefObject, useEffect } from 'react'

/** `/` anywhere but where one types brings the focus. */
export function useSlashKey(input: RefObject<InputRef | null>, hasKey: boolean): void {
  useEffect(() => {
    if (!hasKey) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTypedIn(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [input, hasKey])
}

function isTypedIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null
}
