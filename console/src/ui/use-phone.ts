import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 639px)')

/** Is the window narrower than 640 px? Tables become cards then, drawers fill the width. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches)
}

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}
