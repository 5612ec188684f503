import type { PriceChange } from '@waystation/contract/price-version'

/**
 * What returning would change: each value as it stands now, and as it was before the oldest of these versions.
 * @param versions what each of them changed, the newest first
 */
export function changesBack(versions: readonly (readonly PriceChange[])[]): PriceChange[] {
  const values = new Map<string, PriceChange>()
  for (const changes of versions) {
    for (const { key, name, before, after } of changes) {
      const id = JSON.stringify([key, name])
      const newer = values.get(id)
      values.set(id, { key, name, before: newer ? newer.before : after, after: before })
    }
  }
  return [...values.values()].filter(({ before, after }) => before !== after)
}
