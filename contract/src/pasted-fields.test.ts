// Every text that a caller of the console's API sends is cleaned by its kind, or is one of those that stay as they were typed.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './api/endpoints.ts'

interface Inside {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly options?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly keyType?: z.ZodType
  readonly valueType?: z.ZodType
}

/** The texts in a schema, and the codecs that are written as one. */
function* textsIn(schema: z.ZodType, place: string): Generator<readonly [string, z.ZodType]> {
  const { type, ...def } = schema.def as { type: string } & Inside
  if (type === 'string' || type === 'pipe') yield [place, schema]
  for (const [name, inner] of Object.entries(def.shape ?? {})) yield* textsIn(inner, `${place} ${name}`)
  for (const inner of [...(def.options ?? []), def.innerType, def.element, def.valueType]) if (inner) yield* textsIn(inner, place)
  if (def.keyType) yield* textsIn(def.keyType, `${place} (names)`)
}

const PASTED = ' \u200bprobe\ufeff '

/** Is what is pasted refused, or cleaned? */
function isClean(schema: z.ZodType): boolean {
  const read = z.safeDecode(schema, PASTED as never)
  return !read.success || !/[\u200b\ufeff]|" | "/.test(JSON.stringify(read.data) ?? '')
}

/** Passwords, which are judged to the letter, texts with a layout of their own, and words that a page or another server writes. */
const asWritten = [
  ...['password', 'password2', 'confirmPassword', 'original_password'],
  ...['content', 'system_prompt', 'text', 'file_name'],
  ...['turnstile', 'default_time', 'sort', 'status_only', 'action', 'passkey (names)'],
  // The body of a model call, which is read as its door reads it.
  'POST /api/routing/explain request (names)',
  ...['/api/user/epay/notify', '/api/user/epay/notify (names)', '/api/user/stripe/webhook'],
  // Judged by the options' own types.
  ...['PUT /api/option/ value', 'changes', 'changes (names)', 'PUT /api/model_mapping/ mapping (names)'],
  // Names with such signs are refused in words (`username_hidden`).
  ...['PUT /api/user/ username', 'POST /api/user/register username'],
]
const fromElsewhere = /^GET \/api\/oauth\/(github|oidc|linuxdo|telegram\/(login|bind)) /

test('what is pasted into a field is cleaned by its kind', () => {
  const found = endpoints.flatMap(({ method, path, body, query }) =>
    [body, query].flatMap((schema) => (schema ? [...textsIn(schema, `${method} ${path}`)] : [])),
  )
  expect(found.length).toBeGreaterThan(200)
  const raw = found.filter(([, schema]) => !isClean(schema)).map(([place]) => place)
  const isKnown = (place: string) => fromElsewhere.test(place) || asWritten.some((end) => place === end || place.endsWith(` ${end}`))
  expect(raw.filter((place) => !isKnown(place))).toEqual([])
  expect(asWritten.filter((end) => !raw.some((place) => place === end || place.endsWith(` ${end}`)))).toEqual([])
})
