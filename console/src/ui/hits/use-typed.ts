import { useState } from 'react'

/**
 * The text in a search field. Where the address changes otherwise, by the back button or "clear filters", the text follows it.
 * @param given what is searched, by the address
 */
export function useTyped(given: string) {
  const [typed, setTyped] = useState(given)
  const [seen, setSeen] = useState(given)
  if (given !== seen) {
    setSeen(given)
    if (given !== typed.trim()) setTyped(given)
  }
  return [typed, setTyped] as const
}
