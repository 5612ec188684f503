/** A placeholder: a real key is never shown in code on a screen. */
export const KEY = 'YOUR_API_KEY'

/** JSON on one line with spaces; it is valid in all three languages, for a message holds texts and lists alone. */
export function print(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${print(inner)}`)
    .join(', ')}}`
}
