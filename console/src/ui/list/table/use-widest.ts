import { type RefObject, useLayoutEffect, useState } from 'react'

/** px that no figure needs: what is wider may be cut after all. */
const MOST = 320

/** px by the column's id. */
type Widest = ReadonlyMap<string, number>

/**
 * How wide the content of cells is that may not be cut (`data-whole`), in columns where it does not fit. It is measured after every change,
 * before the browser paints, and never shrinks, so that columns do not move from page to page.
 */
export function useWidest(frame: RefObject<HTMLElement | null>): Widest {
  const [widest, setWidest] = useState<Widest>(new Map())
  // Without dependencies: cells may change with their rows, with the language, and by themselves.
  useLayoutEffect(() => {
    const wider = widerThan(widest, frame.current?.querySelectorAll<HTMLElement>('td[data-whole]') ?? [])
    if (wider) setWidest(wider)
  })
  return widest
}

/** Undefined where everything fits. */
function widerThan(known: Widest, cells: Iterable<HTMLElement>): Widest | undefined {
  const next = new Map(known)
  let isWider = false
  for (const cell of cells) {
    const id = cell.dataset.whole ?? ''
    const needed = contentWidth(cell)
    // What fits at a larger width need not be measured against the least one.
    if (needed <= roomIn(cell) || needed <= (next.get(id) ?? 0)) continue
    next.set(id, needed)
    isWider = true
  }
  return isWider ? next : undefined
}

/** px, whole ones; also of what the cell does not show. */
function contentWidth(cell: HTMLElement): number {
  const range = document.createRange()
  range.selectNodeContents(cell)
  return Math.min(MOST, Math.ceil(range.getBoundingClientRect().width))
}

function roomIn(cell: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(cell)
  return cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
}
