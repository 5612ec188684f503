import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { useLanguage } from '../../i18n/index.ts'
import type { AnyColumn } from './column.ts'
import { sharedWidths, widthNeed } from './column-widths.ts'

/** px: box to tick, arrow that unfolds, three buttons of 28. */
export const CHECK_WIDTH_PX = 42
export const EXPAND_WIDTH_PX = 38
export const ACTIONS_WIDTH_PX = 102

/** Which columns the kit adds to the list's own. */
export interface EdgeColumns {
  readonly hasCheck: boolean
  readonly hasExpand: boolean
  readonly hasActions: boolean
}

export interface ColumnWidths {
  /** px, in the order of the columns. */
  readonly columns: readonly number[]
  /** px of the whole table. */
  readonly table: number
}

/**
 * How wide each column is while the frame is as wide as it is. They depend on the columns alone, never on the rows, so nothing jumps
 * between the grey rows and the real ones or from page to page.
 */
export function useColumnWidths<Row>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly AnyColumn<Row>[],
  { hasCheck, hasExpand, hasActions }: EdgeColumns,
): ColumnWidths {
  const language = useLanguage()
  const [available, setAvailable] = useState(0)

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setAvailable(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the heads are measured in the language of the screen
  return useMemo(() => {
    const edges = (hasCheck ? CHECK_WIDTH_PX : 0) + (hasExpand ? EXPAND_WIDTH_PX : 0) + (hasActions ? ACTIONS_WIDTH_PX : 0)
    const isAtEdge = (index: number) => (index === 0 && !hasCheck && !hasExpand) || (index === columns.length - 1 && !hasActions)
    const needs = columns.map((column, index) => widthNeed(column, isAtEdge(index)))
    const shared = sharedWidths(needs, available - edges)
    return { columns: shared, table: shared.reduce((sum, width) => sum + width, edges) }
  }, [columns, available, hasCheck, hasExpand, hasActions, language])
}
