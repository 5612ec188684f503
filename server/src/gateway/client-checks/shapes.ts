// Values that the shapes of several dialects are made of.
import { isObject, type Json, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { z } from 'zod'
import { isRecord } from '../../lib/fields.ts'
import { wrong } from './fault.ts'

/** A text that is not empty. */
export const filled = z.string().min(1)
export const count = z.number().int().nonnegative()
/** Any object of JSON. */
export const json = z.custom<JsonObject>(isRecord)

/** An object with these fields, and any others. */
export const object = (fields: z.ZodRawShape): z.ZodType<JsonObject, unknown> => json.and(z.looseObject(fields))

/** The input of a tool's call: an object, or the text of one. @throws Misfit */
export function inputOf(value: Json | undefined, field: string, where: string): JsonObject {
  const read = typeof value === 'string' ? parseJson(value) : value
  if (!isObject(read)) throw wrong(field, where, value)
  return read
}

/** The texts of the parts of this kind, joined. */
export function textsOf(parts: readonly JsonObject[], kind: string): string {
  return parts
    .filter(({ type }) => type === kind)
    .map(({ text }) => String(text ?? ''))
    .join('')
}
