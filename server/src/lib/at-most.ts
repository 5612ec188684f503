/**
 * The limit of a large LRUCache, in entries. By its `max` it takes room for all of them at once: 5 MB for all caches of a server that nobody
 * has called.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
