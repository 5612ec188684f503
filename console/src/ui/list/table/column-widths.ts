import { createStore } from '@tanstack/react-store'
import { text } from '../../../i18n/index.ts'
import type { AnyColumn } from './column.ts'

/** Default width of a column, px. */
const USUAL = 110
/** px around the content of a cell: its padding, and at the edges of the table more of it. */
const PADDING = 20
const EDGE = 6
/** px of the sort arrow next to a column's head. Reserved, so that nothing moves when it appears. */
const ARROW = 16

export interface WidthNeed {
  /** px */
  readonly least: number
  readonly grow: number
}

/**
 * Shares the width of a table among its columns: each gets what it needs, and the rest goes to the flexible ones. Whole px, which
 * come to `available` unless the columns need more; the table then scrolls sideways.
 */
export function sharedWidths(needs: readonly WidthNeed[], available: number): number[] {
  const least = needs.reduce((sum, need) => sum + need.least, 0)
  const parts = needs.map((need) => need.grow)
  const growing = parts.some((part) => part > 0) ? parts : needs.map(() => 1)
  const all = growing.reduce((sum, part) => sum + part, 0)
  const free = Math.max(0, available - least)
  let given = 0
  let passed = 0
  return needs.map((need, index) => {
    passed += growing[index] ?? 0
    const upToHere = Math.round((free * passed) / all)
    const width = need.least + upToHere - given
    given = upToHere
    return width
  })
}

/**
 * Which columns stay where there is not room for all: those with the highest `yields` go first, one after the other.
 * @param available px; 0: not known yet, and all stay
 */
export function fitting<Part extends { readonly least: number; readonly yields: number | undefined }>(
  parts: readonly Part[],
  available: number,
): readonly Part[] {
  const least = parts.reduce((sum, part) => sum + part.least, 0)
  const first = Math.max(...parts.map(({ yields = 0 }) => yields))
  if (available === 0 || least <= available || first === 0) return parts
  const goes = parts.findLastIndex(({ yields }) => yields === first)
  return fitting(parts.toSpliced(goes, 1), available)
}

/**
 * The columns that stay. What a column needs depends on whether it stands at an edge of the table, where another one may have stood before it
 * went: then one more may have to go.
 */
export function fittingColumns<Shown>(
  columns: readonly Shown[],
  needsOf: (shown: readonly Shown[]) => readonly { readonly least: number; readonly yields: number | undefined; readonly column: Shown }[],
  available: number,
): readonly Shown[] {
  const kept = fitting(needsOf(columns), Math.max(0, available)).map(({ column }) => column)
  return kept.length === columns.length ? columns : fittingColumns(kept, needsOf, available)
}

/**
 * What a column needs so that its head is never cut off, in the language of the screen, nor what may not end in dots.
 * @param widest px of the widest content that was seen in it
 */
export function widthNeed<Row>(column: AnyColumn<Row>, isAtEdge: boolean, widest = 0): WidthNeed {
  const heads = column.heads ?? [column]
  const head = headWidth(heads.map(({ title }) => text(title)).join(' / ')) + (heads.some(({ sortKey }) => sortKey) ? ARROW : 0)
  return { least: Math.ceil(Math.max(column.width ?? USUAL, head, widest)) + PADDING + (isAtEdge ? EDGE : 0), grow: column.grow ?? 0 }
}

/** Measures texts; made with the first one. */
const pens = createStore<CanvasRenderingContext2D | null | undefined>(undefined)

function headWidth(words: string): number {
  if (pens.get() === undefined) pens.setState(() => document.createElement('canvas').getContext('2d'))
  const pen = pens.get()
  if (!pen) return words.length * 12
  pen.font = `500 12px ${getComputedStyle(document.body).fontFamily}`
  return pen.measureText(words).width
}
