// How a list is sorted, as the URL and the server say it: `name` upwards, `-name` downwards.
import type { AnyColumn } from './column.ts'

export type Direction = 'up' | 'down'

/** The direction in which the list is sorted by this column; undefined when it is not. */
export function directionOf<Row>({ sortKey }: AnyColumn<Row>, sort: string | undefined): Direction | undefined {
  if (sortKey === undefined) return undefined
  return sort === sortKey ? 'up' : sort === `-${sortKey}` ? 'down' : undefined
}

/** The sort after another click on its head: first direction, the other where there is one, back to the default order. */
export function nextSort<Row>(column: AnyColumn<Row>, sort: string | undefined): string | undefined {
  const now = directionOf(column, sort)
  if (now === undefined) return sortText(column, column.sortsFirst)
  return now === column.sortsFirst && !column.sortsOneWay ? sortText(column, now === 'up' ? 'down' : 'up') : undefined
}

export function sortText<Row>({ sortKey }: AnyColumn<Row>, direction: Direction): string | undefined {
  return sortKey === undefined ? undefined : direction === 'up' ? sortKey : `-${sortKey}`
}
