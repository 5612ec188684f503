// Values as Python prints them, for the errors of a server that is written in it.
import type { Json } from '../../../src/json.ts'

/** As `repr` prints it. */
export function printed(value: Json | undefined): string {
  if (value === undefined || value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`
  const entries = Object.entries(value).map(([name, held]) => `${quoted(name)}: ${printed(held)}`)
  return `{${entries.join(', ')}}`
}

/** A number of a field that holds decimals. */
export function decimalText(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

export function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`
}

/** A place in the body, as a tuple. */
export function tuple(path: readonly (string | number)[]): string {
  const steps = path.map(printed)
  return steps.length === 1 ? `(${steps[0]},)` : `(${steps.join(', ')})`
}
