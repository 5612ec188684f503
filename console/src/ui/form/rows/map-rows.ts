// A JSON object of texts or numbers as rows that a person can edit: pure, so that MapField only draws.

export type MapKind = 'text' | 'number'

export interface MapRow {
  /** Names the row while it is edited; keys may be empty or double then. */
  readonly id: number
  readonly key: string
  /** As typed. */
  readonly value: string
}

/** What is wrong with a row. */
export type RowFault = 'noKey' | 'noValue' | 'twice' | 'notNumber'

/** A row with an id that no other row has. */
export function newRow(key = '', value = ''): MapRow {
  return { id: Math.random(), key, value }
}

/**
 * The rows of a JSON object; nothing at all is an empty object.
 * @returns undefined for what is no flat object of this kind: broken JSON, lists, nested values, texts among numbers
 */
export function rowsOf(json: string, kind: MapKind): MapRow[] | undefined {
  const map = json.trim() === '' ? {} : parse(json)
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return undefined
  const entries = Object.entries(map)
  if (!entries.every(([, value]) => typeof value === 'number' || (kind === 'text' && typeof value === 'string'))) return undefined
  return entries.map(([key, value]) => newRow(key, String(value)))
}

/** The JSON of rows without faults; '' for none of them. */
export function jsonOf(rows: readonly MapRow[], kind: MapKind): string {
  const pairs = rows.filter((row) => !isBlank(row)).map(({ key, value }) => [key.trim(), kind === 'number' ? Number(value) : value.trim()])
  return pairs.length === 0 ? '' : JSON.stringify(Object.fromEntries(pairs), null, 2)
}

/** Do two texts say the same object, whatever their spaces and order? */
export function isSameMap(a: string, b: string): boolean {
  const sorted = (json: string) => {
    const map = parse(json.trim() === '' ? '{}' : json)
    return typeof map === 'object' && map !== null ? JSON.stringify(Object.entries(map).toSorted(([x], [y]) => (x < y ? -1 : 1))) : json
  }
  return sorted(a) === sorted(b)
}

/** An empty row is no error: it waits to be filled and is left out. */
export const isBlank = ({ key, value }: MapRow): boolean => key.trim() === '' && value.trim() === ''

/** Faults by the id of their row. Of two rows with one key the later one is at fault. */
export function faultsOf(rows: readonly MapRow[], kind: MapKind): ReadonlyMap<number, RowFault> {
  const faults = new Map<number, RowFault>()
  const seen = new Set<string>()
  for (const row of rows.filter((one) => !isBlank(one))) {
    const key = row.key.trim()
    if (key === '') faults.set(row.id, 'noKey')
    else if (seen.has(key)) faults.set(row.id, 'twice')
    else if (row.value.trim() === '') faults.set(row.id, 'noValue')
    else if (kind === 'number' && !Number.isFinite(Number(row.value))) faults.set(row.id, 'notNumber')
    seen.add(key)
  }
  return faults
}

const PAIR = /^\s*["']?(.+?)["']?\s*(?:=>|->|→|=|\t|:\s|,)\s*["']?(.+?)["']?\s*,?\s*$/

/**
 * The pairs in a pasted text: a JSON object, or several lines of `a: b`, `a = b`, `a → b`, `a,b` or two columns of a table.
 * @returns undefined for what is no map, such as a single name: that is pasted as it is
 */
export function pairsIn(text: string, kind: MapKind): readonly (readonly [string, string])[] | undefined {
  if (text.trim().startsWith('{')) return rowsOf(text, kind)?.map(({ key, value }) => [key, value])
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => PAIR.exec(line))
  if (lines.length < 2 || pairs.some((pair) => pair === null)) return undefined
  return pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])
}

/** Puts pairs into rows: a key that is there gets the new value, the others come after it, and blank rows go. */
export function withPairs(rows: readonly MapRow[], pairs: readonly (readonly [string, string])[]): MapRow[] {
  const given = new Map(pairs)
  const kept = rows.filter((row) => !isBlank(row)).map((row) => ({ ...row, value: given.get(row.key.trim()) ?? row.value }))
  const known = new Set(kept.map((row) => row.key.trim()))
  return [...kept, ...[...given].filter(([key]) => !known.has(key)).map(([key, value]) => newRow(key, value))]
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
