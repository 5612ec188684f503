/** Are these the same JSON, whatever the order of their fields? Fields that are undefined count as absent. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  // Sound: both are objects, read by name only.
  const [first, second] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const keys = Object.keys(first)
  return keys.length === Object.keys(second).length && keys.every((key) => sameJson(first[key], second[key]))
}
