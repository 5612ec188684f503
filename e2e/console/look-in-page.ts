/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Runs inside the page: its functions are sent there together by their text, so they may use nothing but each other and what they are handed.

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

/** Runs inside the page. Answers with the faults of the page, one line each. */
export function lookScript(facts: PageFacts): string {
  const functions = [
    nameOf,
    isShown,
    judge,
    textFaults,
    titleFaults,
    widthFaults,
    scrolls,
    swallowedFaults,
    coveredFaults,
    headFaults,
    cutFaults,
  ]
  const source = [...functions, figureFaults, narrowFaults, isPartlyScrolledAway, isBesideBar, missedSides, fingerFaults, faultsOf].join(
    '\n',
  )
  return `(() => { ${source}\nreturn faultsOf(${JSON.stringify(facts)}) })()`
}

function faultsOf(facts: PageFacts): string[] {
  const judged = [...textFaults(facts), ...titleFaults(facts)]
  const seen = [
    ...widthFaults(),
    ...swallowedFaults(),
    ...coveredFaults(),
    ...headFaults(),
    ...cutFaults(),
    ...figureFaults(),
    ...narrowFaults(),
  ]
  return [...new Set([...judged, ...seen, ...(facts.isPhone ? fingerFaults() : [])])]
}

function nameOf(element: Element): string {
  return `<${element.tagName.toLowerCase()} class="${String(element.getAttribute('class') ?? '').slice(0, 40)}"> "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getBoundingClientRect().width > 1
}

/** What is wrong with a text, in a list of one or none. */
function judge(text: string, where: string, { isHan, data, otherWords, keyRoots }: PageFacts): string[] {
  if (new RegExp(`^(${keyRoots.join('|')})(\\.[a-zA-Z0-9_]+)+$`).test(text)) return [`a key instead of words: ${text} (${where})`]
  if (data.some((one) => one.includes(text) || text.includes(one))) return []
  if (new RegExp(`^(${otherWords.join('|')})$`).test(text)) return [`words of the other language: ${text} (${where})`]
  return !isHan && /[\u4e00-\u9fff]/.test(text) ? [`Chinese on an English page: ${text.slice(0, 60)} (${where})`] : []
}

function textFaults(facts: PageFacts): string[] {
  const faults: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (text !== '' && parent && !parent.closest('script, style, noscript, pre, code, textarea, .mono, .provider-tile'))
      faults.push(...judge(text, nameOf(parent), facts))
  }
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const attribute of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(attribute)?.trim() ?? ''
      if (text !== '') faults.push(...judge(text, `${attribute} of ${nameOf(element)}`, facts))
    }
  }
  return faults
}

function titleFaults(facts: PageFacts): string[] {
  const title = document.title.trim()
  const faults = title.split(' · ').flatMap((part) => judge(part, 'title', facts))
  if (!/\S · \S/.test(title) && title !== 'Waystation') faults.push(`the title says ${title || 'nothing'}`)
  if (document.documentElement.lang !== (facts.isHan ? 'zh-CN' : 'en')) faults.push(`lang is ${document.documentElement.lang}`)
  return faults
}

/** A page never scrolls sideways; what scrolls is inside. */
function widthFaults(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  return scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
}

/** Does it stand in something that scrolls sideways? */
function scrolls(element: Element): boolean {
  for (let up = element.parentElement; up; up = up.parentElement) {
    const { overflowX } = getComputedStyle(up)
    if (overflowX === 'auto' || overflowX === 'scroll') return true
  }
  return false
}

/** Text or a figure that is cut off by its parent and cannot be scrolled to. */
function swallowedFaults(): string[] {
  const faults: string[] = []
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
        faults.push(`swallowed: ${nameOf(element)} ends ${Math.round(box.right - edge)} px behind ${nameOf(up).split(' "')[0]}`)
        break
      }
    }
  }
  return faults
}

/** The name of a field and what helps with it, one on top of the other. */
function coveredFaults(): string[] {
  const texts = [...document.body.querySelectorAll('.field > :is(label, .field-label, .field-hint, .field-error)')].filter(
    (element) => isShown(element) && element.textContent?.trim() !== '',
  )
  return texts.flatMap((element, at) => {
    const next = texts[at + 1]
    if (next?.parentElement !== element.parentElement) return []
    const [box, below] = [element, next].map((each) => each.getBoundingClientRect())
    const isCovered =
      box && below && below.top < box.bottom - 1 && below.bottom > box.top + 1 && below.left < box.right && below.right > box.left
    return isCovered ? [`on top of each other: ${nameOf(element)} and ${nameOf(next)}`] : []
  })
}

/** The title of the page below its buttons. */
function headFaults(): string[] {
  const title = document.querySelector('.page-head h1')
  if (!title) return []
  const words = document.createRange()
  words.selectNodeContents(title)
  const box = words.getBoundingClientRect()
  return [...document.querySelectorAll('.page-head .page-actions button, .page-head .page-actions a')].flatMap((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const isOver = isShown(button) && left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1
    return isOver ? [`on top of the title: ${nameOf(button)}`] : []
  })
}

function cutFaults(): string[] {
  const faults: string[] = []
  const width = document.documentElement.clientWidth
  const asCut =
    'button, label, th, h1, h2, h3, a, legend, [role="tab"], [role="menuitem"], .ant-tag, .tag, .ant-segmented-item-label, dt, dd, p, td'
  for (const element of document.body.querySelectorAll<HTMLElement>(asCut)) {
    if (!isShown(element) || element.closest('.unseen')) continue
    const { overflowX, textOverflow, display } = getComputedStyle(element)
    if (display === 'inline' || display === 'contents') continue
    const isOver = element.scrollWidth > element.clientWidth + 1
    // Names end in dots where a tooltip says the whole; what one chooses from is read where it stands.
    const mayEndInDots = textOverflow === 'ellipsis' && !element.matches('[role="tab"], .ant-segmented-item-label')
    if (isOver && (overflowX === 'hidden' || overflowX === 'clip') && !mayEndInDots)
      faults.push(`cut off: ${nameOf(element)} needs ${element.scrollWidth} of ${element.clientWidth} px`)
    else if (
      isOver &&
      overflowX === 'visible' &&
      element.matches('button:not([role="switch"]), th, label, .tag, [role="tab"]') &&
      element.clientWidth > 0
    )
      faults.push(`sticks out: ${nameOf(element)} needs ${element.scrollWidth} of ${element.clientWidth} px`)
    const box = element.getBoundingClientRect()
    if ((box.right > width + 1 || box.left < -1) && box.bottom > 0 && !scrolls(element) && box.left > -width / 2)
      faults.push(`beyond the edge: ${nameOf(element)} from ${Math.round(box.left)} to ${Math.round(box.right)} of ${width} px`)
  }
  return faults
}

/** A figure, an id or a chip that ends in dots. Names may, where a tooltip says the whole. */
function figureFaults(): string[] {
  const faults: string[] = []
  for (const element of document.body.querySelectorAll<HTMLElement>('.number, .tag, .mono, [data-whole]')) {
    // What is typed scrolls in its field; how much of it must be seen is looked at below.
    if (!isShown(element) || element.matches('input') || element.closest('.unseen, .ellipsis, [title]:not(.number), pre')) continue
    if (element.querySelector(':scope > [title]')) continue
    const { right } = element.getBoundingClientRect()
    for (let up: Element | null = element; up && up !== document.body; up = up.parentElement) {
      const { overflowX, display } = getComputedStyle(up)
      if (overflowX === 'auto' || overflowX === 'scroll') break
      if (overflowX === 'visible' || display === 'inline') continue
      const isOver = up === element ? up.scrollWidth > up.clientWidth + 1 : right > up.getBoundingClientRect().right + 1
      if (isOver) faults.push(`cut figure: ${nameOf(element)}`)
      if (isOver) break
    }
  }
  return faults
}

function narrowFaults(): string[] {
  const faults: string[] = []
  for (const input of document.body.querySelectorAll<HTMLInputElement>('input[type="text"], input:not([type]), input[type="number"]')) {
    if (isShown(input) && input.value !== '' && input.scrollWidth > input.clientWidth + 1 && input.value.length < 8)
      faults.push(`too narrow: ${nameOf(input)} shows ${input.clientWidth} of ${input.scrollWidth} px of ${input.value}`)
  }
  return faults
}

/** Down in a list, or beside in a strip. */
function isPartlyScrolledAway(element: Element, box: DOMRect): boolean {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(parent)
    const seen = parent.getBoundingClientRect()
    if (/auto|scroll/.test(overflowY) && (box.top < seen.top || box.bottom > seen.bottom)) return true
    if (/auto|scroll/.test(overflowX) && (box.left < seen.left || box.right > seen.right)) return true
  }
  return false
}

/** Does the point belong to a bar that stays while the element scrolls away from below it? */
function isBesideBar(whole: Element, hit: Element | null): boolean {
  if (hit === null || hit.contains(whole)) return false
  return /sticky|fixed/.test(getComputedStyle(hit).position) || isBesideBar(whole, hit.parentElement)
}

/** Touch targets that are too small: a touch 20 px from the middle (24 px across for small ones) must still reach the element. */
function missedSides(whole: Element, least: number): string[] {
  const width = document.documentElement.clientWidth
  // Neighbours may share a hair's breadth.
  const SHARED = 3
  const box = whole.getBoundingClientRect()
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  if (x < 0 || x > width || y < 24 || y > innerHeight - 24) return []
  const hits = (dx: number, dy: number) => {
    const hit = document.elementFromPoint(Math.min(Math.max(x + dx, 1), width - 1), y + dy)
    if (hit === null) return false
    return whole.contains(hit) || (whole.tagName === 'LABEL' && hit.closest('label') === whole) || isBesideBar(whole, hit)
  }
  if (!hits(0, 0)) return []
  const half = least / 2 - SHARED
  const sides: [number, number, string][] = [
    [half, 0, 'right'],
    [-half, 0, 'left'],
    [0, half, 'below'],
    [0, -half, 'above'],
  ]
  return sides.filter(([dx, dy]) => !hits(dx, dy)).map(([, , side]) => side)
}

function fingerFaults(): string[] {
  const faults: string[] = []
  const targets = 'button, input, select, [role="tab"], [role="menuitem"], [role="switch"], [role="combobox"], a'
  for (const element of document.body.querySelectorAll<HTMLElement>(targets)) {
    if (!isShown(element) || element.matches(':disabled, .skip-link, [aria-hidden="true"], [tabindex="-1"]')) continue
    // A link or a key in a sentence may be as high as its line.
    if (element.matches('.key-show') || (element.tagName === 'A' && getComputedStyle(element).display === 'inline')) continue
    const least = element.matches('input[type="checkbox"], input[type="radio"], .popover-button') ? 24 : 40
    const whole = element.closest('label, .ant-select, .ant-input-affix-wrapper, .ant-input-number, .ant-picker, .ant-switch') ?? element
    const box = whole.getBoundingClientRect()
    if (isPartlyScrolledAway(element, box)) continue
    const missed = missedSides(whole, least)
    if (missed.length > 0)
      faults.push(
        `small for a finger: ${nameOf(element)} is ${Math.round(box.width)}×${Math.round(box.height)}, ${least} px are not free ${missed.join(', ')}`,
      )
  }
  return faults
}
