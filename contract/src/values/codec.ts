// The family's old encodings stop here: a comma list is a list inside, 1/0 is a boolean, -1 is `null` for never. Codecs, not transforms,
// so that a JSON schema can still be printed from every schema that uses them (decision D37).
import { z } from 'zod'
import { cleanName, withoutUnseen } from './pasted.ts'

/** The longest list that is read at all, in characters; what may be stored has limits of its own. */
const listText = z.string().max(1_000_000, 'field_too_long')

/** The longest JSON that is read as text, in characters. */
const jsonSource = z.string().max(4_000_000, 'field_too_long')

/** JSON that names models, groups and the like: no sign in it that nobody sees. */
export const nameSource = jsonSource.overwrite(withoutUnseen)

/** What stands between the items of a list: commas and semicolons as Chinese has them, and line ends. */
export const LIST_SEPARATOR = /[,，、；\r\n]+/

/** `"a,b"` on the wire, `['a', 'b']` inside: trimmed, empty items and repetitions dropped. */
export const commaList = z.codec(listText, z.array(z.string()), {
  decode: listItems,
  encode: (items) => items.join(','),
})

/** The same, and also as a list on the wire: the family's forms send groups so. */
export const nameList = z.codec(z.union([listText, z.array(listText).max(10_000)]), z.array(z.string()), {
  decode: (names) => listItems(typeof names === 'string' ? names : names.join(',')),
  encode: (items) => items.join(','),
})

/** One item per line on the wire, a list inside. */
export const lineList = z.codec(listText, z.array(z.string()), {
  decode: (text) => splitList(text, /[\r\n]+/),
  encode: (items) => items.join('\n'),
})

/** `1`/`0` on the wire, a boolean inside. */
export const bit = z.codec(z.number().int().min(0).max(1), z.boolean(), {
  decode: (value) => value === 1,
  encode: (value) => (value ? 1 : 0),
})

/** Text `true`/`false` on the wire, a boolean inside. `z.coerce.boolean` would read "false" as true. */
export const textFlag = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (value) => (value ? 'true' : 'false'),
})

/** The value of a JSON text; undefined where it is none. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * JSON as text on the wire, a value of `inner` inside. Empty text reads as `empty`.
 * A text that is not JSON fails with the message key `not_json`, as the specification's §5 words it.
 */
export function jsonText<Inner extends z.ZodType>(inner: Inner, empty: z.input<Inner>, source = jsonSource) {
  return z.codec(source, inner, {
    decode: (text, context) => {
      if (text.trim() === '') return empty
      try {
        return JSON.parse(text)
      } catch {
        context.issues.push({ code: 'custom', message: 'not_json', input: text })
        return z.NEVER
      }
    },
    encode: (value) => JSON.stringify(value),
  })
}

/** A JSON document with its original text, so that its author gets the same layout back. */
export interface JsonDocument<Value> {
  readonly value: Value
  /** Without space around it; empty where nothing was written. */
  readonly text: string
}

/** JSON as text on the wire; parsed, its value together with the original text. Empty text reads as `empty`. Fails as `jsonText` does. */
export function jsonDocument<Inner extends z.ZodType>(inner: Inner, empty: z.input<Inner>, source = jsonSource) {
  const value = jsonText(inner, empty)
  return z.codec(source, z.object({ value, text: z.string() }), {
    decode: (text) => ({ value: text, text: text.trim() }),
    encode: ({ text }) => text,
  })
}

/** An item of a text of several lines, and the line it stands on, from 1. */
export interface NumberedItem {
  readonly text: string
  readonly line: number
}

/** One address per line on the wire, also with commas or spaces between several; inside each once, with its line. */
export const addressLines = z.codec(listText, z.array(z.object({ text: z.string(), line: z.number().int() })), {
  decode: (text) => {
    const first = new Map<string, NumberedItem>()
    for (const [at, line] of text.split(/\r?\n/).entries())
      for (const item of splitList(line, /[,，、;；\s]+/)) if (!first.has(item)) first.set(item, { text: item, line: at + 1 })
    return [...first.values()]
  },
  encode: (items) => items.map(({ text }) => text).join('\n'),
})

/** The items of a list as people write one, also in Chinese: no model, group or code has such a sign in its name. */
export function listItems(text: string): string[] {
  return splitList(text, LIST_SEPARATOR)
}

/** Items of a separated text: cleaned, without empties, each once. */
export function splitList(text: string, separator: RegExp): string[] {
  return [...new Set(text.split(separator).map(cleanName))].filter((item) => item !== '')
}
