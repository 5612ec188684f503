// Which card of a long page the index marks.
import { useEffect, useState } from 'react'

/** Pixels below the top of the window at which the card is that one reads. */
const READING_PX = 120

/**
 * The card that one reads: the last one that begins above a line. The line goes down as the end of the page comes near, so that the last
 * cards, which cannot reach the top, have their turn too.
 */
export function useCardInSight(cards: readonly { readonly key: string }[]): string | undefined {
  const keys = cards.map(({ key }) => key).join(' ')
  const [inSight, setInSight] = useState<string>()
  useEffect(() => {
    const names = keys.split(' ')
    const look = () => {
      const places = names.flatMap((key) => {
        const card = document.getElementById(key)
        return card && card.offsetParent !== null ? [{ key, top: card.getBoundingClientRect().top, card }] : []
      })
      const first = places[0]
      if (!first) return
      const line = READING_PX + passedShare(first.card) * (innerHeight - READING_PX)
      setInSight((places.findLast(({ top }) => top <= line) ?? first).key)
    }
    look()
    // Whatever scrolls: the window on a phone, a part of the page on the desk.
    addEventListener('scroll', look, { capture: true, passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look, { capture: true })
      removeEventListener('resize', look)
    }
  }, [keys])
  return inSight ?? cards[0]?.key
}

/** How near the end of its scroller is, over the last window of it: 0 before, 1 at the end. */
function passedShare(element: Element): number {
  const scroller = scrollerOf(element)
  const left = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop
  if (scroller.scrollHeight <= scroller.clientHeight) return 0
  return Math.max(0, 1 - left / Math.min(scroller.clientHeight, scroller.scrollHeight - scroller.clientHeight))
}

function scrollerOf(element: Element): Element {
  for (let one = element.parentElement; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return document.scrollingElement ?? document.documentElement
}

const handSigns = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** The card that was chosen in the index, until one scrolls on by hand: where it cannot reach the top, it is the one that is meant. */
export function useChosen(): readonly [string | undefined, (key: string | undefined) => void] {
  const [chosen, setChosen] = useState<string>()
  useEffect(() => {
    if (chosen === undefined) return
    const since = performance.now()
    // The press that chose it may still be on its way here.
    const forget = (event: Event) => event.timeStamp > since && setChosen(undefined)
    for (const sign of handSigns) addEventListener(sign, forget, { passive: true })
    return () => {
      for (const sign of handSigns) removeEventListener(sign, forget)
    }
  }, [chosen])
  return [chosen, setChosen]
}
