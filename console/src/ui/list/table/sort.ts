// How a list is sorted, as the URL and the server say it: `name` upwards, `-name` downwards.

export type Direction = 'up' | 'down'

/** What sorts: a column, or one of the words in its head. */
export interface SortedBy {
  readonly sortKey?: string
  readonly sortsFirst: Direction
  readonly sortsOneWay?: boolean
}

/** The direction in which the list is sorted by this column; undefined when it is not. */
export function directionOf({ sortKey }: SortedBy, sort: string | undefined): Direction | undefined {
  if (sortKey === undefined) return undefined
  return sort === sortKey ? 'up' : sort === `-${sortKey}` ? 'down' : undefined
}

/** The sort after another click on its head: first direction, the other where there is one, back to the default order. */
export function nextSort(column: SortedBy, sort: string | undefined): string | undefined {
  const now = directionOf(column, sort)
  if (now === undefined) return sortText(column, column.sortsFirst)
  return now === column.sortsFirst && !column.sortsOneWay ? sortText(column, now === 'up' ? 'down' : 'up') : undefined
}

export function sortText({ sortKey }: Pick<SortedBy, 'sortKey'>, direction: Direction): string | undefined {
  return sortKey === undefined ? undefined : direction === 'up' ? sortKey : `-${sortKey}`
}
