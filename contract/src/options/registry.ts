// All options. A key that is not listed here cannot be read or written.
import { z } from 'zod'
import type { Words } from '../errors.ts'
import { repeatedName } from '../values/repeated-name.ts'
import * as appearance from './appearance.ts'
import * as bodyLimits from './body-limits.ts'
import { bucketRatios } from './bucket-ratios.ts'
import * as checkIn from './check-in.ts'
import * as claude from './claude.ts'
import * as drawing from './drawing.ts'
import * as gemini from './gemini.ts'
import * as global from './global.ts'
import * as login from './login.ts'
import * as logs from './logs.ts'
import * as notices from './notices.ts'
import * as oidc from './oidc.ts'
import * as operation from './operation.ts'
import type { Option } from './option.ts'
import { issueWords, repeatedNameWords } from './option-words.ts'
import * as payment from './payment.ts'
import * as pricing from './pricing.ts'
import * as rateLimit from './rate-limit.ts'
import * as relay from './relay.ts'
import * as sensitiveWords from './sensitive-words.ts'
import * as signInSites from './sign-in-sites.ts'
import * as smtp from './smtp.ts'

/** The options by subject, each subject by key, in the order of docs/options.md. */
export const optionSubjects: Readonly<Record<string, readonly Option[]>> = {
  'Login and registration': sorted({ ...login, ...signInSites }),
  'OpenID Connect': sorted(oidc),
  Mail: sorted(smtp),
  'Notices to super admins': sorted(notices),
  'Addresses and payment': sorted(payment),
  Appearance: sorted(appearance),
  Operation: sorted({ ...operation, ...drawing, ...logs, ...sensitiveWords }),
  'Check-in and invitation': sorted(checkIn),
  Pricing: sorted({ ...pricing, ...Object.fromEntries(bucketRatios) }),
  'Rate limit': sorted(rateLimit),
  Gemini: sorted(gemini),
  Claude: sorted(claude),
  'All model calls': sorted(global),
  'Time, size and ends of model calls': sorted({ ...relay, ...bodyLimits }),
}

export const options: readonly Option[] = Object.values(optionSubjects).flat()

const byKey = new Map(options.map((option) => [option.key, option]))
if (byKey.size !== options.length) {
  const keys = options.map((option) => option.key)
  throw new Error(`options declared twice: ${keys.filter((key, index) => keys.indexOf(key) !== index)}`)
}

/** The option of a key; undefined when there is none. */
export function optionByKey(key: string): Option | undefined {
  return byKey.get(key)
}

/** `code` is the error to answer with; `detail` is the reason, for `bad_option`. */
export type DecodedOption<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: 'bad_option' | 'not_json'; readonly detail: Words }

/** Reads the text of an option, as it is stored and sent, within the rules of its type. Never throws. */
export function decodeOption<Value>(option: Option<Value>, text: string): DecodedOption<Value> {
  const read = z.safeDecode(option.type.codec, text)
  if (read.success) return { ok: true, value: read.data }
  const issue = read.error.issues[0]
  return { ok: false, code: issue?.message === 'not_json' ? 'not_json' : 'bad_option', detail: issueWords(issue) }
}

/**
 * The same of a text that somebody has just written: of a name that stands in it twice, one value would be taken in silence. What is stored
 * is read as ever, so that no setting is lost over it.
 */
export function decodeTyped<Value>(option: Option<Value>, text: string): DecodedOption<Value> {
  const read = decodeOption(option, text)
  const name = read.ok && option.type.kind === 'json' ? repeatedName(text) : undefined
  return name === undefined ? read : { ok: false, code: 'bad_option', detail: repeatedNameWords(name) }
}

/**
 * The text in which a value is stored and sent.
 * @throws ZodError when the value is outside the rules of the option's type
 */
export function encodeOption<Value>(option: Option<Value>, value: Value): string {
  return z.encode(option.type.codec, value)
}

/** By key, because the order of a module's exports is not that of its text and differs from one loader to another. */
function sorted(subject: Readonly<Record<string, Option>>): Option[] {
  return Object.values(subject).toSorted((a, b) => (a.key.toLowerCase() < b.key.toLowerCase() ? -1 : 1))
}
