/// <reference lib="dom" />
// How far what stood on a page already was moved by what came later, as the browser itself counts it ("layout shift").
import type { Page } from 'playwright-core'

/** The most that a page may move while it loads; browsers call a page good below five times as much. */
const MAX_SHIFT = 0.02
/** Of what moved, so much is named. */
const NAMED = 3

/** What moved since the page was opened, but for what a person caused, in a list of one or none. */
export function jumpFaults(page: Page): Promise<string[]> {
  return page.evaluate(
    async ({ max, named }) => {
      const entries: LayoutShift[] = []
      const take = (records: readonly PerformanceEntry[]) => entries.push(...(records as unknown as LayoutShift[]))
      const observer = new PerformanceObserver((list) => take(list.getEntries()))
      observer.observe({ type: 'layout-shift', buffered: true })
      // What is kept of before is handed over by and by.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      take(observer.takeRecords())
      observer.disconnect()
      const shifts = entries.filter(({ hadRecentInput }) => !hadRecentInput)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      if (sum <= max) return []
      const moved = shifts.flatMap(({ sources }) =>
        sources.map(({ node, previousRect: before, currentRect: after }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const place = ({ x, y }: DOMRectReadOnly) => `${Math.round(x)},${Math.round(y)}`
          return `${element?.tagName.toLowerCase()}.${element?.getAttribute('class')} from ${place(before)} to ${place(after)}`
        }),
      )
      return [`jumps by ${sum.toFixed(3)}: ${moved.slice(0, named).join('; ')}`]
    },
    { max: MAX_SHIFT, named: NAMED },
  )
}

/** An entry of the browser's, which its types do not know yet. */
interface LayoutShift {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRectReadOnly; readonly currentRect: DOMRectReadOnly }[]
}
