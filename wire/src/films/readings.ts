// What the readers of several vendors say alike of a film.
import { defined } from '../defined.ts'
import type { Json, JsonObject } from '../encoding/json.ts'
import { isObject } from '../encoding/json.ts'
import { nearestRatio } from '../images/shape.ts'
import type { FilmReport } from '../tasks/task-reading.ts'
import type { FilmReading } from './format.ts'
import type { FilmRequest } from './request.ts'

export const queued: FilmReading = { status: 'QUEUED', result: {} }
export const running = (progress?: number): FilmReading => ({ status: 'IN_PROGRESS', ...defined({ progress }), result: {} })

/** It failed. @param reasons the vendor's words, the first that are there count */
export function failed(...reasons: readonly (Json | undefined)[]): FilmReading {
  const words = reasons.find((one) => typeof one === 'string' && one !== '')
  return { status: 'FAILURE', failReason: typeof words === 'string' ? words : 'The upstream could not make the film', result: {} }
}

/** It is made. A success without an address is a failure: there is nothing to give. */
export function made(url: Json | undefined, film: FilmReport, coverUrl?: Json): FilmReading {
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return failed('The upstream named no film')
  return { status: 'SUCCESS', result: defined({ videoUrl: url, imageUrl: typeof coverUrl === 'string' ? coverUrl : undefined }), film }
}

/** A positive number, also as text; undefined: none. */
export function countIn(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined
}

/** The field that stands at this path of names; undefined: there is none. */
export function at(value: Json | undefined, ...names: readonly (string | number)[]): Json | undefined {
  return names.reduce<Json | undefined>((found, name) => {
    if (Array.isArray(found)) return typeof name === 'number' ? found[name] : undefined
    return isObject(found) && typeof name === 'string' ? found[name] : undefined
  }, value)
}

/** The text or number there, as text; undefined: there is none. */
export function idAt(value: JsonObject, ...names: readonly string[]): string | undefined {
  const found = at(value, ...names)
  return (typeof found === 'string' && found !== '') || typeof found === 'number' ? String(found) : undefined
}

/** The ratio of a request as the vendor has it: the named one, else the nearest to the size; undefined: neither is there. */
export function ratioIn({ ratio, size }: FilmRequest, ratios: readonly string[]): string | undefined {
  return ratio !== undefined && ratios.includes(ratio) ? ratio : size && nearestRatio(size, ratios)
}
