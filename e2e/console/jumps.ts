/// <reference lib="dom" />
// How far what stood on a page already was moved by what came later, as the browser itself counts it ("layout shift").
import type { Page } from 'playwright-core'

/** The most that a page may move while it loads; browsers call a page good below five times as much. */
const MOST_SHIFT = 0.02
/** Of what moved, so much is named. */
const NAMED = 3

/** What moved since the page was opened, but for what a person caused, in a list of one or none. */
export function jumpFaults(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ most, named }) => {
      const observer = new PerformanceObserver(() => undefined)
      observer.observe({ type: 'layout-shift', buffered: true })
      const shifts = (observer.takeRecords() as unknown as LayoutShift[]).filter(({ hadRecentInput }) => !hadRecentInput)
      observer.disconnect()
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      if (sum <= most) return []
      const moved = shifts.flatMap(({ sources }) =>
        sources.map(({ node, previousRect: before, currentRect: after }) => {
          const element = node instanceof Element ? node : node?.parentElement
          return `${element?.tagName.toLowerCase()}.${element?.getAttribute('class')} from ${before.x},${before.y} to ${after.x},${after.y}`
        }),
      )
      return [`jumps by ${sum.toFixed(3)}: ${moved.slice(0, named).join('; ')}`]
    },
    { most: MOST_SHIFT, named: NAMED },
  )
}

/** An entry of the browser's, which its types do not know yet. */
interface LayoutShift {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRectReadOnly; readonly currentRect: DOMRectReadOnly }[]
}
