import { useSyncExternalStore } from 'react'

const compact = matchMedia('(max-width: 1099px)')

/** Is there no room for three columns? */
export function useIsCompact(): boolean {
  return useSyncExternalStore(subscribe, () => compact.matches)
}

function subscribe(listener: () => void): () => void {
  compact.addEventListener('change', listener)
  return () => compact.removeEventListener('change', listener)
}
