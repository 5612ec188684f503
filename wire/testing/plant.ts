import { isObject, type Json } from '../src/encoding/json.ts'

/** A field that no dialect knows. */
export const PLANTED = 'zz_planted'

/** The value with an unknown field in every object, named by its place; a copy. */
export function plant(value: Json, path = ''): Json {
  if (Array.isArray(value)) return value.map((item) => plant(item, `${path}[]`))
  if (!isObject(value)) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plant(child as Json, `${path}.${key}`)]))
  return { ...copy, [PLANTED]: `in ${path || 'the root'}` }
}

/** How many planted fields are in the value. */
export function countPlanted(value: Json | undefined): number {
  return JSON.stringify(value ?? null).split(`"${PLANTED}"`).length - 1
}
