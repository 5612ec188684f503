// What null means in a create or update body, and empty text where a number or a flag belongs. Clients of this family send whole
// records with null for unfilled fields, so null must mean the same as an absent field.
import { z } from 'zod'

/** The value that null stands for in an update, by field, in wire form. */
export type EmptyFields<Schema extends z.ZodObject> = Partial<z.input<Schema>>

/** Does this value count as absent? Not when the schema itself accepts null or empty text. */
export function isBlankValue(schema: z.ZodType, value: unknown): boolean {
  if (value !== null && value !== '') return false
  const read = z.safeDecode(schema, value)
  if (read.success) return false
  const { code } = read.error.issues[0] ?? {}
  return value === null || code === 'invalid_type' || code === 'invalid_union'
}

type PatchShape<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodType
    ? z.ZodExactOptional<z.ZodType<Exclude<z.output<Shape[Name]>, undefined>, z.input<Shape[Name]> | null>>
    : never
}

/**
 * The update schema of a create schema: every field is optional and has no default, since a default would overwrite a field that was not
 * sent. Null, or empty text where a number belongs, is the field's value of `empty`; without one the field counts as left out.
 */
export function patchOf<Shape extends z.ZodRawShape>(
  draft: z.ZodObject<Shape>,
  empty: EmptyFields<z.ZodObject<Shape>>,
): z.ZodObject<PatchShape<Shape>> {
  const emptyValues = new Map<string, unknown>(Object.entries(empty))
  const fields = Object.entries(draft.shape).map(([name, schema]) => {
    const field = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema
    const emptyValue = emptyValues.get(name)
    return [name, z.exactOptional(emptyValue === undefined ? field : emptiable(field, emptyValue))] as const
  })
  // Every entry was made of the schema of its name.
  return z.object(Object.fromEntries(fields)) as unknown as z.ZodObject<PatchShape<Shape>>
}

function emptiable(field: z.core.$ZodType, emptyValue: unknown): z.core.$ZodType {
  if (typeof emptyValue !== 'number') return z.codec(z.string().nullable(), field, { decode: (text) => text ?? emptyValue, encode: String })
  const given = z.union([z.number(), z.literal(''), z.null()])
  return z.codec(given, field, { decode: (value) => (typeof value === 'number' ? value : emptyValue), encode: Number })
}

/** The body without its blank fields, so that they get their defaults or fail as missing. */
export function withoutNulls(schema: z.ZodType, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape
  const said = Object.entries(body).filter(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    return field === undefined || !isBlankValue(field, value)
  })
  return Object.fromEntries(said)
}
