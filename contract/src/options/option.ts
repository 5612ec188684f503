// One entry per setting. From it come: the reading of stored text, what GET and PUT /api/option do, redaction, the public status,
// docs/options.md and the field on the settings page with its words and its place. Options are stored as text, as the family's clients
// send them.

import { z } from 'zod'
import type { Language, Words } from '../errors.ts'
import { commaList, jsonText, LIST_SEPARATOR, lineList, nameSource, textFlag } from '../values/codec.ts'
import { cleanExact, cleanName, exactText, nameText } from '../values/pasted.ts'
import { withoutEnd } from '../values/without-end.ts'

/** A key, or keys of which one is enough. */
export type Need = string | readonly string[]

/** How a value stands in text and what it is inside. */
export interface OptionType<Value> {
  readonly kind: 'flag' | 'number' | 'text' | 'list' | 'lines' | 'json' | 'choice'
  readonly codec: z.ZodType<Value, string>
  /** Of one of a few words: each with its name, in the order in which they are offered. */
  readonly choices?: Readonly<Record<string, Words>>
  /** Of a text that is no line: in what the settings page edits it. */
  readonly editor?: TextEditor
}

export type TextEditor = 'markdown' | 'code' | 'time-zone'

/** The cards of the settings page; their titles, tabs and order are in console/src/features/settings/cards.ts. */
export type OptionCard =
  | 'general'
  | 'drawing'
  | 'sensitive'
  | 'logs'
  | 'dashboard'
  | 'monitoring'
  | 'checkin'
  | 'quota'
  | 'pricesources'
  | 'ratelimit'
  | 'global'
  | 'retries'
  | 'gemini'
  | 'claude'
  | 'timeouts'
  | 'sizes'
  | 'charges'
  | 'address'
  | 'proxy'
  | 'worker'
  | 'payment'
  | 'stripe'
  | 'login'
  | 'domains'
  | 'smtp'
  | 'rootnotices'
  | 'noticewebhook'
  | 'oidc'
  | 'github'
  | 'linuxdo'
  | 'wechat'
  | 'telegram'
  | 'turnstile'
  | 'info'
  | 'notice'
  | 'looks'
  | 'pages'
  | 'code'
  | 'chats'

/** The cards of the price screen, whose editors order their settings themselves. */
export type PriceCard = 'prices' | 'groups' | 'virtual'

export interface OptionSpec<Value> {
  readonly key: string
  readonly type: OptionType<Value>
  readonly default: NoInfer<Value>
  readonly name: Words
  /** What it does. `[SMTPServer]` stands for another option: the settings page shows its name, docs/options.md its key. */
  readonly about: Words
  /** Its card on the settings page and its row there; null: it has no field. */
  readonly card: readonly [card: OptionCard, row: number] | PriceCard | null
  readonly unit?: string
  /** The name under which GET /api/status shows it; absent: not public. */
  readonly status?: string
  /** Written and never read back; an empty value leaves it as it is. */
  readonly secret?: boolean
  /**
   * Who may write it. Secrets, payment, what runs in other people's browsers, what decides where users and their keys are sent, and what
   * decides how much memory and money a call may take need the super admin.
   */
  readonly writer?: 'admin' | 'root'
  /**
   * Is a change confirmed by the person who makes it, and so closed to access tokens? Whatever decides who gets in or where anything is sent must
   * be; a test demands a reason of each option that is not. `address`: while its text is an address that is embedded, or becomes one. Absent:
   * where only the super admin may write it.
   */
  readonly confirmed?: boolean | 'address'
  /** Keys that must not be empty before this one may be switched on; of several in a list of their own, one is enough. */
  readonly needs?: readonly Need[]
  /** `false`: the feature behind it does not work yet, so it has no field on a screen and cannot be set (D8). Absent: it works. */
  readonly isReady?: boolean
}

export type Option<Value = unknown> = OptionSpec<Value> & {
  readonly writer: 'admin' | 'root'
  readonly secret: boolean
  readonly confirmed: boolean | 'address'
  readonly isReady: boolean
}

/** Declares an option. A secret is always writable by the super admin only. */
export function option<Value>(spec: OptionSpec<Value>): Option<Value> {
  const secret = spec.secret ?? false
  const writer = secret ? 'root' : (spec.writer ?? 'admin')
  return { ...spec, secret, writer, confirmed: spec.confirmed ?? writer === 'root', isReady: spec.isReady ?? true }
}

/** What an option does, with other options called as `nameOf` says. */
export function aboutText({ about }: Pick<Option, 'about'>, language: Language, nameOf: (key: string) => string): string {
  return about[language].replaceAll(/\[([\w.]+)\]/g, (_whole, key: string) => nameOf(key))
}

/** A switch whose feature does not work yet: whatever is stored, it is told as off, for nothing that is not there may be offered (D8). */
export const isUnbuiltSwitch = ({ type, isReady }: Pick<Option, 'type' | 'isReady'>): boolean => type.kind === 'flag' && !isReady

