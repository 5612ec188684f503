import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 639px)')

/** Is the window narrower than 640 px? Tables become cards then, drawers fill the width. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches)
}

const narrow = matchMedia('(max-width: 1359px)')

/** Is the window one of a small laptop, or narrower? Bars of tools show less of themselves there. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribeToNarrow, () => narrow.matches)
}

const subscribe = subscriber(phone)
const subscribeToNarrow = subscriber(narrow)

function subscriber(query: MediaQueryList) {
  return (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
}
