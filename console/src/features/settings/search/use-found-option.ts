import { useEffect } from 'react'
import { placeOfSetting, settingSearch } from '~/shared/settings/find-settings'
import { useUrlState } from '~/ui/kit'

/** Scrolls to the row of an option, marks it, and puts the focus into its field. */
export function showOption(key: string): void {
  for (const row of document.querySelectorAll('[data-found]')) row.removeAttribute('data-found')
  const row = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`)
  if (!row) return
  row.setAttribute('data-found', '')
  row.scrollIntoView({ block: 'center' })
  row.querySelector<HTMLElement>('input, textarea, [role="switch"], button')?.focus({ preventScroll: true })
}

/** Shows the option that the address names, once the options are there. Links from other pages need not say which card it is on. */
export function useFoundOption(isReady: boolean): void {
  const { params, change } = useUrlState()
  const { option, card } = params
  useEffect(() => {
    const place = option !== undefined && card === undefined ? placeOfSetting(option) : undefined
    if (place) change(settingSearch(place), true)
  }, [option, card, change])
  useEffect(() => {
    if (!isReady || option === undefined) return
    // After the index has scrolled to its card.
    const frame = requestAnimationFrame(() => showOption(option))
    return () => cancelAnimationFrame(frame)
  }, [isReady, option])
}
