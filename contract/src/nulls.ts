// What a field says that was sent as null, or as empty text where a number or a flag belongs. Clients of this family send whole records, in
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
