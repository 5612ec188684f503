/** Is it an object of JSON, whose fields may be read by name? Lists and null are none. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
