/** The column that a key leads to from the one at `at`; undefined: the key is not ours. */
export function columnAfter(key: string, at: number, count: number): number | undefined {
  const last = Math.max(0, count - 1)
  if (key === 'ArrowRight') return Math.min(at + 1, last)
  if (key === 'ArrowLeft') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}
