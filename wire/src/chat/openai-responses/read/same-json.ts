/** Are these the same JSON, whatever the order of their fields? */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const fields = new Map<string, unknown>(Object.entries(one))
  const others = new Map<string, unknown>(Object.entries(other))
  return fields.size === others.size && [...fields].every(([key, value]) => sameJson(value, others.get(key)))
}
