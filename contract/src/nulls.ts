// What a field says that was sent as null, or as empty text where a number or a flag belongs, in a draft and in a change. Clients of this family send whole records, in
// which a field that nobody filled in is null: it must mean the same as a field that was left out.
import { z } from 'zod'

/** The family's empty value of a field, as it is sent: what null means in a change. */
export type EmptyFields<Schema extends z.ZodObject> = Partial<z.input<Schema>>

/** Does this value say nothing? A schema that knows null, or takes empty text, decides for itself. */
export function saysNothing(schema: z.ZodType, value: unknown): boolean {
  if (value !== null && value !== '') return false
  const read = z.safeDecode(schema, value as never)
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
 * What is sent to change what a draft makes: each field may be left out and then stays out, for a default must not overwrite what was not
 * sent. Null, or empty text where a number belongs, is the field's value of `empty`; without one the field counts as left out.
 */
export function patchOf<Shape extends z.ZodRawShape>(
  draft: z.ZodObject<Shape>,
  empty: EmptyFields<z.ZodObject<Shape>>,
): z.ZodObject<PatchShape<Shape>> {
  const fields = Object.entries(draft.shape).map(([name, schema]) => {
    // Every entry of a shape is a full schema.
    const field = (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema) as z.ZodType<
      unknown,
      unknown
    >
    const emptyValue = (empty as Readonly<Record<string, unknown>>)[name]
    return [name, (emptyValue === undefined ? field : emptiable(field, emptyValue)).exactOptional()] as const
  })
  // Every entry was made of the schema of its name.
  return z.object(Object.fromEntries(fields)) as unknown as z.ZodObject<PatchShape<Shape>>
}

function emptiable(field: z.ZodType<unknown, unknown>, emptyValue: unknown): z.ZodType<unknown, unknown> {
  if (typeof emptyValue !== 'number') return z.codec(z.string().nullable(), field, { decode: (text) => text ?? emptyValue, encode: String })
  const given = z.union([z.number(), z.literal(''), z.null()])
  return z.codec(given, field, { decode: (value) => (typeof value === 'number' ? value : emptyValue), encode: Number })
}

/** The body of a call without the fields that say nothing: they get their defaults, or are missed where they are required. */
export function withoutNulls(schema: z.ZodType, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape
  const said = Object.entries(body).filter(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    return field === undefined || !saysNothing(field, value)
  })
  return Object.fromEntries(said)
}
