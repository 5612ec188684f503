// Short ways to write lists of variations: a field, then each value under the name that it has in the draw's name.
import type { Json, JsonObject } from '../../src/encoding/json.ts'
import type { Variation } from './draw.ts'

type Named<T> = Readonly<Record<string, T>>
type Rest = Omit<Variation, 'field' | 'value'>

/** Values of one field of the body; dots lead into objects. `beside` stands in each request with it. */
export function values(field: string, named: Named<Json>, beside: Rest = {}): Variation[] {
  return Object.entries(named).map(([value, held]) => ({ ...beside, field, value, set: { ...beside.set, ...nested(field, held) } }))
}

/** Values of one field that can be told by their own text. */
export function plain(field: string, held: readonly (string | number | boolean)[], beside: Rest = {}): Variation[] {
  return values(field, Object.fromEntries(held.map((one) => [`${one === '' ? 'empty' : one}`, one])), beside)
}

/** Variations that each add several things at once. */
export function mixed(field: string, named: Named<Rest>): Variation[] {
  return Object.entries(named).map(([value, rest]) => ({ ...rest, field, value }))
}

/** Lists that are added in one place: tools, turns of the history, parts of the question. */
export function added(
  place: 'tools' | 'first' | 'history' | 'parts' | 'after',
  field: string,
  named: Named<readonly JsonObject[]>,
): Variation[] {
  return Object.entries(named).map(([value, list]) => ({ field, value, [place]: list }))
}

/** What is made of each of these, under the same names or with something before them. */
export function each<T, Made>(named: Named<T>, make: (held: T) => Made, before = ''): Record<string, Made> {
  return Object.fromEntries(Object.entries(named).map(([name, held]) => [`${before}${name}`, make(held)]))
}

function nested(field: string, value: Json): JsonObject {
  const [name = '', ...rest] = field.split('.')
  return { [name]: rest.length > 0 ? nested(rest.join('.'), value) : value }
}
