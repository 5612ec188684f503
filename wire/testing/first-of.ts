/** What is found first in any of the items, in their order; undefined where nothing is. */
export function firstOf<T, Found>(items: readonly T[], find: (item: T, index: number) => Found | undefined): Found | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index)
    if (found !== undefined) return found
  }
  return undefined
}