/** `true` or `false`. */
export function flag(): OptionType<boolean> {
  return { kind: 'flag', codec: textFlag }
}

/** A number as text, within the rules of `schema`. */
export function number(schema: z.ZodNumber = z.number()): OptionType<number> {
  const codec = z.codec(z.string(), schema, {
    decode: (text, context) => {
      const value = text.trim() === '' ? Number.NaN : Number(text)
      if (!Number.isFinite(value)) {
        context.issues.push({ code: 'custom', message: 'not_a_number', input: text })
        return z.NEVER
      }
      return value
    },
    encode: (value) => String(value),
  })
  return { kind: 'number', codec }
}

/** A number that may be left empty: null inside. */
export function optionalNumber(schema: z.ZodNumber = z.number()): OptionType<number | null> {
  const inner = number(schema).codec
  const codec = z.codec(z.string(), z.number().nullable(), {
    decode: (text, context) => {
      if (text.trim() === '') return null
      const read = z.safeDecode(inner, text)
      if (read.success) return read.data
      // Sound: an issue with its input is what a raw issue is.
      for (const issue of read.error.issues) context.issues.push({ ...issue, input: text } as z.core.$ZodRawIssue)
      return z.NEVER
    },
    encode: (value) => (value === null ? '' : String(value)),
  })
  return { kind: 'number', codec }
}

/** An id, a key, a secret or something else on one line; a schema begins with `exactText()` or another kind of `pasted.ts`. */
export function text(schema: z.ZodString = exactText()): OptionType<string> {
  return { kind: 'text', codec: schema }
}

/** Pages and code: kept as they were written. */
export function prose(editor: TextEditor, schema: z.ZodString = z.string()): OptionType<string> {
  return { kind: 'text', codec: schema, editor }
}

/** An address without its trailing slashes. */
export function address(): OptionType<string> {
  const codec = z.codec(
    z.string(),
    z.string().refine((value) => value === '' || /^https?:\/\/[^\s]+$/.test(value), 'bad_url'),
    {
      decode: (value) => withoutEnd(cleanExact(value), '/'),
      encode: (value) => value,
    },
  )
  return { kind: 'text', codec }
}

/** An address that is reached by https only, without its trailing slashes. */
export function secureAddress(): OptionType<string> {
  const codec = address().codec.refine(
    (value) => value === '' || (URL.canParse(value) && new URL(value).protocol === 'https:'),
    'bad_secure_url',
  )
  return { kind: 'text', codec }
}

/** Types a schema as one that reads text, as all of ours do: zod infers a narrower input for enumerations and JSON text. */
const ofText = <Value>(schema: z.ZodType) => schema as z.ZodType<Value, string>

/** One of a few words, each with its name. */
export function choice<Choice extends string>(choices: Readonly<Record<Choice, Words>>): OptionType<Choice> {
  return { kind: 'choice', codec: ofText<Choice>(z.enum(Object.keys(choices))), choices }
}

/** A comma list, each item within the rules of `item`. */
export function list(item: z.ZodType<string, string> = z.string()): OptionType<string[]> {
  return { kind: 'list', codec: commaList.pipe(z.array(item)) }
}

/** A comma list in which nothing may stand twice; `repeated` is the word for an item that does. Capitals do not matter. */
export function distinctList(item: z.ZodType<string, string>, repeated: string): OptionType<string[]> {
  const codec = z.codec(z.string(), z.array(item), {
    decode: (text, context) => {
      const items = text.split(LIST_SEPARATOR).flatMap((one) => cleanName(one).toLowerCase() || [])
      const again = items.findIndex((one, at) => items.indexOf(one) !== at)
      if (again >= 0) context.issues.push({ code: 'custom', message: repeated, input: text, path: [items[again] ?? ''] })
      return items
    },
    encode: (items) => items.join(','),
  })
  return { kind: 'list', codec }
}

/** One item per line, each within the rules of `item`. */
export function lines(item: z.ZodType<string, string> = z.string(), most = Number.MAX_SAFE_INTEGER): OptionType<string[]> {
  return { kind: 'lines', codec: lineList.pipe(z.array(item).max(most)) }
}

/** JSON as text, with a schema for the value. */
export function json<Schema extends z.ZodType>(schema: Schema, empty: z.input<Schema>): OptionType<z.output<Schema>> {
  return { kind: 'json', codec: ofText<z.output<Schema>>(jsonText(schema, empty, nameSource)) }
}

/** A name in a map. `__proto__` and its like are refused: such maps are merged and looked up by what callers send. */
export const safeName = nameText().refine((name) => name !== '__proto__' && name !== 'constructor' && name !== 'prototype', 'bad_name')

/** A price or a factor of one: what is more is a slip, and its product with the tokens of a call would leave the exact range. */
export const priceNumber = z.number().min(0).max(1_000_000)

/** A map of names to factors, such as TopupGroupRatio. */
export const ratioMap = z.record(safeName, priceNumber)
