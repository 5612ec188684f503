/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Runs inside the page, so it may use nothing but what it is handed.

export interface PageFacts {
  readonly isPhone: boolean
  /** Is the page in Chinese? */
  readonly isHan: boolean
  /** Texts that are data and may be in any language. */
  readonly data: readonly string[]
  /** Patterns of whole texts that only the other language says. */
  readonly otherWords: readonly string[]
  /** First parts of keys. */
  readonly keyRoots: readonly string[]
}

/** The faults of the page that the browser shows. */
export function inPage({ isPhone, isHan, data, otherWords, keyRoots }: PageFacts): string[] {
  const faults = new Set<string>()
  const width = document.documentElement.clientWidth
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${String(element.getAttribute('class') ?? '').slice(0, 40)}"> "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getBoundingClientRect().width > 1

  // Words.
  const key = new RegExp(`^(${keyRoots.join('|')})(\\.[a-zA-Z0-9_]+)+$`)
  const other = new RegExp(`^(${otherWords.join('|')})$`)
  const isData = (text: string) => data.some((one) => one.includes(text) || text.includes(one))
  const judge = (text: string, where: string) => {
    if (key.test(text)) faults.add(`a key instead of words: ${text} (${where})`)
    else if (isData(text)) return
    else if (other.test(text)) faults.add(`words of the other language: ${text} (${where})`)
    else if (!isHan && /[\u4e00-\u9fff]/.test(text)) faults.add(`Chinese on an English page: ${text.slice(0, 60)} (${where})`)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (text !== '' && parent && !parent.closest('script, style, noscript, pre, code, textarea, .mono')) judge(text, nameOf(parent))
  }
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const attribute of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(attribute)?.trim() ?? ''
      if (text !== '') judge(text, `${attribute} of ${nameOf(element)}`)
    }
  }
  const title = document.title.trim()
  if (!/\S · \S/.test(title) && title !== 'Waystation') faults.add(`the title says ${title || 'nothing'}`)
  for (const part of title.split(' · ')) judge(part, 'title')
  if (document.documentElement.lang !== (isHan ? 'zh-CN' : 'en')) faults.add(`lang is ${document.documentElement.lang}`)

  // Room. A page never scrolls sideways; what scrolls is inside.
  if (document.documentElement.scrollWidth > width) faults.add(`the page is ${document.documentElement.scrollWidth} px wide`)
  const scrolls = (element: Element | null): boolean => {
    for (let up = element?.parentElement; up; up = up.parentElement) {
      const { overflowX } = getComputedStyle(up)
      if (overflowX === 'auto' || overflowX === 'scroll') return true
    }
    return false
  }
  // What a parent swallows: text or a figure whose end nobody can see or scroll to.
  for (const element of document.body.querySelectorAll<HTMLElement>('td, th, dd, dt, p, span, strong, li, label')) {
    if (element.childElementCount > 0 || !isShown(element) || element.closest('.unseen, [aria-hidden="true"]')) continue
    const text = element.textContent?.trim() ?? ''
    const box = element.getBoundingClientRect()
    if (text === '' || box.bottom < 0 || box.top > innerHeight) continue
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(up)
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') break
      const edge = up.getBoundingClientRect().right
      if (overflowX !== 'visible' && box.right > edge + 2) {
        faults.add(`swallowed: ${nameOf(element)} ends ${Math.round(box.right - edge)} px behind ${nameOf(up).split(' "')[0]}`)
        break
      }
    }
  }
  const asCut = 'button, label, th, h1, h2, h3, a, legend, [role="tab"], [role="menuitem"], .ant-tag, .tag, dt, dd, p, td'
  for (const element of document.body.querySelectorAll<HTMLElement>(asCut)) {
    if (!isShown(element) || element.closest('.unseen')) continue
    const { overflowX, textOverflow, display } = getComputedStyle(element)
    if (display === 'inline' || display === 'contents') continue
    const isOver = element.scrollWidth > element.clientWidth + 1
    if (isOver && (overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis')
      faults.add(`cut off: ${nameOf(element)} needs ${element.scrollWidth} of ${element.clientWidth} px`)
    else if (
      isOver &&
      overflowX === 'visible' &&
      element.matches('button:not([role="switch"]), th, label, .tag, [role="tab"]') &&
      element.clientWidth > 0
    )
      faults.add(`sticks out: ${nameOf(element)} needs ${element.scrollWidth} of ${element.clientWidth} px`)
    const box = element.getBoundingClientRect()
    if ((box.right > width + 1 || box.left < -1) && box.bottom > 0 && !scrolls(element) && box.left > -width / 2)
      faults.add(`beyond the edge: ${nameOf(element)} from ${Math.round(box.left)} to ${Math.round(box.right)} of ${width} px`)
  }

  // Fingers. A target is what answers to a touch, so the page is asked what lies 20 px (24 across for small ones) around its middle.
  for (const input of document.body.querySelectorAll<HTMLInputElement>('input[type="text"], input:not([type]), input[type="number"]')) {
    if (isShown(input) && input.value !== '' && input.scrollWidth > input.clientWidth + 1 && input.value.length < 8)
      faults.add(`too narrow: ${nameOf(input)} shows ${input.clientWidth} of ${input.scrollWidth} px of ${input.value}`)
  }
  if (isPhone) {
    // Neighbours may share a hair's breadth.
    const SHARED = 3
    const up = (element: Element): Element | null => {
      const parent = element.parentElement
      return parent && !/auto|scroll/.test(getComputedStyle(parent).overflowY) ? up(parent) : parent
    }
    const targets = 'button, input, select, [role="tab"], [role="menuitem"], [role="switch"], [role="combobox"], a'
    for (const element of document.body.querySelectorAll<HTMLElement>(targets)) {
      if (!isShown(element) || element.matches(':disabled, .skip-link, [aria-hidden="true"], [tabindex="-1"]')) continue
      // A link or a key in a sentence may be as high as its line.
      if (element.matches('.key-show') || (element.tagName === 'A' && getComputedStyle(element).display === 'inline')) continue
      const least = element.matches('input[type="checkbox"], input[type="radio"], .popover-button') ? 24 : 40
      const whole = element.closest('label, .ant-select, .ant-input-affix-wrapper, .ant-input-number, .ant-picker, .ant-switch') ?? element
      const box = whole.getBoundingClientRect()
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
      if (x < 0 || x > width || y < 24 || y > innerHeight - 24) continue
      // What is half scrolled away is not judged.
      const scroller = up(element)?.getBoundingClientRect()
      if (scroller && (box.top < scroller.top || box.bottom > scroller.bottom)) continue
      const hits = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(Math.min(Math.max(x + dx, 1), width - 1), y + dy)
        return hit !== null && (whole.contains(hit) || (whole.tagName === 'LABEL' && hit.closest('label') === whole))
      }
      if (!hits(0, 0)) continue
      const half = least / 2 - SHARED
      const missed = [
        [half, 0, 'right'],
        [-half, 0, 'left'],
        [0, half, 'below'],
        [0, -half, 'above'],
      ].filter(([dx, dy]) => !hits(Number(dx), Number(dy)))
      if (missed.length > 0)
        faults.add(
          `small for a finger: ${nameOf(element)} is ${Math.round(box.width)}×${Math.round(box.height)}, ${least} px are not free ${missed.map(([, , side]) => side).join(', ')}`,
        )
    }
  }
  return [...faults]
}
